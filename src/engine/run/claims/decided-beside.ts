import { decisionsOf, isJudgement } from "../../../core/audit/decisions.ts";
import { programOf } from "../../../core/run/people/review.ts";
import { HUMAN } from "../../../core/run/state.ts";
import { readText } from "../../../store/blobs.ts";
import type { Turn } from "../context.ts";

/** Whose turn ends, from which entry of the journal on it went, and whether its agent could have written there. */
interface Ended {
  readonly whose: string;
  readonly since: number;
  readonly isReached: boolean;
}

/**
 * Says what was judged in a person's name while an agent was at work that runs as the user (I0, I1): it could have been the
 * agent's doing, and only the person knows. The audit has the same of each decision.
 */
export function tellDecided(
  { project, journal, agent, options, redact }: Turn,
  { whose, since, isReached }: Ended,
): void {
  if (!isReached || agent.inProcess === true) return;
  journal.sync();
  const fresh = [...project.store.read(journal.runId, since)];
  // That a person reviewed stands where the review began, which may be long before; a process is known by its name.
  const isReviewed = fresh.some(({ entry: { event } }) => event.type === "review_judged" && !isProcess(event["by"]));
  const before = isReviewed ? [...project.store.read(journal.runId, 0)].slice(0, since) : [];
  const source = {
    person: HUMAN,
    author: journal.state.run.author.email,
    textOf: (sha256: string): string | null => readText(project.blobs, sha256),
  };
  const all = decisionsOf([...before, ...fresh], source).slice(decisionsOf(before, source).length);
  const decided = all.filter(({ kind }) => isJudgement(kind));
  if (decided.length === 0) return;
  const named = decided.slice(0, NAMED).map(({ kind, subject, by }) => `${kind} ${subject}`.trim() + ` by ${by}`);
  const more = decided.length > NAMED ? `; and ${decided.length - NAMED} more` : "";
  const message = `decided while the agent of ${whose} worked as you, so that it could have typed it: ${named.join("; ")}${more}. Was it you?`;
  options.onEvent?.({ kind: "warning", message: redact(message) });
}

const isProcess = (by: unknown): boolean => typeof by === "string" && by !== programOf(by);

const NAMED = 5;
