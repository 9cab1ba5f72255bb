import { holdsTests } from "../../../core/proof/paths.ts";
import {
  isMaterial,
  isNamed,
  isUsed,
  kindOf,
  quietFolders,
  type PassedOver,
} from "../../../core/proof/looks/passed-over.ts";
import type { TestEdit } from "../../../core/proof/old-tests/written-tests.ts";
import { folderOf, innermost, isBelow } from "../../../core/text/places.ts";
import { playwrightFiles } from "../../../core/units/own-files.ts";
import type { SuiteRun } from "../../../schema/report.ts";
import type { SourceFile, WrittenTest } from "../../../schema/source.ts";
import type { Unit } from "../../../schema/unit.ts";
import { askAll } from "../ask-tools.ts";
import { createRoles } from "../context.ts";
import { importedHelpers } from "../imported-helpers.ts";
import type { Proving } from "../proving.ts";
import { textsOf, type TreeReader } from "../tree-reader.ts";
import { runnersOf } from "../units.ts";

/** More files than these are not read to learn who uses a file, or what else is not run. */
const MOST_READ = 1000;

/**
 * Files of the change with tests in them of which head's run tells nothing, though the runner of their place tells of each test that it runs:
 * no runner looks for them there. Left alone is what the project keeps from its tests by choice.
 */
export async function findPassedOver(
  proof: Proving,
  r2: SuiteRun,
  edits: readonly TestEdit[],
): Promise<readonly PassedOver[]> {
  const { subject, plan, tools } = proof;
  const { head } = subject;
  const heard = [...new Set([...r2.report.tests, ...r2.report.fileErrors].map(({ file }) => file))];
  const silent = await quietTests(proof, r2, heard, edits);
  if (silent.size === 0) return [];
  const roleOf = createRoles(subject.config);
  const elsewhere = new Set(playwrightFiles(head));
  const beside = [...head.paths].filter((path) => holdsTests(path) && roleOf(path) !== "documentation");
  const configuration = textsOf(
    head,
    [...head.paths].filter((path) => /^(?:manifest|test_config|control)$/.test(roleOf(path))).slice(0, MOST_READ),
  );
  const found: PassedOver[] = [];
  for (const [path, ids] of silent) {
    const [file] = textsOf(head, [path]);
    const runner = runnerThatTells(plan.head, r2, path);
    if (file === undefined || runner === null || elsewhere.has(path) || isMaterial(file)) continue;
    if (!isEntered(head, path, runner.directory, heard) || isBuiltElsewhere(head, path, heard)) continue;
    const others = beside.filter((other) => other !== path && isOfLanguage(tools, path, other));
    if (others.length > MOST_READ) continue;
    const texts = textsOf(head, others);
    if (isUsed(file, texts) || importedHelpers(onlyScripts(texts), head.paths).includes(path)) continue;
    const quiet = quietFolders(path, heard);
    const ofTests = quiet.filter((folder) =>
      [...head.paths].every((other) => !isBelow(folder, other) || roleOf(other) !== "implementation"),
    );
    if (isNamed({ path, heard, quiet: ofTests }, configuration)) continue;
    if (await hasLikes(proof, path, { heard, quiet })) continue;
    found.push({ path, ids, runner: runner.runner });
  }
  return found;
}

/** The ids of new tests, by their files, where nothing is heard of these. */
async function quietTests(
  { subject, tools }: Proving,
  r2: SuiteRun,
  heard: readonly string[],
  edits: readonly TestEdit[],
) {
  const { changes, head } = subject;
  const broken = r2.report.fileErrors.map(({ file }) => folderOf(file));
  const isQuiet = (path: string): boolean =>
    !heard.includes(path) && !broken.some((folder) => folder === folderOf(path));
  const added = edits.filter(({ kind, path, skipped = false }) => kind === "added" && !skipped && isQuiet(path));
  // Where a file's name says nothing of tests, only its text does.
  const known = new Set(edits.map(({ path }) => path));
  const unnamed = changes
    .filter(({ path, role, base }) => role === "implementation" && base === null && holdsTests(path))
    .map(({ path }) => path)
    .filter((path) => isQuiet(path) && !known.has(path) && !path.endsWith(".rs"));
  const ids = new Set(added.map(({ path, name }) => `${path}::${name}`));
  const paths = [...new Set(added.map(({ path }) => path)), ...unnamed];
  const written = (await testsIn(tools, textsOf(head, paths))).map(({ path, name }) => ({
    path,
    id: `${path}::${name}`,
  }));
  const own = written.filter(({ path, id }) => ids.has(id) || !known.has(path));
  return new Map([...Map.groupBy(own, ({ path }) => path)].map(([path, tests]) => [path, tests.map(({ id }) => id)]));
}

