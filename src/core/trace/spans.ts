import type { ProofData } from "../../schema/proof.ts";
import type { HrmLayer, TraceEvent } from "../../schema/trace.ts";
import type { Step, TurnRecord } from "./turns.ts";

/** What a turn's trace shows beside the journal; each null when it is not at hand. */
export interface TurnExtras {
  /** Of the proof that judged it. */
  readonly runs: ProofData["runs"] | null;
  /** What was learned of it. */
  readonly learned: { readonly at: string; readonly id: string; readonly patterns: readonly string[] } | null;
}

/** Which layer does a step, and what it is called there (design.md §1). */
const LAYERS: Readonly<Record<Step["name"], { readonly hrm: HrmLayer; readonly component: string }>> = {
  dispatch: { hrm: "focus", component: "AgentRuntime" },
  agent: { hrm: "focus", component: "AgentRuntime" },
  envelope: { hrm: "focus", component: "Envelope" },
  firewall: { hrm: "focus", component: "AgentFirewall" },
  choose: { hrm: "reasoning", component: "ActionSelector" },
  move: { hrm: "focus", component: "Checks" },
  normalise: { hrm: "focus", component: "Checks" },
  prove: { hrm: "focus", component: "Checks" },
  review: { hrm: "focus", component: "AgentRuntime" },
  validate: { hrm: "focus", component: "Checks" },
  reject: { hrm: "focus", component: "GateController" },
  commit: { hrm: "learning", component: "Journal" },
  land: { hrm: "learning", component: "Journal" },
};

const NOT_OK: ReadonlySet<string> = new Set(["not_proven", "person_needed", "lost", "rejected"]);

/** The gate that a step decides. */
const GATES: Partial<Record<Step["name"], string>> = { prove: "G1_implementation", validate: "G2_validation" };

/**
 * A turn as one trace over all its layers (ONE-07), made from the journal's times alone: its first span is the turn itself, and
 * every other hangs below it. Ids are the same each time.
 */
export function spansOf(turn: TurnRecord, { runs, learned }: TurnExtras): TraceEvent[] {
  const spans: TraceEvent[] = [];
  const add = (span: Omit<TraceEvent, "trace_id" | "status"> & { readonly ok?: boolean }): string => {
    const { ok = true, ...rest } = span;
    const digits = rest.timestamp.replaceAll(/\D/g, "");
    const id = `${rest.hrm}_${digits}_${turn.taskId}-${turn.attempt}-${spans.length}`;
    spans.push({ ...rest, trace_id: id, status: ok ? "completed" : "error" });
    return id;
  };
  const last = learned === null || learned.at < turn.end ? turn.end : learned.at;
  const root = add({
    ...span("focus", "turn", "Orchestrator", turn.start, last),
    parent_id: null,
    ok: !NOT_OK.has(turn.outcome),
    input_summary: `${turn.taskId}, attempt ${turn.attempt}, ${turn.agent}`,
    output_summary: [turn.outcome, ...turn.codes].join(" "),
    metadata: { task_id: turn.taskId, attempt: turn.attempt, agent: turn.agent, packet: turn.packet },
  });
  const { offer, route, evaluation } = turn;
  const [classify, ...decided] = route === null ? [] : governed(route, turn.start);
  if (classify !== undefined) add({ ...classify, parent_id: root });
  if (offer !== null) {
    const [best] = offer.patterns;
    add({
      ...span("reasoning", "route", "ReasoningRouter", turn.start, turn.start),
      parent_id: root,
      output_summary: best === undefined ? "no pattern" : `${best.pattern_id} at ${best.match_confidence}`,
      metadata: { signal: offer.signal, patterns: offer.patterns, memory: offer.citations },
    });
  }
  for (const one of decided) add({ ...one, parent_id: root });
  for (const { name, start, end, ok, said } of turn.steps) {
    const { hrm, component } = LAYERS[name];
    const below = { parent_id: root, ok, output_summary: said };
    const id = add({ ...span(hrm, name, component, start, end), ...below, metadata: metadataOf(turn, name) });
    if (name === "prove") for (const run of runSpans(runs, start, end)) add({ ...run, parent_id: id });
    const gate = GATES[name];
    if (gate !== undefined)
      add({
        ...span("focus", gate, "GateController", end, end),
        ...below,
        output_summary: ok ? "passed" : "closed",
        metadata: name === "prove" && evaluation !== null ? passageOf(evaluation) : {},
      });
  }
  if (learned !== null)
    add({
      ...span("learning", "record_outcome", "FeedbackLoop", learned.at, learned.at),
      parent_id: root,
      output_summary: learned.patterns.length === 0 ? learned.id : `evidence for ${learned.patterns.join(", ")}`,
      metadata: { evidence: learned.id, patterns: [...learned.patterns] },
    });
  return spans;
}

