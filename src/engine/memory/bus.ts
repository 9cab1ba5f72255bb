import { cutToLimit, ENTRY_LIMIT, isTooLarge, mapTexts } from "../../core/memory/bounded.ts";
import { evaluate, outcomeOf } from "../../core/memory/write-gate.ts";
import { inLayer, MemoryBusError } from "../../core/governor/errors.ts";
import { BatonError } from "../../errors.ts";
import {
  NewEpisode,
  SharedReference,
  SynthesizedPattern,
  WorkingChanges,
  WriteRequest,
  type EpisodeEntry,
  type WriteDecision,
  type WriteSignals,
} from "../../schema/memory.ts";
import type { MemoryStores } from "../../store/bus/port.ts";
import { summaryOf } from "../../store/bus/working-sets.ts";
import type { Redact } from "../../util/redact.ts";

/** Where a write that is sent to a working set goes when it belongs to no problem. */
export const UNASSIGNED = "unassigned";

/** Unified memory access (HRM §6.1). What is written is redacted and bounded first. Throws MEMORY_INVALID, MEMORY_TOO_LARGE. */
export interface MemoryBus {
  /**
   * Writes to the problem's own working set, without a gate. A key that names one of its parts sets that part; any other is a
   * partial artifact.
   */
  writeToWorking(problemId: string, key: string, value: unknown): boolean;
  /** Writes a shared reference if the gate approves, else where the gate sends it. */
  writeToShared(key: string, value: unknown, source: string, signals: WriteSignals, problemId?: string): WriteDecision;
  /** Writes what an older version said as a new one, if the gate approves. Throws MEMORY_UNKNOWN. */
  rollbackShared(key: string, toVersion: number, signals: WriteSignals): WriteDecision;
  /** Appends; never refused: what is too long is cut. Answers its id. */
  logEpisode(entry: NewEpisode, id?: string): string;
  /** Adds a conclusion if the gate approves. Throws MEMORY_EXISTS; MEMORY_EVIDENCE_MISSING when an episode that it names is not there. */
  addSynthesis(pattern: SynthesizedPattern, signals: WriteSignals, problemId?: string): WriteDecision;
  getEvidenceChain(patternId: string): readonly EpisodeEntry[];
  /** Ends working sets whose time is over; each leaves its summary as an episode. Answers how many. */
  expireStale(): number;
}

export interface BusOptions {
  readonly redact: Redact;
  /** HRM §8.3 */
  readonly onWriteCompleted?: (target: string, key: string, decision: WriteDecision) => void;
}

export function createMemoryBus(stores: MemoryStores, { redact, onWriteCompleted }: BusOptions): MemoryBus {
  const clean = <T>(value: T): T => mapTexts(value, (text) => redact(text.toWellFormed()));
  const logEpisode: MemoryBus["logEpisode"] = (entry, id) => {
    const { content, ...rest } = parse(NewEpisode, clean(entry), "the episode");
    return stores.episodic.append({ ...rest, content: cutToLimit(content) as NewEpisode["content"] }, id);
  };
  const gated = createGated(stores, { clean, logEpisode, onWriteCompleted });
  return inLayer<MemoryBus>(MemoryBusError, {
    writeToWorking(problem, name, given) {
      const [problemId, key] = [clean(problem), clean(name)];
      const value = bounded(parse(SharedReference.shape.value, clean(given), key), `${problemId}: ${key}`);
      if (Object.hasOwn(WorkingChanges.shape, key))
        stores.working.update(problemId, parse(WorkingChanges, { [key]: value }, problemId));
      else keepAside(stores, problemId, key, value);
      return true;
    },
    writeToShared(key, given, source, signals, problemId) {
      const value = bounded(parse(SharedReference.shape.value, clean(given), clean(key)), clean(key));
      return gated({ target: "shared_reference", key, source, signals }, problemId ?? null, value, (request) => {
        stores.shared.set(request.key, value, request.source);
      });
    },
    rollbackShared(name, toVersion, signals) {
      const older = stores.shared.get(clean(name), toVersion);
      const { key, value } = older;
      const source = `${older.source} (rolled back to ${toVersion})`;
      return gated({ target: "shared_reference", key, source, signals }, null, value, () => {
        stores.shared.rollback(key, toVersion);
      });
    },
    logEpisode,
    addSynthesis(given, signals, problemId) {
      const pattern = bounded(parse(SynthesizedPattern, clean(given), "the synthesis"), given.id);
      const { id: key, evidence_ids, pattern_type: source } = pattern;
      const request = { target: "synthesis", key, source, signals, evidence_ids } as const;
      return gated({ ...request, evidence_ids: [...evidence_ids] }, problemId ?? null, pattern, () => {
        stores.synthesis.addPattern(pattern);
      });
    },
    getEvidenceChain: (patternId) => stores.synthesis.getEvidenceChain(patternId),
    expireStale: () =>
      stores.together(() =>
        stores.working.expireStale((set) => {
          const content = { summary: summaryOf(set) };
          logEpisode({
            problem_id: set.problem_id,
            entry_type: "observation",
            content,
            tags: ["working_set", "expired"],
          });
        }),
      ),
  });
}

