import { featuresProvenBy, isFinished, type RunState } from "../../../core/run/state.ts";
import { BatonError } from "../../../errors.ts";
import type { RunEvent } from "../../../schema/event.ts";
import { checkBaseline } from "../../prove/recheck.ts";
import type { Turn } from "../context.ts";
import { keepArtifacts } from "../checks/evidence.ts";
import { tipOf } from "../project.ts";
import { recover } from "./recover.ts";
import { requireSessionReconciled } from "../claims/reconciled.ts";
import { checkOptions } from "../checks/validate.ts";
import { setBackBroken } from "../checks/verify-whole.ts";
import { whileWanted } from "../attempt/while-wanted.ts";

/**
 * A complete run is left as it is. Else the ledger must add up, whoever died or fell silent is lost, and the session is
 * recorded with its agent: the recovery event (Fresh Context, Crash Recovery 2 to 5). Environment and baseline must hold (TAH-11).
 */
export async function openSession(turn: Turn): Promise<void> {
  const { journal, agent, harness } = turn;
  if (isFinished(journal.state)) return;
  requireSessionReconciled(turn);
  recover(turn);
  const { settings } = turn.options;
  const resumed = { agent: agent.name, specification: agent.specification, harness };
  journal.append(() => [{ type: "run_resumed", ...resumed, ...(settings === null ? {} : { settings }) }]);
  turn.publisher.publish();
  await whileWanted(turn, null, checkSession);
}

async function checkSession(turn: Turn): Promise<void> {
  const { journal } = turn;
  const commit = tipOf(turn.project, journal.state);
  const baseline = await checkBaseline(checkOptions(turn, commit)).catch((error: unknown) => {
    if (error instanceof BatonError && error.code === "ENVIRONMENT_FAILED")
      journal.append((state) => scriptOutput(turn, state, error.message));
    throw error;
  });
  const checked: RunEvent = {
    type: "baseline_checked",
    commit,
    green: baseline.green.length,
    known_red: baseline.redKnown.slice(0, KNOWN_RED_KEPT).map((id) => id.toWellFormed()),
    flaky: baseline.flaky.length,
    prepare: baseline.prepare?.slice(0, 500) ?? null,
  };
  journal.append((state) => [...scriptOutput(turn, state, baseline.prepareOutput), checked]);
  // What a person's commits broke since is set back now, so that no other task fails for it (TAH-12).
  const suspects = featuresProvenBy(journal.state, baseline.redKnown);
  if (suspects.length > 0) await setBackBroken(turn, commit, suspects);
}

const KNOWN_RED_KEPT = 300;

/** What `init.sh` printed at the start of this session (TAH-05); sessions in which one ran are counted from 1. */
function scriptOutput(turn: Turn, { evidence }: RunState, output: string | null): RunEvent[] {
  if (output === null) return [];
  const taskId = "session";
  const attempt = 1 + evidence.filter(({ task_id: id }) => id === taskId).length;
  const name = "init_output.txt";
  const description = `What init.sh printed at the start of session ${attempt}`;
  return keepArtifacts(turn, [{ role: "planner", kind: "harness", name, content: output, description }], {
    taskId,
    attempt,
  }).events;
}
