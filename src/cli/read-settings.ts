import type { ZodType } from "zod";
import { parseConfig } from "../engine/prove/context.ts";
import { readInput } from "./read-input.ts";

/** A configuration or policy file named by the user, as `baton schema NAME` has it; `-` is standard input. Throws CONFIG_INVALID. */
export function readSettings<T>(schema: ZodType<T>, file: string, name: "config" | "policy" = "config"): T {
  const hint = "Name an existing JSON or YAML file, or - for standard input.";
  const text = readInput(file, { code: "CONFIG_INVALID", hint }).toString("utf8");
  const allowed = `Correct the named field; \`baton schema ${name}\` prints what is allowed.`;
  return parseConfig(schema, text, file === "-" ? "standard input" : file, allowed);
}
