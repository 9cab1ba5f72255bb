import type { Severity } from "../../schema/tool-findings.ts";

/** What a rule is about, where its tool does not say so itself: the CWE it detects and how bad a hit is. */
interface KnownRule {
  readonly cwe: readonly number[];
  readonly severity: Severity;
}

const rule = (severity: Severity, ...cwe: number[]): KnownRule => ({ severity, cwe });

/** Rules of ESLint and its security plugins. `detect-object-injection` fires on any computed key: it is a note. */
const ESLINT: Readonly<Record<string, KnownRule>> = {
  "no-eval": rule("high", 95),
  "no-implied-eval": rule("high", 95),
  "no-new-func": rule("high", 95),
  "no-script-url": rule("high", 79),
  "@typescript-eslint/no-implied-eval": rule("high", 95),
  "no-unsanitized/method": rule("high", 79),
  "no-unsanitized/property": rule("high", 79),
  "react/no-danger": rule("high", 79),
  "no-secrets/no-secrets": rule("high", 798),
  "security/detect-bidi-characters": rule("high", 94),
  "security/detect-buffer-noassert": rule("high", 119),
  "security/detect-child-process": rule("high", 78),
  "security/detect-disable-mustache-escape": rule("high", 79),
  "security/detect-eval-with-expression": rule("high", 95),
  "security/detect-new-buffer": rule("medium", 119),
  "security/detect-no-csrf-before-method-override": rule("high", 352),
  "security/detect-non-literal-fs-filename": rule("medium", 22),
  "security/detect-non-literal-regexp": rule("medium", 1333),
  "security/detect-non-literal-require": rule("high", 829),
  "security/detect-object-injection": rule("low", 915),
  "security/detect-possible-timing-attacks": rule("medium", 208),
  "security/detect-pseudoRandomBytes": rule("high", 338),
  "security/detect-unsafe-regex": rule("high", 1333),
};

/** What an ESLint rule says of security; null for rules about anything else. */
export function securityRule(id: string): KnownRule | null {
  const known = Object.hasOwn(ESLINT, id) ? ESLINT[id] : undefined;
  return known ?? (/^(?:security|no-unsanitized|no-secrets|xss)\//.test(id) ? rule("high") : null);
}

/** Biome's own group of them. */
const BIOME: Readonly<Record<string, KnownRule>> = {
  "lint/security/noGlobalEval": rule("high", 95),
  "lint/security/noDangerouslySetInnerHtml": rule("high", 79),
  "lint/security/noDangerouslySetInnerHtmlWithChildren": rule("high", 79),
  "lint/security/noScriptUrl": rule("high", 79),
  "lint/security/noBlankTarget": rule("medium", 1022),
  "lint/security/noSecrets": rule("high", 798),
};

/** The same of a rule of Biome's. */
export const biomeRule = (id: string): KnownRule | null => (Object.hasOwn(BIOME, id) ? (BIOME[id] ?? null) : null);

/** bandit's tests, for versions that name no CWE. */
const BANDIT: Readonly<Record<string, number>> = {
  B101: 703,
  B102: 78,
  B103: 732,
  B104: 605,
  B105: 259,
  B106: 259,
  B107: 259,
  B108: 377,
  B110: 703,
  B112: 703,
  B201: 94,
  B301: 502,
  B302: 502,
  B303: 327,
  B304: 327,
  B305: 327,
  B306: 377,
  B307: 78,
  B308: 79,
  B310: 22,
  B311: 330,
  B312: 319,
  B313: 20,
  B314: 20,
  B318: 20,
  B321: 319,
  B323: 295,
  B324: 327,
  B401: 319,
  B402: 319,
  B403: 502,
  B404: 78,
  B413: 327,
  B501: 295,
  B502: 327,
  B503: 327,
  B504: 327,
  B505: 326,
  B506: 20,
  B507: 295,
  B601: 78,
  B602: 78,
  B603: 78,
  B604: 78,
  B605: 78,
  B606: 78,
  B607: 78,
  B608: 89,
  B609: 78,
  B610: 89,
  B611: 89,
  B701: 94,
  B702: 79,
  B703: 79,
};

export function banditCwe(id: string): number[] {
  const cwe = Object.hasOwn(BANDIT, id) ? BANDIT[id] : undefined;
  return cwe === undefined ? [] : [cwe];
}

/** CWE numbers in a text: `CWE-79`, `external/cwe/cwe-079`. */
export function cweIn(texts: readonly string[]): number[] {
  const numbers = texts.flatMap((text) =>
    [...text.matchAll(/\bcwe[-_ ]?0*(\d{1,5})\b/gi)].map(([, number]) => Number(number)),
  );
  return [...new Set(numbers)].filter((number) => number > 0);
}
