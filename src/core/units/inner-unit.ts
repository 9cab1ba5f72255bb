import { isPythonRunner, type Unit } from "../../schema/unit.ts";
import type { TreeView } from "./detect-units.ts";
import { inferRunner } from "./infer-runner.ts";
import { readManifest, scriptsOf } from "./manifest.ts";
import { type ResolvedCommand, resolveInside, resolveCommand, wholeArgs, withoutChecks } from "./resolve-command.ts";

/**
 * The runner inside a Node command that is run as a whole (P2), where one stands in its scripts, or is the package's own; else that command without its linters, or null.
 * Whatever else the command does is left out, so it has to be tried before it is trusted.
 */
export function innerUnit(tree: TreeView, unit: Unit): Unit | null {
  if (unit.runner !== "command" || unit.level !== "P2") return null;
  const { directory, command } = unit;
  const lookup = scriptsOf(tree);
  const inferred = (): ResolvedCommand | null => {
    const found = inferRunner(tree, [...tree.paths], directory, readManifest(tree, directory));
    return found === null || found.by === "files" ? null : resolveCommand(found.command, lookup, directory);
  };
  const resolved = resolveInside(command, lookup, directory) ?? inferred();
  if (resolved === null) {
    const rest = withoutChecks(command, lookup, directory);
    return rest === null ? null : { ...unit, command: rest };
  }
  if (resolved.runner === "command" || isPythonRunner(resolved.runner)) return null;
  const { runner, env, before, level } = resolved;
  return { directory, stack: "node", command, runner, level, args: wholeArgs(resolved), env, before };
}
