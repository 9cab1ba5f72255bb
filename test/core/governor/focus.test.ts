import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createAgentApprovalGate } from "../../../src/core/governor/focus/agent-approval-gate.ts";
import { createCommitmentManager } from "../../../src/core/governor/focus/commitment-manager.ts";
import { createGateController } from "../../../src/core/governor/focus/gate-controller.ts";
import { createStanceMachine } from "../../../src/core/governor/focus/stance-machine.ts";
import { WAYS } from "../../../src/core/governor/focus/stances.ts";
import { GateType, OrchestrationMode, Stance, Strategy } from "../../../src/schema/governor-enums.ts";
import { AgentBundleProposal } from "../../../src/schema/governor-reasoning.ts";
import { Commitment, GateDecision } from "../../../src/schema/governor-focus.ts";
import { AT, classification, CLOCK } from "../../support/governor.ts";

const commitment = (changes: Partial<Commitment> = {}): Commitment =>
  Commitment.parse({
    id: "c1",
    problem_id: "T001",
    description: "Build it",
    turns_remaining: 3,
    turns_total: 3,
    created_at: AT,
    status: "active",
    ...changes,
  });

const CONFIGS = {
  pipeline: { sequence: ["executor", "code-reviewer"] },
  parallel: { aggregation: "merge", timeout_ms: 5000 },
  voting: { threshold: 0.6, tiebreaker: "first" },
  hierarchical: { lead: "executor", delegates: ["code-reviewer"], max_depth: 2 },
} as const;

const proposal = (mode: OrchestrationMode, strategy: Strategy, changes: object = {}): AgentBundleProposal =>
  AgentBundleProposal.parse({
    strategy,
    classification: classification(),
    agents: ["executor", "code-reviewer"],
    orchestration_mode: mode,
    mode_config: CONFIGS[mode],
    reason: "r",
    confidence: 0.8,
    fallback: null,
    ...changes,
  });

const gate = createAgentApprovalGate({
  authorized: new Set(["executor", "code-reviewer", "planner"]),
  maxAgents: 3,
  problemId: "T001",
});

const controller = () =>
  createGateController({ judgeBundle: (...given) => gate.evaluate(...given), judgeWrite: null, ...CLOCK });

