import { basename } from "node:path/posix";
import type { Surrounded } from "../../core/proof/new-tests.ts";
import { byId, isAssertionFailure } from "../../core/proof/red.ts";
import type { SuiteRun, TestResult } from "../../schema/report.ts";
import { editTree } from "../../util/git/trees.ts";
import { createRoles } from "./context.ts";
import { givesFixtures } from "./imported-helpers.ts";
import { loads } from "./old-tests.ts";
import type { NewTests, Proving } from "./proving.ts";
import type { Subject } from "./subject.ts";
import { narrowToTests, narrowUnits } from "./units.ts";

/** A variable that is set, by its name: of matter to code that names it. */
const VARIABLE =
  /\benviron(?:\.setdefault\(|\[)\s*["'](\w+)|\b[sS]etenv\(\s*["'](\w+)|process\.env(?:\.(\w+)|\[["'](\w+)["']\])\s*(?:\?\?|\|\|)?=/;
/** What else is the same for all that a process does: its clock, its place in the world, its context of numbers, its modules. */
const OF_THE_PROCESS =
  /\blocalcontext\b|\b[sg]etcontext\b|setlocale|\btzset\b|\bTZ\b|freeze|[fF]akeTimers|monkeypatch|\bpatch\b|globalThis|\bseed\(|setattr|sys\.modules|defineProperty|\bprototype\b|simulate/;
const CODE = /\.(?:[cm]?[jt]sx?|py|go)$/;
/** What a test that misses a fixture, a matcher or a global says, instead of finding that something is wrong. */
const MISSES = /\b(?:fixture|undefined|not defined|not a function|Invalid Chai property|no attribute)\b/i;

/**
 * Runs the change's tests as they are where base's files beside them set up what base set up: code that only works there would not
 * work for anyone else. Null where nothing that they set up is for the whole process, or every test holds without it.
 */
export async function findSurrounded(
  { subject, plan, runner }: Proving,
  { r2, subjects, patience }: NewTests,
): Promise<Surrounded | null> {
  const paths = subjects.length === 0 ? [] : [...loadedByAll(subject, r2), ...shadowing(subject)];
  if (paths.length === 0) return null;
  const { git, base, head } = subject;
  const edits = paths.map((path) => ({ path, entry: base.entries.get(path) ?? null }));
  const selections = narrowToTests(narrowUnits(plan), subjects);
  const choice = { layer: "head", reuse: true, detail: `base's ${paths[0]}`, ...patience } as const;
  const results = byId((await runner.run("R2", editTree(git, head.tree, edits), selections, choice)).run);
  const ids = subjects.filter((id) => isWrong(results.get(id)));
  return ids.length === 0 ? null : { ids, paths };
}

const isWrong = (result: TestResult | undefined): boolean =>
  isAssertionFailure(result) ||
  (result?.status === "failed" &&
    result.failure?.kind === "error" &&
    !MISSES.test(`${result.failure.name}: ${result.failure.message}`));

/** Files beside the tests that no test names, and that the change lets set up more for the whole process. */
function loadedByAll({ base, head, changes, config }: Subject, r2: SuiteRun): string[] {
  const tests = new Set(r2.report.tests.map(({ file }) => file));
  const code = changes
    .filter(({ path, role, head: after }) => role === "implementation" && after !== null && CODE.test(path))
    .map(({ path }) => head.read(path) ?? "")
    .join("\n");
  const candidates = changes.flatMap(({ path, role, head: after }) => {
    const isBeside = after !== null && (role === "test" || role === "test_config") && CODE.test(path);
    return isBeside && !tests.has(path) && setsUp(added(base.read(path), head.read(path)), code) ? [path] : [];
  });
  if (candidates.length === 0) return [];
  const loaded = [...loads(head, createRoles(config), [...tests]).values()];
  return candidates.filter(
    (path) =>
      givesFixtures(path) || /\bfunc TestMain\b/.test(head.read(path) ?? "") || !loaded.some((of) => of.has(path)),
  );
}

/** What the changed code asks for by name, and tests get another one of: `src/test/resources/x` goes before `src/main/resources/x`. */
function shadowing({ head, changes }: Pick<Subject, "head" | "changes">): string[] {
  const shadows = changes.filter(({ path, head: after }) => {
    const shipped = path.replace(OF_TESTS, "src/main/resources/");
    return after !== null && shipped !== path && head.paths.has(shipped);
  });
  if (shadows.length === 0) return [];
  const code = changes.filter(({ role, head: after }) => role === "implementation" && after !== null);
  const texts = code.map(({ path }) => head.read(path) ?? "");
  return shadows.flatMap(({ path }) => (texts.some((text) => text.includes(`${basename(path)}"`)) ? [path] : []));
}

const OF_TESTS = /(?<=^|\/)src\/test\/resources\//;

/** Whether lines set up something for the whole process that the changed code may ask. */
function setsUp(lines: readonly string[], code: string): boolean {
  const words = new Set(code.match(/\w+/g));
  return lines.some((line) => {
    const names =
      VARIABLE.exec(line)
        ?.slice(1)
        .filter((name) => name !== undefined) ?? [];
    return names.length > 0 ? names.some((name) => words.has(name)) : OF_THE_PROCESS.test(line);
  });
}

function added(before: string | null, after: string | null): string[] {
  const known = new Set(before?.split("\n"));
  return (after ?? "").split("\n").filter((line) => !known.has(line));
}
