import { realpathSync } from "node:fs";
import type { RunReport } from "../../schema/report.ts";

/** Stands in a test's id, and in an error outside of tests, for the folder that the test ran in. */
export const TREE_FOLDER = "<tree>";

/** Names of tests may hold the folder that they run in; another tree lies elsewhere, and has the same tests. */
export function withoutPlace(report: RunReport, treeDirectory: string): RunReport {
  const places = [realpathSync(treeDirectory), treeDirectory];
  const placeless = (said: string): string => places.reduce((text, place) => text.replaceAll(place, TREE_FOLDER), said);
  return {
    ...report,
    tests: report.tests.map((test) => ({ ...test, id: placeless(test.id) })),
    runErrors: report.runErrors.map((error) => ({ ...error, message: placeless(error.message) })),
  };
}
