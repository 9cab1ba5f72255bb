import { describe, expect, test } from "vitest";
import { createAltitudeGovernor } from "../../../src/core/governor/altitude/altitude-governor.ts";
import { altitudeEvaluator } from "../../../src/core/governor/altitude/altitude-evaluator.ts";
import { createAltitudeExecutor, type PlannedWrite } from "../../../src/core/governor/altitude/altitude-executor.ts";
import { createAltitudePlanner } from "../../../src/core/governor/altitude/altitude-planner.ts";
import { createGateController } from "../../../src/core/governor/focus/gate-controller.ts";
import { stay, type WriteVerdict } from "../../../src/core/governor/focus/gate-evaluators.ts";
import type { AltitudeLevel } from "../../../src/schema/governor-enums.ts";
import { Plan, type ExecutionResult } from "../../../src/schema/governor-altitude.ts";
import { CLOCK, CONFIG, turnInput } from "../../support/governor.ts";

const L4_ALLOWED = { ...CONFIG, altitude_allow_l4_actions: true };
const planner = createAltitudePlanner({ newId: () => "plan-1" });

describe("HRM-02 altitude", () => {
  const governor = createAltitudeGovernor({ config: CONFIG });

  test("agents work at L3 and L2, never at L1, and at L4 only where that is configured", () => {
    const allows = (text: string, config = CONFIG): boolean =>
      createAltitudeGovernor({ config }).classifyInput(turnInput(text)).allows_agents;
    expect(allows("Which approach should we take? Plan the architecture")).toBe(true);
    expect(allows("Implement the parser")).toBe(true);
    expect(allows("What is the status?")).toBe(false);
    expect([allows("What are our core values?"), allows("What are our core values?", L4_ALLOWED)]).toEqual([
      false,
      true,
    ]);
  });

  test("a task of the ledger is operations and its planning strategy, whatever its words; nothing said is the default", () => {
    const ofTask = (phase: "planning" | "implementation" | "validation") =>
      governor.classifyInput(turnInput("What is the status?", { task_id: "T001", phase }));
    expect([ofTask("planning").level, ofTask("implementation").level]).toEqual(["strategy", "operations"]);
    expect(ofTask("validation")).toMatchObject({ suggested_stance: "evaluation", confidence: 1 });
    expect(governor.classifyInput(turnInput("zxcv"))).toMatchObject({ level: "operations", confidence: 0.3 });
  });

  test("an action out of place is denied with the level it belongs to", () => {
    const verdict = (action_type: string, level: AltitudeLevel, config = CONFIG) => {
      const { allowed, suggested_level } = createAltitudeGovernor({ config }).validateAction({ action_type }, level);
      return [allowed, suggested_level];
    };
    expect(verdict("delegate", "operations")).toEqual([true, null]);
    expect(verdict("delegate", "moment")).toEqual([false, "operations"]);
    expect(verdict("execute", "strategy")).toEqual([false, "operations"]);
    expect(verdict("execute", "identity")).toEqual([false, "operations"]);
    expect(verdict("execute", "identity", L4_ALLOWED)).toEqual([true, null]);
    expect(verdict("respond", "identity")).toEqual([true, null]);
    expect(verdict("constructor", "operations")).toEqual([false, null]);
  });

  test("going down needs the context above, save for atomic requests; going up is free", () => {
    const from = (level: AltitudeLevel, to: AltitudeLevel, more: object = {}) =>
      createAltitudeGovernor({ config: CONFIG, level, ...more }).transition(to, "because").success;
    expect(from("identity", "operations")).toBe(false);
    expect(from("identity", "operations", { settled: ["strategy"] })).toBe(true);
    expect(from("identity", "operations", { atomic: true })).toBe(true);
    expect(from("strategy", "operations")).toBe(true);
    expect(from("moment", "identity")).toBe(true);
    const governor_ = createAltitudeGovernor({ config: CONFIG, level: "identity" });
    expect(governor_.transition("moment", "x")).toMatchObject({ success: false, to_level: "identity" });
    expect([governor_.transition("strategy", "x").success, governor_.transition("operations", "x").success]).toEqual([
      true,
      true,
    ]);
    expect(governor_.level).toBe("operations");
  });
});

