import type { Kernel } from "./file-calls.ts";

/** The small SQLite files that hold locks and heartbeats: no fact of a run lies in them, and a lock ends with its process. */
export function createDatabases(kernel: Kernel) {
  const held = new Map<string, unknown>();
  const beats = new Map<string, unknown[]>();
  class Database {
    readonly path: string;
    constructor(path: string) {
      kernel.strike("open", path);
      this.path = path;
    }
    exec(sql: string): void {
      if (!sql.includes("BEGIN EXCLUSIVE")) return;
      if (held.has(this.path)) throw Object.assign(new Error("database is locked"), { errcode: 5 });
      held.set(this.path, this);
    }
    prepare(): { run(...values: unknown[]): void; all(): unknown[] } {
      const { path } = this;
      return {
        run: (...values) => void beats.set(path, [values]),
        all: () => beats.get(path) ?? [],
      };
    }
    close(): void {
      if (held.get(this.path) === this) held.delete(this.path);
    }
  }
  return { Database, release: () => held.clear() };
}
