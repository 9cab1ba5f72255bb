import { hash } from "node:crypto";
import { goOn } from "../core/run/go-on.ts";
import { nameFlaw } from "../core/run/people/person.ts";
import { signedBy } from "../core/run/people/signed.ts";
import type { RunState } from "../core/run/state.ts";
import { changeRun } from "../engine/run/change.ts";
import type { RunJournal } from "../engine/run/record/journal.ts";
import { isLeased } from "../engine/run/claims/lease.ts";
import { aliveIn, type Project } from "../engine/run/project.ts";
import { BatonError } from "../errors.ts";
import type { RunEvent } from "../schema/event.ts";
import { answered, type Answer } from "./output.ts";
import { textOrStdin } from "./read-input.ts";
import { changeOf } from "./render/changes.ts";
import type { Surroundings } from "./surroundings.ts";
import { oneLine } from "../core/text/one-line.ts";
import { withRun } from "./with-run.ts";

export interface ChangeFlags {
  readonly run?: string;
  readonly dryRun?: boolean;
  readonly reason?: string;
  readonly as?: string;
}

/** Who stands in the journal for what a person types. */
export const PERSON = "human";
const TEXT_LIMIT = 2000;

export interface Changed {
  readonly state: RunState;
  readonly events: readonly RunEvent[];
}

/** What a command that changes a run decides, and what it says about it. */
export interface Change {
  readonly decide: (state: RunState, project: Project) => readonly RunEvent[];
  readonly next: (changed: Changed) => string;
  readonly warnings?: (changed: Changed) => readonly string[];
  /** A closed run takes it too: what the guard lets pass after the end. */
  readonly evenClosed?: boolean;
  /** What follows once it is written. */
  readonly after?: (project: Project, journal: RunJournal) => Promise<void>;
}

/** One change of a run by a person, as an answer. Nobody is locked out: another process may be driving the run. */
export async function answerChange(
  flags: ChangeFlags,
  around: Surroundings,
  { decide, next, warnings, after, evenClosed = false }: Change,
): Promise<Answer> {
  const dryRun = flags.dryRun === true;
  // Wrong words are wrong whatever run there is.
  if (flags.as !== undefined) reasonOf(flags.as, around, "--as");
  return withRun(around, { ...flags, actor: PERSON }, async (journal, project) => {
    let changes: ReturnType<typeof changeOf>[] = [];
    const decideOn = (state: RunState): readonly RunEvent[] => {
      const decided = signedBy(decide(state, project), personOf(flags, state, around));
      changes = decided.map((event) => changeOf(event, state));
      return decided;
    };
    const { stateDirectory } = around;
    const events = changeRun(project, journal, decideOn, { stateDirectory, dryRun, evenClosed });
    if (!dryRun) await after?.(project, journal);
    const changed = { state: journal.state, events };
    const named = warnings?.(changed) ?? [];
    const lines = [
      ...(dryRun ? ["Would change (nothing was written):"] : []),
      ...(events.length === 0 ? ["Nothing to change: it is so already."] : changes.map(({ line }) => line)),
      ...named.map((warning) => `  ! ${warning}`),
      dryRun ? "Next: the same without --dry-run." : `Next: ${asItIsDriven(project, journal.state, next(changed))}`,
    ];
    const data = {
      run_id: journal.runId,
      status: journal.state.status,
      dry_run: dryRun,
      changes: changes.map(({ data: one }) => one),
    };
    return answered(data, lines, named);
  });
}

/** Whoever drives the run reads each change before it goes on; another `run` beside it would be refused, as is one where only people worked. */
function asItIsDriven(project: Project, state: RunState, next: string): string {
  if (next.startsWith("baton run") && isLeased(aliveIn(project))) return "the run that is at work goes on with it.";
  return next.replace(/^baton (run|resume)\b/, (_all, command: "run" | "resume") => goOn(state, command));
}

/** Who decides: as they name themselves, else the author of the run. An empty name would be nobody, and is refused. */
export const personOf = ({ as }: { readonly as?: string }, { run }: RunState, around: Surroundings): string =>
  as === undefined ? run.author.email : reasonOf(as, around, "--as");

/** Why, in one line and without secrets: it stands in the journal for good. */
export function reasonOf(text: string | undefined, around: Surroundings, option = "--reason"): string {
  const reason = oneLine(cleanText(text ?? "", around)).slice(0, TEXT_LIMIT);
  const isName = option === "--as" || option === "--by";
  const flaw = text === undefined ? "is missing" : reason === "" ? "is empty" : isName ? nameFlaw(reason) : null;
  if (flaw === null) return reason;
  const hint = isName ? `Say who: ${option} NAME, a person's` : `Say why: ${option} "…"`;
  throw new BatonError("USAGE_INVALID", reason === "" ? `${option} ${flaw}` : `${option} ${reason} ${flaw}`, { hint });
}

/** Text of a person as it may be kept: redacted, well-formed, without blank ends. `-` is standard input. */
export function textOf(given: string | undefined, around: Surroundings, what: string): string {
  const text = cleanText(textOrStdin(given), around);
  if (text !== "") return text;
  throw new BatonError("USAGE_INVALID", `${what} is empty`, {
    hint: "Write it in quotes, or give - and write it on standard input.",
  });
}

/** Keeps a text by its hash; a dry run only says the hash. */
export function keepText(text: string, { blobs }: Project, { dryRun }: ChangeFlags): string {
  return dryRun === true ? hash("sha256", text) : blobs.put(text);
}

const cleanText = (text: string, { redact }: Surroundings): string => redact(text).toWellFormed().trim();
