/**
 * Every `nth` case, so that `npm test` stays short; all of them with CORPUS=all. A sample by position is the same on every
 * machine, and each theme of the corpus has its share.
 */
export function sampleOf<T>(cases: readonly T[], nth: number): T[] {
  return process.env["CORPUS"] === "all" ? [...cases] : cases.filter((_, at) => at % nth === 0);
}
