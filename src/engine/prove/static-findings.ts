import { judgeFarOff } from "../../core/proof/looks/far-off.ts";
import { judgeTolerances } from "../../core/proof/looks/tolerances.ts";
import type { SourceTool } from "../../checks/source/port.ts";
import { judgeAnswers } from "../../core/proof/looks/answers.ts";
import { goesWithTests, type PathRole } from "../../core/proof/paths.ts";
import { judgeClocks } from "../../core/proof/looks/clocks.ts";
import { judgeCoverageTool } from "../../core/proof/looks/coverage-tool.ts";
import { judgeHiddenPages } from "../../core/proof/looks/hidden-pages.ts";
import { judgeMarkers } from "../../core/proof/looks/markers.ts";
import { judgeLinks, type ChangedLink } from "../../core/proof/links.ts";
import { judgeProtectedPaths, type ProtectedChange } from "../../core/proof/protected.ts";
import { judgeSignals } from "../../core/proof/signals.ts";
import { INIT_SCRIPT } from "../../core/own-files.ts";
import { detectUnits } from "../../core/units/detect-units.ts";
import { initScript, isGenerated } from "../../runs/init-script.ts";
import { isScript, loadable, unloadedIn } from "../../core/proof/looks/unloaded.ts";
import { unaskedIn } from "../../core/proof/looks/unasked.ts";
import { namedFiles } from "../../core/proof/looks/named-files.ts";
import { judgePromisedKeeping } from "../../core/proof/looks/promised-keeping.ts";
import { judgePromisedRoutes, type Served } from "../../core/proof/looks/promised-routes.ts";
import { judgeSelfWritten } from "../../core/proof/looks/self-written.ts";
import { judgeUnordered } from "../../core/proof/looks/unordered.ts";
import { judgeLeftUndone } from "../../core/proof/looks/left-undone.ts";
import { judgeOnlyThere } from "../../core/proof/looks/only-there.ts";
import { judgeTautologies } from "../../core/proof/looks/tautologies.ts";
import { judgeSwitches } from "../../core/proof/looks/switches.ts";
import { judgeSize, type ChangeSize } from "../../core/proof/size.ts";
import { type TestEdit } from "../../core/proof/old-tests/written-tests.ts";
import type { Finding } from "../../errors.ts";
import type { Policy } from "../../schema/config.ts";
import type { ChangedSource, Signal, SourceFile, WrittenBody } from "../../schema/source.ts";
import { askAll, filesOf } from "./ask-tools.ts";
import { changedSources, codeOf } from "./changed-sources.ts";
import type { RoledChange } from "./compose.ts";
import { approvalId } from "./context.ts";
import { importedHelpers } from "./imported-helpers.ts";
import { findProbes } from "./looks/double-probes.ts";
import { ownsRows } from "./go-version.ts";
import { judgeOwnConfig } from "./own-config.ts";
import { editsOf } from "./test-edits.ts";
import { textsOf, type TreeReader } from "./tree-reader.ts";

/** What can be said of a change without running anything. */
export interface StaticFacts {
  readonly findings: readonly Finding[];
  /** Those that a run answers where nothing tells of tests. */
  readonly given: readonly Finding[];
  readonly edits: readonly TestEdit[];
  readonly unused: Unused;
}

/** What the change adds, and nothing of which shows that it is used. */
export interface Unused {
  /** Functions that nothing asks for. */
  readonly unasked: readonly string[];
  /** Files of code that no other code loads. */
  readonly unloaded: readonly string[];
}

/** The change between two trees. */
interface ChangeFacts {
  readonly base: TreeReader;
  readonly head: TreeReader;
  readonly changes: readonly RoledChange[];
  readonly roleOf: (path: string) => PathRole;
  readonly tools: readonly SourceTool[];
}

interface GivenFacts extends ChangeFacts {
  readonly policy: Policy;
  readonly size: ChangeSize;
  /** Whether the files that only the harness writes are in base, and not written by a run of ours in this range. */
  readonly guarded: boolean;
}

