import { BatonError } from "../../errors.ts";
import { WorkingSet, type WorkingChanges } from "../../schema/memory.ts";
import { timestamp } from "../../util/clock.ts";
import type { BusFacts } from "./facts.ts";
import type { WorkingSetStore } from "./port.ts";
import { textOf } from "./text-index.ts";

const HOUR_MS = 60 * 60 * 1000;

export function createWorkingSets(facts: BusFacts, defaultTtlHours: number): WorkingSetStore {
  const { connection, index, now, together } = facts;
  const { database, run } = connection;
  const statements = run(() => ({
    put: database.prepare(
      "INSERT OR REPLACE INTO working_set (problem_id, body, created_at, expires_at) VALUES (?, ?, ?, ?)",
    ),
    get: database.prepare("SELECT body FROM working_set WHERE problem_id = ? AND expires_at > ?"),
    all: database.prepare("SELECT body FROM working_set WHERE expires_at > ? ORDER BY problem_id"),
    stale: database.prepare("SELECT body FROM working_set WHERE expires_at <= ? ORDER BY problem_id"),
    expire: database.prepare("DELETE FROM working_set WHERE expires_at <= ?"),
  }));
  const present = (): string => timestamp(now());
  const put = (set: WorkingSet): WorkingSet => {
    statements.put.run(set.problem_id, JSON.stringify(set), set.created_at, set.expires_at);
    index.put("working_set", set.problem_id, summaryOf(set));
    return set;
  };
  const get = (problemId: string): WorkingSet | null => {
    const row = run(() => statements.get.get(problemId, present()));
    return row === undefined ? null : read(row["body"]);
  };
  const create = (problemId: string, ttlHours = defaultTtlHours): WorkingSet => {
    const expires = timestamp(new Date(now().getTime() + ttlHours * HOUR_MS));
    return together(() => put({ ...EMPTY, problem_id: problemId, created_at: present(), expires_at: expires }));
  };
  return {
    create,
    get,
    update(problemId, merge) {
      together(() => {
        const before = get(problemId) ?? create(problemId);
        const changes: WorkingChanges = typeof merge === "function" ? merge(before) : merge;
        put(WorkingSet.parse({ ...before, ...changes }));
      });
    },
    expireStale(onExpired) {
      return together(() => {
        const at = present();
        for (const { body } of statements.stale.all(at)) {
          const set = read(body);
          onExpired?.(set);
          index.remove("working_set", set.problem_id);
        }
        return Number(statements.expire.run(at).changes);
      });
    },
    exportSummary(problemId) {
      const set = get(problemId);
      if (set === null) throw new BatonError("MEMORY_UNKNOWN", `the problem ${problemId} has no working set`);
      return summaryOf(set);
    },
    list: () => run(() => statements.all.all(present())).map(({ body }) => read(body)),
  };
}

const EMPTY = { constraints: {}, assumptions: [], open_questions: [], partial_artifacts: {}, local_decisions: [] };

const read = (body: unknown): WorkingSet => WorkingSet.parse(JSON.parse(String(body)));

/** A working set as text for the archive: what it holds, part by part. */
export function summaryOf({ problem_id, created_at, expires_at, ...parts }: WorkingSet): string {
  const sections = Object.entries(parts)
    .filter(([, part]) => Object.keys(part).length > 0)
    .map(([name, part]) => `${name.replaceAll("_", " ")}:\n${textOf(part)}`);
  return [`Working set of ${problem_id}, ${created_at} to ${expires_at}`, ...sections].join("\n\n");
}
