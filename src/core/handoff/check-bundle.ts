import type { Code } from "../../errors.ts";
import { BUNDLE_VERSION, HandoffBundle } from "../../schema/bundle.ts";
import { isRunId } from "../../schema/run-id.ts";
import { LEDGER_WORDS } from "../../schema/words.ts";
import { checkLocks } from "../ledger/check-locks.ts";
import { findCycles } from "../ledger/cycles.ts";
import { reconcileState } from "../ledger/reconcile.ts";
import { evolve, type RunEntry } from "../run/fold/evolve.ts";
import type { RunState } from "../run/state.ts";
import { importEvents } from "./carry.ts";
import { renderBundle } from "./render-bundle.ts";
import { oneLine } from "../text/one-line.ts";

export interface BundleProblem {
  readonly code: Code;
  /** Where in the bundle, as `ledger[2].attempt`; empty for all of it. */
  readonly path: string;
  readonly message: string;
}

export interface CheckedBundle {
  /** Null when it does not fit its schema. */
  readonly bundle: HandoffBundle | null;
  /** What importing it makes; null when it has no continuation, or a problem. */
  readonly state: RunState | null;
  readonly problems: readonly BundleProblem[];
}

/** Validates a bundle: its schema, its own contradictions, and that it says what its continuation makes (FCX-01). */
export function checkBundle(value: unknown, hashOf: (text: string) => string): CheckedBundle {
  const version =
    typeof value === "object" && value !== null && "schema_version" in value ? value.schema_version : null;
  if (version !== BUNDLE_VERSION && /^\d+(?:\.\d+)*$/.test(String(version))) {
    const message = `version ${String(version)} cannot be read; this is ${BUNDLE_VERSION}`;
    return { bundle: null, state: null, problems: [{ code: "SCHEMA_UNSUPPORTED", path: "schema_version", message }] };
  }
  const { data: bundle, error } = HandoffBundle.safeParse(value);
  if (bundle === undefined) {
    const problems = error.issues.map(({ path, message }) => invalid(pathOf(path), message));
    return { bundle: null, state: null, problems };
  }
  const own = [...ownProblems(bundle), ...textProblems(bundle, hashOf)];
  if (own.length > 0 || bundle.continuation === undefined) return { bundle, state: null, problems: own };
  const state = importedState(bundle);
  const problems = [
    ...differences(comparable(bundle), comparable(inItsWords(bundle, renderAgain(bundle, state), state)), ""),
    ...reconcileState(state).map(({ code, message, subject }) => ({
      code,
      path: "continuation",
      message: `${subject ?? "run"}: ${message}`,
    })),
  ];
  return { bundle, state: problems.length > 0 ? null : state, problems };
}

const invalid = (path: string, message: string): BundleProblem => ({ code: "HANDOFF_INVALID", path, message });

function pathOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) => (typeof part === "number" ? `${text}[${part}]` : `${text}${text === "" ? "" : "."}${String(part)}`),
    "",
  );
}

function ownProblems(bundle: HandoffBundle): BundleProblem[] {
  const { run_id: runId, ledger, dependencies, active_locks: locks, continuation } = bundle;
  const tasks = new Map(ledger.map((entry) => [entry.task_id, entry]));
  // A task may wait for one whose feature was set aside: that one is in no ledger.
  const aside = new Set(
    (continuation?.items ?? []).flatMap((item) => (item.kind === "task" ? [item.value.plan.task_id] : [])),
  );
  const seen = new Set<string>();
  const twice = ledger.flatMap(({ task_id: id }, at) =>
    seen.size === seen.add(id).size ? [invalid(`ledger[${at}].task_id`, `${id} is there twice`)] : [],
  );
  const unknown = dependencies.flatMap(({ task_id: id, depends_on: needed }, at) =>
    [id, ...needed]
      .filter((one) => !tasks.has(one) && !aside.has(one))
      .map((one) => invalid(`dependencies[${at}]`, `${one} is not in the ledger`)),
  );
  const strayed = bundle.open_blockers.flatMap(({ task_id: id }, at) =>
    tasks.has(id) ? [] : [invalid(`open_blockers[${at}].task_id`, `${id} is not in the ledger`)],
  );
  const strange = (continuation?.lessons ?? []).flatMap(({ task_id: id }, at) =>
    tasks.has(id) || aside.has(id)
      ? []
      : [invalid(`continuation.lessons[${at}].task_id`, `${id} is no task of the run`)],
  );
  const cycles = findCycles(new Map(dependencies.map(({ task_id: id, depends_on: needed }) => [id, needed])));
  const attemptOf = (id: string): number | null => tasks.get(id)?.attempt ?? null;
  // A change that waited for a person and goes on may meet another attempt: the start checklist says so, the bundle is right.
  const isTold = continuation !== undefined;
  const held = checkLocks(locks, attemptOf).filter(({ code }) => !isTold || code !== "LOCK_CONFLICT");
  return [
    ...(isRunId(runId) ? [] : [invalid("run_id", "it is no run id")]),
    ...twice,
    ...unknown,
    ...strayed,
    ...strange,

    ...cycles.map((cycle): BundleProblem => ({
      code: "LEDGER_CYCLE",
      path: "dependencies",
      message: [...cycle, cycle[0]].join(" → "),
    })),
    ...held.map(({ code, at, message }) => ({ code, path: `active_locks[${at}]`, message })),
  ];
}

