/**
 * Runs the tests that failed once more, with the machine to themselves: `npm run test:again`, after `npm test`. A test
 * that passes then depends on what runs beside it: it is named, never passed over in silence. Ends with 1 if one fails
 * again, or if more failed than load explains.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const REPORT = "reports/vitest.json";
const AGAIN = "reports/again.json";
const MOST = 10;

interface TestResult {
  readonly fullName: string;
  readonly status: string;
  readonly failureMessages: readonly string[];
}
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  readonly testResults: { readonly name: string; readonly status: string; assertionResults: TestResult[] }[];
}

const said: string[] = [];
/** Also kept, for `.ci/run` to say at its end. */
const say = (line: string): void => {
  console.log(line);
  said.push(line);
  writeFileSync("reports/again.txt", `${said.join("\n")}\n`);
};
const read = (path: string): Report => JSON.parse(readFileSync(path, "utf8")) as Report;
const isFailed = ({ status }: TestResult): boolean => status === "failed";
const firstLine = ({ failureMessages }: TestResult): string => (failureMessages[0] ?? "").split("\n", 1)[0] ?? "";

const first = read(REPORT);
const files = first.testResults.filter(({ status }) => status === "failed");
const failed = files.flatMap(({ assertionResults }) => assertionResults.filter(isFailed));
for (const test of failed) say(`failed: ${test.fullName}\n  ${firstLine(test)}`);
// A file that could not be loaded has no tests that could pass.
const unloaded = files.filter(({ assertionResults }) => !assertionResults.some(isFailed));
for (const { name } of unloaded) say(`not loaded: ${name}`);
if (unloaded.length > 0 || failed.length === 0 || failed.length > MOST) process.exit(1);

const paths = files.map(({ name }) => name);
spawnSync("npx", ["vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${AGAIN}`, ...paths], {
  stdio: "inherit",
});
const second = new Map(
  read(AGAIN).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => [`${name} ${test.fullName}`, test] as const),
  ),
);
for (const file of files)
  file.assertionResults = file.assertionResults.map((test) =>
    isFailed(test) ? (second.get(`${file.name} ${test.fullName}`) ?? test) : test,
  );
const still = files.flatMap(({ assertionResults }) => assertionResults.filter(isFailed));
first.numPassedTests += failed.length - still.length;
first.numFailedTests = still.length;
writeFileSync(REPORT, JSON.stringify(first));
for (const test of still) say(`failed again: ${test.fullName}\n  ${firstLine(test)}`);
say(`${failed.length} tests failed beside others, ${still.length} of them also by themselves`);
process.exit(still.length > 0 ? 1 : 0);
