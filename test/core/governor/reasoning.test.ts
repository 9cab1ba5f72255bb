import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createActionSelector, isBatch } from "../../../src/core/governor/reasoning/action-selector.ts";
import { createEscalationManager } from "../../../src/core/governor/reasoning/escalation-manager.ts";
import { computeScore } from "../../../src/core/governor/reasoning/priority.ts";
import { DEFAULT_ROSTER, proposeBundle } from "../../../src/core/governor/reasoning/bundles.ts";
import { generateCandidates } from "../../../src/core/governor/reasoning/candidates.ts";
import { createReasoningRouter } from "../../../src/core/governor/reasoning/router.ts";
import { createStrategySelector, LADDER, selectionOf } from "../../../src/core/governor/reasoning/strategy-selector.ts";
import type { InputClassification } from "../../../src/schema/classification.ts";
import type { Strategy } from "../../../src/schema/governor-enums.ts";
import type { Dict, PatternMatch } from "../../../src/schema/governor.ts";
import { type CandidateAction, PrioritySignals, SelectedAction } from "../../../src/schema/governor-reasoning.ts";
import { classification, CONFIG, turnInput } from "../../support/governor.ts";

const pattern = (recommended: Strategy, confidence: number, id = "p1"): PatternMatch => ({
  pattern_id: id,
  match_confidence: confidence,
  recommended_strategy: recommended,
  evidence_count: 3,
});

describe("HRM-05 strategies", () => {
  const selector = createStrategySelector({ threshold: 0.7 });
  const chosen = (changes: Partial<InputClassification>, ...matches: PatternMatch[]) =>
    selector.select(classification(changes), matches).strategy;

  test("the first rule that applies decides, each with its mode and what to fall back on", () => {
    const all = { conflict: "medium", stakes: "high", uncertainty: 0.9, complexity: "complex" } as const;
    expect(chosen(all)).toBe("dialogue");
    expect(chosen({ ...all, conflict: "low" })).toBe("verification");
    expect(chosen({ ...all, conflict: "none", stakes: "medium" })).toBe("exploration");
    expect(chosen({ ...all, conflict: "none", stakes: "low", uncertainty: 0.7 })).toBe("decomposition");
    expect(chosen({})).toBe("quick_answer");
    const facts = LADDER.map((strategy) => {
      const { requires_agents, suggested_mode, fallback_strategy } = selectionOf(strategy, 0.8, "r");
      return [strategy, requires_agents, suggested_mode, fallback_strategy];
    });
    expect(facts).toEqual([
      ["quick_answer", false, null, null],
      ["decomposition", true, "hierarchical", "quick_answer"],
      ["exploration", true, "parallel", "decomposition"],
      ["verification", true, "voting", "exploration"],
      ["dialogue", false, null, "verification"],
    ]);
  });

  test("a pattern overrides at 0.7, the strongest first, and never lowers the care of high stakes", () => {
    expect(chosen({}, pattern("exploration", 0.69))).toBe("quick_answer");
    expect(chosen({}, pattern("exploration", 0.7))).toBe("exploration");
    expect(chosen({}, pattern("exploration", 0.7), pattern("decomposition", 0.8, "p2"))).toBe("decomposition");
    expect(chosen({ complexity: "complex" }, pattern("quick_answer", 0.7))).toBe("quick_answer");
    expect(chosen({ stakes: "high" }, pattern("quick_answer", 1))).toBe("verification");
    expect(chosen({ stakes: "high" }, pattern("dialogue", 0.9))).toBe("dialogue");
    const rested = { ...pattern("decomposition", 0.8, "p2"), evidence_count: 9 };
    expect(chosen({}, pattern("exploration", 0.8), rested)).toBe("decomposition");
  });

  test("a selection is as sure as what decided it: the classification, or the pattern", () => {
    const sure = (...matches: PatternMatch[]) =>
      selector.select(classification({ confidence: 0.33, stakes: "high" }), matches).confidence;
    expect([sure(), sure(pattern("dialogue", 0.9)), sure(pattern("quick_answer", 0.9))]).toEqual([0.33, 0.9, 0.33]);
  });
});

