import { whatCame } from "../../core/governor/learning/analysis.ts";
import { describePattern } from "../../core/governor/learning/describe.ts";
import { generalizeBatch } from "../../core/governor/learning/generalizer.ts";
import { patternId } from "../../engine/memory/open.ts";
import { outcomeOf } from "../../engine/memory/learning.ts";
import { createPatternStore } from "../../engine/memory/pattern-store.ts";
import { BatonError } from "../../errors.ts";
import type { LearnedPattern } from "../../schema/pattern.ts";
import type { MemoryStores } from "../../store/bus/port.ts";
import { counted } from "../../core/text/counted.ts";
import { nearest } from "../../util/nearest.ts";
import { answered, type Answer } from "../output.ts";
import { plain } from "../render/plain.ts";
import type { Surroundings } from "../surroundings.ts";
import { withMemory } from "../with-memory.ts";

/** `baton pattern list [--general]`: what was learned, the most certain first. */
export async function patternListCommand(flags: { readonly general?: boolean }, around: Surroundings): Promise<Answer> {
  return withMemory(around, "read", ({ patterns }) => {
    const all = flags.general === true ? generalizeBatch(patterns.all(), patternId) : patterns.all();
    const shown = all.toSorted((a, b) => b.confidence - a.confidence);
    const next =
      shown.length === 0
        ? ["Next: a pattern is learned after three like successes of `baton run`, or of `baton ask` with agents."]
        : [];
    return answered({ patterns: shown }, [
      counted(shown.length, "pattern"),
      ...shown.map((pattern) => `  ${lineOf(pattern)}`),
      ...next,
    ]);
  });
}

/** `baton pattern show ID`. */
export async function patternShowCommand(id: string, around: Surroundings): Promise<Answer> {
  return withMemory(around, "read", (stores) => {
    const pattern = patternNamed(stores, id);
    const { created_at, last_matched_at, match_count, evidence_ids, protected: kept, retired } = pattern;
    const lines = [
      lineOf(pattern),
      `learned ${created_at} · matched ${counted(match_count, "time")}${last_matched_at === null ? "" : `, last ${last_matched_at}`}`,
      ...(kept ? ["protected from removal"] : []),
      ...(retired ? ["retired"] : []),
      `evidence: ${evidence_ids.join(", ")}`,
    ];
    return answered({ pattern }, plain(lines.join("\n")));
  });
}

/** `baton pattern explain ID`: every outcome that it rests on or that spoke against it, and how its confidence comes of them. */
export async function patternExplainCommand(id: string, around: Surroundings): Promise<Answer> {
  return withMemory(around, "read", (stores) => {
    const pattern = patternNamed(stores, id);
    const { successes, uses, confidence, doubts } = pattern;
    const outcomes = pattern.evidence_ids.map((evidence) => outcomeOf(stores, evidence));
    const rule = `(successes + 1) / (uses + 2) = (${round(successes)} + 1) / (${uses} + 2) = ${round(confidence)}`;
    const lines = [
      describePattern(pattern),
      `Confidence: ${rule}`,
      "A signal matches by the share of these facts that it has, times the confidence:",
      ...Object.entries(pattern.input_signature).map(([key, value]) => `  ${key}: ${JSON.stringify(value)}`),
      "Evidence:",
      ...outcomes.map(
        (outcome) => `  ${outcome.success ? "✓" : "✗"} ${outcome.timestamp}  ${outcome.id}  ${whatCame(outcome)}`,
      ),
      ...(doubts.length === 0 ? [] : ["Against it:", ...doubts.map((doubt) => `  ✗ ${doubt}`)]),
    ];
    return answered(
      { pattern, confidence: { successes, uses, value: confidence, rule }, outcomes },
      plain(lines.join("\n")),
    );
  });
}

/** `baton pattern protect ID [--off]`. */
export async function patternProtectCommand(
  id: string,
  flags: { readonly off?: boolean },
  around: Surroundings,
): Promise<Answer> {
  const wanted = flags.off !== true;
  return withMemory(around, "write", (stores, bus) => {
    const { id: whole } = patternNamed(stores, id);
    stores.together(() => {
      createPatternStore(stores).protect(whole, wanted);
      const content = { pattern: whole, protected: wanted };
      bus.logEpisode({ problem_id: null, entry_type: "decision", content, tags: ["protection"] });
    });
    return answered(
      { id: whole, protected: wanted },
      `${whole} is ${wanted ? "" : "no longer "}protected from removal`,
    );
  });
}

/** By its id, or a unique beginning of it. */
function patternNamed({ patterns }: MemoryStores, given: string): LearnedPattern {
  const exact = patterns.get(given);
  if (exact !== null) return exact;
  const ids = patterns.all().map(({ id }) => id);
  const [only, ...others] = given === "" ? [] : ids.filter((id) => id.startsWith(given));
  const found = only === undefined || others.length > 0 ? null : patterns.get(only);
  if (found !== null) return found;
  const meant = nearest(given, ids);
  throw new BatonError("PATTERN_UNKNOWN", `no pattern ${JSON.stringify(given)}`, {
    hint: `${meant === null ? "" : `Did you mean ${meant}? `}\`baton pattern list\` shows what was learned.`,
  });
}

const round = (value: number): string => String(Math.round(value * 100) / 100);
const lineOf = (pattern: LearnedPattern): string =>
  plain(`${pattern.id}  ${pattern.confidence.toFixed(2)}  ${describePattern(pattern)}`);
