import { wordsOf } from "../units/shell-words.ts";

/** How a linter is told in a script what to look at. */
export interface Spoken {
  readonly program: string;
  /** Those of its commands that lint, where it has commands. */
  readonly commands?: readonly string[];
  /** Flags that decide what it says of the code. */
  readonly kept: RegExp;
  /** Flags that change files, the report or the exit code alone. */
  readonly dropped: RegExp;
  /** Flags of either kind that the next word belongs to. */
  readonly valued: RegExp;
}

const EVERYTHING = ["."];

export const SPOKEN = {
  eslint: {
    program: "eslint",
    kept: /^--ext(?:=|$)/,
    dropped:
      /^--(?:fix(?:-dry-run|-type)?|cache(?:-location|-strategy)?|quiet|max-warnings|color|no-color|no-inline-config)(?:=|$)/,
    valued: /^--(?:ext|fix-type|cache-location|cache-strategy|max-warnings)$/,
  },
  biome: {
    program: "biome",
    commands: ["lint", "check", "ci"],
    kept: /^--(?:only|skip)(?:=|$)/,
    dropped:
      /^--(?:write|fix|apply|apply-unsafe|unsafe|error-on-warnings|no-errors-on-unmatched|reporter|max-diagnostics|diagnostic-level|colors|verbose|use-server|log-level|log-kind|formatter-enabled|assist-enabled|organize-imports-enabled)(?:=|$)/,
    valued: /^--(?:only|skip|reporter|max-diagnostics|diagnostic-level|colors|log-level|log-kind)$/,
  },
  oxlint: {
    program: "oxlint",
    kept: /^(?:-[AWD]|--(?:allow|warn|deny|ignore-path|ignore-pattern|tsconfig|(?:disable-)?[a-z\d-]+-plugin|type-aware|type-check)(?:=|$))/,
    dropped:
      /^(?:-f|--(?:fix(?:-suggestions|-dangerously)?|format|quiet|silent|max-warnings|deny-warnings|threads|no-error-on-unmatched-pattern|report-unused-disable-directives(?:-severity)?)(?:=|$))/,
    valued: /^(?:-[AWDf]|--(?:allow|warn|deny|ignore-path|ignore-pattern|tsconfig|format|max-warnings|threads))$/,
  },
} as const satisfies Record<string, Spoken>;

/** What a script that starts this linter alone has it look at; everything where it says nothing of that, or more than is known here. */
export function wordsIn(script: string, { program, commands, kept, dropped, valued }: Spoken): string[] {
  const [first, ...rest] = /[|;&<>$`]/.test(script) ? [] : wordsOf(script, false).map(({ text }) => text);
  const words = commands === undefined ? rest : rest.slice(1);
  if (first !== program || commands?.includes(rest[0] ?? "") === false) return EVERYTHING;
  const taken: string[] = [];
  let isNamed = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    const whole = valued.test(word) ? [word, words[(at += 1)] ?? ""] : [word];
    if (dropped.test(word)) continue;
    if (!word.startsWith("-")) isNamed = true;
    else if (!kept.test(word)) return EVERYTHING;
    taken.push(...whole);
  }
  return isNamed ? taken : [...taken, ...EVERYTHING];
}