describe("HRM-06 the ladder", () => {
  const manager = (stakes: "low" | "high" = "low") => createEscalationManager({ threshold: 0.6, stakes });

  test("below 0.6 a turn takes one step up and no second; above the top a person is needed", () => {
    expect(manager().ESCALATION_THRESHOLD).toBe(0.6);
    const sure = selectionOf("quick_answer", 0.6, "r");
    const unsure = selectionOf("quick_answer", 0.59, "r");
    expect(manager().shouldEscalate(classification(), sure)).toBe(false);
    expect(manager().shouldEscalate(classification(), unsure)).toBe(true);
    expect(manager().shouldEscalate(classification({ conflict: "low" }), sure)).toBe(true);
    expect(
      manager().shouldEscalate(classification({ complexity: "complex" }), selectionOf("decomposition", 0.8, "r")),
    ).toBe(false);
    const one = manager();
    const next = one.escalate(unsure);
    expect([next.strategy, next.requires_agents]).toEqual(["decomposition", true]);
    expect(() => one.escalate(next)).toThrowError(expect.objectContaining({ code: "ESCALATION_REQUIRED" }));
    expect(() => manager().escalate(selectionOf("dialogue", 0.3, "r"))).toThrowError(
      expect.objectContaining({ code: "ESCALATION_REQUIRED", name: "EscalationRequiredError" }),
    );
  });

  test("down goes a turn on a pattern of 0.85, never with high stakes, never below the first", () => {
    const exploration = selectionOf("exploration", 0.8, "r");
    expect(manager().shouldDeescalate(exploration, 0.85)).toBe(true);
    expect(manager().shouldDeescalate(exploration, 0.84)).toBe(false);
    expect(manager("high").shouldDeescalate(exploration, 1)).toBe(false);
    expect(manager().shouldDeescalate(selectionOf("quick_answer", 0.8, "r"), 1)).toBe(false);
    expect(manager().deescalate(exploration).strategy).toBe("decomposition");
    const first = selectionOf("quick_answer", 0.8, "r");
    expect(manager().deescalate(first)).toBe(first);
    const turn = manager();
    expect(turn.deescalate(turn.deescalate(exploration)).strategy).toBe("decomposition");
  });
});

const ratio = fc.integer({ min: 0, max: 100 }).map((n) => n / 100);
const candidate = (changes: Partial<CandidateAction> = {}): CandidateAction => ({
  id: "a",
  action_type: "execute",
  description: "do",
  urgency: 0.5,
  dependency_score: 0,
  momentum_score: 0,
  energy_cost: 0.5,
  alignment_score: 1,
  agent_proposal: null,
  source: "test",
  ...changes,
});
const anyCandidates = fc
  .uniqueArray(
    fc.record({
      id: fc.stringMatching(/^[a-z]{1,4}$/),
      urgency: ratio,
      dependency_score: ratio,
      momentum_score: ratio,
      energy_cost: ratio,
      alignment_score: ratio,
    }),
    { selector: ({ id }) => id, minLength: 1, maxLength: 8 },
  )
  .map((all) => all.map((one) => candidate(one)));
const { context } = turnInput("");