const passageOf = ({ from, to, gate }: NonNullable<TurnRecord["evaluation"]>) => ({ from, to, gate });

/** What was decided before anything was started, in its order; learning is asked between the first and the second. */
function governed(route: NonNullable<TurnRecord["route"]>, at: string) {
  const {
    altitude,
    stance,
    stakes,
    strategy,
    approval,
    agent,
    step,
    reason,
    pattern,
    explored,
    gates,
    arms,
    kind,
    review,
  } = route;
  const turns = route.commitment_turns;
  return [
    {
      ...span("altitude", "classify", "InputClassifier", at, at),
      output_summary: `${altitude}, stakes ${stakes}, ${strategy}`,
    },
    {
      ...span("reasoning", "select", "ActionSelector", at, at),
      output_summary: `${approval.action} to ${agent}: ${reason}`,
      metadata: {
        step,
        pattern,
        explored,
        ...(arms === undefined ? {} : { arms }),
        ...(kind === undefined ? {} : { kind }),
        ...(review === undefined ? {} : { review }),
      },
    },
    {
      ...span("focus", "approve", "AgentApprovalGate", at, at),
      ok: approval.approved,
      output_summary: `${stance}: ${approval.reason}`,
      metadata: { gates, commitment_turns: turns, approval },
    },
  ];
}

function span(hrm: HrmLayer, operation: string, component: string, start: string, end: string) {
  const duration = Math.max(0, Date.parse(end) - Date.parse(start));
  const empty = { input_summary: null, output_summary: null, metadata: {} as TraceEvent["metadata"] };
  return { hrm, operation, component, timestamp: start, duration_ms: duration, ...empty };
}

/** The runs of a proof in their order; where each began is not recorded, so they stand one after the other at the end. */
function runSpans(runs: TurnExtras["runs"], start: string, end: string) {
  const made = Object.entries(runs ?? {}).flatMap(([name, run]) =>
    run === null || run === undefined ? [] : [{ name, run }],
  );
  const durations = made.map(({ run }) => (run.reused_from === null ? run.duration_ms : 0));
  let at = Date.parse(end) - durations.reduce((sum, one) => sum + one, 0);
  return made.map(({ name, run }, index) => {
    const from = new Date(Math.max(at, Date.parse(start))).toISOString();
    at += durations[index] ?? 0;
    const to = new Date(Math.max(at, Date.parse(start))).toISOString();
    const { passed, failed } = run.counts;
    const reused = run.reused_from === null ? "" : ", cited";
    return {
      ...span("focus", name, "Checks", from, to),
      output_summary: `${passed} passed, ${failed} failed${reused}`,
      metadata: { tree: run.tree, reused_from: run.reused_from },
    };
  });
}

/** The names of OpenTelemetry's GenAI conventions, where there are any. */
function metadataOf({ agent, usage, evidence, proof }: TurnRecord, name: Step["name"]): TraceEvent["metadata"] {
  if (name === "prove")
    return { evidence, ...(proof === null ? {} : { checks_ms: proof.checks_ms, proof_level: proof.proof_level }) };
  if (name !== "agent") return {};
  return {
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.agent.name": agent,
    ...(usage === null
      ? {}
      : {
          "gen_ai.usage.input_tokens": usage.input_tokens,
          "gen_ai.usage.output_tokens": usage.output_tokens,
          cost: usage.cost,
        }),
  };
}
