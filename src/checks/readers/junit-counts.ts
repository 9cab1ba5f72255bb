export type Attributes = Readonly<Record<string, string>>;

interface Counts {
  tests: number;
  failures: number;
  errors: number;
  skipped: number;
}

const KEYS = ["tests", "failures", "errors", "skipped"] as const;

/** A suite's counts as it declares them, and recounted: everything below it, and its direct children alone. */
export interface JunitSuite {
  readonly name: string;
  readonly declared: Readonly<Partial<Record<keyof Counts, string>>>;
  readonly below: Counts;
  readonly direct: Counts;
  /** Further tries of test cases below it, which Surefire counts and does not list. */
  readonly tries: Counts;
}

const zero = (): Counts => ({ tests: 0, failures: 0, errors: 0, skipped: 0 });

export function createSuite(tag: string, attributes: Attributes): JunitSuite {
  const declared: Partial<Record<keyof Counts, string>> = {};
  for (const key of KEYS) if (attributes[key] !== undefined) declared[key] = attributes[key];
  return {
    name: tag === "testsuites" ? "" : (attributes["name"] ?? ""),
    declared,
    below: zero(),
    direct: zero(),
    tries: zero(),
  };
}

/** Counts a closed test case, known by the elements inside it, into every suite around it. */
export function countCase(suites: readonly JunitSuite[], elements: readonly string[]): void {
  const tags = new Set(elements);
  const inner = suites.at(-1);
  const targets = suites.map(({ below }) => below);
  for (const counts of inner === undefined ? targets : [...targets, inner.direct]) {
    counts.tests += 1;
    if (tags.has("failure")) counts.failures += 1;
    if (tags.has("error")) counts.errors += 1;
    if (tags.has("skipped")) counts.skipped += 1;
  }
  for (const tag of elements.filter((one) => FURTHER_TRY.test(one)))
    for (const { tries } of suites) {
      tries.tests += 1;
      tries[tag.endsWith("Error") ? "errors" : "failures"] += 1;
    }
}

/** A try that failed: of a test that passed at last, or of one that failed again. */
const FURTHER_TRY = /^(?:flaky|rerun)(?:Failure|Error)$/;

/** node:test counts a nested suite as one child, failed when it holds a failure. */
export function countSuite(suite: JunitSuite, parent: JunitSuite | undefined): void {
  if (parent === undefined) return;
  parent.direct.tests += 1;
  if (suite.direct.failures > 0) parent.direct.failures += 1;
}

/**
 * What a suite says of itself and its test cases do not bear out. The tools count in three ways: everything below, direct
 * children (node:test), errors among the failures. cargo counts skipped tests that it does not list.
 */
export function disagreements({ name, declared, below, direct, tries }: JunitSuite): string[] {
  const unlisted = Math.max(0, Number(declared.skipped ?? 0) - below.skipped);
  const accepted: Record<keyof Counts, readonly number[]> = {
    tests: [below.tests, direct.tests, below.tests + unlisted, below.tests + tries.tests],
    failures: [below.failures, direct.failures, below.failures + below.errors, below.failures + tries.failures],
    errors: [below.errors, below.errors + tries.errors],
    skipped: [below.skipped, direct.skipped],
  };
  const listed = declared.tests !== undefined && Number(declared.tests) === below.tests + unlisted;
  return KEYS.flatMap((key) => {
    const text = declared[key];
    if (text === undefined || accepted[key].includes(/^\d+$/.test(text) ? Number(text) : -1)) return [];
    if (key === "skipped" && listed) return [];
    const suite = name === "" ? "the report" : `suite ${name.slice(0, 200)}`;
    return [`${suite} says ${key}="${text.slice(0, 40)}", its test cases say ${below[key]}`];
  });
}
