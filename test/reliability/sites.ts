import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const SOURCE = join(import.meta.dirname, "..", "..", "src");
const CALL = /\b(?:fsyncSync|syncFolder|syncPath|syncNames)\(/;
/** Where a function begins: declared, as a constant, or as a method. */
const BEGINS =
  /^\s*(?:export )?(?:async )?(?:function |const )?(?!if\b|for\b|while\b|switch\b|catch\b)(\w+)(?:\(.*\).*| = .*=>) \{$/;
/** They only pass the call on; whoever calls them is the site. */
const HELPERS = new Set(["syncFolder", "syncPath", "syncNames"]);

export interface Site {
  /** `src/util/atomic-file.ts:27` */
  readonly place: string;
  readonly text: string;
}

/** Every place in the source that makes something durable by itself, found by reading it: a new one cannot be forgotten. */
export function syncSites(): Site[] {
  return globSync("**/*.ts", { cwd: SOURCE })
    .toSorted()
    .flatMap((file) => {
      let within = "";
      return readFileSync(join(SOURCE, file), "utf8")
        .split("\n")
        .flatMap((line, at): Site[] => {
          const [, name] = BEGINS.exec(line) ?? [];
          if (name !== undefined) within = name;
          const isCall = CALL.test(line) && !/^import|function |^\s*\*|^\s*\/\//.test(line);
          return isCall && !HELPERS.has(within) ? [{ place: `src/${file}:${at + 1}`, text: line.trim() }] : [];
        });
    });
}