describe("HRM-07 one action", () => {
  test("the score is the document's, with cost inverted", () => {
    expect(computeScore(PrioritySignals.parse({}))).toBeCloseTo(0.15 * 0.5 + 0.2, 10);
    expect(computeScore({ urgency: 1, dependency: 1, momentum: 1, energy_cost: 0, alignment: 1 })).toBeCloseTo(1, 10);
    expect(computeScore({ urgency: 1, dependency: 0, momentum: 0, energy_cost: 1, alignment: 0 })).toBeCloseTo(0.2, 10);
    expect(computeScore({ urgency: 0, dependency: 0, momentum: 1, energy_cost: 1, alignment: 0 })).toBeCloseTo(
      0.25,
      10,
    );
    const urgentOnly = { urgency: 1, dependency: 0, momentum: 0, energy_cost: 0, alignment: 0 };
    expect(computeScore(PrioritySignals.parse({ urgency: 0.4 }), urgentOnly)).toBeCloseTo(0.4, 10);
  });

  test("property: exactly one primary with a rationale, the best; the same whatever the order; a fallback where there is another", () => {
    fc.assert(
      fc.property(anyCandidates, (candidates) => {
        const selected = SelectedAction.parse(createActionSelector().select(candidates, context));
        expect(createActionSelector().select(candidates.toReversed(), context)).toEqual(selected);
        const scores = candidates.map((one) =>
          computeScore({
            urgency: one.urgency,
            dependency: one.dependency_score,
            momentum: one.momentum_score,
            energy_cost: one.energy_cost,
            alignment: one.alignment_score,
          }),
        );
        expect(selected.priority_score).toBeCloseTo(Math.max(...scores), 5);
        expect(candidates).toContainEqual(selected.primary);
        expect(selected.fallback?.id === selected.primary.id).toBe(false);
        expect(selected.fallback === null).toBe(candidates.length === 1);
        expect([selected.batch, isBatch(selected)]).toEqual([null, false]);
      }),
    );
  });

  test("ties go to momentum, then priority, then id", () => {
    const select = (...all: CandidateAction[]) => createActionSelector().select(all, context).primary.id;
    const moving = candidate({ id: "z", momentum_score: 0.4, urgency: 0 });
    expect(select(candidate({ id: "b", momentum_score: 0, urgency: 0.5 }), moving)).toBe("z");
    const urgent = candidate({ id: "z", urgency: 0.5, dependency_score: 0 });
    expect(select(candidate({ id: "b", urgency: 0, dependency_score: 0.5 }), urgent)).toBe("z");
    expect(select(candidate({ id: "T1000" }), candidate({ id: "T999" }))).toBe("T999");
  });

  test("a batch holds only what is coupled and of one kind, and at most three", () => {
    const all = ["a", "b", "c", "d"].map((id, at) => candidate({ id, urgency: 1 - at / 10 }));
    const batch = (...coupled: string[][]) =>
      createActionSelector({ coupled })
        .select(all, context)
        .batch?.map(({ id }) => id);
    expect(batch(["a", "b"])).toEqual(["a", "b"]);
    expect(batch(["a", "b", "c"])).toEqual(["a", "b", "c"]);
    expect(batch(["a", "b", "c", "d"])).toBeUndefined();
    expect(batch(["b", "c"])).toBeUndefined();
    const mixed = [candidate({ id: "a", urgency: 1 }), candidate({ id: "b", action_type: "ask" })];
    expect(createActionSelector({ coupled: [["a", "b"]] }).select(mixed, context).batch).toBeNull();
  });

  test("the answer has no place for a schedule, a second priority, or more than one action", () => {
    const one = createActionSelector().select([candidate()], context);
    for (const extra of [{ next_turn: candidate() }, { priority: 1 }, { actions: [candidate(), candidate()] }])
      expect(SelectedAction.safeParse({ ...one, ...extra }).success).toBe(false);
    expect(() => createActionSelector().select([], context)).toThrowError(
      expect.objectContaining({ code: "NO_CANDIDATE" }),
    );
  });

  test("a vote needs high stakes, scores within 0.1, and what cannot be taken back: each alone is not enough", () => {
    const router = createReasoningRouter({ config: CONFIG });
    const high = router.explain(turnInput("Delete all users from the production database")).action.primary;
    const low = {
      ...high,
      agent_proposal: high.agent_proposal && { ...high.agent_proposal, classification: classification() },
    };
    const near = { ...high, id: "near", urgency: high.urgency - 0.1 };
    const edge = { ...high, id: "edge", urgency: high.urgency - 0.5 };
    const far = { ...high, id: "far", momentum_score: 0 };
    const votes = (irreversible: boolean, ...all: CandidateAction[]) =>
      createActionSelector({ irreversible }).shouldUseVoting(all, context);
    expect(votes(true, high, near)).toBe(true);
    expect(votes(true, high, edge)).toBe(true);
    expect(votes(false, high, near)).toBe(false);
    expect(votes(true, high, far)).toBe(false);
    expect(votes(true, low, { ...low, id: "near" })).toBe(false);
    expect(votes(true, high)).toBe(false);
  });
});

