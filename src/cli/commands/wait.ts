import { AWAITED, cameOf, endedIn, type Came, type Ended } from "../../core/run/people/awaited.ts";
import { waitingIn } from "../../core/run/people/waiting.ts";
import { FIRST_RUN, goOn } from "../../core/run/go-on.ts";
import { isFinished } from "../../core/run/state.ts";
import { isWorkedOn } from "../../engine/run/claims/gone.ts";
import type { Project } from "../../engine/run/project.ts";
import type { RunJournal } from "../../engine/run/record/journal.ts";
import { waitUntil } from "../../engine/run/claims/wait.ts";
import { BatonError } from "../../errors.ts";
import type { RunEvent } from "../../schema/event.ts";
import { refused, answered, type Answer } from "../output.ts";
import { plain } from "../render/plain.ts";
import type { Surroundings } from "../surroundings.ts";
import { withRun } from "../with-run.ts";

export interface WaitFlags {
  readonly for?: string;
  readonly timeout?: string;
  readonly after?: string;
  readonly run?: string;
}

/** The longest that a timer of the platform can be set for, in whole seconds. */
const LONGEST_SECONDS = 2_147_483;

const TOLD: Readonly<Record<Exclude<Came, "finished">, string>> = {
  output: "An attempt ended.",
  lost: "An attempt was lost.",
  approval: "The run waits for a person.",
  change: "The run changed.",
};

/** `baton wait --for output|approval|change`: blocks without polling until it has come (FCX-10). */
export async function waitCommand(flags: WaitFlags, around: Surroundings): Promise<Answer> {
  const { for: wanted = "change" } = flags;
  const awaited = AWAITED.find((name) => name === wanted);
  if (awaited === undefined)
    throw new BatonError("USAGE_INVALID", `--for ${wanted}: it is one of ${AWAITED.join(", ")}`);
  const seconds = whole("--timeout", flags.timeout, LONGEST_SECONDS);
  return withRun(around, flags, async (journal, project) => {
    const start = whole("--after", flags.after, Number.MAX_SAFE_INTEGER) ?? journal.head.position;
    if (start > journal.head.position)
      throw new BatonError("USAGE_INVALID", `--after ${start}: the journal ends at ${journal.head.position}`, {
        hint: "Take the position that `baton status --json` gives.",
      });
    const after = (from: number): { position: number; event: RunEvent }[] =>
      [...project.store.read(journal.runId, from)].map(({ position, entry }) => ({
        position,
        event: entry.event as unknown as RunEvent,
      }));
    let seen = start;
    // Each entry is looked at once, however long this waits.
    const look = (): Came | null => {
      const fresh = after(seen);
      seen = fresh.at(-1)?.position ?? seen;
      return cameOf(
        awaited,
        journal.state,
        fresh.map(({ event }) => event),
      );
    };
    const timeoutMs = seconds === null ? null : seconds * 1000;
    const resting = awaited === "change" ? NOBODY_SAYS : sayWhenResting(project, journal, around.progress);
    const what = await waitUntil(
      project,
      journal,
      () => {
        const came = look();
        if (came === null) resting.lookSoon();
        return came;
      },
      { timeoutMs, signal: around.signal },
    ).finally(() => resting.end());
    const { state, head, runId } = journal;
    const waiting = waitingIn(state);
    const all = after(start);
    const events = all.map(({ position, event }) => ({
      position,
      type: event.type,
      task_id: "task_id" in event ? event.task_id : null,
    }));
    const ended = endedIn(all.map(({ event }) => event));
    const data = { run_id: runId, for: awaited, what, position: head.position, events, ended, waiting };
    if (what === null) {
      const message = `no ${awaited} came in ${seconds ?? 0} s`;
      const hint = restingWords(project, journal) ?? "Wait again, or look with `baton status`.";
      return refused(data, { code: "WAIT_TIMEOUT", message, hint }, [`✗ WAIT_TIMEOUT: ${message}`]);
    }
    if (what === "finished") {
      const message = `the run is finished: no ${awaited} comes any more`;
      return refused(data, { code: "WAIT_OVER", message }, [`✗ WAIT_OVER: ${message}`]);
    }
    const lines = [
      TOLD[what],
      ...events.map(({ position, type, task_id: id }) => `  ${position} ${type}${id === null ? "" : ` ${plain(id)}`}`),
      ...ended.map(endedLine),
      ...waiting.map(({ id, reason }) => `  ? ${id}: ${plain(reason)}`),
      "Next: baton status",
    ];
    return answered(data, lines);
  });
}

const VERDICTS: Readonly<Record<Ended["outcome"], string>> = {
  proven: "✓ proven",
  not_proven: "✗ not proven",
  noted: "· noted",
  lost: "✗ lost",
};

const endedLine = ({ task_id: id, outcome, reason }: Ended): string =>
  `  ${VERDICTS[outcome]} ${plain(id)}${reason === "" ? "" : `: ${plain(reason)}`}`;

/** Whoever drives a run lets go of it after its last entry, which nobody is told of. */
const RESTS_AFTER_MS = 2000;

interface Resting {
  lookSoon(): void;
  end(): void;
}

const NOBODY_SAYS: Resting = { lookSoon: () => {}, end: () => {} };

/** Says once, each time that a run comes to rest, that what is waited for comes from nobody by itself. */
function sayWhenResting(project: Project, journal: RunJournal, progress: Surroundings["progress"]): Resting {
  let said: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    const words = restingWords(project, journal);
    if (words !== null && words !== said) progress.say(`  ${words}`);
    said = words;
  };
  look();
  return {
    lookSoon() {
      clearTimeout(timer);
      timer = setTimeout(look, RESTS_AFTER_MS);
    },
    end: () => clearTimeout(timer),
  };
}

/** Null: somebody is at work. */
function restingWords(project: Project, journal: RunJournal): string | null {
  const { state } = journal;
  if (isFinished(state) || isWorkedOn(project, journal)) return null;
  const waiting = [...new Set(waitingIn(state).map(({ id }) => id))];
  const next = state.agentSpecification === null ? FIRST_RUN : goOn(state, "resume");
  return waiting.length === 0
    ? `Nobody is at work on the run now. To go on: ${next}`
    : `Nobody is at work on the run now, and ${plain(waiting.join(", "))} waits for a person: baton status`;
}

function whole(name: string, text: string | undefined, most: number): number | null {
  if (text === undefined) return null;
  const number = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
  if (number <= most) return number;
  throw new BatonError("USAGE_INVALID", `${name} ${text} is not a whole number up to ${most}`);
}
