import { stripVTControlCharacters } from "node:util";
import type { FailureKind, RunReport, TestStatus } from "../../schema/report.ts";
import type { FoundTest } from "./ids.ts";
import type { JunitCase, JunitOutcome } from "./junit-tree.ts";
import { TEXT_LIMIT } from "./reading.ts";

/** Turns a test case into a test, or into a file error where the tool writes one as a test case. */
export function addCase(one: JunitCase, found: FoundTest[], fileErrors: RunReport["fileErrors"]): void {
  const { attributes, outcomes } = one;
  const title = attributes["name"] ?? "";
  const outcome = outcomes.find(({ tag }) => tag === "failure" || tag === "error");
  const file = fileOf(one);
  // vitest names the test case like the file, pytest says it in the message.
  const collection = outcome?.attributes["message"] === "collection failure";
  if (outcome !== undefined && (collection || (title === file && title !== ""))) {
    const { name, message } = failureOf(outcome, outcomes);
    const python = collection ? /^E {3}(?:[\w.]+\.)?(\w+): (.*)$/m.exec(outcome.text) : null;
    fileErrors.push({ file: collection ? title : file, name: python?.[1] ?? name, message: python?.[2] ?? message });
    return;
  }
  const status = statusOf(one, outcome);
  found.push({
    file,
    path: [...(isNodeTest(one) ? one.suites : []), title],
    project: null,
    status,
    failure: status === "failed" && outcome !== undefined ? failureOf(outcome, outcomes) : null,
    ...(status === "passed" ? triesOf(outcomes) : {}),
    durationMs: durationMs(attributes["time"]),
  });
}

/** Surefire writes each try that failed into the test that passed at last. */
function triesOf(outcomes: readonly JunitOutcome[]): Pick<FoundTest, "tries"> {
  const failed = outcomes.filter(({ tag }) => tag === "flakyFailure" || tag === "flakyError").length;
  return failed === 0 ? {} : { tries: failed + 1 };
}

/** node:test gives every test case the class `test`; its suites are the only place of the suite names. */
const isNodeTest = ({ attributes }: JunitCase): boolean =>
  attributes["classname"] === "test" || attributes["classname"] === "suite";

function fileOf(one: JunitCase): string {
  const { file, classname } = one.attributes;
  if (file !== undefined && file !== "") return file;
  if (isNodeTest(one)) return "";
  return classname !== undefined && classname !== "" ? classname : (one.suites.at(-1) ?? "");
}

function statusOf({ attributes, outcomes }: JunitCase, outcome: JunitOutcome | undefined): TestStatus {
  const skipped = outcomes.find(({ tag }) => tag === "skipped");
  if (skipped !== undefined) {
    const type = skipped.attributes["type"];
    return type === "todo" ? "todo" : type === "pytest.xfail" ? "xfail" : outcome === undefined ? "skipped" : "failed";
  }
  if (outcome !== undefined) return "failed";
  const words = [attributes["status"], attributes["result"]];
  return words.some((word) => SKIPPED.test(word ?? "")) ? "skipped" : "passed";
}

const SKIPPED = /^(?:skipped|notrun|disabled|ignored|suppressed|pending)$/i;

const ASSERTION_TYPE = /(?:^|\.)(?:AssertionError|AssertionFailedError|ComparisonFailure)\b|^expect\./;
const ASSERTION_TEXT = [/^AssertionError\b/, /^\s*cause: AssertionError\b/m, /\bcode: 'ERR_ASSERTION'/];

function failureOf(outcome: JunitOutcome, outcomes: readonly JunitOutcome[]): NonNullable<FoundTest["failure"]> {
  const type = outcome.attributes["type"] ?? "";
  const message = stripVTControlCharacters(outcome.attributes["message"] ?? outcome.text.trim()).slice(0, TEXT_LIMIT);
  const name =
    /^(?:[\w$]+\.)*([A-Z]\w*(?:Error|Exception|Failure))\b/.exec(type === "" ? message : type)?.[1] ?? "Error";
  return { kind: kindOf(outcome, type, message, outcomes), name, message };
}

function kindOf(outcome: JunitOutcome, type: string, message: string, all: readonly JunitOutcome[]): FailureKind {
  if (outcome.tag === "error" && /^failed on (?:setup|teardown) with\b/.test(message)) return "fixture";
  if (/failureType: 'hookFailed'/.test(outcome.text)) return "fixture";
  if (/\btimed out (?:in|after) \d|Exceeded timeout of \d|Timeout of \d+ ?ms exceeded/i.test(message)) return "timeout";
  if (ASSERTION_TYPE.test(type)) return "assertion";
  if (ASSERTION_TEXT.some((pattern) => pattern.test(message) || pattern.test(outcome.text))) return "assertion";
  // cargo types every panic `assert`: only the panic's text tells them apart.
  const printed = all.map(({ text }) => text).join("\n");
  if (type === "assert" || type.startsWith("test failure"))
    return /\bassertion .*failed/.test(printed) ? "assertion" : "error";
  return "error";
}

function durationMs(seconds: string | undefined): number {
  const value = Number(seconds ?? 0) * 1000;
  return Number.isFinite(value) && value > 0 ? value : 0;
}
