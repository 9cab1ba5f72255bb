import type { ChangedSource, SourceFile } from "../../../schema/source.ts";

/** A file of tests whose new lines take signs out of texts, and its text without that. */
export interface Smoothed extends SourceFile {
  readonly calls: readonly SmoothingCall[];
}

interface SmoothingCall {
  readonly line: number;
  readonly call: string;
}

/** What people write numbers, amounts and dates with. */
const SIGNS = String.raw`[,.'’()+€$£¥%]`;
const QUOTED = String.raw`(?:"${SIGNS}+"|'${SIGNS.replace("'", "")}+'|'\\''|\/\[?(?:\\?${SIGNS})+\]?\/[gu]*)`;
const INSTEAD = String.raw`(?:"${SIGNS}?"|'${SIGNS.replace("'", "")}?')`;

/** Each with what is left of it: `$1`, what it was called with, or nothing, where that stands before it. */
const SMOOTHING: readonly (readonly [RegExp, string])[] = [
  [new RegExp(String.raw`\.(?:replace|replaceAll|replace_all)\(\s*${QUOTED}\s*,\s*${INSTEAD}\s*\)`, "g"), ""],
  [new RegExp(String.raw`\.(?:strip|lstrip|rstrip|trim_matches)\(\s*${QUOTED}\s*\)`, "g"), ""],
  [/\.split\((?:"[.\-/]"|'[.\-/]')\)\.reverse\(\)\.join\([^()\n]*\)/g, ""],
  [
    new RegExp(String.raw`\bre\.sub\(\s*r?["']\[?(?:\\?${SIGNS})+\]?["']\s*,\s*${INSTEAD}\s*,\s*([\w.]+)\s*\)`, "g"),
    "$1",
  ],
  [new RegExp(String.raw`\bstrings\.Replace(?:All)?\(([\w.]+),\s*${QUOTED},\s*${INSTEAD}(?:,\s*-1)?\)`, "g"), "$1"],
];

/** Changed files of tests that write numbers and dates otherwise before the code gets them, or after. */
export function smoothedIn(files: readonly ChangedSource[]): Smoothed[] {
  return files.flatMap(({ path, base, head }): Smoothed[] => {
    const known = new Set(base?.split("\n"));
    const calls: SmoothingCall[] = [];
    const lines = head.split("\n").map((text, at) => {
      const plain = known.has(text) ? text : SMOOTHING.reduce((now, [call, left]) => now.replaceAll(call, left), text);
      if (plain !== text) calls.push({ line: at + 1, call: text.trim() });
      return plain;
    });
    return calls.length === 0 ? [] : [{ path, text: lines.join("\n"), calls }];
  });
}
