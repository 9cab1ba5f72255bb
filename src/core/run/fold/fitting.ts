const LIMIT_BYTES = 24 * 1024;

/** As many of the first as one event can hold beside what else it says. */
export function fitting<T>(items: readonly T[]): T[] {
  let bytes = 0;
  return items.filter((item) => (bytes += Buffer.byteLength(JSON.stringify(item))) <= LIMIT_BYTES);
}
