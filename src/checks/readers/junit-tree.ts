import { type Attributes, countCase, countSuite, createSuite, disagreements, type JunitSuite } from "./junit-counts.ts";

const DEPTH_LIMIT = 64;
const CASE_LIMIT = 1_000_000;
const TEXT_LIMIT = 8000;

/** A report that is not read any further. */
export class ReportRefused extends Error {}

export interface JunitOutcome {
  readonly tag: string;
  readonly attributes: Attributes;
  text: string;
}

export interface JunitCase {
  readonly attributes: Attributes;
  /** Names of the suites around it, from the outside. */
  readonly suites: readonly string[];
  readonly outcomes: JunitOutcome[];
}

export interface JunitTree {
  readonly cases: readonly JunitCase[];
  open(name: string, attributes: Attributes): void;
  text(text: string): void;
  close(name: string): void;
}

/** Follows the elements of a JUnit document: keeps its test cases, compares each suite's counts when it closes. */
export function createJunitTree(problems: string[]): JunitTree {
  const cases: JunitCase[] = [];
  const suites: JunitSuite[] = [];
  const path: string[] = [];
  let current: JunitCase | null = null;
  const openCase = (attributes: Attributes): void => {
    if (cases.length >= CASE_LIMIT) throw new ReportRefused(`the report holds more than ${CASE_LIMIT} test cases`);
    const names = suites.map(({ name }) => name).filter((name) => name !== "");
    current = { attributes, suites: names, outcomes: [] };
  };
  return {
    cases,
    open(name, attributes) {
      const suite = name === "testsuite" || name === "testsuites";
      if (path.length === 0 && !suite) throw new ReportRefused(`<${name}> is no JUnit report`);
      path.push(name);
      if (path.length > DEPTH_LIMIT) throw new ReportRefused(`elements are nested deeper than ${DEPTH_LIMIT}`);
      if (current !== null && (suite || name === "testcase")) throw new ReportRefused(`<${name}> inside a test case`);
      if (suite) suites.push(createSuite(name, attributes));
      else if (name === "testcase") openCase(attributes);
      else if (path.at(-2) === "testcase") current?.outcomes.push({ tag: name, attributes, text: "" });
    },
    text(text) {
      const outcome = current?.outcomes.at(-1);
      if (outcome !== undefined && path.at(-2) === "testcase" && outcome.text.length < TEXT_LIMIT) {
        outcome.text += text.slice(0, TEXT_LIMIT);
      }
    },
    close(name) {
      path.pop();
      if (name === "testcase" && current !== null) {
        current.outcomes.push(...saidOutcome(current));
        cases.push(current);
        countCase(
          suites,
          current.outcomes.map(({ tag }) => tag),
        );
        current = null;
      } else if (name === "testsuite" || name === "testsuites") {
        const suite = suites.pop();
        if (suite === undefined) return;
        problems.push(...disagreements(suite));
        countSuite(suite, suites.at(-1));
      }
    },
  };
}

const DECIDES = /^(?:failure|error|skipped)$/;
const FAILED = /^(?:fail(?:ed|ure)?|error(?:ed)?|broken|aborted|crashed|timed?[ _-]?out)$/i;

/** Some tools say by an attribute alone that a test failed, without an element for it. */
function saidOutcome({ attributes, outcomes }: JunitCase): JunitOutcome[] {
  if (outcomes.some(({ tag }) => DECIDES.test(tag))) return [];
  const said = (["status", "result"] as const).find((key) => FAILED.test(attributes[key] ?? ""));
  if (said === undefined) return [];
  return [{ tag: "failure", attributes: { message: `${said}="${attributes[said] ?? ""}"` }, text: "" }];
}