describe("HRM-03 plans", () => {
  const planFor = (text: string) => {
    const input = turnInput(text);
    return planner.generatePlan(input, createAltitudeGovernor({ config: CONFIG }).classifyInput(input));
  };
  const types = (text: string) => planFor(text).steps.map(({ action_type: type }) => type);

  test("what is planned fits the altitude, and parses", () => {
    expect(types("Implement the parser")).toEqual(["execute", "validate"]);
    expect(types("Which approach should we take? Plan the architecture")).toEqual(["research", "validate", "ask"]);
    expect(types("What are our core values?")).toEqual(["research", "ask"]);
    expect(types("What is the status?")).toEqual(["research"]);
    expect(Plan.parse(planFor("Implement the parser"))).toMatchObject({
      requires_agents: true,
      agent_suggestion: "executor",
    });
  });

  test("a plan is held against the stance by what it would do first, with the gate to pass", () => {
    const plan = planFor("Implement the parser");
    expect(planner.validatePlan(plan, "execution")).toEqual({
      valid: true,
      violations: [],
      suggested_modifications: [],
    });
    expect(planner.validatePlan(plan, "sensemaking")).toMatchObject({
      valid: false,
      suggested_modifications: [{ step: 1, pass_gate: "commitment", to_stance: "execution" }],
    });
    const [first, second] = plan.steps;
    if (first === undefined || second === undefined) throw new Error("two steps were planned");
    const odd = { ...plan, steps: [first, { ...second, order: 1, dependencies: [7] }] };
    expect(planner.validatePlan(odd, "execution").violations).toHaveLength(2);
  });

  test("a result is measured against its plan, and what mostly failed is settled a level higher", () => {
    const plan = planFor("Implement the parser");
    const result = (changes: Partial<ExecutionResult>): ExecutionResult => ({
      success: true,
      outputs: ["a", "b"],
      artifacts_created: [],
      turns_used: 2,
      errors: [],
      ...changes,
    });
    const good = altitudeEvaluator.evaluateResult(result({}), plan);
    expect(good).toMatchObject({ success: true, completion_ratio: 1, quality_score: 1, issues: [] });
    const bad = altitudeEvaluator.evaluateResult(
      result({ success: false, outputs: [], errors: ["no"], turns_used: 4 }),
      plan,
    );
    expect(bad).toMatchObject({ success: false, completion_ratio: 0, quality_score: 0 });
    expect(bad.issues).toHaveLength(2);
    expect(altitudeEvaluator.shouldTransition(bad, "operations")).toBe("strategy");
    expect(altitudeEvaluator.shouldTransition(bad, "strategy")).toBeNull();
    expect(altitudeEvaluator.shouldTransition(good, "strategy")).toBe("operations");
    expect(altitudeEvaluator.shouldTransition(good, "operations")).toBeNull();
  });
});

describe("HRM-03 execution", () => {
  const executor = (verdict: WriteVerdict | null, failing = 0) => {
    const written: string[] = [];
    const gates = createGateController({
      judgeBundle: () => stay("agent_approval", false, "none"),
      judgeWrite: verdict === null ? null : () => verdict,
      ...CLOCK,
    });
    const made = createAltitudeExecutor<PlannedWrite>({
      planner,
      gates,
      perform({ order }) {
        if (order === failing) throw new Error("broke");
        return { output: `did ${order}`, writes: order === 1 ? [{ target: "shared_reference", key: "k" }] : [] };
      },
      write: ({ key }, target) => void written.push(`${key} → ${target}`),
    });
    return { made, written, gates };
  };
  const plan = planner.generatePlan(
    turnInput("Implement the parser"),
    createAltitudeGovernor({ config: CONFIG }).classifyInput(turnInput("Implement the parser")),
  );
  const { context } = turnInput("", null, { stance: "execution" });

  test("every write passes the gate, goes where the gate says, and is recorded there", () => {
    const { made, written, gates } = executor({
      approved: true,
      target: "episodic",
      reason: "quality",
      conditions: [],
    });
    expect(made.execute(plan, context)).toMatchObject({ success: true, outputs: ["did 1", "did 2"], turns_used: 2 });
    expect(written).toEqual(["k → episodic"]);
    expect(gates.decisions.map(({ decision }) => decision.gate)).toEqual(["write_approval"]);
  });

  test("a denied write is not written, and without a memory nothing is", () => {
    for (const verdict of [{ approved: false, target: "synthesis", reason: "no evidence", conditions: [] }, null]) {
      const { made, written } = executor(verdict);
      expect(made.execute(plan, context)).toMatchObject({ success: false, outputs: ["did 1", "did 2"] });
      expect(written).toEqual([]);
    }
  });

  test("a step that breaks ends the plan, and a plan out of place does not begin", () => {
    const { made } = executor(null, 1);
    expect(made.execute(plan, context)).toMatchObject({ turns_used: 1, outputs: [], errors: ["step 1: broke"] });
    expect(() => made.execute(plan, { ...context, stance: "sensemaking" })).toThrowError(
      expect.objectContaining({ code: "STANCE_VIOLATION" }),
    );
  });
});
