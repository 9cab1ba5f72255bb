/**
 * Every `nth` case, so that `npm test` stays short; a quarter of them with CORPUS=sample, all of them with CORPUS=all. A sample by position
 * is the same on every machine, and each theme of the corpus has its share.
 */
export function sampleOf<T>(cases: readonly T[], nth: number): T[] {
  const each = { all: 1, sample: 4 * nth }[process.env["CORPUS"] ?? ""] ?? nth;
  return cases.filter((_, at) => at % each === 0);
}
