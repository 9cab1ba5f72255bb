import type { AgentAnswer } from "../../../agents/port.ts";
import type { Registry } from "../../../core/gate/registry.ts";
import { gateOf } from "../../../core/run/fold/evolve-review.ts";
import { ballotUnderWay, voteResult } from "../../../core/run/people/review.ts";
import {
  reviewVerdict,
  reviewViolations,
  SPOKEN_REPORT,
  withSpokenReport,
} from "../../../core/run/people/review-answer.ts";
import type { PartialEnvelope, Violation } from "../../../schema/envelope.ts";
import { EVIDENCE_KEYS } from "../../../schema/envelope.ts";
import type { EventOf } from "../../../schema/event.ts";
import type { Usage } from "../../../schema/usage.ts";
import { diffTrees } from "../../../util/git/trees.ts";
import {
  answerOf,
  citedArtifacts,
  claimsOf,
  evidenceFact,
  hasEnvelope,
  violationsIn,
  wordsOf,
} from "../attempt/answer.ts";
import { handedInBy, type Attempt } from "../attempt/attempt.ts";
import type { Turn } from "../context.ts";
import { ruleViolations } from "../attempt/firewall.ts";
import { givenFor } from "./review-packet.ts";
import { keepArtifacts, type Artifact } from "../checks/evidence.ts";
import { recordable } from "../attempt/take.ts";
import type { ReviewLoss, ReviewTurn } from "./review-turn.ts";

/** A reviewer's answer after reading. */
export interface HeardReview {
  readonly said: AgentAnswer;
  readonly envelope: PartialEnvelope;
  readonly violations: readonly Violation[];
  /** Its OUTPUT stands for the report that it did not write. */
  readonly spoken: string | null;
}

/** Reads a reviewer's envelope through the same validator as everybody's, and asks that it says yes or no. */
export function hearReview(said: AgentAnswer, attempt: Attempt, registry: Registry): HeardReview {
  const { packet, place } = attempt;
  const { review } = packet;
  if (review === undefined) throw new TypeError("a review is asked for with a packet of its own");
  const read = answerOf(said, place, packet);
  const filled = withSpokenReport(read, review);
  const parsed = filled ?? read;
  const violations = violationsIn(parsed, attempt, {
    registry,
    gatesPassed: review.gates_passed,
    factOf: (path) => (filled !== null && path === SPOKEN_REPORT ? "file" : evidenceFact(place, path)),
  });
  const { envelope } = parsed;
  const wrong = [...violations, ...reviewViolations(parsed, packet, review)];
  return {
    said,
    envelope,
    // Envelope first, then the firewall's rules 1 to 3.
    violations: wrong.length > 0 ? wrong : ruleViolations({ said, envelope }, attempt),
    spoken: filled === null ? null : (envelope.OUTPUT ?? null),
  };
}

export interface Reviewed {
  readonly said: readonly AgentAnswer[];
  /** Null: the last turn brought no answer. */
  readonly heard: HeardReview | null;
  readonly loss: ReviewLoss | null;
  /** What the reviewer left; every difference from the candidate is thrown away. */
  readonly tree: string;
  readonly usage?: Usage;
}

const DISCARDED_NAMED = 50;

/** Keeps what a reviewer said and cited as claims, and records what it comes to. */
export function recordReview(turn: Turn, review: ReviewTurn, { said, heard, loss, tree, usage }: Reviewed): void {
  const { project, journal, redact, options } = turn;
  const { attempt, gate, round, by } = review;
  const { packet, task } = attempt;
  const folder = `${gate}-${round}`;
  const accepted = loss === null ? heard : null;
  // What it was given is the harness's own, and cited where the run keeps it, whatever lies in the clone now.
  const given = new Map(givenFor(turn, task).map(({ path, source }) => [path, source]));
  const cited =
    accepted === null
      ? []
      : citedArtifacts({ ...accepted, violations: [] }, attempt.place, new Set([SPOKEN_REPORT, ...given.keys()]));
  const spoken = accepted?.spoken ?? null;
  const claims = [...claimsOf(said), ...cited, ...(spoken === null ? [] : [reportOf(spoken)])];
  const own = wordsOf(claims, handedInBy(turn)).map((artifact): Artifact => ({
    ...artifact,
    role: "validator",
    name: `${folder}/${artifact.name}`,
  }));
  const kept = keepArtifacts(turn, own, { taskId: packet.task_id, attempt: packet.attempt });
  const placeOf = new Map(own.map(({ name }, at) => [name, kept.paths[at] ?? ""]));
  const evidence = Object.fromEntries(
    EVIDENCE_KEYS.map((key) => [
      key,
      (accepted?.envelope.EVIDENCE?.[key] ?? []).flatMap(
        (path) => given.get(path) ?? placeOf.get(`${folder}/evidence/${path.slice("artifacts/".length)}`) ?? [],
      ),
    ]),
  ) as EventOf<"review_judged">["evidence"];
  const verdict = accepted === null ? null : reviewVerdict(accepted.envelope);
  const event: EventOf<"review_judged"> = {
    type: "review_judged",
    task_id: packet.task_id,
    attempt: packet.attempt,
    gate,
    round,
    candidate: attempt.base,
    by,
    outcome: verdict?.outcome ?? "lost",
    code: loss?.code ?? null,
    detail: redact((loss?.detail ?? "").toWellFormed()).slice(0, 2000),
    reasons: (verdict?.reasons ?? []).slice(0, 50).map((reason) => redact(reason.toWellFormed()).slice(0, 1000)),
    violations: violationsOf(heard, turn),
    evidence,
    discarded: diffTrees(project.git, attempt.baseTree.tree, tree)
      .map(({ path }) => path.toWellFormed())
      .slice(0, DISCARDED_NAMED),
    ...(usage === undefined ? {} : { usage }),
  };
  const asked = gateOf(journal.state, event);
  const vote = asked === null ? null : ballotUnderWay(asked);
  journal.append(() => [...kept.events, event]);
  if (event.discarded.length > 0)
    options.onEvent?.({
      kind: "warning",
      message: `${gate}: its reviewer changed ${event.discarded.slice(0, 8).join(", ")}; that is thrown away`,
    });
  const told = event.outcome === "lost" ? [`${event.code ?? ""}: ${event.detail}`] : event.reasons;
  const judged = gateOf(journal.state, event);
  const decided = vote === null || judged === null ? null : voteResult(judged);
  options.onEvent?.({ kind: "reviewed", task, gate, outcome: event.outcome, reasons: told, vote, decided });
}

const reportOf = (content: string): Artifact => ({
  role: "validator",
  kind: "claim",
  name: `evidence/${SPOKEN_REPORT.slice("artifacts/".length)}`,
  content: `${content}\n`,
  description: "What the reviewer said, as its report",
});

function violationsOf(heard: HeardReview | null, { redact }: Turn): EventOf<"review_judged">["violations"] {
  if (heard === null) return [];
  if (heard.violations.length > 0 && !hasEnvelope(heard))
    return [{ code: "ENVELOPE_FIELD_MISSING", field: "STATUS", line: null, message: "the answer holds no envelope" }];
  return recordable(heard.violations, redact);
}
