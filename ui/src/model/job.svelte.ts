/** A job of the server followed live: its state, its progress so far, its layers. */

import { onDestroy } from 'svelte';
import { api, ApiError, type Job, type JobRequest, type LayerShare, type Progress } from './api';
import { followJob } from './follow';
import { sentence } from './problem';

/** Points of a chart that are worth keeping: more than a screen has columns are not. */
const MOST_POINTS = 2000;

function thinned(history: Progress[]): Progress[] {
  return history.length > MOST_POINTS ? history.filter((_, index) => index % 2 === 0) : history;
}

export class FollowedJob {
  job: Job | null = $state.raw(null);
  history: Progress[] = $state.raw([]);
  layers: LayerShare[] = $state.raw([]);
  problem = $state('');
  #leave: (() => void) | null = null;
  /** Whether the view that shows it is gone: answers that come later start nothing, since nobody would end it. */
  #gone = false;

  /** `ended` is called each time the job comes to an end, whatever the end, as long as the view is there. */
  constructor(private readonly ended: (job: Job) => void = () => undefined) {
    onDestroy(() => {
      this.#gone = true;
      this.leave();
    });
  }

  get busy(): boolean {
    return this.job?.state === 'running' || this.job?.state === 'queued';
  }

  get progress(): Progress | null {
    return this.history.at(-1) ?? this.job?.progress ?? null;
  }

  async start(request: JobRequest): Promise<void> {
    await this.#attempt(async () => {
      try {
        return await api.startJob(request);
      } catch (reason) {
        // Somebody already asked the same: watch that job.
        if (reason instanceof ApiError && reason.body.job) return api.job(reason.body.job);
        throw reason;
      }
    });
  }

  async stop(): Promise<void> {
    const job = this.job;
    if (job) await this.#attempt(() => api.stopJob(job.id), false);
  }

  follow(job: Job): void {
    if (this.#gone) return;
    this.leave();
    this.job = job;
    this.#leave = followJob(job.id, {
      job: (now) => {
        this.job = now;
        if (now.history) this.history = now.history;
        if (now.layers) this.layers = now.layers;
        if (!this.busy) this.ended(now);
      },
      progress: (progress) => (this.history = thinned([...this.history, progress])),
      layers: (changed) => {
        const all = new Map(this.layers.map((layer) => [layer.layer, layer]));
        for (const layer of changed) all.set(layer.layer, layer);
        this.layers = [...all.values()].sort((a, b) => a.layer - b.layer);
      },
      lost: () => void this.#ask(job.id),
    });
  }

  /** Asks how a job is whose stream was lost; it may be gone with the server that ran it. */
  async #ask(id: string): Promise<void> {
    try {
      const job = await api.job(id);
      if (this.#gone) return;
      this.job = job;
      if (!this.busy) this.ended(job);
      else this.problem = 'The server stopped reporting progress. Reload the page.';
    } catch (reason) {
      this.forget();
      this.problem = sentence(reason);
    }
  }

  /** Shows nothing any more. */
  forget(): void {
    this.leave();
    this.job = null;
    this.history = [];
    this.layers = [];
  }

  leave(): void {
    this.#leave?.();
    this.#leave = null;
  }

  async #attempt(ask: () => Promise<Job>, follow = true): Promise<void> {
    if (this.#gone) return;
    this.problem = '';
    try {
      const job = await ask();
      if (follow) this.follow(job);
      // The end may have been heard before this answer.
      else if (this.busy) this.job = job;
    } catch (reason) {
      this.problem = sentence(reason);
    }
  }
}
