import { addedTo } from "../added.ts";
import type { ChangedSource, Signal } from "../port.ts";
import { looserEqualities, withLost } from "../looser.ts";
import { equalitiesOf } from "./looser.ts";
import { parseSource, parseSources, type Source } from "./parse.ts";
import { createScope, type Scope } from "./registrations.ts";
import { comparedAlias } from "./signals/alias.ts";
import { alwaysEqual } from "./signals/equality.ts";
import { clearedDouble, clearingFunctions } from "./signals/cleared.ts";
import { asksOfDouble } from "./signals/double.ts";
import { earlyExit, runnerHook } from "./signals/exit.ts";
import { assertionPatch } from "./signals/patch.ts";
import { asksOfFake } from "./signals/fake.ts";
import { focusedTest, suppressions, testLibraryInCode } from "./signals/plain.ts";
import { hiddenName } from "./signals/hidden.ts";
import { partialMatcher } from "./signals/matcher.ts";
import { mockedUnit } from "./signals/mock.ts";
import { missingError } from "./signals/refusals.ts";
import { chosenRows } from "./signals/rows.ts";
import { guardedRows } from "./signals/guards.ts";
import { blindSerializer } from "./signals/serializer.ts";
import { settledAssertion, swallowedAssertion } from "./signals/swallow.ts";
import { testCodeInCode } from "./signals/fixture.ts";
import { stackInspection } from "./signals/stack.ts";
import { coarseTolerance } from "./signals/tolerance.ts";
import { voidTruth } from "./signals/truth.ts";
import { narrowedAudit } from "./signals/axe.ts";
import { mockedApplication } from "./signals/browser.ts";
import { asksWhatIsGiven, testEnvironment } from "./signals/environment.ts";
import { type Node, startOf } from "./tree.ts";

/** What a detector says of a node: the node to show, or null. */
export type Detector = (node: Node, scope: Scope) => Node | null;

type Role = "implementation" | "test";
type Kind = Signal["kind"];

const IMPLEMENTATION: readonly (readonly [Kind, Detector])[] = [
  ["test_environment", testEnvironment],
  ["test_environment", asksOfDouble],
  ["test_environment", asksOfFake],
  ["stack_inspection", stackInspection],
  ["always_equal", alwaysEqual],
  ["test_library_in_code", testLibraryInCode],
  ["test_code_in_code", testCodeInCode],
  ["hidden_name", hiddenName],
  ["assertion_patch", assertionPatch("implementation")],
  ["early_exit", earlyExit("implementation")],
  ["runner_hook", runnerHook("implementation")],
];
const TEST: readonly (readonly [Kind, Detector])[] = [
  ["focused_test", focusedTest],
  ["assertion_patch", assertionPatch("test")],
  ["early_exit", earlyExit("test")],
  ["runner_hook", runnerHook("test")],
  ["mocked_application", mockedApplication],
  ["narrowed_audit", narrowedAudit],
  ["mocked_unit", mockedUnit],
  ["swallowed_assertion", swallowedAssertion],
  ["swallowed_assertion", settledAssertion],
  ["missing_error", missingError],
  ["void_truth", voidTruth],
  ["void_truth", comparedAlias],
  ["coarse_tolerance", coarseTolerance],
  ["chosen_rows", chosenRows],
  ["chosen_rows", guardedRows],
  ["always_equal", blindSerializer],
  ["own_library", partialMatcher],
];
const EXCERPT_LENGTH = 120;

export async function signalsIn(files: readonly ChangedSource[], role: Role): Promise<Signal[]> {
  const added: Signal[] = [];
  const heads = await parseSources(files.map(({ path, head }) => ({ path, text: head })));
  const detectors = role === "test" ? [...TEST, cleared(new Set(heads.flatMap(clearingFunctions)))] : IMPLEMENTATION;
  for (const head of heads) {
    const before = files.find(({ path }) => path === head.path)?.base ?? null;
    const base = before === null ? null : await parseSource({ path: head.path, text: before });
    const known = base === null ? [] : signalsOf(base, role, detectors).map(({ identity }) => identity);
    const found = addedTo(known, signalsOf(head, role, detectors), ({ identity }) => identity);
    added.push(...found.map(({ signal }) => signal));
    if (base !== null && role === "implementation") added.push(...looserIn(base, head));
  }
  return added;
}

const cleared = (clearing: ReadonlySet<string>): readonly [Kind, Detector] => [
  "cleared_double",
  clearedDouble(clearing),
];

const looserIn = (base: Source, head: Source): Signal[] =>
  looserEqualities(equalitiesOf(base), equalitiesOf(head)).map(({ node, lost }) => ({
    kind: "looser_equality",
    path: head.path,
    line: node.loc?.start.line ?? 1,
    excerpt: withLost(head.textOf(node).split("\n")[0] ?? "", lost),
  }));

/** What is shown of a construct. */
export const cut = (excerpt: string): string =>
  excerpt.length > EXCERPT_LENGTH ? `${excerpt.slice(0, EXCERPT_LENGTH - 1)}…` : excerpt;

interface Found {
  readonly signal: Signal;
  /** The construct without its place and layout: moving it adds nothing. */
  readonly identity: string;
}

function signalsOf(source: Source, role: Role, detectors: readonly (readonly [Kind, Detector])[]): Found[] {
  const scope = createScope(source);
  const found: Found[] = [];
  const seen = new Set<string>();
  const add = (kind: Kind, start: number, line: number, text: string, isGiven = false): void => {
    if (seen.has(`${kind} ${start}`)) return;
    seen.add(`${kind} ${start}`);
    const excerpt = text.replace(/\s+/g, " ").trim();
    const signal = { kind, path: source.path, line, excerpt: cut(excerpt), ...(isGiven ? { isGiven } : {}) };
    found.push({ signal, identity: `${kind} ${excerpt}` });
  };
  for (const node of source.nodes) {
    for (const [kind, detect] of detectors) {
      const shown = detect(node, scope);
      if (shown === null) continue;
      const isGiven = kind === "test_environment" && asksWhatIsGiven(shown, scope);
      add(kind, startOf(shown), shown.loc?.start.line ?? 1, source.textOf(shown), isGiven);
    }
  }
  if (role === "implementation") {
    for (const comment of suppressions(source)) {
      add("suppression", comment.start ?? 0, comment.loc?.start.line ?? 1, comment.value);
    }
  }
  return found.sort((a, b) => a.signal.line - b.signal.line);
}
