/** Those of head that base does not have as often, by keys that are the same wherever one stands. */
export function addedTo<T>(base: readonly string[], head: readonly T[], keyOf: (one: T) => string): T[] {
  const known = new Map<string, number>();
  for (const key of base) known.set(key, (known.get(key) ?? 0) + 1);
  return head.filter((one) => {
    const key = keyOf(one);
    const left = known.get(key) ?? 0;
    known.set(key, left - 1);
    return left <= 0;
  });
}
