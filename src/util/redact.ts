import { MASK, redactShapes } from "./secret-shapes.ts";

export type Redact = (text: string) => string;

const SECRET_NAME =
  /(?:(?:^|_)(?:KEYS?|SECRETS?|CREDENTIALS?|AUTH|PWD|PASS|PAT|SK|COOKIES?|DSN)|APIKEYS?|TOKENS?|PASSWORDS?|PASSWD|PASSPHRASE)(?:_|$)/i;
const LEAST_LENGTH = 8;
/** Of a variable that somebody passed on by name: words and folders are no secrets, and would be masked everywhere. */
const PLAIN_VALUE = /^(?:[a-z][a-z-]*|[A-Z][A-Z-]*|[\d.]+|(?:~|\.{0,2})\/.*)$/;

/** The shell's own PWD is the folder one is in; and a password that its variable's name tells already is none. */
const isOpen = (name: string, value: string): boolean =>
  name === "PWD" || name.toLowerCase().includes(value.toLowerCase());

/**
 * Takes secrets out of text before it is hashed or kept (security.md, Text): the values of variables whose name says so, and
 * of those in `passed` that are no plain words, also as base64, URL and hex; and what is known by its shape.
 */
export function createRedactor(
  env: Readonly<Record<string, string | undefined>>,
  passed: readonly string[] = [],
): Redact {
  const named = new Set(passed);
  const values = Object.entries(env).flatMap(([name, value]) => {
    if (value === undefined || value.length < LEAST_LENGTH) return [];
    const isSecret = SECRET_NAME.test(name) && !isOpen(name, value);
    return isSecret || (named.has(name) && !PLAIN_VALUE.test(value)) ? [value] : [];
  });
  const forms = values.flatMap((value) => {
    const bytes = Buffer.from(value);
    return [
      value,
      bytes.toString("base64"),
      bytes.toString("base64url"),
      encodeURIComponent(value),
      encodeURIComponent(value).replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
      new URLSearchParams([["", value]]).toString().slice(1),
      bytes.toString("hex"),
      bytes.toString("hex").toUpperCase(),
      JSON.stringify(value).slice(1, -1),
    ];
  });
  const literals = [...new Set(forms)].toSorted((a, b) => b.length - a.length);
  return (text) => redactShapes(literals.reduce((rest, literal) => rest.replaceAll(literal, MASK), text));
}

/**
 * Every text in a value, except below the keys named. What has nothing to redact is answered as it is, the same object.
 */
export function redactDeep<T>(value: T, redact: Redact, exempt: ReadonlySet<string> = new Set()): T {
  return deep(value, redact, exempt) as T;
}

function deep(value: unknown, redact: Redact, exempt: ReadonlySet<string>): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) {
    const clean = value.map((one) => deep(one, redact, exempt));
    return clean.every((one, at) => one === value[at]) ? value : clean;
  }
  if (value === null || typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const before = Object.entries(value);
  const after = before.map(([key, one]) => [key, exempt.has(key) ? one : deep(one, redact, exempt)] as const);
  return after.every(([, one], at) => one === before[at]?.[1]) ? value : Object.fromEntries(after);
}
