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
  /((?:#|\/\/|\/\*)[^\n]*?\bno)((?:qa|sec|semgrep|sonar|lint)\b)/gi,
  /((?:#|\/\/|\/\*)[^\n]*?\b(?:codeql|lgtm))(\[)/gi,
  /((?:#|\/\/|\/\*)[^\n]*?\b(?:gitleaks|trivy|tfsec|lint|coverage))(:\s*(?:allow|ignore)\b)/gi,
  /(#\s*type)(:\s*ignore\b)/g,
  /(#\s*pragma)([:\s]?\s*no\s*(?:cover|branch)\b)/gi,
  /(#\s*(?:mypy|pyright|pylint|ruff|flake8))(:\s*(?:ignore|disable|allow|noqa|basic))/gi,
];

/** Lines stay where they are. Null: none of the given lines tells anybody to look away. */
export function unmute(text: string, changed: readonly number[]): string | null {
  const lines = new Set(changed);
  let muted = false;
  let plain = text;
  for (const pattern of MUTES)
    plain = plain.replaceAll(pattern, (whole: string, before: string, after: string, at: number, all: string) => {
      const first = all.slice(0, at).split("\n").length;
      const last = first + whole.split("\n").length - 1;
      if (!lines.has(first) && !lines.has(last)) return whole;
      muted = true;
      return `${before}~${after}`;
    });
  return muted ? plain : null;
}
