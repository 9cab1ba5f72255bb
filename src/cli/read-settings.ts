import type { ZodType } from "zod";
import { parseConfig } from "../engine/prove/context.ts";
import { readInput } from "./read-input.ts";

/** A configuration or policy file named by the user; `-` is standard input. Throws CONFIG_INVALID. */
export function readSettings<T>(schema: ZodType<T>, file: string): T {
  const hint = "Name an existing JSON or YAML file, or - for standard input.";
  const text = readInput(file, { code: "CONFIG_INVALID", hint }).toString("utf8");
  return parseConfig(schema, text, file === "-" ? "standard input" : file);
}