describe("HRM-08 routing", () => {
  test("patterns are asked for by what the rules come to, and the one that decided is named", () => {
    const asked: unknown[] = [];
    const router = createReasoningRouter({
      config: CONFIG,
      learning: {
        getPatternsForSignal(signal) {
          asked.push(signal);
          return [pattern("exploration", 0.9)];
        },
      },
    });
    expect(router.route(turnInput("Sort the results by date"))).toMatchObject({
      strategy: "exploration",
      pattern_match: "p1",
      requires_agents: true,
      escalation_level: 0,
    });
    expect(asked).toEqual([{ rule: "quick_answer", stakes: "low", domain: [] }]);
    expect(router.queryPatterns({ any: "thing" })).toEqual([pattern("exploration", 0.9)]);
    expect(createReasoningRouter({ config: CONFIG }).queryPatterns({})).toEqual([]);
  });

  test("agents are proposed where the strategy needs them, in its mode; process answers one action", () => {
    const router = createReasoningRouter({ config: CONFIG });
    expect(router.proposeAgents(turnInput("Sort the results by date"))).toBeNull();
    expect(router.proposeAgents(turnInput("Something is broken, fix it somehow"))).toMatchObject({
      orchestration_mode: "parallel",
      agents: ["executor#1", "executor#2"],
      mode_config: { aggregation: "merge", timeout_ms: 27_000 },
    });
    expect(SelectedAction.parse(router.process(turnInput("Sort the results by date"))).primary.id).toBe(
      "respond_direct",
    );
  });

  test("what was escalated stays up for its problem, climbs a step a turn, and comes down on a strong pattern", () => {
    const held = {
      problem_id: "T001",
      recent_decisions: [{ problem_id: "T001", strategy: "exploration", escalation_level: 1 }],
    };
    const route = (context_: object, learned: PatternMatch[] = [], config = CONFIG) =>
      createReasoningRouter({ config, learning: { getPatternsForSignal: () => learned } }).route(
        turnInput("Sort the results by date", null, context_),
      );
    expect(route(held).strategy).toBe("exploration");
    expect(route({ ...held, problem_id: "T002" }).strategy).toBe("quick_answer");
    expect(route(held, [], { ...CONFIG, escalation_threshold: 0.99 })).toMatchObject({
      strategy: "verification",
      escalation_level: 3,
    });
    expect(route(held, [pattern("quick_answer", 0.9)]).strategy).toBe("decomposition");
    // Who is unsure takes more care, whatever is known of before: one step, and that is up.
    const unsure = { ...CONFIG, escalation_threshold: 0.99 };
    expect(route({}, [pattern("dialogue", 0.9), pattern("quick_answer", 0.86, "p2")], CONFIG)).toMatchObject({
      strategy: "verification",
      confidence: 0.9,
      pattern_match: "p2",
    });
    expect(route(held, [pattern("quick_answer", 0.9)], unsure)).toMatchObject({
      strategy: "verification",
      pattern_match: null,
    });
  });

  test("an escalation holds over any number of turns, names no pattern as what decided, and ends step by step", () => {
    let decision: Dict = { problem_id: "T001", strategy: "exploration", escalation_level: 1 };
    const next = (...learned: PatternMatch[]) => {
      const router = createReasoningRouter({ config: CONFIG, learning: { getPatternsForSignal: () => learned } });
      const lane = { problem_id: "T001", recent_decisions: [decision] };
      const { strategy, escalation_level, pattern_match } = router.route(
        turnInput("Sort the results by date", null, lane),
      );
      decision = { problem_id: "T001", strategy, escalation_level };
      return [strategy, escalation_level, pattern_match];
    };
    expect(next()).toEqual(["exploration", 2, null]);
    expect(next(pattern("quick_answer", 0.8))).toEqual(["exploration", 2, null]);
    expect(next()).toEqual(["exploration", 2, null]);
    const strong = pattern("quick_answer", 0.9);
    expect(next(strong)).toEqual(["decomposition", 1, "p1"]);
    expect(next(strong)).toEqual(["quick_answer", 0, "p1"]);
    expect(next()).toEqual(["quick_answer", 0, null]);
  });

  test("above the top of the ladder the route is refused, and says so", () => {
    const router = createReasoningRouter({ config: { ...CONFIG, escalation_threshold: 0.99 } });
    const input = turnInput("The two specs contradict each other");
    expect(() => router.route(input)).toThrowError(expect.objectContaining({ code: "ESCALATION_REQUIRED" }));
    expect(router.explain(input).escalation?.details).toMatchObject({ strategy: "dialogue" });
  });
});

