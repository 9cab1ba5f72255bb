import type { JournalEntry, JournalEvent } from "../../schema/journal.ts";
import type { Code } from "../../errors.ts";
import { AGENT_BLOCKED, QUARANTINE } from "../run/people/quarantine.ts";
import type { Decision } from "./facts.ts";

/** What the rows of decisions are made of beside the journal. */
export interface DecisionSource {
  /** The actor of entries that a person made. */
  readonly person: string;
  /** Who the run is of, as git named them at its beginning: stands in for a person who gave no name. */
  readonly author: string;
  /** A text that a person wrote, by its hash; null: it was erased, or is not here. */
  readonly textOf: (sha256: string) => string | null;
}

type Told = Partial<Pick<Decision, "kind" | "subject" | "by" | "reason">>;
type Tell = (event: JournalEvent, source: DecisionSource) => Told | null;

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const joined = (separator: string, ...parts: readonly unknown[]): string =>
  parts.map(text).filter(Boolean).join(separator);
const short = (hash: unknown): string => text(hash).slice(0, 12);
const reason = (event: JournalEvent): Told => ({ reason: text(event["reason"]) });
const planned = (event: JournalEvent): Told => ({
  subject: text((event["feature"] as { id?: unknown } | undefined)?.id),
  ...reason(event),
});

/** A person's word in an event that also comes without one. */
function decidedIn({ decided }: JournalEvent): { readonly by: string; readonly reason: string } | null {
  const { by, comment } = (decided ?? {}) as { readonly by?: unknown; readonly comment?: unknown };
  return by === undefined ? null : { by: text(by), reason: text(comment) };
}

const rejection = (event: JournalEvent): Told | null => {
  const decided = decidedIn(event);
  return decided === null ? null : { kind: "rejected", ...decided };
};

/** Older journals have a person's no by its code alone, and name its person in the words. */
const PERSON_REJECTED = "PERSON_REJECTED" satisfies Code;

/** What a person decides, and how each reads. Whatever is not here is the record going on, whoever does it. */
const DECISIONS: Readonly<Record<string, Tell>> = {
  approved: (event) => ({
    subject: text(event["task_id"]) || text(event["feature_id"]),
    reason: text(event["comment"]),
  }),
  landing_approved: ({ to, comment }) => ({ subject: `landing of ${short(to)}`, reason: text(comment) }),
  production_approved: ({ comment }) => ({ subject: "G3", reason: text(comment) }),
  check_waived: (event) => ({ subject: joined(" ", event["task_id"], event["check"]), ...reason(event) }),
  production_waived: (event) => ({ subject: joined(" ", "G3", event["criterion"]), ...reason(event) }),
  // Each ends otherwise, too, than by a person's no. What an agent asks is answered: nothing that it made is judged.
  attempt_lost(event) {
    const { code, detail } = event;
    const told = decidedIn(event) ?? { reason: text(detail) };
    if (code === AGENT_BLOCKED) return { kind: "answer_discarded", ...told };
    return code === QUARANTINE ? { kind: "rejected", ...told } : told;
  },
  implementation_judged(event) {
    const findings = event["findings"] as readonly { code?: unknown; message?: unknown }[] | undefined;
    const no = findings?.find(({ code }) => code === PERSON_REJECTED);
    return rejection(event) ?? (no === undefined ? null : { kind: "rejected", reason: text(no.message) });
  },
  validation_judged(event) {
    const [code, why = ""] = text(event["remediation"]).split(/: (.*)/s);
    return rejection(event) ?? (code === PERSON_REJECTED ? { kind: "rejected", reason: why } : null);
  },
  landing_left(event) {
    const told = rejection(event);
    return told === null ? null : { ...told, subject: `landing of ${short(event["to"])}` };
  },
  // Its `by` is the role in whose place the handoff is refused.
  handoff_rejected: (event) => ({ by: text(event["person"]), ...reason(event) }),
  feature_added: planned,
  feature_edited: planned,
  feature_moved: (event) => ({ reason: joined(": ", event["to"], event["reason"]) }),
  spec_amended: ({ spec }) => ({ subject: text((spec as { name?: unknown } | undefined)?.name) }),
  task_split: (event) => (event["by"] === "governor" ? null : { by: text(event["person"]), ...reason(event) }),
  task_retried: reason,
  task_skipped: reason,
  note_added: (event, { textOf }) => ({ reason: textOf(text(event["text"])) ?? "(not here)" }),
  corrected: (event) => ({ subject: text(event["corrects"]), ...reason(event) }),
  erased: (event) => ({ subject: short(event["sha256"]), ...reason(event) }),
  budget_set: () => ({ subject: "the run's limits" }),
  governor_set: () => ({ subject: "the governor's settings" }),
  land_set: ({ land }) => ({ subject: "landing", reason: text(land) }),
  run_paused: ({ how }) => ({ reason: text(how) }),
  pause_withdrawn: () => ({}),
  run_closed: (event) => ({ reason: joined(": ", event["as"], event["reason"]) }),
  run_archived: () => ({}),
};

