/** What comes first for each name. */
export type Dependencies = ReadonlyMap<string, readonly string[]>;

/** The circles in which names depend on each other, each once, in the order of their first name. */
export function findCycles(dependencies: Dependencies): string[][] {
  const graph = createGraph(dependencies);
  const cycles: string[][] = [];
  for (let start = graph.firstOpen(0); start !== null; start = graph.firstOpen(start)) {
    const cycle = graph.walk(start);
    for (const at of cycle) graph.take(at);
    cycles.push(cycle.map((at) => graph.names[at] ?? ""));
  }
  return cycles;
}

/**
 * Names by their number. What depends on nothing that is left is taken away, again and again; what is open after that
 * depends on something open, so a walk comes back to itself.
 */
function createGraph(dependencies: Dependencies) {
  const names = [...dependencies.keys()];
  const numbers = new Map(names.map((name, at) => [name, at]));
  const needs = names.map((name) => (dependencies.get(name) ?? []).flatMap((one) => numbers.get(one) ?? []));
  const waiting = Int32Array.from(needs, (needed) => needed.length);
  const users = usersOf(needs);
  const isOpen = new Uint8Array(names.length).fill(1);
  /** Takes one away, and all that waits for nothing else. */
  const take = (first: number): void => {
    const free = [first];
    for (let at = free.pop(); at !== undefined; at = free.pop()) {
      if (isOpen[at] === 0) continue;
      isOpen[at] = 0;
      for (const user of users(at)) {
        const left = (waiting[user] ?? 0) - 1;
        waiting[user] = left;
        if (left === 0) free.push(user);
      }
    }
  };
  for (const at of names.keys()) if (waiting[at] === 0) take(at);
  return {
    names,
    take,
    firstOpen(from: number): number | null {
      const at = isOpen.indexOf(1, from);
      return at < 0 ? null : at;
    },
    walk(start: number): number[] {
      const path: number[] = [];
      const seen = new Map<number, number>();
      for (let at: number | undefined = start; at !== undefined;) {
        const before = seen.get(at);
        if (before !== undefined) return path.slice(before);
        seen.set(at, path.length);
        path.push(at);
        at = needs[at]?.find((one) => isOpen[one] === 1);
      }
      return path;
    },
  };
}

/** Who needs each number: all in one list, since a list for each would be a hundred thousand small ones. */
function usersOf(needs: readonly (readonly number[])[]): (at: number) => Int32Array {
  const ends = new Int32Array(needs.length + 1);
  for (const needed of needs) for (const one of needed) ends[one + 1] = (ends[one + 1] ?? 0) + 1;
  for (let at = 1; at < ends.length; at += 1) ends[at] = (ends[at] ?? 0) + (ends[at - 1] ?? 0);
  const all = new Int32Array(ends.at(-1) ?? 0);
  const next = ends.slice();
  for (const [user, needed] of needs.entries())
    for (const one of needed) {
      const place = next[one] ?? 0;
      all[place] = user;
      next[one] = place + 1;
    }
  return (at) => all.subarray(ends[at], ends[at + 1]);
}
