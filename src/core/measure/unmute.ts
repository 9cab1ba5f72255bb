/**
 * Comments by which code tells tools to look away, each cut in two where a tilde makes it mere words: coverage, linters, type
 * checkers, scanners, Stryker. What could be code as well counts behind the mark of a comment only.
 */
const MUTES: readonly RegExp[] = [
  /(\b(?:istanbul|c8|v8)\s+)(ignore\b)/gi,
  /(node:coverage\s+)((?:disable|ignore)\b)/gi,
  /(\b(?:eslint|oxlint|tslint|biome|secretlint|stylelint|deno-lint))([-:](?:disable|ignore))/gi,
  /(\/\*\s*)(eslint\s+["'@\w])/gi,
  /(@ts-)(ignore|nocheck|expect-error)/g,
  /(\bStryker\s+)(disable)/gi,
  /(\$Flow)(FixMe)/g,
  /((?:#|\/\/|\/\*)[^\n]*?\bno)((?:qa|sec|semgrep|sonar|lint|pmd)\b)/gi,
  /((?:#|\/\/|\/\*)[^\n]*?\b(?:codeql|lgtm))(\[)/gi,
  /((?:#|\/\/|\/\*)[^\n]*?\b(?:gitleaks|trivy|tfsec|lint|coverage))(:\s*(?:allow|ignore)\b)/gi,
  /(#\s*type)(:\s*ignore\b)/g,
  /(#\s*pragma)([:\s]?\s*no\s*(?:cover|branch)\b)/gi,
  /(#\s*(?:mypy|(?:based)?pyright|pylint|ruff|flake8))(:\s*(?:ignore|disable|allow|noqa|basic))/gi,
  // A weaker mode, or any setting: pyright takes them file by file.
  /(#\s*(?:based)?pyright)(:[^\n]*?(?:\b(?:basic|standard|off)\b|\w\s*=))/gi,
];

/** Attributes of Rust that let a lint pass; the condition of another may stand around them. */
const ALLOWANCE =
  /(#!?\s*\[\s*(?:cfg_attr\s*\((?:[^\]"]|"[^"]*")*?,\s*)?)(?<!any\(\), )((?:allow|expect)\s*\((?:[^()"]|"(?:[^"\\]|\\.)*")*\))/g;

/** Lines stay where they are. Null: none of the given lines tells anybody to look away. */
export function unmute(text: string, changed: readonly number[]): string | null {
  const plain = MUTES.reduce(
    (all, pattern) => replaceIn(all, changed, pattern, (before, after) => `${before}~${after}`),
    text,
  );
  return plain === text ? null : plain;
}

/**
 * The same of attributes that let a lint of Rust pass, under a condition that never holds. Without one of them a compiler may
 * refuse the code: that is for linters alone to look at.
 */
export function disallow(text: string, changed: readonly number[]): string | null {
  const plain = replaceIn(text, changed, ALLOWANCE, (before, after) => `${before}cfg_attr(any(), ${after})`);
  return plain === text ? null : plain;
}

function replaceIn(
  text: string,
  changed: readonly number[],
  pattern: RegExp,
  replaced: (before: string, after: string) => string,
): string {
  return text.replaceAll(pattern, (whole: string, before: string, after: string, at: number, all: string) => {
    const first = all.slice(0, at).split("\n").length;
    const last = first + whole.split("\n").length - 1;
    return changed.some((line) => line >= first && line <= last) ? replaced(before, after) : whole;
  });
}
