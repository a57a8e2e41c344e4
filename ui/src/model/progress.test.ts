import { describe, expect, it } from 'vitest';
import type { Job, Progress } from './api';
import { layersDone, percentage, roughly, secondsLeft, solveRequest } from './progress';

const at = (seconds: number, phase: Progress['phase'], solved: number, finished = 0): Progress =>
  ({ seconds, phase, solved, found: 1000, finished, layers: 21 }) as Progress;

describe('progress of a solve', () => {
  it('is a share of the states once all are found', () => {
    expect(percentage(at(1, 'forward', 0))).toBeNull();
    expect(percentage(at(1, 'backward', 0))).toBe(0);
    expect(percentage(at(1, 'backward', 439))).toBe(43);
    expect(percentage(null)).toBeNull();
  });

  it('says how long it will take at the speed so far, and nothing before there is one', () => {
    const course = [at(0, 'forward', 0), at(10, 'backward', 0)];
    expect(secondsLeft(course)).toBeNull();
    expect(secondsLeft([...course, at(14, 'backward', 400)])).toBe(6);
    expect(secondsLeft([...course, at(10.5, 'backward', 400)])).toBeNull();
  });

  it('counts layers up, whichever way they are solved', () => {
    expect(layersDone(at(1, 'backward', 5, 5))).toBe('5 of 21 layers solved');
    expect(layersDone({ ...at(1, 'forward', 0, 7), layers: null })).toBe('7 layers found');
  });

  it('tells times as one would', () => {
    expect([roughly(0.2), roughly(40), roughly(170), roughly(7300)]).toEqual([
      'about 1 s',
      'about 40 s',
      'about 3 min',
      'about 2 h',
    ]);
  });

  it('is resumed with the same choices, and begun with none', () => {
    const limits = { seconds: 5, memory: 7 };
    const request = { kind: 'solve', game: 'nim', engine: 'explicit', seconds: 1 };
    expect(solveRequest('nim', { request, resumable: true } as Job, limits)).toEqual({ ...request, ...limits });
    expect(solveRequest('nim', { request, resumable: false } as Job, limits)).toEqual({
      kind: 'solve',
      game: 'nim',
      ...limits,
    });
  });
});