describe("HRM-09 stances", () => {
  const machineAt = (stance: Stance) => {
    const gates = controller();
    return { gates, machine: createStanceMachine({ stance, gates, now: CLOCK.now }) };
  };

  test("each stance allows its own actions and no others", () => {
    const { machine } = machineAt("execution");
    expect(machine.getAllowedActions()).toEqual(["execute", "deliver", "implement", "progress"]);
    expect(() => machine.assertAllowed("implement")).not.toThrow();
    expect(() => machine.assertAllowed("brainstorm")).toThrowError(
      expect.objectContaining({ code: "STANCE_VIOLATION", stance: "execution", action: "brainstorm" }),
    );
  });

  test("no pass, no change: a gate that was not asked, one that was asked for elsewhere, and a pass used twice", () => {
    const { gates, machine } = machineAt("sensemaking");
    const work = { problem_id: "T001", description: "Build", plan: ["a"] };
    expect(machine.transition("execution", "just so", "commitment").success).toBe(false);
    gates.attemptGate("commitment", { stance: "sensemaking", ...work });
    expect(machine.transition("execution", "x", "framing").success).toBe(false);
    expect(machine.transition("execution", "committed", "commitment")).toMatchObject({
      success: true,
      to_stance: "execution",
    });
    expect(machine.passGate("emergency", {}).to_stance).toBe("sensemaking");
    expect(machine.transition("execution", "again", "commitment").success).toBe(false);
    expect(machine.getCurrent()).toBe("sensemaking");
  });

  test("a pass is good for one transition, where it leads back to the same stance too, and says when", () => {
    const { gates, machine } = machineAt("sensemaking");
    gates.attemptGate("framing", { stance: "sensemaking", to: "sensemaking" });
    expect(machine.transition("sensemaking", "framed", "framing")).toEqual({
      success: true,
      from_stance: "sensemaking",
      to_stance: "sensemaking",
      via_gate: "framing",
      reason: "framed",
      timestamp: AT,
    });
    expect(machine.transition("sensemaking", "again", "framing").success).toBe(false);
  });

  test("an evaluator of one's own opens no way that its gate has not, nor another's gate", () => {
    const { gates, machine } = machineAt("sensemaking");
    const opens = { approved: true, gate: "commitment", reason: "sure", transitions_stance_to: "execution" } as const;
    gates.registerGate("framing", () => ({ ...opens, metadata: null }));
    expect(gates.attemptGate("framing", { stance: "sensemaking" }).gate).toBe("framing");
    expect(machine.transition("execution", "through", "commitment").success).toBe(false);
    expect(machine.transition("execution", "through", "framing").success).toBe(false);
    expect(machine.getCurrent()).toBe("sensemaking");
  });

  test("property: whatever is tried, a stance only ever changes by an approved decision of a gate that leads there", () => {
    const step = fc.record({
      gate: fc.constantFrom(...GateType.options),
      to: fc.constantFrom(...Stance.options),
      direct: fc.boolean(),
      plan: fc.constantFrom(null, ["a step"]),
      result: fc.constantFrom(undefined, "a result"),
    });
    fc.assert(
      fc.property(fc.constantFrom(...Stance.options), fc.array(step, { maxLength: 30 }), (start, steps) => {
        const { gates, machine } = machineAt(start);
        for (const { gate: via, to, direct, plan, result } of steps) {
          const before = machine.getCurrent();
          if (direct) machine.transition(to, "tried", via);
          else machine.passGate(via, { to, problem_id: "T001", description: "d", plan, result });
          const after = machine.getCurrent();
          if (before === after) continue;
          const last = gates.decisions.at(-1)?.decision;
          expect(last).toMatchObject({ approved: true, transitions_stance_to: after });
          expect(WAYS[last?.gate ?? "framing"][before]).toContain(after);
        }
      }),
    );
  });
});

