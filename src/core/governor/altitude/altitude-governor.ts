import type { AltitudeLevel, Stance } from "../../../schema/governor-enums.ts";
import type { AltitudeClassification, TransitionResult, ValidationResult } from "../../../schema/governor-altitude.ts";
import type { TurnInput } from "../../../schema/governor.ts";
import type { HRMConfig } from "../../../schema/governor-config.ts";
import { factsOf } from "../reasoning/input-classifier.ts";
import { readText } from "../reasoning/read-text.ts";
import { findWords } from "../reasoning/signal.ts";
import { LEVEL_WORDS, STANCE_WORDS } from "./altitude-words.ts";
import { allowsAgents, BELONGS, depthOf, LEVEL_NAME, LEVELS } from "./levels.ts";

/** Main interface of the altitude layer (HRM §2.1). */
export interface AltitudeGovernor {
  classifyInput(input: TurnInput): AltitudeClassification;
  validateAction(action: AltitudeAction, currentLevel: AltitudeLevel): ValidationResult;
  transition(toLevel: AltitudeLevel, reason: string): TransitionResult;
  readonly level: AltitudeLevel;
}

export interface AltitudeAction {
  readonly action_type: string;
}

export interface AltitudeOptions {
  readonly config: Pick<HRMConfig, "altitude_default_level" | "altitude_allow_l4_actions">;
  readonly level?: AltitudeLevel;
  /** Levels at which something was settled already: the context that going down needs. */
  readonly settled?: readonly AltitudeLevel[];
  /** An atomic request needs no context above it. */
  readonly atomic?: boolean;
}

export function createAltitudeGovernor(options: AltitudeOptions): AltitudeGovernor {
  const { config, settled = [], atomic = false } = options;
  const known = new Set(settled);
  let level = options.level ?? config.altitude_default_level;
  return {
    get level() {
      return level;
    },
    classifyInput: (input) => classify(input, config),
    validateAction: (action, current) => validate(action, current, config.altitude_allow_l4_actions),
    transition(to, reason) {
      const from = level;
      const answer = (success: boolean, why: string): TransitionResult => ({
        success,
        from_level: from,
        to_level: success ? to : from,
        reason: why,
      });
      const above = LEVELS[depthOf(to) - 1];
      known.add(from);
      if (depthOf(to) > depthOf(from) && !atomic && above !== undefined && !known.has(above))
        return answer(false, `${LEVEL_NAME[to]} needs the context of ${LEVEL_NAME[above]} first`);
      level = to;
      return answer(true, reason);
    },
  };
}

/** A task of the ledger is work, its planning strategy, whatever its words (decisions.md, Governor). */
function classify(input: TurnInput, config: AltitudeOptions["config"]): AltitudeClassification {
  const { task_id: task, phase } = factsOf(input);
  const text = readText(input.text);
  const answer = (level: AltitudeLevel, confidence: number, signals: string[], stance: Stance | null) => ({
    level,
    confidence,
    signals,
    suggested_stance: stance,
    allows_agents: allowsAgents(level, config.altitude_allow_l4_actions),
  });
  if (task !== null) {
    const level = phase === "planning" ? "strategy" : "operations";
    return answer(level, 1, [`task ${task}, ${phase}`], STANCE_OF_PHASE[phase]);
  }
  const { level, confidence, signals } = weigh(text.prose, text.isQuestion);
  const stance = STANCE_WORDS.find(([, words]) => findWords(text.prose, words).length > 0)?.[0] ?? null;
  if (level === null) return answer(config.altitude_default_level, 0.3, ["nothing speaks for a level"], stance);
  return answer(level, confidence, signals, level === "identity" ? "sensemaking" : stance);
}

const STANCE_OF_PHASE = { planning: "discovery", implementation: "execution", validation: "evaluation" } as const;

/** The level with the most weight; of equal ones the higher: what is decided there holds below. */
function weigh(prose: string, isQuestion: boolean) {
  const weights = new Map<AltitudeLevel, number>();
  const signals: string[] = [];
  for (const [level, weight, words] of LEVEL_WORDS) {
    const found = findWords(prose, words).slice(0, 4);
    if (found.length === 0) continue;
    // A question that names a verb of work asks about it, and does not ask for it.
    const asked = isQuestion && level === "operations" ? weight / 2 : weight;
    weights.set(level, (weights.get(level) ?? 0) + asked * Math.min(2, found.length));
    signals.push(`${LEVEL_NAME[level]}: ${found.join(", ")}`);
  }
  if (isQuestion) {
    weights.set("moment", (weights.get("moment") ?? 0) + 1);
    signals.push(`${LEVEL_NAME.moment}: a question`);
  }
  const total = [...weights.values()].reduce((all, one) => all + one, 0);
  const level = LEVELS.reduce<AltitudeLevel | null>(
    (best, one) => ((weights.get(one) ?? 0) > (best === null ? 0 : (weights.get(best) ?? 0)) ? one : best),
    null,
  );
  const share = level === null ? 0 : (weights.get(level) ?? 0) / total;
  return { level, confidence: Math.round((0.4 + 0.55 * share) * 100) / 100, signals };
}

function validate({ action_type: type }: AltitudeAction, current: AltitudeLevel, allowL4: boolean): ValidationResult {
  const levels = Object.hasOwn(BELONGS, type) ? (BELONGS[type] ?? []) : null;
  if (levels === null) return { allowed: false, reason: `${type} is no action of the governor`, suggested_level: null };
  const isActing = type === "execute" || type === "delegate";
  if (levels.includes(current) || (current === "identity" && isActing && allowL4))
    return { allowed: true, reason: `${type} belongs to ${LEVEL_NAME[current]}`, suggested_level: null };
  const where = levels[0] ?? null;
  const reason = `${type} does not belong to ${LEVEL_NAME[current]}${where === null ? "" : ` but to ${LEVEL_NAME[where]}`}`;
  return { allowed: false, reason, suggested_level: where };
}
