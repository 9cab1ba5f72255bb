import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ZodType } from "zod";
import { apart, writeJsonAtomic } from "../util/atomic-file.ts";
import { redactDeep, type Redact } from "../util/redact.ts";

/** Results of runs by digest: an equal run that is already known is cited instead of made again (verification.md, Cost). */
export interface Results<T> {
  get(digest: string): T | null;
  put(digest: string, run: T): void;
}

export function openResults<T>(directory: string, schema: ZodType<T>, redact: Redact): Results<T> {
  const place = (digest: string): string => join(directory, digest.slice(0, 2), `${digest}.json`);
  return {
    get(digest) {
      const path = place(digest);
      if (!existsSync(path)) return null;
      const parsed = schema.safeParse(readJson(path));
      return parsed.success ? parsed.data : null;
    },
    put: (digest, run) =>
      writeJsonAtomic(place(digest), redactDeep(run, redact, NAMES), { temporary: apart(place(digest)) }),
  };
}

/** Results are compared by the names of tests and files. */
const NAMES: ReadonlySet<string> = new Set(["id", "file", "name"]);

/** A result that cannot be read is one we do not have: the run is made again. */
function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}
