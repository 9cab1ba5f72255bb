import { BatonError, type Finding } from "../../errors.ts";
import type { Config } from "../../schema/config.ts";
import type { RoledChange } from "./compose.ts";
import { CONFIG_NAMES, configNameIn, parseConfig, readConfig } from "./context.ts";
import { ProjectConfig } from "./project-config.ts";
import type { TreeReader } from "./tree-reader.ts";

/**
 * Base's configuration; head's only where base's cannot be read: else nothing could mend it, and that it is changed asks a
 * person in any case. Head is opened only then. Throws CONFIG_INVALID, of base's, where neither can be read.
 */
export function configBetween(base: TreeReader, openHead: () => TreeReader): Config {
  try {
    return readConfig(base);
  } catch (error) {
    const head = openHead();
    if (CONFIG_NAMES.every((name) => base.read(name) === head.read(name) || problemIn(head, name) !== null))
      throw error;
    return readConfig(head);
  }
}

/** A changed configuration that nobody could read once it is merged. */
export function judgeOwnConfig(head: TreeReader, changes: readonly RoledChange[]): Finding[] {
  return changes.flatMap(({ path, head: after }): Finding[] => {
    if (after === null || !CONFIG_NAMES.includes(path)) return [];
    const message = problemIn(head, path);
    return message === null ? [] : [{ code: "CONFIG_INVALID", severity: "error", path, message }];
  });
}

/** Why nobody could read a configuration of this name; null: it can be read, or is not there. */
function problemIn(tree: TreeReader, name: string): string | null {
  if (!tree.paths.has(name)) return null;
  try {
    configNameIn(tree);
    parseConfig(ProjectConfig, tree.read(name) ?? "", name);
    return null;
  } catch (error) {
    if (error instanceof BatonError) return error.message;
    throw error;
  }
}
