import type { SourceFile } from "../../../schema/source.ts";
import { blockBelow } from "../../text/block-below.ts";
import { LONGEST_LINE } from "../../text/by-hand.ts";
import type { Completed } from "./completed.ts";

/** How a helper begins; what begins as a test does is none. */
const HELPER =
  /^[ \t]*(?:func (?!(?:Test|Benchmark|Fuzz|Example)[A-Z_]|\()\w+|(?:async )?def (?!test)\w+|(?:export )?(?:async )?function \w+|(?:export )?const \w+ = (?:async )?(?:\([^()]*\)|\w+)\s*(?::[^=]+)?=>|(?:private |static |final )+[\w<>[\], ]+ \w+\([^()]*\) \{|fn \w+\([^()]+\))/;
/** What makes of what is given something that is easier to work on. */
const PREPARES =
  /\bsort\.\w+\(|\bslices\.(?:Sort|Compact)\w*\(|\bsorted\(|\.(?:sort|toSorted|sort_\w+|sorted|dedup\w*|distinct|filter|retain)\(|\bCollections\.sort\(|\bdict\.fromkeys\(|\bset\(|\bnew Set\(/;
/** What takes out of an answer, or puts in order, what it holds. */
const PICKS = /\.(?:filter|sort|toSorted|sorted|retain|distinct|dedup\w*)\(|\bsorted\(|\bsort\.\w+\(|\bslices\.\w+\(/;
const LOOPS = /^\s*(?:for|while)\b|\bfor\b.*\bin\b.*\bif\b/;
const CHECKS = /\bif\b|\bcontinue\b/;

/**
 * Where a helper of the tests prepares what it gives to one of `changed`, and picks from what that answers: a function that can do
 * neither would pass. Each by itself is what helpers do.
 */
export function bothSides(files: readonly SourceFile[], changed: ReadonlySet<string>): Completed[] {
  if (changed.size === 0) return [];
  const calls = new RegExp(String.raw`\b(${[...changed].map((name) => RegExp.escape(name)).join("|")})\(`);
  return files.flatMap(({ path, text }) => {
    const lines = text.split("\n");
    return lines.flatMap((line, at): Completed[] => {
      if (line.length > LONGEST_LINE || !HELPER.test(line) || isTest(lines, at)) return [];
      const body = blockBelow(lines.slice(at + 1), [line]);
      const asked = body.findIndex((one) => one.length <= LONGEST_LINE && calls.test(one));
      const [, name = ""] = calls.exec(body[asked] ?? "") ?? [];
      const prepared = body.slice(0, asked).find((one) => PREPARES.test(one));
      if (name === "" || prepared === undefined || !picks(body.slice(asked))) return [];
      return [{ name, path, line: at + 1, excerpt: prepared.trim(), prepares: true }];
    });
  });
}

/** The call and what follows: a loop over its answer with a condition, or what picks from it. */
const picks = ([call = "", ...rest]: readonly string[]): boolean =>
  LOOPS.test(call)
    ? CHECKS.test(call.replace(/^\s*for\b/, "")) || rest.some((line) => CHECKS.test(line))
    : PICKS.test(call) || rest.some((line) => PICKS.test(line));

/** Rust and Java say it above. */
const isTest = (lines: readonly string[], at: number): boolean =>
  lines.slice(Math.max(0, at - 3), at).some((line) => /#\[(?:\w+::)*test\b|@\w*Test\b/.test(line));