describe("HRM-10 gates", () => {
  const ask = (type: GateType, context: object) =>
    controller().attemptGate(type, { stance: "sensemaking", ...context });

  test("each asks for what it needs and leads where it leads", () => {
    const work = { problem_id: "T001", description: "Build", plan: { red: "r" } };
    expect(ask("framing", { to: "discovery" })).toMatchObject({ approved: true, transitions_stance_to: "discovery" });
    expect(ask("framing", { to: "execution" })).toMatchObject({ approved: false, transitions_stance_to: null });
    expect(ask("commitment", work)).toMatchObject({ approved: true, transitions_stance_to: "execution" });
    expect(ask("commitment", { ...work, plan: {}, description: " " }).reason).toBe("needs a description, a plan");
    expect(ask("evaluation", { result: "green" })).toMatchObject({ transitions_stance_to: "evaluation" });
    expect(ask("evaluation", { commitment: commitment() }).approved).toBe(true);
    expect(ask("evaluation", { commitment: commitment({ turns_remaining: 0 }) }).approved).toBe(false);
    expect(ask("evaluation", { commitment: commitment({ status: "completed" }) }).approved).toBe(false);
    expect(ask("commitment", { ...work, problem_id: null }).reason).toBe("needs a problem");
    expect(ask("evaluation", { stance: "evaluation", to: "discovery", result: 1 }).approved).toBe(false);
    expect(ask("evaluation", { stance: "evaluation", to: "execution", result: 1 }).approved).toBe(true);
    expect(ask("emergency", { stance: "execution" })).toMatchObject({
      approved: true,
      transitions_stance_to: "sensemaking",
    });
    expect(ask("write_approval", { write: {} }).approved).toBe(false);
    expect(ask("agent_approval", {})).toMatchObject({ approved: false, reason: "no bundle is proposed" });
  });

  test("the write gate's word is the bus's, with where it may go and on which conditions; it moves no stance", () => {
    const verdict = { approved: true, target: "episodic", reason: "quality 0.5", conditions: ["find a better source"] };
    const asked: unknown[] = [];
    const judgeWrite = (write: unknown) => (asked.push(write), verdict);
    const gates = createGateController({ judgeBundle: (...given) => gate.evaluate(...given), judgeWrite, ...CLOCK });
    const write = { key: "k" };
    expect(gates.attemptGate("write_approval", { stance: "execution", write })).toEqual({
      approved: true,
      gate: "write_approval",
      reason: "quality 0.5",
      transitions_stance_to: null,
      metadata: { target: "episodic", conditions: ["find a better source"] },
    });
    expect(asked).toEqual([write]);
  });

  test("evaluators of one's own decide, are recorded, and cannot shut the emergency; one that breaks keeps its gate shut", () => {
    const gates = controller();
    gates.registerGate("framing", () => ({
      ...GateDecision.parse({ approved: false, gate: "framing", reason: "not today", transitions_stance_to: null }),
    }));
    gates.registerGate("emergency", () => ({
      approved: false,
      gate: "emergency",
      reason: "no",
      transitions_stance_to: null,
      metadata: null,
    }));
    gates.registerGate("commitment", () => {
      throw new Error("lost");
    });
    expect(gates.attemptGate("framing", { stance: "execution" }).reason).toBe("not today");
    expect(gates.attemptGate("emergency", { stance: "execution" })).toMatchObject({
      approved: true,
      transitions_stance_to: "sensemaking",
    });
    expect(gates.attemptGate("commitment", { stance: "execution" }).reason).toBe("its evaluator failed: lost");
    expect(gates.decisions.map(({ at, from, decision }) => [at, from, decision.gate, decision.approved])).toEqual([
      [AT, "execution", "framing", false],
      [AT, "execution", "emergency", true],
      [AT, "execution", "commitment", false],
    ]);
  });
});

describe("HRM-11 commitments", () => {
  const manager = (active: Commitment | null = null) => createCommitmentManager({ maxTurns: 10, ...CLOCK, active });

  test("one is active at a time, for a number of turns in range", () => {
    const commitments = manager();
    expect(commitments.create("T001", "Build it", 2)).toEqual(
      commitment({ id: "commitment-1", turns_remaining: 2, turns_total: 2 }),
    );
    expect(() => commitments.create("T002", "Another", 2)).toThrowError(
      expect.objectContaining({ code: "COMMITMENT_REFUSED" }),
    );
    for (const turns of [0, 11, 1.5, Number.NaN])
      expect(() => manager().create("T001", "x", turns)).toThrowError(
        expect.objectContaining({ code: "COMMITMENT_REFUSED" }),
      );
    for (const [problem, description] of [
      ["T001", " "],
      ["", "Build it"],
    ] as const)
      expect(() => manager().create(problem, description, 2)).toThrowError(
        expect.objectContaining({ code: "COMMITMENT_REFUSED" }),
      );
  });

  test("each turn takes one, the last one ends it, and what ended says why", () => {
    const commitments = manager();
    commitments.create("T001", "Build it", 2);
    expect(commitments.tick()).toMatchObject({ turns_remaining: 1, status: "active" });
    expect([commitments.tick(), commitments.getActive(), commitments.tick()]).toEqual([null, null, null]);
    expect(commitments.ended).toEqual([
      {
        at: AT,
        reason: "its 2 turns are over",
        commitment: commitment({ id: "commitment-1", turns_total: 2, turns_remaining: 0, status: "abandoned" }),
      },
    ]);
  });

  test("it is completed or abandoned once, and then another can follow", () => {
    const commitments = manager(commitment());
    expect([commitments.complete(), commitments.complete(), commitments.abandon("x")]).toEqual([true, false, false]);
    commitments.create("T002", "Next", 1);
    expect(commitments.abandon("a person said so")).toBe(true);
    expect(commitments.ended.map(({ commitment: { status }, reason }) => [status, reason])).toEqual([
      ["completed", "done"],
      ["abandoned", "a person said so"],
    ]);
  });
});

