import { dirname } from "node:path/posix";
import type { Baseline } from "../../../core/proof/baseline.ts";
import { fileOf } from "../../../core/proof/test-ids.ts";
import type { LeanedRun } from "../../../core/proof/judge.ts";
import { asCalled, callChanges } from "../../../core/proof/old-tests/as-called.ts";
import { holdsTests, type PathRole } from "../../../core/proof/paths.ts";
import type { SourceFile } from "../../../schema/source.ts";
import { editTree } from "../../../util/git/trees.ts";
import { askAll } from "../ask-tools.ts";
import type { RunRecord } from "../assemble.ts";
import type { Subject } from "../subject.ts";
import { textsOf, type TreeReader } from "../tree-reader.ts";
import { codeOf, codePlaces } from "../changed-sources.ts";
import { composeKeep, keepDiffers } from "../compose.ts";
import { createRoles } from "../context.ts";
import { findLeanedOn } from "../looks/leaned-on.ts";
import type { Proving } from "../proving.ts";
import { narrowTo, wholeUnit } from "../units.ts";

/** Every test that a baseline knows. */
export const ranIn = ({ green, redKnown, flaky }: Baseline): ReadonlySet<string> =>
  new Set([...green, ...redKnown, ...flaky]);

/** R3. When no base test and no configuration differs, R2 has already run exactly that. */
export async function runKeep(
  { subject, plan, runner, tools }: Proving,
  r2: RunRecord,
  baseline: Baseline,
): Promise<Kept> {
  const { git, base, head, changes } = subject;
  if (plan.base.length === 0) return { r3: null, calls: [], leaned: null, tree: null };
  const testFiles = new Set([...ranIn(baseline)].map(fileOf));
  const { tests, ...differs } = keepDiffers(base, head, changes, testFiles);
  // Which runner reads a text does not show by its name.
  const whole = differs.whole || !tests.every(holdsTests);
  const beside = await testsInCode({ subject, tools }, testFiles);
  const isSame = tests.length + beside.length === 0 && !whole;
  const { texts, calls } = isSame ? { texts: [], calls: [] } : asHeadCalls(subject, beside);
  const tree = isSame ? head.tree : composeKeep(git, base, head, changes, texts);
  const files = [...tests, ...beside.map(({ path }) => path)];
  const selections = whole ? plan.base.map(wholeUnit) : narrowTo(plan.base, files);
  const run = async (): Promise<RunRecord | null> =>
    selections.length === 0 ? null : runner.run("R3", tree, selections, { layer: "head", reuse: true });
  const r3 = isSame ? { ...r2, reusedFrom: r2.reusedFrom ?? "R2" } : await run();
  return {
    r3,
    calls,
    tree: r3 === null ? null : tree,
    leaned: await runLeaned({ subject, plan, runner }, tree, testFiles),
  };
}

interface Kept {
  readonly r3: RunRecord | null;
  /** How base's tests had to call what head names otherwise, or gives more. */
  readonly calls: readonly string[];
  /** Head's code with base's tests; null: not run. */
  readonly tree: string | null;
  readonly leaned: LeanedRun | null;
}

/** Base's tests that call head's functions as head's tests do, by the names and with the arguments of today; the rest of them is base's. */
function asHeadCalls(
  { base, head, changes }: Subject,
  beside: readonly SourceFile[],
): { readonly texts: SourceFile[]; readonly calls: string[] } {
  const read = (tree: TreeReader, role: PathRole): SourceFile[] =>
    textsOf(
      tree,
      changes.filter((change) => change.role === role).map(({ path }) => path),
    );
  const conftests = changes.map(({ path }) => path).filter((path) => /(?:^|\/)conftest\.py$/.test(path));
  const changed = callChanges(read(base, "implementation"), read(head, "implementation"), [
    textsOf(base, conftests),
    textsOf(head, conftests),
  ]);
  const inCode = new Set(beside.map(({ path }) => path));
  const own = [...read(base, "test").filter(({ path }) => !inCode.has(path)), ...beside];
  const places = codePlaces(changes);
  const called = own.map((file) => {
    const more = textsOf(head, packageTests(changes, file.path)).map(({ text }) => `\n${text}`);
    return { ...file, ...asCalled(file, head.read(file.path) ?? "", changed, places, more.join("")) };
  });
  return {
    texts: called
      .filter(({ path, calls }) => calls.length > 0 || inCode.has(path))
      .map(({ path, text }) => ({ path, text })),
    calls: [...new Set(called.flatMap(({ calls }) => calls))],
  };
}

/** New files of tests in a Go package. */
const packageTests = (changes: Subject["changes"], path: string): string[] =>
  changes.flatMap((change) =>
    path.endsWith("_test.go") &&
    change.path.endsWith("_test.go") &&
    change.base === null &&
    dirname(change.path) === dirname(path)
      ? [change.path]
      : [],
  );

/** R3 once more, where the change rewrites what only tests use to say what is right. */
async function runLeaned(
  { subject, plan, runner }: Pick<Proving, "subject" | "plan" | "runner">,
  kept: string,
  testFiles: ReadonlySet<string>,
): Promise<LeanedRun | null> {
  const { git, base, config } = subject;
  const leaned = findLeanedOn(subject, createRoles(config), testFiles);
  if (leaned.length === 0) return null;
  const paths = leaned.map(({ path }) => path);
  const tree = editTree(
    git,
    kept,
    paths.map((path) => ({ path, entry: base.entries.get(path) ?? null })),
  );
  const tests = [...new Set(leaned.flatMap((one) => one.tests))];
  const own = tests.every((path) => testFiles.has(path)) ? narrowTo(plan.base, tests) : plan.base.map(wholeUnit);
  const { run } = await runner.run("R3", tree, own, { layer: "head", reuse: true, detail: `base's ${paths[0]}` });
  return { run, paths };
}

/** Changed code with base's tests in the place of head's, where tests stand in the code. */
async function testsInCode(
  { subject, tools }: Pick<Proving, "subject" | "tools">,
  testFiles: ReadonlySet<string>,
): Promise<SourceFile[]> {
  return askAll(tools, codeOf(subject), (tool, own) =>
    tool.keep?.(own.filter(({ path }) => tool.testsInCode === true || testFiles.has(path))),
  );
}
