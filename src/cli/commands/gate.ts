import { join } from "node:path";
import { goOn } from "../../core/run/go-on.ts";
import { ALTERED, explainGate, restsOn } from "../../core/views/explain-gate.ts";
import { currentGate, GATE_KEYS, gatesOf } from "../../core/views/gates.ts";
import { RELEASE, WAIVABLE, waive } from "../../core/run/people/waive.ts";
import { waitingIn } from "../../core/run/people/waiting.ts";
import { changeRun } from "../../engine/run/change.ts";
import type { RunJournal } from "../../engine/run/record/journal.ts";
import { checkProduction } from "../../engine/run/checks/production.ts";
import { runDirectory, type Project } from "../../engine/run/project.ts";
import { BatonError } from "../../errors.ts";
import { HUMAN, type RunState } from "../../core/run/state.ts";
import { hashOfFile } from "../../util/hash-file.ts";
import { nearest } from "../../util/nearest.ts";
import type { GateKey } from "../../schema/task.ts";
import { answerChange, PERSON, reasonOf, type ChangeFlags } from "../change.ts";
import { taskId as resolveTask } from "../ids.ts";
import { refused, answered, type Answer } from "../output.ts";
import { colours } from "../render/colours.ts";
import { plain } from "../render/plain.ts";
import { nextForWaiting } from "../render/waiting-next.ts";
import type { Surroundings } from "../surroundings.ts";
import { withRun } from "../with-run.ts";

/** `baton gate waive TASK CHECK --as NAME --reason TEXT`: a named person lets a task pass without a check. */
export async function gateWaiveCommand(
  taskId: string,
  check: string,
  flags: ChangeFlags,
  around: Surroundings,
): Promise<Answer> {
  const by = reasonOf(flags.as, around, "--as");
  const reason = reasonOf(flags.reason, around);
  return answerChange(flags, around, {
    decide: (state) => waive(state, { taskId: knownTask(state, taskId), check: knownCheck(taskId, check), by, reason }),
    next: ({ state }) => (taskId === "G3" ? "baton gate check G3" : judgedWith(state, knownTask(state, taskId))),
  });
}

/** When a task is judged with its waiver: what failed is not judged again, and after the last failure nothing is tried unasked. */
function judgedWith(state: RunState, taskId: string): string {
  const task = state.tasks[taskId];
  if (task?.lifecycle === "escalation_required")
    return `baton task retry ${taskId} --note TEXT has it tried once more, and that attempt is judged with the waiver; then: ${goOn(state, "resume")}`;
  if (state.agentSpecification === HUMAN)
    return `baton submit is judged with it; what was handed in before has to be handed in again: ${goOn(state)}`;
  return task?.phase === "idle"
    ? "the next attempt is judged with it: baton resume"
    : "baton resume judges what was waiting for it; every verdict of the task shows the waiver.";
}

/**
 * `baton gate check [GATE] [TASK]`: what each criterion asks, what was found, and what would supply what is missing. For G3
 * it looks, and records what it saw. Exit 0 when the gate holds, else 10.
 */
export async function gateCheckCommand(
  given: string | undefined,
  taskId: string | undefined,
  flags: { readonly run?: string },
  around: Surroundings,
): Promise<Answer> {
  return withRun(around, { ...flags, actor: PERSON }, async (journal, project) => {
    const { state } = journal;
    const gate = given === undefined ? currentGate(gatesOf(state)) : gateNamed(given);
    if (taskId !== undefined && gate === "G3_production_ready")
      throw new BatonError("USAGE_INVALID", "G3 is asked of the whole run, and of no task", {
        hint: "baton gate check G3",
      });
    const asked = taskId === undefined ? null : knownTask(state, taskId);
    const looks = gate === "G3_production_ready" && state.verified !== null;
    const isNew = looks && (await lookAtProduction(project, journal, around));
    const criteria = explainGate(state, gate, asked, alteredIn(project, state, gate, asked));
    const open = criteria.filter(({ met }) => !met);
    const [first] = open.filter(({ command }) => command !== "");
    const lines = [
      `${gate}: ${gatesOf(state)[gate].replace("_", " ")}`,
      ...criteria.flatMap(({ task_id: task, rule, verdict, met, evidence, missing, command }) => [
        `${met ? colours.green("✓") : colours.yellow("·")} ${task === "" ? "" : `${task} `}${plain(rule)}: ${plain(verdict)}`,
        ...evidence.map((path) => `    evidence: runs/${state.runId}/${plain(path)}`),
        ...(missing === "" ? [] : [`    missing: ${plain(missing)}`]),
        ...(command === "" ? [] : [`    supply: ${plain(command)}`]),
      ]),
      ...(looks ? [isNew ? "What was seen is recorded." : "It is what was recorded before."] : []),
    ];
    const data = { run_id: state.runId, gate, status: gatesOf(state)[gate], criteria };
    const isAltered = open.some(({ rule }) => rule === ALTERED.rule);
    if (gatesOf(state)[gate] === "passed" && !isAltered) return answered(data, lines);
    const message = `${gate} does not hold: ${open.length} of ${criteria.length} criteria are open`;
    const [waiting] = waitingIn(state);
    const further = waiting === undefined ? goOn(state) : nextForWaiting(state, waiting);
    const hint = first?.command ?? further;
    return refused(data, { code: "GATE_CLOSED", message, hint }, lines);
  });
}

/** What a gate rests on, where its bytes are no longer those that were recorded (H3A-14). */
function alteredIn(project: Project, state: RunState, gate: GateKey, taskId: string | null): ReadonlySet<string> {
  const directory = runDirectory(project, state.runId);
  const files = [...restsOn(state, gate, taskId)];
  return new Set(files.flatMap(([path, sha256]) => (hashOfFile(join(directory, path)) === sha256 ? [] : [path])));
}

/** G3 is the whole run's. */
const knownTask = (state: RunState, given: string): string => (given === "G3" ? given : resolveTask(state, given));

/** Throws WAIVER_UNKNOWN with what was probably meant; what is near to nothing is refused with the whole list. */
function knownCheck(taskId: string, check: string): string {
  const names: readonly string[] = taskId === "G3" ? RELEASE : WAIVABLE;
  const meant = names.includes(check) ? null : nearest(check, names);
  if (meant === null) return check;
  throw new BatonError("WAIVER_UNKNOWN", `${JSON.stringify(check)} is nothing that can be waived`, {
    hint: `Did you mean ${meant}? These can be waived: ${names.join(", ")}`,
  });
}

/** What was seen is recorded, unless it is what was seen last: whether it was not. */
async function lookAtProduction(project: Project, journal: RunJournal, around: Surroundings): Promise<boolean> {
  const { stateDirectory, env, signal } = around;
  const seen = await checkProduction(project, journal, { stateDirectory, env, signal });
  const [{ approval, commit }] = seen;
  const { production } = journal.state;
  if (production?.approval === approval && production.commit === commit) return false;
  changeRun(project, journal, () => seen, { stateDirectory, dryRun: false });
  return true;
}

function gateNamed(given: string): GateKey {
  const found = GATE_KEYS.find((key) => key === given || key.slice(0, 2) === given.toUpperCase());
  if (found === undefined) throw new BatonError("USAGE_INVALID", `${JSON.stringify(given)} is none of G0, G1, G2, G3`);
  return found;
}