export async function readStaticFacts(facts: GivenFacts): Promise<StaticFacts> {
  const { base, head, changes, tools, policy } = facts;
  const implementation = codeOf(facts);
  const tests = changedSources(facts, ({ role }) => role === "test" || role === "test_config");
  const bodies = await askAll(tools, implementation, (tool, own) => tool.bodies(own));
  const codeSignals = await signalsOf(tools, implementation, "implementation");
  const testSignals = [
    ...(await signalsOf(tools, tests, "test")),
    ...(await togetherIn(facts, asWritten(implementation), tests)),
  ];
  const configPaths = new Set(changes.filter(({ role }) => role === "test_config").map(({ path }) => path));
  const approvalOf = (signal: Signal): string => approvalId(`${signal.kind} ${signal.path} ${signal.excerpt}`);
  return {
    findings: [
      ...judgeProtectedPaths(protectedChanges(facts, testSignals), policy, {
        baseFolders: foldersOf(base.paths),
        guarded: facts.guarded,
      }),
      ...judgeOwnConfig(head, changes),
      ...judgeLinks(linksIn(facts)),
      ...judgeSize(facts.size, policy),
      ...judgeSignals(
        codeSignals.filter(({ isGiven }) => isGiven !== true),
        "implementation",
        approvalOf,
      ),
      ...judgeSignals(
        testSignals.filter(
          ({ path, kind }) => !configPaths.has(path) && !(kind === "shared_row" && ownsRows(head, path)),
        ),
        "test",
        approvalOf,
      ),
      ...(await answersOf(tools, bodies, { implementation, tests })),
      ...findProbes(head, facts.roleOf, implementation),
      ...judgeTolerances(tests, approvalId),
      ...judgeFarOff({ tests, code: implementation }, approvalId),
      ...judgeLeftUndone(implementation, approvalId),
      ...judgeOnlyThere(tests, approvalId),
      ...judgeTautologies({ tests, code: implementation }, approvalId),
      ...judgePromisedKeeping({ tests, code: implementation }, (files) => namedBy(facts, files), approvalId),
      ...judgePromisedRoutes(tests, () => servedIn(facts, asWritten(tests)), approvalId),
      ...judgeUnordered({ tests, code: implementation }, approvalId),
      ...judgeSelfWritten(withLoaded(facts, asWritten(tests)), head.paths, approvalId),
      ...judgeClocks(tests, implementation, approvalId),
      ...judgeMarkers(implementation, tests, approvalId),
      ...judgeSwitches(implementation, tests, approvalId),
      ...judgeCoverageTool([...implementation, ...tests], base.paths, approvalId),
      ...judgeHiddenPages(implementation, approvalId),
    ],
    given: judgeSignals(
      codeSignals.filter(({ isGiven }) => isGiven === true),
      "implementation",
      approvalOf,
    ),
    edits: await editsOf(tools, base, head, changes),
    unused: { unasked: unaskedIn(bodies, implementation, tests), unloaded: unloaded(facts) },
  };
}

/** More files than these are not read for a word beside the verdict. */
const MOST_READ = 2000;

function unloaded({ head, changes, roleOf }: ChangeFacts): string[] {
  const added = changes.flatMap(({ path, role, base }) => (role === "implementation" && base === null ? [path] : []));
  if (loadable(added).length === 0) return [];
  const code = [...head.paths].filter((path) => isScript(path) && roleOf(path) === "implementation");
  const manifests = [...head.paths].filter((path) =>
    /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.(?:py|cfg))$/.test(path),
  );
  if (code.length > MOST_READ) return [];
  return unloadedIn(added, textsOf(head, code), textsOf(head, manifests));
}

const LINK = "120000";

function linksIn({ head, changes }: Pick<ChangeFacts, "head" | "changes">): ChangedLink[] {
  return changes
    .filter((change) => change.head?.mode === LINK)
    .map(({ path }) => {
      const target = head.read(path) ?? "";
      return { path, target, approval: approvalId(`link ${path} ${target}`) };
    });
}

