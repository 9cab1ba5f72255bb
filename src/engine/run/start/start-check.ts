import type { BundleProblem } from "../../../core/handoff/check-bundle.ts";
import type { BundleFacts } from "../../../core/handoff/render-bundle.ts";
import { checkLocks } from "../../../core/ledger/check-locks.ts";
import { nextBounds } from "../../../core/run/bounds.ts";
import { nextEffect } from "../../../core/run/next/next-effect.ts";
import { firstReady } from "../../../core/run/next/ready.ts";
import { isSpent, leftOf } from "../../../core/run/spending.ts";
import { requireFeature, type RunState } from "../../../core/run/state.ts";
import { ANY_AGENT } from "../../../core/views/agent-state.ts";
import { BatonError, type Code } from "../../../errors.ts";
import type { HandoffBundle } from "../../../schema/bundle.ts";
import type { Git } from "../../../util/git/git.ts";
import { packageRoot } from "../../../util/package-root.ts";
import { gatesBefore } from "../../../core/gate/required.ts";
import { readConfig } from "../../prove/context.ts";
import { heldOutMissing, type HeldOutHere } from "../checks/held-out.ts";
import { configuredBounds } from "../claims/ledger.ts";
import { notesWith } from "../../../core/run/notes.ts";
import { counted } from "../../../core/text/counted.ts";
import { createPacket, lookedAt } from "../attempt/packet.ts";
import { tipOf } from "../project.ts";
import { registryOf } from "../registry.ts";
import { missingReferences, REQUIRED_REFERENCES } from "./references.ts";
import { openCommit } from "../open-commit.ts";

export interface StartLine {
  readonly check: "loaded" | "schema" | "files" | "locks" | "blockers" | "held_out" | "packet" | "references";
  /** Null when it holds. */
  readonly code: Code | null;
  readonly detail: string;
}

/** A session that is about to start: a bundle, or the run that it would be made of, and what it folds to. */
export interface Start {
  readonly source: string;
  readonly bundle: HandoffBundle;
  readonly state: RunState;
  readonly blob: BundleFacts["blob"];
  /** Null: the run has no held-out tests. */
  readonly heldOut: HeldOutHere | null;
  /** Files of the run directory of which no copy is left; null: a bundle has no directory. */
  readonly lost: readonly string[] | null;
}

/** The minimal start checklist of Fresh Context, one line each (FCX-12); changes nothing. */
export function checkStart(git: Git, { source, bundle, state, blob, heldOut, lost }: Start, now: Date): StartLine[] {
  const { ledger, open_blockers: blockers, schema_version: version } = bundle;
  const named = blockers.map(({ task_id: id, code, detail }) => `${id} ${code}${detail === "" ? "" : `: ${detail}`}`);
  return [
    { check: "loaded", code: null, detail: `${source}: ${counted(ledger.length, "task")} of run ${bundle.run_id}` },
    { check: "schema", code: null, detail: `version ${version}` },
    ...(lost === null ? [] : [filesLine(lost)]),
    locksLine(bundle),
    { check: "blockers", code: null, detail: named.length === 0 ? "none" : named.join(" · ") },
    ...(heldOut === null ? [] : [heldOutLine(heldOut)]),
    packetLine(git, state, blob, now),
    referencesLine(),
  ];
}

/** Of a bundle that cannot be read, or not believed: each problem is a line, and nothing behind it is looked at. */
export function unreadableStart(source: string, problems: readonly BundleProblem[]): StartLine[] {
  const lines = problems.map(({ code, path, message }): StartLine => {
    const detail = path === "" ? message : `${path}: ${message}`;
    return { check: code === "SCHEMA_UNSUPPORTED" ? "schema" : "loaded", code, detail };
  });
  const isRead = lines.every(({ check }) => check === "schema");
  return isRead ? [{ check: "loaded", code: null, detail: source }, ...lines] : lines;
}

const filesLine = (lost: readonly string[]): StartLine =>
  lost.length === 0
    ? { check: "files", code: null, detail: "as recorded, or a copy is kept of what is not" }
    : { check: "files", code: "ARTIFACT_MISSING", detail: `no copy is left of ${lost.slice(0, 8).join(", ")}` };

function locksLine({ active_locks: locks, ledger }: HandoffBundle): StartLine {
  const open = new Map(ledger.map(({ task_id: id, attempt }) => [id, attempt]));
  const [first] = checkLocks(locks, (id) => open.get(id) ?? null);
  const detail = first === undefined ? `${locks.length} active, none in conflict` : `${first.at}: ${first.message}`;
  return { check: "locks", code: first?.code ?? null, detail };
}

const heldOutLine = (here: HeldOutHere): StartLine =>
  here.isHere
    ? { check: "held_out", code: null, detail: `${here.files} files, all here` }
    : { check: "held_out", code: "HELD_OUT_MISSING", detail: heldOutMissing(here) };

function packetLine(git: Git, state: RunState, blob: Start["blob"], now: Date): StartLine {
  const line = (detail: string, code: Code | null = null): StartLine => ({ check: "packet", code, detail });
  const left = leftOf(state);
  if (isSpent(left)) return line("a limit of the run is used up, so no attempt can begin", "BUDGET_SPENT");
  const effect = nextEffect(state, { harness: "", spent: null, overdue: () => null });
  if (effect.kind === "stop") return line(`nothing to give out: ${effect.why.replace("_", " ")}`);
  const first =
    effect.kind === "dispatch"
      ? ""
      : `after ${effect.kind}${"task" in effect ? ` of ${effect.task.plan.task_id}` : ""}: `;
  const task = effect.kind === "dispatch" ? effect.task : firstReady(state);
  if (task === null) return line(`${first}what is ready then`);
  try {
    const feature = requireFeature(state, task.plan.feature_id);
    const base = openCommit(git, tipOf({ git }, state));
    const packet = createPacket({
      gates: gatesBefore(registryOf(readConfig(base))),
      runId: state.runId,
      project: state.run.project,
      task,
      attempt: task.attempt + 1,
      feature,
      agent: state.agent ?? ANY_AGENT,
      base,
      memory: "",
      notes: task.notes.flatMap((sha256) => blob(sha256) ?? []),
      found: notesWith(state, feature, blob),
      looked: lookedAt(blob, task),
      bounds: nextBounds(state, task, configuredBounds({ git }, state)),
      left,
      now,
    });
    return line(`${first}${packet.task_id}, attempt ${packet.attempt}: ${packet.goal}`);
  } catch (error) {
    if (error instanceof BatonError) return line(error.message, error.code);
    throw error;
  }
}

/** Shipped with the package, or not (FCX-14). */
export function referencesLine(root = packageRoot()): StartLine {
  const missing = missingReferences(root);
  return missing.length === 0
    ? { check: "references", code: null, detail: REQUIRED_REFERENCES.join(", ") }
    : { check: "references", code: "REFERENCE_MISSING", detail: `missing: ${missing.join(", ")}` };
}
