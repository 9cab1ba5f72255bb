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
  const needs = needsOf(names, dependencies);
  const users = turned(needs, names.length);
  const waiting = Int32Array.from(names, (_, at) => of(needs, at).length);
  const isOpen = new Uint8Array(names.length).fill(1);
  /** Takes one away, and all that waits for nothing else. */
  const take = (first: number): void => {
    const free = [first];
    for (let at = free.pop(); at !== undefined; at = free.pop()) {
      if (isOpen[at] === 0) continue;
      isOpen[at] = 0;
      for (const user of of(users, at)) {
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
        at = of(needs, at).find((one) => isOpen[one] === 1);
      }
      return path;
    },
  };
}

/** For each number a list of others: all in one, since a list for each would be a hundred thousand small ones. */
interface Lists {
  readonly ends: Int32Array;
  readonly all: Int32Array;
}

const of = ({ ends, all }: Lists, at: number): Int32Array => all.subarray(ends[at], ends[at + 1]);

/** What each needs of the others that are here. */
function needsOf(names: readonly string[], dependencies: Dependencies): Lists {
  const numbers = new Map<string, number>();
  for (const name of names) numbers.set(name, numbers.size);
  const ends = new Int32Array(names.length + 1);
  const all: number[] = [];
  for (const [at, name] of names.entries()) {
    for (const one of dependencies.get(name) ?? []) {
      const number = numbers.get(one);
      if (number !== undefined) all.push(number);
    }
    ends[at + 1] = all.length;
  }
  return { ends, all: Int32Array.from(all) };
}

/** The lists the other way round: who needs each. */
function turned(needs: Lists, count: number): Lists {
  const ends = new Int32Array(count + 1);
  for (const one of needs.all) ends[one + 1] = (ends[one + 1] ?? 0) + 1;
  for (let at = 1; at < ends.length; at += 1) ends[at] = (ends[at] ?? 0) + (ends[at - 1] ?? 0);
  const all = new Int32Array(needs.all.length);
  const next = ends.slice();
  for (let user = 0; user < count; user += 1)
    for (const one of of(needs, user)) {
      const place = next[one] ?? 0;
      all[place] = user;
      next[one] = place + 1;
    }
  return { ends, all };
}
