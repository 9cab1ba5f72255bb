import { BatonError } from "../../errors.ts";
import { SharedReference } from "../../schema/memory.ts";
import { timestamp } from "../../util/clock.ts";
import type { BusFacts } from "./facts.ts";
import type { SharedReferenceStore } from "./port.ts";
import { textOf } from "./text-index.ts";

const SELECT = `
  SELECT key, value, version, source, updated_at,
    (SELECT min(updated_at) FROM shared_reference f WHERE f.key = r.key AND f.version = 1) AS created_at
  FROM shared_reference r`;
const RETIRED = "EXISTS (SELECT 1 FROM retired WHERE target = 'shared_reference' AND ref = r.key)";

export function createSharedReferences({ connection, index, now, together }: BusFacts): SharedReferenceStore {
  const { database, run } = connection;
  const statements = run(() => ({
    newest: database.prepare(`${SELECT} WHERE key = ? ORDER BY version DESC LIMIT 1`),
    version: database.prepare(`${SELECT} WHERE key = ? AND version = ?`),
    versions: database.prepare("SELECT version FROM shared_reference WHERE key = ? ORDER BY version"),
    insert: database.prepare(
      "INSERT INTO shared_reference (key, version, value, source, updated_at) VALUES (?, ?, ?, ?, ?)",
    ),
    revive: database.prepare("DELETE FROM retired WHERE target = 'shared_reference' AND ref = ?"),
    list: database.prepare(
      `${SELECT} WHERE version = (SELECT max(version) FROM shared_reference m WHERE m.key = r.key) AND NOT ${RETIRED} ORDER BY key`,
    ),
  }));
  const find = (key: string, version?: number): SharedReference | null => {
    const row = run(() => (version === undefined ? statements.newest.get(key) : statements.version.get(key, version)));
    return row === undefined ? null : read(row);
  };
  const get = (key: string, version?: number): SharedReference => {
    const found = find(key, version);
    if (found !== null) return found;
    throw new BatonError("MEMORY_UNKNOWN", `no shared reference ${key}${version === undefined ? "" : `@${version}`}`);
  };
  const set = (key: string, value: SharedReference["value"], source: string): number =>
    together(() => {
      const version = (find(key)?.version ?? 0) + 1;
      statements.insert.run(key, version, JSON.stringify(value), source, timestamp(now()));
      statements.revive.run(key);
      index.put("shared_reference", key, `${key}\n${textOf(value)}`);
      return version;
    });
  return {
    get,
    set,
    listVersions: (key) => run(() => statements.versions.all(key)).map(({ version }) => Number(version)),
    rollback: (key, toVersion) =>
      together(() => {
        const older = find(key, toVersion);
        if (older === null) return false;
        set(key, older.value, `${older.source} (rolled back to ${toVersion})`);
        return true;
      }),
    cite: (key) => `${key}@${get(key).version}`,
    list: () => run(() => statements.list.all()).map(read),
  };
}

const read = (row: Record<string, unknown>): SharedReference =>
  SharedReference.parse({ ...row, value: JSON.parse(String(row["value"])) as unknown });
