/** What comes first for each name. */
export type Dependencies = ReadonlyMap<string, readonly string[]>;

/** The circles in which names depend on each other, each once, in the order of their first name. */
export function findCycles(dependencies: Dependencies): string[][] {
  const open = new Map(dependencies);
  peel(open);
  const cycles: string[][] = [];
  for (let [start] = open.keys(); start !== undefined; [start] = open.keys()) {
    const cycle = walk(open, start);
    cycles.push(cycle);
    for (const name of cycle) open.delete(name);
    peel(open);
  }
  return cycles;
}

/** Takes away, again and again, what depends on nothing that is left. */
function peel(open: Map<string, readonly string[]>): void {
  const waiting = new Map<string, number>();
  const users = new Map<string, string[]>();
  for (const [name, needed] of open) {
    const left = needed.filter((one) => open.has(one));
    waiting.set(name, left.length);
    for (const one of left) {
      const known = users.get(one);
      if (known === undefined) users.set(one, [name]);
      else known.push(name);
    }
  }
  const free = [...waiting].flatMap(([name, count]) => (count === 0 ? [name] : []));
  for (let name = free.pop(); name !== undefined; name = free.pop()) {
    open.delete(name);
    for (const user of users.get(name) ?? []) {
      const count = (waiting.get(user) ?? 0) - 1;
      waiting.set(user, count);
      if (count === 0) free.push(user);
    }
  }
}

/** Everything that is left depends on something that is left, so a walk comes back to itself. */
function walk(open: ReadonlyMap<string, readonly string[]>, start: string): string[] {
  const path: string[] = [];
  const at = new Map<string, number>();
  for (let name: string | undefined = start; name !== undefined;) {
    const seen = at.get(name);
    if (seen !== undefined) return path.slice(seen);
    at.set(name, path.length);
    path.push(name);
    name = open.get(name)?.find((one) => open.has(one));
  }
  return path;
}
