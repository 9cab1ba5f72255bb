import type { ChangedSource, SourceFile } from "../../../schema/source.ts";
import { blockBelow } from "../../text/block-below.ts";
import { triedOnce } from "./tried-until.ts";

/** A file of tests whose new loops try again what fails, and its text where the first failure counts. */
export interface Retried extends SourceFile {
  /** Where these loops begin. */
  readonly lines: readonly number[];
}

const LOOP = /^\s*(?:async )?(?:for|while|do)\b/;
/** Whoever waits before the next try looks at something that takes its time. */
const WAITS =
  /\b(?:sleep|wait|delay|pause|setTimeout|setImmediate|tick|advance)|[a-z_](?:[sS]leep|Wait|[dD]elay)\b|\b(?:Date\.now|performance|monotonic|time\(\)|nanoTime|currentTimeMillis|deadline)\b/;
const TRIES = /^\s*try\b.*[:{]\s*$/;
/** A failure that is caught, and thrown on at once. */
const CAUGHT: readonly (readonly [RegExp, string])[] = [
  [/^(\s*except)\b(?:.*?(\s+as\s+\w+))?.*?:/, "$1 ()$2:"],
  [/\bcatch\s*\{/, "catch (again) { if (true) throw again;"],
  [/\bcatch\s*\((?:[\w.]+\s+|[|]\s*)*(\w+)(?:\s*:[^)]*)?\)\s*\{/, "$& if (true) throw $1;"],
];

/** Changed files of tests that run something until it passes once, or ask until they like the answer, without waiting for anything. */
export function retriedIn(files: readonly ChangedSource[]): Retried[] {
  return files.flatMap(({ path, base, head }): Retried[] => {
    const known = new Set(base?.split("\n").map((text) => text.trim()));
    const text = head.split("\n");
    const lines: number[] = [];
    for (const [at, line] of text.entries()) {
      const block = LOOP.test(line) ? blockBelow(text.slice(at + 1), [line]) : [];
      if ([line, ...block].some((one) => WAITS.test(one))) continue;
      const caught = caughtIn(block);
      if (caught === null || known.has(line.trim())) continue;
      const place = at + 1 + caught;
      text[place] = thrownOn(text[place] ?? "");
      lines.push(at + 1);
    }
    const once = triedOnce(text.join("\n"), known, (line) => WAITS.test(line));
    const all = [...lines, ...(once?.lines ?? [])].toSorted((one, other) => one - other);
    return all.length === 0 ? [] : [{ path, text: once?.text ?? text.join("\n"), lines: all }];
  });
}

function thrownOn(line: string): string {
  const [handler, thrown] = CAUGHT.find(([pattern]) => pattern.test(line)) ?? [];
  return handler === undefined || thrown === undefined ? line : line.replace(handler, thrown);
}

/** The line of a loop's body that catches what fails in a `try` which ends the loop where nothing does. */
function caughtIn(block: readonly string[]): number | null {
  const start = block.findIndex((line) => TRIES.test(line));
  if (start === -1) return null;
  const tried = blockBelow(block.slice(start + 1), [block[start] ?? ""]);
  const handler = start + 1 + tried.length;
  const isHandled = thrownOn(block[handler] ?? "") !== block[handler];
  const below = block.slice(handler + 1);
  const after = below.slice(blockBelow(below, [block[handler] ?? ""]).length);
  const otherwise = after[0]?.trim().startsWith("else") === true ? blockBelow(after.slice(1), after) : [];
  return isHandled && [tried, otherwise].some(ends) ? handler : null;
}

const ends = (lines: readonly string[]): boolean => lines.some((line) => /^\s*(?:return|break)\b/.test(line));
