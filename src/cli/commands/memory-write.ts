import { randomBytes } from "node:crypto";
import { userInfo } from "node:os";
import { scoreText, THRESHOLD } from "../../core/governor/firewall/score.ts";
import { confidenceOf } from "../../core/governor/learning/confidence.ts";
import { WriteDeniedError } from "../../core/governor/errors.ts";
import { outcomeOf } from "../../core/memory/write-gate.ts";
import { BatonError, CODES, EXIT } from "../../errors.ts";
import { BlastRadius, ConflictLevel } from "../../schema/governor-enums.ts";
import type {
  EpisodeEntry,
  MemoryTarget,
  SynthesizedPattern,
  WriteDecision,
  WriteSignals,
} from "../../schema/memory.ts";
import type { MemoryStores } from "../../store/bus/port.ts";
import { timestamp } from "../../util/clock.ts";
import { reasonOf } from "../change.ts";
import { answered, warned, type Answer } from "../output.ts";
import {
  asTried,
  episodeNamed,
  intentOf,
  isRetired,
  oneOf,
  targetOf,
  versionOf,
  type TryFlags,
} from "../memory-words.ts";
import { textOrStdin } from "../read-input.ts";
import { plain } from "../render/plain.ts";
import type { Surroundings } from "../surroundings.ts";
import { withMemory } from "../with-memory.ts";

interface WriteFlags {
  readonly source?: string;
  readonly quality?: string;
  readonly conflict?: string;
  readonly blast?: string;
  readonly alignment?: string;
}

/** `baton memory add KEY TEXT [--as shared|episode|working]`. */
export async function memoryAddCommand(
  name: string,
  given: string | undefined,
  flags: WriteFlags & TryFlags & { readonly as?: string; readonly problem?: string },
  around: Surroundings,
): Promise<Answer> {
  // What is kept has no secrets, in its name neither: it is cited as it is kept.
  const key = around.redact(name);
  const value = valueOf(given, key);
  const source = flags.source ?? userInfo().username;
  const where = oneOf("--as", flags.as ?? "shared", ["shared", "episode", "working"] as const);
  if (where === "working" && flags.problem === undefined)
    throw new BatonError("USAGE_INVALID", "a working set belongs to a problem", { hint: "Name it: --problem T001." });
  const answer = withMemory(around, intentOf(flags), (stores, bus) => {
    if (where === "episode") {
      const content = { key, value, source } as EpisodeEntry["content"];
      const tags = ["noted"];
      const id = bus.logEpisode({ problem_id: flags.problem ?? null, entry_type: "observation", content, tags });
      if (flags.dryRun === true) return answered({ target: "episodic", id: null }, "Kept as an episode");
      return answered({ target: "episodic", id }, `Kept as the episode ${id}`);
    }
    if (where === "working") {
      bus.writeToWorking(flags.problem ?? "", key, value);
      return answered(
        { target: "working_set", problem_id: flags.problem, key },
        `Kept for ${plain(flags.problem ?? "")}`,
      );
    }
    const wasRetired = isRetired(stores, "shared_reference", key);
    const decision = bus.writeToShared(key, value, source, signalsOf(flags), flags.problem);
    const { text, ...rest } = decided(decision, "shared_reference", citationOf(stores, decision, key));
    const isBack = wasRetired && !isRetired(stores, "shared_reference", key);
    return { ...rest, text: isBack ? `${text}; it was retired, and is offered again` : text };
  });
  return warned(asTried(flags, answer), speaking(value));
}

/** Whoever remembers it means it, or copied what they did not read. */
function speaking(value: unknown): string[] {
  const { score } = scoreText(typeof value === "string" ? value : JSON.stringify(value));
  if (score < THRESHOLD) return [];
  return [
    `it speaks to its reader (score ${score} of ${THRESHOLD}; baton firewall check shows where), and every later assignment may carry it`,
  ];
}

interface PromoteFlags extends WriteFlags {
  /** Further episodes. */
  readonly with?: readonly string[];
  readonly as?: string;
  readonly description?: string;
  readonly type?: string;
}

/** `baton memory promote ID --as KEY`, or `--description TEXT` for a conclusion that rests on it `--with` others. */
export async function memoryPromoteCommand(id: string, flags: PromoteFlags, around: Surroundings): Promise<Answer> {
  const { description, with: others = [] } = flags;
  const key = flags.as === undefined ? undefined : around.redact(flags.as);
  if ((key === undefined) === (description === undefined) || (key !== undefined && others.length > 0))
    throw new BatonError("USAGE_INVALID", "say what the episode becomes", {
      hint: "--as KEY for a shared reference, or --description TEXT for a conclusion that rests on it, --with others.",
    });
  return withMemory(around, "write", (stores, bus) => {
    const first = episodeNamed(stores, id);
    const episodes = [first, ...others.map((other) => episodeNamed(stores, other))];
    const signals = signalsOf(flags);
    // Where the gate sends it aside, it stays with the problem that it is of.
    const problems = new Set(episodes.map(({ problem_id: problem }) => problem ?? undefined));
    const problem = problems.size === 1 ? [...problems][0] : undefined;
    if (key !== undefined) {
      const value = first.content["value"] ?? first.content;
      const decision = bus.writeToShared(key, value, flags.source ?? id, signals, problem);
      return decided(decision, "shared_reference", citationOf(stores, decision, key));
    }
    const synthesis = synthesisOf(episodes, description ?? "", flags.type ?? "behavior");
    return decided(bus.addSynthesis(synthesis, signals, problem), "synthesis", synthesis.id);
  });
}

