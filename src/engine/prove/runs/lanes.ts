/** Does work in so many of the lanes at once: it waits until as many are free, whoever came first before all others. */
export type InLanes = <T>(many: number, work: (lanes: readonly number[]) => Promise<T>) => Promise<T>;

interface Waiting {
  readonly many: number;
  readonly start: (lanes: readonly number[]) => void;
}

/** Who works side by side: each lane is one slot. The first one is taken before others, so that work one after the other needs no more. */
export function createLanes(count: number): InLanes {
  const free = Array.from({ length: count }, (_, lane) => lane);
  const waiting: Waiting[] = [];
  const deal = (): void => {
    for (let [next] = waiting; next !== undefined && next.many <= free.length; [next] = waiting) {
      waiting.shift();
      next.start(free.splice(0, next.many));
    }
  };
  return async (many, work) => {
    const lanes = await new Promise<readonly number[]>((start) => {
      waiting.push({ many, start });
      deal();
    });
    try {
      return await work(lanes);
    } finally {
      free.push(...lanes);
      free.sort((one, other) => one - other);
      deal();
    }
  };
}
