/**
 * Says which tests failed, and runs them once more by themselves: `npm run test:again`, after `npm test`. Whether one fails
 * only beside others is a clue to its cause and excuses nothing. What is said is kept for `.ci/run` to print at its end.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";

const AGAIN = "reports/again.json";
/** More than that have one cause, which a second run does not tell. */
const MOST = 10;

interface TestResult {
  readonly fullName: string;
  readonly status: string;
  readonly failureMessages: readonly string[];
}
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly TestResult[];
  }[];
}

const failedIn = (path: string) =>
  (JSON.parse(readFileSync(path, "utf8")) as Report).testResults
    .filter(({ status }) => status === "failed")
    .map(({ name, assertionResults }) => ({
      name,
      tests: assertionResults.filter(({ status }) => status === "failed"),
    }));
const lineOf = ({ fullName, failureMessages }: TestResult): string =>
  `${fullName}\n  ${(failureMessages[0] ?? "").split("\n", 1)[0]}`;

const first = failedIn("reports/vitest.json");
const failed = first.flatMap(({ tests }) => tests);
const said = [
  ...first.filter(({ tests }) => tests.length === 0).map(({ name }) => `not loaded: ${name}`),
  ...failed.map((test) => `failed: ${lineOf(test)}`),
];
if (failed.length > 0 && failed.length <= MOST) {
  rmSync(AGAIN, { force: true });
  const paths = first.map(({ name }) => name);
  const reports = ["--reporter=default", "--reporter=json", `--outputFile.json=${AGAIN}`];
  spawnSync("npx", ["vitest", "run", ...reports, ...paths], { stdio: "inherit" });
  const again = existsSync(AGAIN) ? failedIn(AGAIN).flatMap(({ tests }) => tests) : failed;
  said.push(...again.map((test) => `failed again: ${lineOf(test)}`));
  said.push(`${failed.length} tests failed, ${again.length} by themselves`);
}
writeFileSync("reports/again.txt", `${said.join("\n")}\n`);
console.log(said.join("\n"));