describe("HRM-26 candidates", () => {
  const generated = (
    changes: Partial<Parameters<typeof generateCandidates>[0]>,
    read: Partial<InputClassification>,
  ) => {
    const facts = { strategy: selectionOf("exploration", 0.7, "r"), classification: classification(read) };
    const proposal = proposeBundle({ ...facts, mode: "parallel", roster: DEFAULT_ROSTER, config: CONFIG });
    const all = generateCandidates({ ...facts, proposal, taskId: null, isSameProblem: false, ...changes });
    return Object.fromEntries(all.map((one) => [one.id, one]));
  };

  test("they have the document's numbers, and a question is one above 0.5 alone", () => {
    const { respond_direct: respond, ask_clarify: none } = generated({}, { uncertainty: 0.5 });
    expect(respond).toMatchObject({ action_type: "respond", urgency: 0.3, momentum_score: 0.8, energy_cost: 0.2 });
    expect(none).toBeUndefined();
    const { ask_clarify: ask } = generated({}, { uncertainty: 0.51 });
    expect(ask).toMatchObject({ action_type: "ask", urgency: 0.1, momentum_score: 0.3, dependency_score: 0.51 });
  });

  test("work is as urgent as it is wanted soon, and goes on rather than begins", () => {
    const urgency = (horizon: InputClassification["horizon"]) => generated({}, { horizon })["delegate_agents"]?.urgency;
    expect([urgency("immediate"), urgency("near"), urgency("far")]).toEqual([0.8, 0.5, 0.2]);
    const momentum = (isSameProblem: boolean) => generated({ isSameProblem }, {})["delegate_agents"]?.momentum_score;
    expect([momentum(false), momentum(true)]).toEqual([0.6, 0.9]);
  });

  test("a proposal says what it follows from, and each mode is configured within its limits", () => {
    const strategy = selectionOf("verification", 0.7, "stakes are high");
    const read = classification({ stakes: "high" });
    const propose = (mode: "voting" | "hierarchical") =>
      proposeBundle({ strategy, classification: read, mode, roster: DEFAULT_ROSTER, config: CONFIG });
    expect(propose("voting")).toEqual({
      strategy: "verification",
      classification: read,
      agents: ["code-reviewer#1", "code-reviewer#2", "code-reviewer#3"],
      orchestration_mode: "voting",
      mode_config: { threshold: 0.6, tiebreaker: "escalate" },
      reason: "stakes are high",
      confidence: 0.7,
      fallback: "exploration",
    });
    expect(propose("hierarchical").mode_config).toEqual({ lead: "planner", delegates: ["executor"], max_depth: 2 });
  });

  const router = createReasoningRouter({ config: CONFIG });
  const ids = (text: string, facts: Parameters<typeof turnInput>[1] = null) =>
    router
      .explain(turnInput(text, facts))
      .candidates.map(({ id, denied }) => (denied === null ? id : `-${id}`))
      .toSorted();

  test("to respond always, agents when the strategy needs them, a question above 0.5", () => {
    expect(ids("Sort the results by date")).toEqual(["respond_direct"]);
    expect(ids("Delete all users from the database")).toEqual(["delegate_agents", "respond_direct"]);
    expect(ids("Something is broken, fix it somehow")).toEqual(["ask_clarify", "delegate_agents", "respond_direct"]);
    expect(ids("hi")).toEqual(["ask_clarify", "respond_direct"]);
  });

  test("on a task words are recorded and not allowed; a quick answer is a pipeline of one agent", () => {
    expect(ids("Sort the results by date", { task_id: "T001" })).toEqual([
      "-respond_direct",
      "delegate_agents",
      "wait",
    ]);
    expect(router.proposeAgents(turnInput("Sort the results by date", { task_id: "T001" }))).toMatchObject({
      orchestration_mode: "pipeline",
      agents: ["executor"],
    });
  });
});
