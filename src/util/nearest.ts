/** The name that was probably meant, or null when none is near enough to be worth saying. */
export function nearest(given: string, names: readonly string[]): string | null {
  const [best] = names
    .map((name) => ({ name, distance: editDistance(given.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= Math.max(1, Math.floor(Math.min(name.length, given.length) * 0.4)))
    .toSorted((a, b) => a.distance - b.distance);
  return best?.name ?? null;
}

/** Insertions, deletions, replacements and swaps of neighbours that turn one text into the other. */
function editDistance(a: string, b: string): number {
  let older: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (older[j - 2] ?? Infinity) + 1 : Infinity;
      const replaced = (row[j - 1] ?? 0) + (same ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, swapped));
    }
    [older, row] = [row, next];
  }
  return row[b.length] ?? 0;
}
