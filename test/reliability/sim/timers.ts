/** Time that passes only when nothing else is left to do. */
export interface Timers {
  /** Milliseconds since the story began. */
  now(): number;
  after(ms: number, call: () => void): Timer;
  every(ms: number, call: () => void): Timer;
  end(timer: unknown): void;
  /** Goes on to the next moment at which something happens. Answers whether there was one. */
  step(): boolean;
  clear(): void;
}

export interface Timer {
  at: number;
  readonly everyMs: number | null;
  readonly call: () => void;
  unref(): Timer;
}

export function createTimers(): Timers {
  const timers = new Set<Timer>();
  let now = 0;
  const add = (ms: number, everyMs: number | null, call: () => void): Timer => {
    const timer: Timer = { at: now + ms, everyMs, call, unref: () => timer };
    timers.add(timer);
    return timer;
  };
  return {
    now: () => now,
    after: (ms, call) => add(ms, null, call),
    every: (ms, call) => add(ms, ms, call),
    end: (timer) => void timers.delete(timer as Timer),
    step() {
      let first: Timer | null = null;
      for (const timer of timers) if (first === null || timer.at < first.at) first = timer;
      if (first === null) return false;
      now = Math.max(now, first.at);
      if (first.everyMs === null) timers.delete(first);
      else first.at = now + first.everyMs;
      first.call();
      return true;
    },
    clear: () => timers.clear(),
  };
}
