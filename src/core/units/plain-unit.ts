import type { Unit } from "../../schema/unit.ts";

/** A unit whose command says all: it sets no variables, and nothing goes before it. */
export const plainUnit = (
  unit: Pick<Unit, "directory" | "stack" | "command" | "runner" | "level">,
  args: string[] = [],
): Unit => ({ ...unit, args, env: {}, before: [] });
