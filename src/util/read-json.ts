import { existsSync, readFileSync } from "node:fs";
import { BatonError } from "../errors.ts";

/** What a JSON file of ours holds, which is made anew where it is missing; null where it is not there. Throws STATE_FILE_CORRUPT where it is not `what` it should be. */
export function readJson<T>(path: string, is: (value: unknown) => value is T, what: string): T | null {
  if (!existsSync(path)) return null;
  let cause: unknown;
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (is(value)) return value;
  } catch (error) {
    cause = error;
  }
  throw new BatonError("STATE_FILE_CORRUPT", `${path} is not ${what}`, {
    details: { path },
    hint: "`baton repair` sets that file aside, and it is made anew.",
    cause,
  });
}
