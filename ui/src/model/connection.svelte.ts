/** Whether the server answers. Where it does not, it is asked again until it does, and then whoever waits hears of it. */

/** How long between two questions. */
const PAUSE = 1500;

class Connection {
  lost = $state(false);
  /** How often it came back: what is shown under another number is out of date. */
  returns = $state(0);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Somebody got no answer. */
  report(): void {
    if (this.lost) return;
    this.lost = true;
    this.#timer = setTimeout(() => void this.tryAgain(), PAUSE);
  }

  async tryAgain(): Promise<void> {
    clearTimeout(this.#timer);
    const answers = await fetch('/api/status').then(
      ({ ok }) => ok,
      () => false,
    );
    clearTimeout(this.#timer);
    if (!this.lost) return;
    if (answers) {
      this.lost = false;
      this.returns += 1;
    } else this.#timer = setTimeout(() => void this.tryAgain(), PAUSE);
  }
}

export const connection = new Connection();