function textProblems({ continuation }: HandoffBundle, hashOf: (text: string) => string): BundleProblem[] {
  return Object.entries(continuation?.texts ?? {})
    .filter(([sha256, text]) => hashOf(text) !== sha256)
    .map(([sha256]) => invalid(`continuation.texts.${sha256}`, "it is not the text that its hash names"));
}

/** The state of a run that goes on from a bundle. */
function importedState({ run_id, continuation }: HandoffBundle): RunState {
  const events = continuation === undefined ? [] : importEvents(continuation, "0".repeat(64));
  const at = continuation?.standing.updated_at ?? "";
  const state = events.reduce<RunState | null>(
    (before, event): RunState =>
      evolve(before, { run_id, position: 0, at, actor: "", version: 1, previous_hash: "", event } satisfies RunEntry),
    null,
  );
  if (state === null) throw new TypeError("a continuation begins with the creation of its run");
  return state;
}

function renderAgain(bundle: HandoffBundle, state: RunState): HandoffBundle {
  const [first] = bundle.ledger;
  return renderBundle(state, {
    beatOf: () => null,
    configured: {
      timeoutSeconds: first?.timeout_seconds ?? 1,
      heartbeatSeconds: first?.heartbeat_interval_seconds ?? 1,
    },
    blob: (sha256) => bundle.continuation?.texts[sha256] ?? null,
  });
}

/**
 * A bundle of an earlier version gave the envelope's STATUS, which its ledger does not have, and blockers without how often
 * they failed: in those words it says no other thing. Why a handoff was rejected stands in the history, which is not carried.
 */
function inItsWords(
  { ledger, open_blockers: told }: HandoffBundle,
  again: HandoffBundle,
  state: RunState,
): HandoffBundle {
  const isWord = (status: string | null): boolean => LEDGER_WORDS.some((word) => word === status);
  return {
    ...again,
    ledger: again.ledger.map((entry, at) => {
      const said = ledger[at]?.status;
      return said === undefined || isWord(said) ? entry : { ...entry, status: said };
    }),
    open_blockers: again.open_blockers.map((blocker, at) => {
      const { detail = "" } = told[at] ?? {};
      const isOther = blocker.code !== "HANDOFF_REJECTED" && detail !== earlierDetail(state, blocker.task_id);
      return isOther ? blocker : { ...blocker, detail };
    }),
  };
}

function earlierDetail({ tasks, features }: RunState, id: string): string {
  const { plan, findings = [] } = tasks[id] ?? {};
  const notes = features[plan?.feature_id ?? ""]?.agent_notes ?? "";
  const [first = ""] = [notes, ...findings.map(({ code, message }) => `${code}: ${message}`)].filter(Boolean);
  return oneLine(first);
}

/** What follows from the continuation. Times of life, since when, and what is configured are told by the side that exported. */
function comparable(bundle: HandoffBundle): unknown {
  const {
    objective,
    constraints,
    ledger,
    dependencies,
    open_blockers: blockers,
    acceptance_targets,
    active_locks,
  } = bundle;
  return {
    run_id: bundle.run_id,
    objective,
    constraints,
    ledger: ledger.map((entry) => ({
      ...entry,
      last_heartbeat_at: null,
      timeout_seconds: null,
      heartbeat_interval_seconds: null,
    })),
    active_locks: active_locks.map((lock) => ({ ...lock, acquired_at: null })),
    dependencies,
    open_blockers: blockers.map((blocker) => ({ ...blocker, since: null })),
    acceptance_targets,
  };
}

function differences(said: unknown, made: unknown, path: string): BundleProblem[] {
  if (isObject(said) && isObject(made)) {
    const keys = [...new Set([...Object.keys(said), ...Object.keys(made)])];
    return keys.flatMap((key) =>
      differences(said[key], made[key], Array.isArray(said) ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`),
    );
  }
  if (said === made) return [];
  const text = (value: unknown): string => (isObject(value) ? "an entry" : (JSON.stringify(value) ?? "nothing"));
  return [invalid(path, `it says ${text(said)}, the continuation makes ${text(made)}`)];
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
