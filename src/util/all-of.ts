/** Waits for all, also where one fails: nothing of ours may still be at work then. Throws what the first of them threw. */
export async function allOf<T extends Readonly<Record<string, unknown>> | readonly unknown[]>(
  work: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const keys = Object.keys(work) as (keyof T)[];
  const settled = await Promise.allSettled(keys.map(async (key) => work[key]));
  const done = Array.isArray(work) ? [] : {};
  for (const [at, each] of settled.entries()) {
    if (each.status === "rejected") throw each.reason;
    Object.assign(done, { [keys[at] as string]: each.value });
  }
  return done as { -readonly [K in keyof T]: Awaited<T[K]> };
}