function synthesisOf(episodes: readonly EpisodeEntry[], description: string, type: string): SynthesizedPattern {
  const at = timestamp(new Date());
  const ids = [...new Set(episodes.map(({ id }) => id))];
  return {
    id: `synthesis_${at.replaceAll(/[-:TZ]/g, "")}_${randomBytes(5).toString("hex")}`,
    pattern_type: type,
    description,
    input_signature: {},
    recommended_action: {},
    confidence: confidenceOf({ successes: ids.length, uses: ids.length }),
    evidence_ids: ids,
    created_at: at,
    last_strengthened_at: at,
  };
}

const citationOf = ({ shared }: MemoryStores, { approved, target }: WriteDecision, key: string): string =>
  approved && target === "shared_reference" ? shared.cite(key) : key;

/** `baton memory rollback KEY --to N`. */
export async function memoryRollbackCommand(
  name: string,
  flags: WriteFlags & TryFlags & { readonly to?: string },
  around: Surroundings,
): Promise<Answer> {
  const key = around.redact(name);
  const to = versionOf(`--to ${flags.to ?? ""}`, flags.to) ?? 0;
  const answer = withMemory(around, intentOf(flags), (stores, bus) => {
    const decision = bus.rollbackShared(key, to, signalsOf(flags));
    const citation = citationOf(stores, decision, key);
    const { data, text, ...rest } = decided(decision, "shared_reference", citation);
    const isKept = rest.exitCode === EXIT.ok && decision.target === "shared_reference";
    return {
      ...rest,
      data: { key, to, citation, ...data },
      text: isKept ? `${plain(citation)} says again what version ${to} said` : text,
    };
  });
  return asTried(flags, answer);
}

/** `baton memory retire KEY|ID --reason TEXT`. */
export async function memoryRetireCommand(
  ref: string,
  flags: TryFlags & { readonly reason?: string },
  around: Surroundings,
): Promise<Answer> {
  const reason = reasonOf(flags.reason, around);
  const answer = withMemory(around, intentOf(flags), (stores, bus) => {
    const target = stores.patterns.get(ref) === null ? targetOf(stores, ref) : "pattern";
    if (target === "episodic" || target === "working_set")
      throw new BatonError(
        "USAGE_INVALID",
        `${ref} is ${target === "episodic" ? "an episode, and those stay" : "a working set, which ends by itself"}`,
        {
          hint: "Retire shared references, syntheses and patterns.",
        },
      );
    if (isRetired(stores, target, ref))
      return answered({ target, ref, reason }, `${plain(ref)} was retired already: nothing was written`);
    stores.together(() => {
      stores.retire(target, ref, reason);
      bus.logEpisode({ problem_id: null, entry_type: "decision", content: { target, ref, reason }, tags: ["retired"] });
    });
    return answered({ target, ref, reason }, `${plain(ref)} is offered to nobody any more; it stays readable`);
  });
  return asTried(flags, answer);
}

/** Text, or what it says as JSON when it begins like an object or a list. `-` is standard input. */
function valueOf(given: string | undefined, key: string): unknown {
  const text = textOrStdin(given).trim();
  if (text === "")
    throw new BatonError("USAGE_INVALID", `there is nothing to remember as ${key}`, {
      hint: "Write it in quotes, or give - and write it on standard input.",
    });
  if (!/^[[{]/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** A person's word counts fully, unless the person says otherwise. */
function signalsOf({ quality, conflict, blast, alignment }: WriteFlags): WriteSignals {
  return {
    progress_delta: 0,
    source_quality: share("--quality", quality),
    alignment_score: share("--alignment", alignment),
    conflict_level: oneOf("--conflict", conflict ?? "none", ConflictLevel.options),
    blast_radius: oneOf("--blast", blast ?? "minimal", BlastRadius.options),
  };
}

function share(name: string, text = "1"): number {
  if (/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/.test(text)) return Number(text);
  throw new BatonError("USAGE_INVALID", `${name} ${text} is no number from 0 to 1`);
}

function decided(decision: WriteDecision, target: MemoryTarget, ref: string): Answer & { readonly data: object } {
  const outcome = outcomeOf(decision, { target });
  const data = { outcome, ref, ...decision };
  if (outcome !== "denied") {
    const text =
      outcome === "approved" ? `Kept as ${plain(ref)}` : `Kept in ${decision.target} instead: ${decision.reason}`;
    const lines = [text, ...decision.conditions.map((condition) => `Next: ${condition}`)];
    return answered(data, lines);
  }
  const { code, hint, details } = new WriteDeniedError(target, decision.reason);
  const message = `the write gate keeps ${ref} out of ${target}: ${decision.reason}`;
  return {
    data,
    exitCode: CODES[code].exit,
    refusal: { code, message, hint, details },
    text: `✗ ${plain(message)}\n  Next: ${hint}`,
  };
}
