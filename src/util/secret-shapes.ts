/** A kind of secret that is known by its shape: what its text must hold, how it looks, and what of it stays. */
interface Shape {
  readonly hints: readonly string[];
  readonly pattern: RegExp;
  /** Kept before and after the mask; absent: nothing. */
  readonly keep?: "around";
}

/** Where a word begins, also behind the escape of a line's end in JSON. */
const EDGE = String.raw`(?:(?<=\\[nrtbf])|\b)`;
const edged = (pattern: RegExp): RegExp => new RegExp(pattern.source.replaceAll(String.raw`\b`, EDGE), pattern.flags);
const whole = (pattern: RegExp, ...hints: string[]): Shape => ({ hints, pattern: edged(pattern) });
const around = (pattern: RegExp, ...hints: string[]): Shape => ({ hints, pattern: edged(pattern), keep: "around" });

/**
 * Token formats as their issuers document them and secretlint's recommended rules match them; ours run at once, on text of any
 * size, since every sink is written synchronously. Each has a fixed beginning, so that text without it is only searched for it.
 */
const TOKENS: readonly Shape[] = [
  whole(
    /\b(?:AKIA|ASIA|AROA|AIDA|AGPA|ANPA|ANVA|AIPA)[0-9A-Z]{16}\b/g,
    "AKIA",
    "ASIA",
    "AROA",
    "AIDA",
    "AGPA",
    "ANPA",
    "ANVA",
    "AIPA",
  ),
  around(
    /(aws_?(?:secret_?)?(?:access_?)?(?:key|session_token)["']?\s{0,3}[:=]\s{0,3}\\?["']?)[A-Za-z0-9/+=]{40,}(?![A-Za-z0-9/+=])()/gi,
    "aws",
    "AWS",
    "Aws",
  ),
  whole(
    /\b(?:gh[pousr]_[A-Za-z0-9_]{36,255}|github_pat_\w{40,})\b/g,
    "ghp_",
    "gho_",
    "ghu_",
    "ghs_",
    "ghr_",
    "github_pat_",
  ),
  whole(/\bgl(?:pat|dt|rt|cbt|ptt|ft|soat|oas)-[\w-]{20,}/g, "gl"),
  whole(/\bxox[abeoprs](?:\.xoxp)?-[\w-]{10,}|\bxapp-\d-[\w-]{10,}/g, "xox", "xapp-"),
  whole(/https:\/\/hooks\.slack\.com\/(?:services|workflows)\/[\w/-]{20,}/g, "hooks.slack.com"),
  whole(/https:\/\/(?:\w{1,10}\.)?discord(?:app)?\.com\/api\/webhooks\/\d{10,}\/[\w-]{30,}/g, "/api/webhooks/"),
  whole(/\bnpm_[A-Za-z0-9]{36,}\b/g, "npm_"),
  around(/(:_(?:authToken|auth|password)\s{0,3}=\s{0,3}["']?)(?!\$)[^\s"']{8,}()/g, ":_auth", ":_password"),
  whole(/\bpypi-AgEIcHlwaS[\w-]{50,}/g, "pypi-"),
  whole(/\b(?:sk|rk)-(?:ant|proj|live|test|svcacct|admin|or|lf)-(?=[\w-]{0,200}\d)[\w-]{20,}/g, "sk-", "rk-"),
  whole(/\b(?:sk|rk)-(?=[A-Za-z0-9]{0,200}\d)[A-Za-z0-9]{20,}\b/g, "sk-", "rk-"),
  whole(
    /\b(?:sk|rk|pk|whsec)_(?:(?:live|test|prod)_)?(?=[A-Za-z0-9]{0,200}\d)[A-Za-z0-9]{24,}\b/g,
    "sk_",
    "rk_",
    "pk_",
    "whsec_",
  ),
  whole(/\bAIza[\w-]{35}(?![\w-])/g, "AIza"),
  whole(/\bya29\.[\w-]{20,}/g, "ya29."),
  whole(/\bhf_[A-Za-z0-9]{30,}\b/g, "hf_"),
  whole(/\bSG\.[\w-]{16,}\.[\w-]{16,}/g, "SG."),
  whole(/\b(?:dop|doo|dor)_v1_[a-f0-9]{64}\b/g, "_v1_"),
  whole(/\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}\b/g, "shp"),
  whole(
    /\b(?:lin_api_|glsa_|figd_|dckr_pat_|ntn_|vercel_|cfut_|cfat_|cfk_|ops_eyJ|PMAK-|tskey-[a-z]{2,20}-)[\w-]{20,}/g,
    "lin_api_",
    "glsa_",
    "figd_",
    "dckr_pat_",
    "ntn_",
    "vercel_",
    "cfut_",
    "cfat_",
    "cfk_",
    "ops_eyJ",
    "PMAK-",
    "tskey-",
  ),
  whole(/\bdapi[a-f0-9]{32}\b/g, "dapi"),
  whole(/\bAGE-SECRET-KEY-1[0-9A-Z]{58}\b/g, "AGE-SECRET-KEY-1"),
  whole(/\bEAACEdEose0cBA[A-Za-z0-9]{20,}/g, "EAACEdEose0cBA"),
  whole(/\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/g, "eyJ"),
  whole(
    /-----BEGIN (?:[A-Z0-9 ]{1,40} )?PRIVATE KEY(?: BLOCK)?-----[^-]{20,20000}(?:-----END (?:[A-Z0-9 ]{1,40} )?PRIVATE KEY(?: BLOCK)?-----)?/g,
    "PRIVATE KEY",
  ),
  around(/(\b(?:Bearer|bearer)\s)(?=[\w.~+/-]{0,400}\d)[\w.~+/-]{20,}={0,2}()/g, "earer "),
  around(/(\bBasic\s)(?=[A-Za-z0-9+/]{0,400}\d)[A-Za-z0-9+/]{16,}={0,2}()/g, "Basic "),
];

const LOCAL = "(?:localhost|127\\.|0\\.0\\.0\\.0|\\[::1\\]|host\\b|example\\.|[\\w.-]{0,60}\\.example\\b)";
/** Secrets by what stands before them: passwords in addresses, and lines of an environment file. */
const PLACES: readonly Shape[] = [
  around(
    new RegExp(
      `(\\b[a-z][a-z0-9+.-]{1,20}:\\/\\/[^\\s:/@"'<>]{1,100}:)(?!\\$|<|\\{|\\*|password@|pass@|\\[redacted)[^\\s/@"'<>]{3,200}(@)(?!${LOCAL})`,
      "gi",
    ),
    "://",
  ),
  around(
    /((?:^|[\s"'`,;{([]|\\[nrt])(?:export )?(?:[A-Z][A-Z0-9_]{0,60}?(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|_AUTH|_PWD)|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE)(?:_[A-Z0-9]{1,20})?=)(?!["']?(?:\$|<|\{|%|\*|\[redacted|x{3}|your|change|example|placeholder|process\.|os\.))(?:"[^"\n\\]{8,400}"|'[^'\n\\]{8,400}'|[\w.~+/=!@#%^&*:-]{8,400}(?![\w.([]))()/gm,
    "=",
  ),
  around(
    /((?:^|[\s{,(]|\\[nrt])["']?(?:[A-Z][A-Z0-9_]{0,60}?(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?)|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE)\\?["']?\s{0,3}[:=]\s{0,3}\\?["'])(?!\$|<|\{|%|\*|\[redacted|x{3}|your|change|example|placeholder)[^\s"'\\]{8,400}(\\?["'])/gm,
    "KEY",
    "TOKEN",
    "SECRET",
    "PASS",
    "CREDENTIAL",
  ),
];

export const MASK = "[redacted]";
/** A test's command in a specification is run as it is written. */
const COMMAND = /^\s*(?:[-*]\s*)?Test:/i;

/** No secret by itself: an id, a time, a digest. Most texts of an event are one of them. */
const PLAIN = /^(?:.{0,10}|[0-9a-f]*|\d{4}-\d\d-\d\dT[\d:.]+Z)$/;

/** All hints at once: most texts have none, and are searched a single time. */
const ANY_HINT = new RegExp(
  [...TOKENS, ...PLACES].flatMap(({ hints }) => hints.map((hint) => hint.replaceAll(".", String.raw`\.`))).join("|"),
);

/** Takes out what is known by its shape. Each pattern is bounded; text without any hint is only searched. */
export function redactShapes(text: string): string {
  if (PLAIN.test(text) || !ANY_HINT.test(text)) return text;
  let clean = text;
  for (const { hints, pattern, keep } of TOKENS)
    if (hints.some((hint) => clean.includes(hint)))
      clean = clean.replaceAll(pattern, keep === undefined ? MASK : `$1${MASK}$2`);
  for (const { hints, pattern } of PLACES)
    if (hints.some((hint) => clean.includes(hint))) clean = outsideCommands(clean, pattern);
  return clean;
}

const outsideCommands = (text: string, pattern: RegExp): string =>
  /^\s*(?:[-*]\s*)?Test:/im.test(text)
    ? text
        .split("\n")
        .map((line) => (COMMAND.test(line) ? line : line.replaceAll(pattern, `$1${MASK}$2`)))
        .join("\n")
    : text.replaceAll(pattern, `$1${MASK}$2`);
