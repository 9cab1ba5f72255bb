import type { SuiteRun } from "../../schema/report.ts";
import type { Recheck } from "../prove/recheck.ts";

/** What does not pass when everything is run once more, one line each; the same words for the same trouble elsewhere. */
export const troublesIn = ({ broken, failing, run }: Recheck): string[] => [
  ...broken.map(({ id, reason }) => `${id} ${reason}`),
  ...failing,
  ...(run === null ? [] : unrunIn(run)),
];

/** Files and suites that did not come as far as to have a test that could fail. */
const unrunIn = ({ report, units }: SuiteRun): string[] => [
  ...report.fileErrors.map(({ file }) => `${file} cannot be loaded`),
  ...units
    .filter(({ end, complete }) => end !== "exited" || !complete)
    .map(({ runner, directory }) => `${runner} does not come to its end in ${directory === "" ? "." : directory}`),
];