describe("HRM-12 approval of bundles", () => {
  const ALLOWED: Readonly<Record<Stance, readonly string[]>> = {
    sensemaking: ["exploration", "verification"],
    discovery: ["exploration", "decomposition"],
    execution: ["pipeline", "parallel", "hierarchical"],
    evaluation: ["voting", "verification"],
  };

  test("a stance allows a bundle by its strategy or its mode, for every stance, strategy and mode", () => {
    for (const stance of Stance.options)
      for (const strategy of Strategy.options)
        for (const mode of OrchestrationMode.options)
          expect(gate.stanceAllows(proposal(mode, strategy), stance)).toBe(
            ALLOWED[stance].includes(strategy) || ALLOWED[stance].includes(mode),
          );
  });

  test("the four rules deny in order: stance, commitment, authorisation, mode", () => {
    const rule = (one: AgentBundleProposal, stance: Stance, active: Commitment | null) => {
      const decision = gate.evaluate(one, stance, active);
      return [decision.approved, decision.metadata?.["rule"]];
    };
    const fine = proposal("pipeline", "quick_answer");
    expect(rule(fine, "execution", commitment())).toEqual([true, null]);
    expect(rule(fine, "sensemaking", commitment())).toEqual([false, "stance"]);
    expect(rule(fine, "execution", null)).toEqual([false, "commitment"]);
    expect(rule(fine, "execution", commitment({ status: "completed" }))).toEqual([false, "commitment"]);
    expect(rule(fine, "execution", commitment({ turns_remaining: 0 }))).toEqual([false, "commitment"]);
    expect(rule(fine, "execution", commitment({ problem_id: "T002" }))).toEqual([false, "commitment"]);
    const stranger = proposal("parallel", "exploration", { agents: ["executor", "mallory"] });
    expect(rule(stranger, "sensemaking", null)).toEqual([false, "authorization"]);
    const twice = proposal("parallel", "exploration", { agents: ["executor", "executor"] });
    expect(rule(twice, "sensemaking", null)).toEqual([false, "authorization"]);
  });

  test("a second process of an authorised agent is authorised; each mode has its limits", () => {
    const reason = (mode: OrchestrationMode, changes: object) => {
      const one = proposal(mode, "verification", changes);
      const decision = gate.evaluate(one, "sensemaking", null);
      return decision.approved ? null : decision.metadata?.["rule"];
    };
    expect(reason("parallel", { agents: ["executor#1", "executor#2"] })).toBeNull();
    expect(reason("parallel", { agents: ["executor"] })).toBe("mode");
    expect(reason("parallel", { agents: [] })).toBe("mode");
    expect(reason("parallel", { agents: ["executor#1", "executor#2", "executor#3", "planner"] })).toBe("mode");
    for (const sequence of [["executor", "executor"], ["executor"], ["executor", "code-reviewer", "executor"]])
      expect(reason("pipeline", { mode_config: { sequence } })).toBe("mode");
    expect(reason("voting", { agents: ["executor"] })).toBe("mode");
    expect(reason("voting", { mode_config: { threshold: 0, tiebreaker: "first" } })).toBe("mode");
    expect(reason("hierarchical", {})).toBeNull();
    for (const mode_config of [
      { lead: "executor", delegates: [], max_depth: 2 },
      { lead: "executor", delegates: ["code-reviewer"], max_depth: 0 },
      { lead: "planner", delegates: ["code-reviewer"], max_depth: 1 },
      { lead: "executor", delegates: ["executor"], max_depth: 1 },
      { lead: "executor", delegates: ["planner"], max_depth: 1 },
    ])
      expect(reason("hierarchical", { mode_config })).toBe("mode");
  });
});
