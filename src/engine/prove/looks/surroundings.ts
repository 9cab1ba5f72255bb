import { basename } from "node:path/posix";
import type { Surrounded } from "../../../core/proof/new-tests.ts";
import { callablesIn } from "../../../core/proof/old-tests/callables.ts";
import { fileOf } from "../../../core/proof/test-ids.ts";
import { tokensOf } from "../../../core/text/tokens.ts";
import { byId, isAssertionFailure, isFoundWrong } from "../../../core/proof/red.ts";
import type { SuiteRun, TestResult } from "../../../schema/report.ts";
import { editTree } from "../../../util/git/trees.ts";
import { changedSources } from "../changed-sources.ts";
import { createRoles } from "../context.ts";
import { givesFixtures } from "../imported-helpers.ts";
import { loads } from "../old-tests.ts";
import type { NewTests, Proving } from "../proving.ts";
import type { Subject } from "../subject.ts";
import { textsOf } from "../tree-reader.ts";
import { narrowToTests, narrowUnits } from "../units.ts";

/** A variable that is set, by its name: of matter to code that names it. */
const VARIABLE =
  /\benviron(?:\.setdefault\(|\[)\s*["'](\w+)|\b[sS]etenv\(\s*["'](\w+)|process\.env(?:\.(\w+)|\[["'](\w+)["']\])\s*(?:\?\?|\|\|)?=/;
/** What else is the same for all that a process does: its clock, its place in the world, its context of numbers, its modules. */
const OF_THE_PROCESS =
  /\blocalcontext\b|\b[sg]etcontext\b|setlocale|\btzset\b|\bTZ\b|freeze|[fF]akeTimers|monkeypatch|\bpatch\b|globalThis|\bseed\(|setattr|sys\.modules|defineProperty|\bprototype\b|simulate/;
/** What tests leave is nothing to code that works. */
const TAKES_BACK =
  /^_*(?:reset|clear|forget|restore|close|tear_?down|clean|drop|flush|delete|remove|stop|undo|unset|unload|unregister)(?![a-z])/;
/** Each costs a run. */
const MOST_ALONE = 3;
const CODE = /\.(?:[cm]?[jt]sx?|py|go)$/;

/**
 * Runs the change's tests as they are where base's files beside them set up what base set up: code that only works there would not
 * work for anyone else. Null where nothing that they set up is for the whole process, or every test holds without it.
 */
export async function findSurrounded(
  { subject, plan, runner }: Proving,
  { r2, subjects, patience }: NewTests,
): Promise<Surrounded | null> {
  if (subjects.length === 0) return null;
  const sets = [...loadedByAll(subject, r2, setsUp), ...shadowing(subject)];
  // Without what a fixture prepares tests err; what the code was to do by itself they find not done.
  const works = sets.length > 0 ? [] : loadedByAll(subject, r2, doesWork(subject, subjects));
  const paths = [...sets, ...works];
  if (paths.length === 0) return null;
  const { git, base, head } = subject;
  const edits = paths.map((path) => ({ path, entry: base.entries.get(path) ?? null }));
  const tree = editTree(git, head.tree, edits);
  const choice = { layer: "head", reuse: true, detail: `base's ${paths[0]}`, ...patience } as const;
  const failing = async (tests: readonly string[], fails: (result: TestResult | undefined) => boolean) => {
    const results = byId((await runner.run("R2", tree, narrowToTests(narrowUnits(plan), tests), choice)).run);
    return tests.filter((id) => fails(results.get(id)));
  };
  if (works.length === 0) {
    const ids = await failing(subjects, isFoundWrong);
    return ids.length === 0 ? null : { ids, paths };
  }
  const ids: string[] = [];
  // By itself none of them finds what others left, which is what most fixtures for all tests are for.
  for (const id of (await failing(subjects, isAssertionFailure)).slice(0, MOST_ALONE))
    ids.push(...(await failing([id], isAssertionFailure)));
  return ids.length === 0 ? null : { ids, paths };
}

/** Files beside the tests that no test names, and whose new lines do so with the changed code. */
function loadedByAll(
  { base, head, changes, config }: Subject,
  r2: SuiteRun,
  isSo: (lines: readonly string[], code: string) => boolean,
): string[] {
  const tests = new Set(r2.report.tests.map(({ file }) => file));
  const code = changes
    .filter(({ path, role, head: after }) => role === "implementation" && after !== null && CODE.test(path))
    .map(({ path }) => head.read(path) ?? "")
    .join("\n");
  const candidates = changes.flatMap(({ path, role, head: after }) => {
    const isBeside = after !== null && (role === "test" || role === "test_config") && CODE.test(path);
    return isBeside && !tests.has(path) && isSo(added(base.read(path), head.read(path)), code) ? [path] : [];
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

/** Whether lines call a function that the change adds, and that no other code and none of the change's tests does. */
function doesWork({ base, head, changes, config }: Subject, subjects: readonly string[]) {
  return (lines: readonly string[]): boolean => {
    const code = changedSources({ base, head, changes }, ({ role }) => role === "implementation");
    const before = new Set(code.flatMap((file) => (file.base ?? "").match(/\w+/g) ?? []));
    const called = new Set(lines.flatMap((line) => [...line.matchAll(/\b(\w+)\(/g)].map(([, name = ""]) => name)));
    const fresh = callablesIn(code.map(({ path, head: text }) => ({ path, text })))
      .map(({ name }) => name)
      .filter((name) => called.has(name) && !before.has(name) && !TAKES_BACK.test(name));
    if (fresh.length === 0) return false;
    const roleOf = createRoles(config);
    const tests = new Set(subjects.map(fileOf));
    const paths = [...head.paths].filter(
      (path) => CODE.test(path) && (tests.has(path) || roleOf(path) === "implementation"),
    );
    const texts = textsOf(head, paths).map(({ path, text }) => tokensOf(path, text));
    // Where it is declared it is named once.
    return fresh.some((name) => texts.flatMap((all) => all.filter(({ text }) => text === name)).length === 1);
  };
}

function added(before: string | null, after: string | null): string[] {
  const known = new Set(before?.split("\n"));
  return (after ?? "").split("\n").filter((line) => !known.has(line));
}
