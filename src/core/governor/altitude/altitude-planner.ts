import type { GateType, Stance } from "../../../schema/governor-enums.ts";
import type { AltitudeClassification, Plan, PlanStep, PlanValidation } from "../../../schema/governor-altitude.ts";
import type { TurnInput } from "../../../schema/governor.ts";
import { readText } from "../reasoning/read-text.ts";
import { DEFAULT_ROSTER } from "../reasoning/bundles.ts";
import { oneLine } from "../../text/one-line.ts";

/** Planning within the altitude layer (HRM §2.2). */
export interface AltitudePlanner {
  generatePlan(input: TurnInput, classification: AltitudeClassification): Plan;
  /** By what the plan would do first: what comes later passes its own gates then. */
  validatePlan(plan: Plan, stance: Stance): PlanValidation;
}

type StepType = PlanStep["action_type"];

/** Where each kind of step belongs, and the gate that leads there. To ask is open everywhere. */
const PLACES: Readonly<Record<StepType, { readonly stances: readonly Stance[]; readonly gate: GateType | null }>> = {
  research: { stances: ["sensemaking", "discovery"], gate: "framing" },
  execute: { stances: ["execution"], gate: "commitment" },
  validate: { stances: ["evaluation"], gate: "evaluation" },
  ask: { stances: ["sensemaking", "discovery", "execution", "evaluation"], gate: null },
};

const SUMMARY = 120;

export function createAltitudePlanner({ newId }: { readonly newId: () => string }): AltitudePlanner {
  return {
    generatePlan(input, classification) {
      const steps = stepsOf(input.text, classification).map(([action_type, description], at): PlanStep => ({
        order: at + 1,
        description,
        action_type,
        dependencies: at === 0 ? [] : [at],
      }));
      const needsAgents = classification.allows_agents && steps.some(({ action_type: type }) => type === "execute");
      return {
        id: newId(),
        steps,
        estimated_turns: steps.length,
        requires_agents: needsAgents,
        agent_suggestion: needsAgents ? DEFAULT_ROSTER.builder : null,
      };
    },
    validatePlan(plan, stance) {
      const outOfPlace = plan.steps.filter(
        ({ dependencies, action_type: type }) => dependencies.length === 0 && !PLACES[type].stances.includes(stance),
      );
      const violations = [
        ...malformed(plan),
        ...outOfPlace.map(({ order, action_type: type }) => `step ${order}: ${type} does not belong to ${stance}`),
      ];
      return {
        valid: violations.length === 0,
        violations,
        suggested_modifications: outOfPlace.map(({ order, action_type: type }) => ({
          step: order,
          pass_gate: PLACES[type].gate,
          to_stance: PLACES[type].stances[0],
        })),
      };
    },
  };
}

/** Higher up, less is done and more is asked and compared; at the moment there is one step. */
function stepsOf(text: string, { level, suggested_stance: stance }: AltitudeClassification): [StepType, string][] {
  const { isQuestion } = readText(text);
  const what = oneLine(text).slice(0, SUMMARY) || "what is wanted";
  const looks = isQuestion || stance === "sensemaking" || stance === "discovery";
  switch (level) {
    case "identity":
      return [
        ["research", `Gather what was decided about: ${what}`],
        ["ask", `Ask the people whose decision it is: ${what}`],
      ];
    case "strategy":
      return [
        ["research", `Find the options for: ${what}`],
        ["validate", "Compare them by cost, risk and what they rule out"],
        ["ask", "Ask for the decision"],
      ];
    case "operations":
      return [
        ...(looks ? [["research", `Find out what is needed for: ${what}`] as [StepType, string]] : []),
        ["execute", `Do: ${what}`],
        ["validate", "Check the result against what was wanted"],
      ];
    case "moment":
      return [looks ? ["research", `Look: ${what}`] : ["ask", `Answer: ${what}`]];
  }
}

/** Each order once, and nothing waits for what comes later or is not there. */
function malformed({ steps }: Plan): string[] {
  const orders = steps.map(({ order }) => order);
  const twice = orders.filter((order, at) => orders.indexOf(order) !== at);
  const late = steps.flatMap(({ order, dependencies }) =>
    dependencies
      .filter((one) => one >= order || !orders.includes(one))
      .map((one) => `step ${order} waits for step ${one}, which does not come before it`),
  );
  return [...twice.map((order) => `step ${order} is there twice`), ...late];
}
