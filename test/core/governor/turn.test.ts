import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { approveAction } from "../../../src/core/governor/focus/approve-action.ts";
import { createGateController } from "../../../src/core/governor/focus/gate-controller.ts";
import { stay } from "../../../src/core/governor/focus/gate-evaluators.ts";
import { createStanceMachine } from "../../../src/core/governor/focus/stance-machine.ts";
import { createReasoningRouter } from "../../../src/core/governor/reasoning/router.ts";
import { governTurn, type TurnOptions } from "../../../src/core/governor/turn.ts";
import { Stance } from "../../../src/schema/governor-enums.ts";
import { HRMContext, TurnInput } from "../../../src/schema/governor.ts";
import { CLOCK, CONFIG, turnInput } from "../../support/governor.ts";
import { REQUESTS } from "./requests.ts";

const options = (changes: Partial<TurnOptions> = {}): TurnOptions => ({ config: CONFIG, ...CLOCK, ...changes });
const work = { description: "Sort the results", plan: { red: "a test", green: "the change" } };

const COMPLEX = "Redesign the whole platform from scratch, across all services";

describe("a governed turn", () => {
  test("HRM-13 words take the stance that their bundle belongs to, through the framing gate, wherever a lane begins", () => {
    const asked = (text: string, stance: Stance) => {
      const { transitions, context, approval } = governTurn(turnInput(text, null, { stance }), options());
      expect(approval.approved?.action.agent_proposal).toBeTruthy();
      return [transitions.map(({ via_gate: gate }) => gate), context.stance];
    };
    expect(asked(COMPLEX, "sensemaking")).toEqual([["framing"], "discovery"]);
    expect(asked(COMPLEX, "discovery")).toEqual([[], "discovery"]);
    const dear = "Delete all users from the production database";
    expect(asked(dear, "sensemaking")).toEqual([[], "sensemaking"]);
    for (const stance of ["discovery", "execution", "evaluation"] as const)
      expect(asked(dear, stance)).toEqual([["framing"], "sensemaking"]);
    // Without a commitment nothing is executed, whatever the mode.
    expect(asked(COMPLEX, "execution")).toEqual([["framing"], "discovery"]);
  });

  test("HRM-12 HRM-13 an agent that plays two roles is two processes, and its review is not lost", () => {
    const roster = { lead: "a", builder: "a", reviewer: "a" };
    const agentsOf = (text: string) =>
      governTurn(turnInput(text), options({ roster })).approval.approved?.action.agent_proposal;
    expect(agentsOf("Rotate the API keys")?.mode_config).toEqual({ sequence: ["a#1", "a#2"] });
    expect(agentsOf(COMPLEX)?.mode_config).toEqual({ lead: "a#1", delegates: ["a#2"], max_depth: 2 });
  });

  test("HRM-26 a denied bundle is followed by its fallback under the same gates", () => {
    const config = { ...CONFIG, max_agents_per_bundle: 1 };
    const turn = governTurn(turnInput(COMPLEX), options({ config }));
    expect(turn.reasoned.strategy.suggested_mode).toBe("hierarchical");
    expect(turn.approval.attempts.map(({ action, decision }) => [action, decision.approved])).toEqual([
      ["delegate_agents", false],
      ["respond_direct", true],
    ]);
    expect(turn.approval.approved?.action.id).toBe("respond_direct");
  });

  test("HRM-26 after a denied fallback the turn ends with a coded refusal that names both", () => {
    const router = createReasoningRouter({ config: CONFIG });
    const selected = router.process(turnInput("Delete all users from the database"));
    const gates = createGateController({
      judgeBundle: () => stay("agent_approval", false, "not today"),
      judgeWrite: null,
      now: CLOCK.now,
    });
    const stance = createStanceMachine({ stance: "sensemaking", gates, now: CLOCK.now });
    const again = { ...selected, fallback: selected.primary };
    const { approved, refusal, attempts } = approveAction(again, { stance, gates, commitment: null });
    expect([approved, attempts.length, gates.decisions.length]).toEqual([null, 2, 2]);
    expect(refusal).toMatchObject({ code: "GATE_DENIED", gate: "agent_approval", details: { attempts } });
    const execute = { ...again, primary: { ...selected.primary, action_type: "execute" as const }, fallback: null };
    expect(approveAction(execute, { stance, gates, commitment: null }).refusal).toMatchObject({
      code: "STANCE_VIOLATION",
      stance: "sensemaking",
      action: "execute",
    });
  });

  test("a task is planned in discovery, worked in execution under a commitment, validated in evaluation, each through its gate", () => {
    const at = (phase: "planning" | "implementation" | "validation", stance: Stance, more: Partial<TurnOptions> = {}) =>
      governTurn(
        turnInput("Sort the results by date", { task_id: "T001", phase }, { stance }),
        options({ work, ...more }),
      );
    const planned = at("planning", "execution");
    expect([planned.context.stance, planned.transitions[0]?.via_gate]).toEqual(["discovery", "framing"]);
    const built = at("implementation", "sensemaking");
    expect([built.context.stance, built.transitions[0]?.via_gate]).toEqual(["execution", "commitment"]);
    expect(built.commitment).toMatchObject({ problem_id: "T001", turns_remaining: 10 });
    expect(built.approval.approved?.action.id).toBe("delegate_agents");
    const checked = at("validation", "execution", { commitment: built.commitment });
    expect([checked.context.stance, checked.transitions[0]?.via_gate]).toEqual(["evaluation", "evaluation"]);
    const unplanned = at("implementation", "sensemaking", { work: { description: "Sort", plan: null } });
    expect([unplanned.context.stance, unplanned.transitions[0]?.success, unplanned.commitment]).toEqual([
      "sensemaking",
      false,
      null,
    ]);
    expect(unplanned.approval.approved?.action.action_type).not.toBe("delegate");
  });

  test("HRM-28 the problem is the task, and the context of the lane says so on the next turn", () => {
    const turn = governTurn(turnInput("Sort the results by date", { task_id: "T001" }), options({ work }));
    expect(HRMContext.parse(turn.context)).toMatchObject({
      problem_id: "T001",
      turn_number: 1,
      altitude: "operations",
      stance: "execution",
      commitment_id: "commitment-1",
      commitment_turns_remaining: 10,
      recent_inputs: ["Sort the results by date"],
      recent_decisions: [{ turn: 1, problem_id: "T001", strategy: "quick_answer", action: "delegate_agents" }],
    });
  });

  test("HRM-25 a lane hands on its escalation, and of its turns the last ten", () => {
    const said = "Sort the results by date; there is a trade-off between speed and order";
    let context = turnInput(said).context;
    const levels = [said, ...Array.from({ length: 11 }, () => "Sort the results by date")].map((text) => {
      const turn = governTurn(turnInput(text, { task_id: "T001" }, context), options({ work }));
      context = HRMContext.parse(turn.context);
      return [turn.reasoned.routing.strategy, turn.reasoned.routing.escalation_level];
    });
    expect(levels).toEqual(levels.map(() => ["decomposition", 1]));
    expect(context.recent_decisions.at(-1)).toMatchObject({ turn: 12, strategy: "decomposition", escalation_level: 1 });
    expect([context.turn_number, context.recent_inputs.length, context.recent_decisions.length]).toEqual([12, 10, 10]);
  });

  test("an escalation above the ladder approves nothing", () => {
    const config = { ...CONFIG, escalation_threshold: 0.99 };
    const { approval } = governTurn(turnInput("The two specs contradict each other"), options({ config }));
    expect([approval.approved, approval.refusal?.code]).toEqual([null, "ESCALATION_REQUIRED"]);
  });

  test("property: one action, nothing with agents but through an approving gate, the same for the same input", () => {
    const facts = fc.option(
      fc.record({
        task_id: fc.constantFrom(null, "T001"),
        phase: fc.constantFrom("planning", "implementation", "validation"),
      }),
      { nil: null },
    );
    const input = fc
      .tuple(fc.constantFrom(...REQUESTS.map(([text]) => text)), facts, fc.constantFrom(...Stance.options))
      .map(([text, known, stance]) => TurnInput.parse(turnInput(text, known, { stance })));
    fc.assert(
      fc.property(input, fc.boolean(), (given, planned) => {
        const once = governTurn(given, options({ work: planned ? work : null }));
        const twice = governTurn(structuredClone(given), options({ work: planned ? work : null }));
        expect(JSON.stringify(twice)).toBe(JSON.stringify(once));
        const { approved, attempts, refusal } = once.approval;
        expect([approved, refusal].filter((one) => one !== null)).toHaveLength(1);
        const passed = approved ?? null;
        expect(attempts.filter(({ decision }) => decision.approved)).toEqual(
          passed === null ? [] : [{ action: passed.action.id, decision: passed.decision }],
        );
        const { primary, fallback } = once.reasoned.action;
        expect([primary.id, fallback?.id, undefined]).toContain(passed?.action.id);
        const withAgents = passed === null || passed.action.agent_proposal === null ? null : passed.decision.metadata;
        expect(withAgents?.["rule"] ?? null).toBeNull();
        expect(withAgents === null || withAgents["agents"] !== undefined).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