/** What persons decided in a run, as its journal has it: reviews, approvals, waivers, guidance, changes of the plan. */
export function decisionsOf(entries: readonly { readonly entry: JournalEntry }[], source: DecisionSource): Decision[] {
  const reviews = new Set<string>();
  const told = ({ actor, event }: JournalEntry): Told | null => {
    if (event.type === "review_started" && event["agent"] === source.person) reviews.add(reviewOf(event));
    if (event.type === "review_judged")
      return reviews.has(reviewOf(event)) && event["outcome"] !== "lost" ? { reason: reviewSaid(event) } : null;
    return actor === source.person || isSigned(event) ? (DECISIONS[event.type]?.(event, source) ?? null) : null;
  };
  const atWork = new Set<string>();
  return entries.flatMap(({ entry }, index): Decision[] => {
    const { at, event } = entry;
    const row = told(entry);
    const during = [...atWork];
    noteWork(atWork, event);
    if (row === null || isPartOf(entry, entries[index - 1]?.entry)) return [];
    const { kind = event.type, subject = text(event["task_id"]) || text(event["feature_id"]) } = row;
    const by = (row.by ?? text(event["by"])) || `unnamed (the run is of ${source.author})`;
    const decision = { at: `${at.slice(0, 19)}Z`, kind, subject, by, reason: row.reason ?? "" };
    return [during.length === 0 || !isJudgement(kind) ? decision : { ...decision, during }];
  });
}

/** A note, a retry, a change of the plan or an archive is no judgement of what an agent made. */
const JUDGEMENTS: ReadonlySet<string> = new Set([
  "approved",
  "rejected",
  "review_judged",
  "handoff_rejected",
  "check_waived",
  "production_waived",
  "production_approved",
  "landing_approved",
]);
export const isJudgement = (kind: string): boolean => JUDGEMENTS.has(kind);

/** Attempts and reviews of agents that run as the user: they could type what a person types, and nobody could tell. */
function noteWork(atWork: Set<string>, { type, isolation, task_id: task, attempt, gate }: JournalEvent): void {
  const own = `${text(task)}/${typeof attempt === "number" ? attempt : ""}`;
  const isReview = type === "review_started" || type === "review_judged";
  const name = isReview ? `${own} ${text(gate)}` : own;
  if (type === "attempt_started" || type === "review_started") {
    if (isolation === "I0" || isolation === "I1") atWork.add(name);
  } else if (isReview || type === "attempt_answered") atWork.delete(name);
  else if (type === "attempt_lost")
    for (const one of atWork) if (one === own || one.startsWith(`${own} `)) atWork.delete(one);
}

/** Signed by a person, whichever process wrote it: `run --approve` and `run --max-hours` do as the run. */
const isSigned = (event: JournalEvent): boolean => event["decided"] !== undefined || typeof event["by"] === "string";

/** The text that goes with a decision, such as the guidance of a retry, is appended with it, in one moment. */
const isPartOf = ({ actor, at, event }: JournalEntry, before: JournalEntry | undefined): boolean =>
  event.type === "note_added" &&
  before?.actor === actor &&
  before.at === at &&
  before.event["task_id"] === event["task_id"] &&
  CARRYING.has(before.event.type);
const CARRYING: ReadonlySet<string> = new Set(["approved", "attempt_lost", "handoff_rejected", "task_retried"]);

/** One question to one reviewer. */
const reviewOf = ({ task_id: task, attempt, gate, round }: JournalEvent): string =>
  JSON.stringify([task, attempt, gate, round]);

/** `code-review passed`, `security-audit failed: no input is checked`. */
function reviewSaid({ gate, outcome, reasons }: JournalEvent): string {
  const why = Array.isArray(reasons) ? reasons.join("; ") : "";
  return `${text(gate)} ${text(outcome)}${why === "" ? "" : `: ${why}`}`;
}
