import { BatonError } from "../../errors.ts";
import { SynthesizedPattern, type EpisodeEntry } from "../../schema/memory.ts";
import { timestamp } from "../../util/clock.ts";
import type { BusFacts } from "./facts.ts";
import type { EpisodicTraceStore, SemanticSynthesisStore } from "./port.ts";
import { textOf } from "./text-index.ts";

const STANDS = "NOT EXISTS (SELECT 1 FROM retired WHERE target = 'synthesis' AND ref = s.id)";

export function createSyntheses(facts: BusFacts, episodes: EpisodicTraceStore): SemanticSynthesisStore {
  const { connection, index, now, confidence, together } = facts;
  const { database, run } = connection;
  const statements = run(() => ({
    get: database.prepare("SELECT body FROM synthesis WHERE id = ?"),
    put: database.prepare(`
      INSERT INTO synthesis (id, pattern_type, confidence, body) VALUES (?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET pattern_type = excluded.pattern_type, confidence = excluded.confidence, body = excluded.body`),
    search: database.prepare(`
      SELECT body FROM synthesis s
      WHERE (?1 IS NULL OR pattern_type = ?1) AND confidence >= ?2 AND ${STANDS} ORDER BY confidence DESC, sequence`),
  }));
  const getPattern = (id: string): SynthesizedPattern => {
    const row = run(() => statements.get.get(id));
    if (row === undefined) throw new BatonError("MEMORY_UNKNOWN", `no synthesis ${id}`);
    return read(row);
  };
  const put = (pattern: SynthesizedPattern): void => {
    statements.put.run(pattern.id, pattern.pattern_type, pattern.confidence, JSON.stringify(pattern));
  };
  const evidence = (id: string): EpisodeEntry => {
    const episode = episodes.get(id);
    if (episode !== null) return episode;
    throw new BatonError("MEMORY_EVIDENCE_MISSING", `no episode ${id}`);
  };
  return {
    getPattern,
    addPattern: (pattern) =>
      together(() => {
        const { id, pattern_type: type, description, evidence_ids: ids, input_signature: signature } = pattern;
        if (statements.get.get(id) !== undefined) throw new BatonError("MEMORY_EXISTS", `${id} is there already`);
        if (ids.length === 0) throw new BatonError("MEMORY_EVIDENCE_MISSING", `${id} names no episode`);
        ids.forEach(evidence);
        put(SynthesizedPattern.parse(pattern));
        index.put("synthesis", id, `${type}\n${description}\n${textOf(signature)}`);
        return id;
      }),
    search: ({ patternType, minConfidence = 0 } = {}) =>
      run(() => statements.search.all(patternType ?? null, minConfidence)).map(read),
    strengthen: (id, newEvidenceId) =>
      together(() => {
        const before = getPattern(id);
        evidence(newEvidenceId);
        if (before.evidence_ids.includes(newEvidenceId)) return;
        put({
          ...before,
          confidence: confidence.strengthen(before.confidence, before.evidence_ids.length),
          evidence_ids: [...before.evidence_ids, newEvidenceId],
          last_strengthened_at: timestamp(now()),
        });
      }),
    weaken: (id, reason) =>
      together(() => {
        const before = getPattern(id);
        const after = confidence.weaken(before.confidence, before.evidence_ids.length);
        put({ ...before, confidence: after });
        episodes.append({
          problem_id: null,
          entry_type: "reflection",
          content: { synthesis: id, reason, confidence_before: before.confidence, confidence_after: after },
          tags: ["synthesis", "weakened"],
        });
      }),
    getEvidenceChain: (id) => getPattern(id).evidence_ids.map(evidence),
  };
}

const read = (row: Record<string, unknown>): SynthesizedPattern =>
  SynthesizedPattern.parse(JSON.parse(String(row["body"])));
