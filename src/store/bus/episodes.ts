import { BatonError } from "../../errors.ts";
import { EpisodeEntry, type NewEpisode } from "../../schema/memory.ts";
import { timestamp } from "../../util/clock.ts";
import type { BusFacts } from "./facts.ts";
import type { EpisodeQuery, EpisodicTraceStore } from "./port.ts";
import { textOf } from "./text-index.ts";

const SELECT = `
  SELECT e.id, e.timestamp, e.problem_id, e.entry_type, e.content, e.tags, e.supersedes, s.id AS superseded_by
  FROM episode e LEFT JOIN episode s ON s.supersedes = e.id`;

export function createEpisodes({ connection, index, now, newId, together }: BusFacts): EpisodicTraceStore {
  const { database, run } = connection;
  const statements = run(() => ({
    get: database.prepare(`${SELECT} WHERE e.id = ?`),
    insert: database.prepare(`
      INSERT INTO episode (id, timestamp, problem_id, entry_type, content, tags, supersedes)
      VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`),
    // The newest first, so that a limit takes them; a tag is one element of a JSON array.
    query: database.prepare(`${SELECT}
      WHERE (?1 IS NULL OR e.timestamp >= ?1) AND (?2 IS NULL OR e.timestamp <= ?2)
        AND (?3 IS NULL OR e.problem_id = ?3) AND (?4 IS NULL OR e.entry_type = ?4)
        AND NOT EXISTS (SELECT 1 FROM json_each(?5) wanted
          WHERE NOT EXISTS (SELECT 1 FROM json_each(e.tags) had WHERE had.value = wanted.value))
      ORDER BY e.sequence DESC LIMIT ?6`),
  }));
  const get = (id: string): EpisodeEntry | null => {
    const row = run(() => statements.get.get(id));
    return row === undefined ? null : read(row);
  };
  const write = (entry: NewEpisode, id: string, supersedes: string | null): string =>
    together(() => {
      const { problem_id, entry_type, content, tags } = entry;
      const { changes } = statements.insert.run(
        id,
        timestamp(now()),
        problem_id,
        entry_type,
        JSON.stringify(content),
        JSON.stringify(tags),
        supersedes,
      );
      if (Number(changes) > 0) index.put("episodic", id, `${tags.join(" ")}\n${textOf(content)}`);
      if (supersedes !== null) index.remove("episodic", supersedes);
      return id;
    });
  return {
    get,
    append: (entry, id = newId("episode")) => write(entry, id, null),
    query({ start, end, problemId, tags = [], entryType, limit }: EpisodeQuery = {}) {
      const wanted = [start ?? null, end ?? null, problemId ?? null, entryType ?? null, JSON.stringify(tags)];
      return run(() => statements.query.all(...wanted, limit ?? -1))
        .map(read)
        .toReversed();
    },
    supersede: (oldId, entry) =>
      together(() => {
        const old = get(oldId);
        if (old === null) throw new BatonError("MEMORY_UNKNOWN", `no episode ${oldId}`);
        if (old.superseded_by !== null)
          throw new BatonError("MEMORY_SUPERSEDED", `${oldId} was superseded by ${old.superseded_by}`);
        return write(entry, newId("episode"), oldId);
      }),
  };
}

const read = (row: Record<string, unknown>): EpisodeEntry =>
  EpisodeEntry.parse({
    ...row,
    content: JSON.parse(String(row["content"])) as unknown,
    tags: JSON.parse(String(row["tags"])) as unknown,
  });
