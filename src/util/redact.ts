export type Redact = (text: string) => string;

const SECRET_NAME = /(?:^|_)(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|AUTH)(?:_|$)/i;
const LEAST_LENGTH = 8;

/** Secrets that are known by their shape, wherever they come from. */
const SHAPES = [
  /\b(?:sk|rk)-(?:ant-|proj-|live-|test-)?[A-Za-z0-9_-]{20,}\b/g,
  /\bgh[pousr]_[A-Za-z0-9]{36,}\b/g,
  /\bgithub_pat_\w{40,}\b/g,
  /\bglpat-[\w-]{20,}\b/g,
  /\bxox[abeoprs]-[\w-]{10,}\b/g,
  /\bAKIA[0-9A-Z]{16}\b/g,
  /\bAIza[\w-]{35}\b/g,
  /\bnpm_[A-Za-z0-9]{36}\b/g,
  /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/g,
  /-----BEGIN (?:[A-Z ]+ )?PRIVATE KEY-----[\s\S]*?-----END (?:[A-Z ]+ )?PRIVATE KEY-----/g,
];
const MASK = "[redacted]";

/**
 * Takes secrets out of text before it is hashed or kept (security.md, Text): the values of variables whose name says so,
 * also as base64, URL and hex, and what looks like a key of a known service.
 */
export function createRedactor(env: Readonly<Record<string, string | undefined>>): Redact {
  const values = Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && value.length >= LEAST_LENGTH && SECRET_NAME.test(name) ? [value] : [],
  );
  const forms = values.flatMap((value) => {
    const bytes = Buffer.from(value);
    return [
      value,
      bytes.toString("base64"),
      bytes.toString("base64url"),
      encodeURIComponent(value),
      bytes.toString("hex"),
    ];
  });
  const literals = [...new Set(forms)].toSorted((a, b) => b.length - a.length);
  return (text) => {
    const known = literals.reduce((rest, literal) => rest.replaceAll(literal, MASK), text);
    return SHAPES.reduce((rest, shape) => rest.replaceAll(shape, MASK), known);
  };
}