/** Those that assert something: an example of Go without an output is only compiled. */
const testsIn = async (tools: Proving["tools"], files: readonly SourceFile[]): Promise<WrittenTest[]> =>
  (await askAll(tools, files, (tool, own) => tool.tests(own))).filter(
    ({ helper, name, skipped, assertions, calls = [] }) =>
      !helper &&
      name !== null &&
      !skipped &&
      (assertions.length > 0 || (calls.length > 0 && !/^(?:Example|doc )/.test(name))),
  );

/** What would run a file if it were named so: one that tells test by test, and that told all. */
function runnerThatTells(units: readonly Unit[], { units: ran }: SuiteRun, path: string): Unit | null {
  const own = runnersOf(units, path);
  const told = own.map(({ directory, runner }) =>
    ran.find((one) => one.directory === directory && one.runner === runner),
  );
  const isTold = told.every(
    (one) => one !== undefined && one.level === "P3" && one.complete && one.end === "exited" && one.collected > 0,
  );
  return isTold ? (own[0] ?? null) : null;
}

const isOfLanguage = (tools: Proving["tools"], path: string, other: string): boolean =>
  tools.some(({ extensions }) => [path, other].every((one) => extensions.some((ending) => one.endsWith(ending))));
const onlyScripts = (files: readonly SourceFile[]): SourceFile[] =>
  files.filter(({ path }) => /\.(?:[cm]?[jt]sx?|py)$/.test(path));

const endingOf = (path: string): string => path.slice(path.lastIndexOf("."));

const MANIFEST =
  /(?:^|\/)(?:package\.json|go\.mod|Cargo\.toml|pyproject\.toml|setup\.(?:py|cfg)|pom\.xml|build\.gradle(?:\.kts)?)$/;

/** A package of its own below the unit's folder may be nobody's to run: something else runs there. */
function isEntered({ paths }: TreeReader, path: string, directory: string, heard: readonly string[]): boolean {
  const packages = [...paths].filter((one) => MANIFEST.test(one)).map(folderOf);
  const own = innermost(packages, path) ?? directory;
  return own === directory || !isBelow(directory, own) || heard.some((file) => isBelow(own, file));
}

/** What runs is built from it, and lies elsewhere. */
function isBuiltElsewhere({ paths }: TreeReader, path: string, heard: readonly string[]): boolean {
  const stem = (file: string): string => file.slice(file.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
  return heard.some((file) => !paths.has(file) && stem(file) === stem(path));
}

/** Whether base has tests of a kind, or in a folder, of which none runs. */
async function hasLikes(
  { subject, tools }: Proving,
  path: string,
  { heard, quiet }: { readonly heard: readonly string[]; readonly quiet: readonly string[] },
): Promise<boolean> {
  const { base, head } = subject;
  const kind = heard.some((file) => kindOf(file) === kindOf(path)) ? null : kindOf(path);
  const isLike = (other: string): boolean => quiet.some((folder) => isBelow(folder, other)) || kindOf(other) === kind;
  const likes = [...base.paths].filter(
    (other) => other.endsWith(endingOf(path)) && head.paths.has(other) && !heard.includes(other) && isLike(other),
  );
  const texts = textsOf(base, likes.slice(0, MOST_READ)).filter((file) => !isMaterial(file));
  return (await testsIn(tools, texts)).length > 0;
}
