import type { TestStatus } from "../../schema/report.ts";

/** What libtest told of one test: its path (`tests::adds`), and for one that failed what it printed. */
export interface LibtestResult {
  readonly name: string;
  readonly status: TestStatus;
  readonly output: string;
}

export interface LibtestReading {
  readonly tests: LibtestResult[];
  /** Why this is no whole and sound report; empty: it is. */
  readonly problems: string[];
}

const RESULT =
  /^test result: (ok|FAILED)\. (\d+) passed; (\d+) failed; (\d+) ignored; (\d+) measured; (\d+) filtered out(?:; finished in [\d.]+s)?$/gm;
const LOGGED = /^(ok|failed(?: \(time limit exceeded\))?|ignored(?:: [^\n]*?)?|bench) (\S.*)$/;

/**
 * One test program: its log file says how each test ended, what it printed says how many and shows failures. Both are
 * recounted against each other and the exit code, since each alone can be written by what is tested.
 */
export function readLibtest(program: {
  readonly stdout: string;
  readonly log: string;
  readonly code: number | null;
}): LibtestReading {
  const problems: string[] = [];
  const lines = program.log.split("\n");
  if (lines.pop() !== "") problems.push("the log is torn");
  const tests = lines.flatMap((line): LibtestResult[] => {
    const [, word = "", name = ""] = LOGGED.exec(line) ?? [];
    if (word === "") problems.push("a line of the log is no result");
    return word === "" ? [] : [{ name, status: statusOf(word), output: "" }];
  });
  if (new Set(tests.map(({ name }) => name)).size < tests.length) problems.push("a test ended twice");
  problems.push(...disagreements(program, tests));
  const printed = failuresIn(program.stdout);
  return { tests: tests.map((test) => ({ ...test, output: printed.get(test.name) ?? "" })), problems };
}

const statusOf = (word: string): TestStatus =>
  word.startsWith("failed") ? "failed" : word.startsWith("ignored") ? "skipped" : "passed";

function disagreements(
  { stdout, code }: { readonly stdout: string; readonly code: number | null },
  tests: readonly LibtestResult[],
): string[] {
  const told = [...stdout.matchAll(RESULT)].at(-1);
  if (told === undefined) return ["it ended before its result"];
  const [passed, failed, skipped] = [told[2], told[3], told[4]].map(Number);
  const count = (status: TestStatus): number => tests.filter((test) => test.status === status).length;
  const problems: string[] = [];
  const isEqual =
    count("passed") === (passed ?? 0) + Number(told[5]) && count("failed") === failed && count("skipped") === skipped;
  if (!isEqual) problems.push("its result and its log count differently");
  if ((told[1] === "ok") !== (failed === 0)) problems.push("its result and its counts disagree");
  if (code !== (failed === 0 ? 0 : 101)) problems.push(`it exited with ${code} against its result`);
  return problems;
}

/** What failing tests printed, under their names. */
function failuresIn(stdout: string): Map<string, string> {
  const parts = stdout.split(/^---- (.+?) stdout ----$/m);
  const found = new Map<string, string>();
  for (let at = 1; at < parts.length; at += 2) {
    const text = (parts[at + 1] ?? "").split(/\n\nfailures:\n|\nsuccesses:\n/)[0] ?? "";
    if (!found.has(parts[at] ?? "")) found.set(parts[at] ?? "", text);
  }
  return found;
}

const BEGIN = /^running (\d+) tests?$/;
const LINE = /^test (\S+\.rs - .*?)((?: - (?:compile(?: fail)?|should panic))*) \.\.\. (ok|FAILED|ignored.*)$/;

/**
 * Examples in documentation, as rustdoc prints them: one block a crate, or several; each recounted by itself. What is only compiled
 * counts as skipped: none of it ran.
 */
export function readDocTests(stdout: string): LibtestReading {
  const problems: string[] = [];
  const tests: LibtestResult[] = [];
  let open: { readonly announced: number; readonly from: number } | null = null;
  for (const line of stdout.split("\n")) {
    const announced = BEGIN.exec(line)?.[1];
    if (announced !== undefined) {
      if (open !== null) problems.push("examples in documentation have no result");
      open = { announced: Number(announced), from: tests.length };
      continue;
    }
    const [, name = "", how = "", word = ""] = LINE.exec(line) ?? [];
    if (word !== "") {
      const ran = word === "ok" && !how.includes(" - compile");
      const status = ran ? "passed" : word === "FAILED" ? "failed" : "skipped";
      tests.push({ name, status, output: "" });
    }
    const [told] = line.matchAll(RESULT);
    if (told === undefined) continue;
    const mine = tests.slice(open?.from ?? 0);
    const isEqual =
      open !== null &&
      mine.length === open.announced &&
      mine.filter(({ status }) => status === "failed").length === Number(told[3]);
    if (!isEqual) problems.push("examples in documentation are counted differently");
    open = null;
  }
  if (open !== null) problems.push("examples in documentation have no result");
  const printed = failuresIn(stdout);
  return { tests: tests.map((test) => ({ ...test, output: printed.get(test.name) ?? "" })), problems };
}
