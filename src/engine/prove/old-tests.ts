import { gainedOnlyTests } from "../../core/proof/old-tests/only-new-tests.ts";
import type { PathRole } from "../../core/proof/paths.ts";
import { patienceFor } from "../../core/proof/patience.ts";
import type { SuiteRun } from "../../schema/report.ts";
import { askAll } from "./ask-tools.ts";
import { createRoles } from "./context.ts";
import { givesFixtures, importedHelpers } from "./imported-helpers.ts";
import type { Proving } from "./proving.ts";
import type { Subject } from "./subject.ts";
import { textsOf, type TreeReader } from "./tree-reader.ts";
import { narrowToTests, narrowUnits, runnerOf } from "./units.ts";

export interface OldTests {
  readonly touched: ReadonlySet<string>;
  /** Those of them that may hear less of the code now: none where beside the code whole tests came, and nothing else changed. */
  readonly changed: ReadonlySet<string>;
}

/**
 * Tests that base had green and head passes, in files that head changes or that lean on something beside the tests which it
 * changes: a helper, a fixture, a set-up file, data. Nothing else shows, while the code answers well, that they look away now.
 */
export async function oldTestsTouched(
  { subject, plan, tools }: Pick<Proving, "subject" | "plan" | "tools">,
  r2: SuiteRun,
  green: ReadonlySet<string>,
): Promise<OldTests> {
  // A command runs whole, whatever is asked of it.
  if (r2.units.some(({ level }) => level !== "P3")) return { touched: new Set(), changed: new Set() };
  const files = filesTouched(subject, r2);
  const passing = r2.report.tests.filter(
    ({ id, file, status }) =>
      status === "passed" &&
      green.has(id) &&
      files.has(file) &&
      // A browser is waited for, to the limit, for what does not hold.
      runnerOf(plan.head, file) !== "playwright",
  );
  const touched = new Set(passing.map(({ id }) => id));
  const isSpared = touched.size > 0 && (await onlyGrew({ subject, tools }));
  return { touched, changed: isSpared ? new Set() : touched };
}

const besideCode = ({ changes }: Pick<Subject, "changes">) =>
  changes.filter(({ role }) => role === "test" || role === "test_config");

/** Whether all that changes beside the code are files to which whole tests were added. */
async function onlyGrew({ subject, tools }: Pick<Proving, "subject" | "tools">): Promise<boolean> {
  const paths = besideCode(subject).map(({ path }) => path);
  const [before, after] = await Promise.all(
    [subject.base, subject.head].map(async (tree) => {
      const files = textsOf(tree, paths);
      const tests = Map.groupBy(await askAll(tools, files, (tool, own) => tool.tests(own)), ({ path }) => path);
      return new Map(files.map((file) => [file.path, { ...file, tests: tests.get(file.path) ?? [] }]));
    }),
  );
  return paths.every((path) => {
    const [old, now] = [before?.get(path), after?.get(path)];
    return old !== undefined && now !== undefined && gainedOnlyTests(old, now);
  });
}

interface OldRun {
  readonly side: "base" | "head";
  readonly tree: string;
  readonly ids: readonly string[];
  readonly detail: string;
  /** Whether the code answers otherwise. */
  readonly isOtherwise?: boolean;
}

/** Runs old tests over a tree that is made of one side's. */
export async function runOld(
  { plan, runner }: Pick<Proving, "plan" | "runner">,
  r2: SuiteRun,
  { side, tree, ids, detail, isOtherwise = false }: OldRun,
): Promise<SuiteRun> {
  const units = side === "head" ? narrowUnits(plan) : plan.base;
  const selections = narrowToTests(units, ids);
  const { otherwiseMs, ...patience } = patienceFor(r2, ids);
  const limits = { ...patience, mostMs: isOtherwise ? Math.min(patience.mostMs, otherwiseMs) : patience.mostMs };
  return (await runner.run("R3", tree, selections, { layer: side, reuse: true, detail, ...limits })).run;
}

const CODE = /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|groovy)$/;
const CONFIGURATION = /(?:^|\/)\.|\.(?:config|workspace)\.|(?:^|\/)(?:noxfile|manage)\.py$/;

function filesTouched({ base, head, changes, config }: Subject, r2: SuiteRun): ReadonlySet<string> {
  const tests = new Set(r2.report.tests.map(({ file }) => file));
  const all = [...tests].filter((file) => base.paths.has(file));
  const beside = besideCode({ changes }).filter(({ head: after }) => after !== null);
  const changed = new Set(beside.map(({ path }) => path));
  const helpers = [...changed].filter(
    (path) => !tests.has(path) && !CONFIGURATION.test(path) && (base.paths.has(path) || givesFixtures(path)),
  );
  const touched = all.filter((file) => changed.has(file));
  if (helpers.length === 0) return new Set(touched);
  const loaded = loads(head, createRoles(config), all);
  const users = all.filter((file) => helpers.some((helper) => loaded.get(file)?.has(helper) === true));
  // What no test loads by its name is data, or what a runner is told to load: any test may lean on it.
  const isAnyones = (helper: string): boolean =>
    !CODE.test(helper) || ![...loaded.values()].some((found) => found.has(helper));
  return new Set(helpers.some(isAnyones) ? all : [...touched, ...users]);
}

/** What each file loads of the files beside the tests, directly or by others of them. */
export function loads(
  head: TreeReader,
  roleOf: (path: string) => PathRole,
  files: readonly string[],
): ReadonlyMap<string, ReadonlySet<string>> {
  head.preload(files);
  const known = new Map<string, readonly string[]>();
  const next = (path: string): readonly string[] => {
    const text = known.has(path) ? null : head.read(path);
    if (text !== null) {
      const found = importedHelpers([{ path, text }], head.paths);
      known.set(
        path,
        found.filter((one) => roleOf(one) === "test" || roleOf(one) === "test_config"),
      );
    }
    return known.get(path) ?? [];
  };
  return new Map(
    files.map((file) => {
      const seen = new Set(next(file));
      for (const path of seen) for (const further of next(path)) seen.add(further);
      return [file, seen];
    }),
  );
}
