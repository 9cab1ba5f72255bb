import { join } from "node:path";
import type { TurnRecord } from "../../core/trace/turns.ts";
import { governorSettings } from "../../engine/governor/settings.ts";
import type { RunJournal } from "../../engine/run/record/journal.ts";
import type { Project } from "../../engine/run/project.ts";
import { traceFile } from "../../engine/trace/sinks.ts";
import { liveSpans, liveTrace, tracesOf, turnsOf } from "../../engine/trace/view.ts";
import { BatonError } from "../../errors.ts";
import { findRepository } from "../../util/git/discover.ts";
import { nearest } from "../../util/nearest.ts";
import { answered, type Answer } from "../output.ts";
import { colours } from "../render/colours.ts";
import { plain } from "../render/plain.ts";
import { seconds, waterfall } from "../render/waterfall.ts";
import type { Surroundings } from "../surroundings.ts";
import { counted } from "../../core/text/counted.ts";
import { withRun, type RunFlag } from "../with-run.ts";
import { configOf } from "../../engine/run/open-commit.ts";

const nameOf = ({ taskId, attempt }: TurnRecord): string => `${taskId}/${attempt}`;

/** `baton trace list`: every turn of a run with its time and end. */
export async function traceListCommand(flags: RunFlag, around: Surroundings): Promise<Answer> {
  return withRun(around, flags, (journal, project) => {
    const turns = turnsOf(project, journal);
    const lines = turns.map((turn) => {
      const { outcome, codes, agent, start, end } = turn;
      const glyph = outcome === "proven" ? colours.green("✓") : outcome === "open" ? "·" : colours.red("✗");
      const ms = Date.parse(end) - Date.parse(start);
      return `  ${glyph} ${nameOf(turn).padEnd(8)} ${start}  ${seconds(ms).padStart(9)}  ${plain(agent)}  ${[outcome, ...codes].join(" ")}`;
    });
    const data = turns.map((turn) => ({
      turn: nameOf(turn),
      task_id: turn.taskId,
      attempt: turn.attempt,
      agent: turn.agent,
      outcome: turn.outcome,
      codes: turn.codes,
      started_at: turn.start,
      duration_ms: Date.parse(turn.end) - Date.parse(turn.start),
    }));
    const next = turns.length === 0 ? "Next: baton run" : "Next: baton trace show TURN";
    const head = `Run ${journal.runId} · ${counted(turns.length, "turn")}`;
    return answered({ run_id: journal.runId, turns: data }, [head, ...lines, next]);
  });
}

/** As `ask` prints the name of its trace. */
const ASKED = /^focus_\d{8,}_[0-9a-f]+$/;

/** `baton trace show TURN|TASK|TRACE`: one turn, every turn of a task, or what `ask` did, over all layers. */
export async function traceShowCommand(name: string, flags: RunFlag, around: Surroundings): Promise<Answer> {
  if (ASKED.test(name)) return askedTrace(name, around);
  return withRun(around, flags, (journal, project) => {
    const turns = turnsNamed(turnsOf(project, journal), name);
    const live = liveFile(project, journal);
    const traces = tracesOf(project, journal.runId, turns).map((spans, at) => {
      const turn = turns[at];
      return {
        turn: turn === undefined ? name : nameOf(turn),
        spans,
        live: turn === undefined ? [] : liveSpans(live, turn),
      };
    });
    const text = traces.flatMap(({ turn, spans, live: more }) => [
      `${turn} of run ${journal.runId}`,
      ...waterfall(spans),
      ...(more.length === 0 ? [] : ["as its trace file has it:", ...waterfall(more)]),
    ]);
    return answered({ run_id: journal.runId, traces }, text);
  });
}

/** Of an ask there is no journal: its trace is in the trace file, or nowhere. */
function askedTrace(name: string, { repository, stateDirectory, env }: Surroundings): Answer {
  const truth = join(findRepository(repository).commonDirectory, "baton");
  const { config } = governorSettings({ repository, stateDirectory, env, flags: [] });
  const spans = liveTrace(traceFile(truth, config), name);
  if (spans.length === 0)
    throw new BatonError("TRACE_UNKNOWN", `${config.trace_file} has no trace ${name}`, {
      hint: "An ask keeps its trace with --set trace_enabled=true, or governor.trace_enabled in the configuration; --json always has it.",
    });
  const data = { run_id: null, traces: [{ turn: name, spans, live: [] }] };
  return answered(data, [name, ...waterfall(spans)]);
}

function liveFile(project: Project, journal: RunJournal): string {
  const { governor } = configOf(project, journal.state);
  return traceFile(project.truth, governor);
}

/** `T001/2` is a turn, `T001` all turns of that task. */
function turnsNamed(turns: readonly TurnRecord[], name: string): TurnRecord[] {
  const found = turns.filter((turn) => turn.taskId === name || nameOf(turn) === name);
  if (found.length > 0) return found;
  const meant = nearest(name, [...turns.map(nameOf), ...turns.map(({ taskId }) => taskId)]);
  throw new BatonError("TRACE_UNKNOWN", `no turn or task ${JSON.stringify(name)} was worked in this run`, {
    hint: `${meant === null ? "" : `Did you mean ${meant}? `}\`baton trace list\` shows the turns.`,
  });
}