type Gated = (
  wanted: Omit<WriteRequest, "evidence_ids"> & { evidence_ids?: string[] },
  problem: string | null,
  value: unknown,
  write: (request: WriteRequest) => void,
) => WriteDecision;

interface GateParts extends Pick<MemoryBus, "logEpisode"> {
  readonly clean: <T>(value: T) => T;
  readonly onWriteCompleted: BusOptions["onWriteCompleted"] | undefined;
}

/** Asks the gate, writes where it says, and records what it said with its numbers: all of it or nothing. */
function createGated(stores: MemoryStores, { clean, logEpisode, onWriteCompleted }: GateParts): Gated {
  return (wanted, problem, value, write) => {
    const request = parse(WriteRequest, clean(wanted), "the write");
    const problemId = clean(problem);
    const decision = evaluate(request);
    stores.together(() => {
      logEpisode(decisionEpisode(request, decision, problemId));
      if (!decision.approved) return;
      if (decision.target === request.target) return write(request);
      const { key, source } = request;
      if (decision.target === "working_set") return keepAside(stores, problemId ?? UNASSIGNED, key, value);
      const content = { key, source, value: value as NewEpisode["content"] };
      logEpisode({ problem_id: problemId, entry_type: "observation", content, tags: ["redirected", request.target] });
    });
    onWriteCompleted?.(decision.target, request.key, decision);
    return decision;
  };
}

function keepAside(stores: MemoryStores, problemId: string, key: string, value: unknown): void {
  stores.working.update(problemId, ({ partial_artifacts }) => ({
    partial_artifacts: { ...partial_artifacts, [key]: value as never },
  }));
}

function decisionEpisode(request: WriteRequest, decision: WriteDecision, problemId: string | null): NewEpisode {
  const { key, source, signals, evidence_ids: evidence } = request;
  const outcome = outcomeOf(decision, request);
  const { target, reason, conditions } = decision;
  const content = { outcome, requested: request.target, target, key, source, reason, conditions, signals, evidence };
  return { problem_id: problemId, entry_type: "decision", content, tags: ["write_gate", outcome] };
}

function bounded<T>(value: T, what: string): T {
  if (!isTooLarge(value)) return value;
  throw new BatonError("MEMORY_TOO_LARGE", `${what} is longer than ${ENTRY_LIMIT} characters`);
}

interface Schema<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false; error: { issues: readonly Issue[] } };
}
interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

function parse<T>(schema: Schema<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? "" : `${issue.path.map(String).join(".")}: `;
  throw new BatonError("MEMORY_INVALID", `${what}: ${where}${issue?.message ?? "has no such form"}`);
}