function protectedChanges(
  { base, head, changes }: { base: TreeReader; head: TreeReader; changes: readonly RoledChange[] },
  signals: readonly Signal[],
): ProtectedChange[] {
  return changes
    .filter(({ role }) => goesWithTests(role))
    .map((change) => ({
      path: change.path,
      role: change.role,
      base: change.base === null ? null : (base.read(change.path) ?? ""),
      head: change.head === null ? null : (head.read(change.path) ?? ""),
      approval: approvalId(`${change.path} ${change.base?.oid ?? ""} ${change.head?.oid ?? ""}`),
      signals: signals.filter(({ path }) => path === change.path),
      isOurs: isOwnScript(base, head, change.path),
    }));
}

/** A script that nobody wrote by hand, before or now. */
function isOwnScript(base: TreeReader, head: TreeReader, path: string): boolean {
  if (path !== INIT_SCRIPT) return false;
  const [before, now] = [base.read(path), head.read(path)];
  return (before === null || isGenerated(before)) && now === initScript(head, detectUnits(head));
}

const asWritten = (files: readonly ChangedSource[]): SourceFile[] =>
  files.map(({ path, head }) => ({ path, text: head }));

/** What may serve a route; null: more than is read for that. */
function servedIn(facts: ChangeFacts, tests: readonly SourceFile[]): Served | null {
  const { head, roleOf } = facts;
  const code = [...head.paths].filter((path) => roleOf(path) === "implementation");
  if (code.length > MOST_READ) return null;
  return { code: textsOf(head, code), paths: head.paths, helpers: withLoaded(facts, tests).slice(tests.length) };
}

/** Code of head that these files may load. */
const namedBy = ({ head, roleOf }: ChangeFacts, files: readonly SourceFile[]): SourceFile[] =>
  textsOf(
    head,
    namedFiles(
      [...head.paths].filter((path) => roleOf(path) === "implementation"),
      files,
    ),
  );

/** Tests, and the helpers that they load. */
function withLoaded({ head, roleOf }: ChangeFacts, tests: readonly SourceFile[]): SourceFile[] {
  const loaded = importedHelpers(tests, head.paths).filter((path) => roleOf(path) === "test");
  return [...tests, ...textsOf(head, loaded)];
}

const signalsOf = (
  tools: readonly SourceTool[],
  files: readonly ChangedSource[],
  role: "implementation" | "test",
): Promise<Signal[]> => askAll(tools, files, (tool, own) => tool.signals(own, role));

/** What the change's code and tests give away together. */
async function togetherIn(
  { base, head, changes, roleOf, tools }: ChangeFacts,
  code: readonly SourceFile[],
  tests: readonly ChangedSource[],
): Promise<Signal[]> {
  const read = (paths: readonly string[]): SourceFile[] => textsOf(head, paths);
  const before = changes.filter((one) => one.role === "implementation" && one.base !== null).map(({ path }) => path);
  const found: Signal[] = [];
  for (const tool of tools) {
    const own = {
      code: filesOf(tool, code),
      tests: filesOf(tool, tests),
      before: filesOf(tool, textsOf(base, before)),
    };
    if (own.code.length === 0 || own.tests.length === 0) continue;
    const testPaths = [...head.paths].filter(
      (path) => tool.extensions.some((ending) => path.endsWith(ending)) && roleOf(path) === "test",
    );
    found.push(...((await tool.together?.({ ...own, paths: head.paths, testPaths, read })) ?? []));
  }
  return found;
}

/** Code without work in it, beside what the change's tests ask. */
async function answersOf(
  tools: readonly SourceTool[],
  bodies: readonly WrittenBody[],
  { implementation, tests }: Readonly<Record<"implementation" | "tests", readonly ChangedSource[]>>,
): Promise<Finding[]> {
  if (bodies.every(({ says }) => says === "work")) return [];
  const wordsIn = (files: readonly ChangedSource[], role: "implementation" | "test") =>
    askAll(tools, asWritten(files), (tool, own) => tool.words(own, role));
  const words = await Promise.all([wordsIn(tests, "test"), wordsIn(implementation, "implementation")]);
  return judgeAnswers(bodies, { words: words.flat(), code: implementation }, ({ path, excerpt }) =>
    approvalId(`${path} ${excerpt}`),
  );
}

function foldersOf(paths: ReadonlySet<string>): Set<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    const parts = path.split("/");
    for (let depth = 1; depth < parts.length; depth += 1) folders.add(parts.slice(0, depth).join("/"));
  }
  return folders;
}
