/** Text that was written so that a scanner does not read it, with what it says. */
export interface Decoded {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const DEPTH = 3;
const CANDIDATES = 64;
const LONGEST = 20_000;

type Decode = (given: string) => string | null;
/** What a text must have anywhere, how a run of it looks, and how it is read. */
const CODINGS: readonly (readonly [RegExp, RegExp, Decode])[] = [
  [/[A-Za-z0-9+/_-]{16}/, /[A-Za-z0-9+/_-]{16,}={0,2}/g, fromBase64],
  [/(?:[0-9a-fA-F]{2}[\s,:\\x]{0,3}){10}/, /(?:0x)?(?:[0-9a-fA-F]{2}[\s,:]{0,2}(?:\\x|0x)?){10,}/g, fromHex],
  [/[01]{7}/, /(?:[01]{7,8}[\s,]{0,2}){6,}/g, fromBinary],
  [/%[0-9a-fA-F]{2}/, /(?:%[0-9a-fA-F]{2}|[\w.~-]){12,}/g, fromPercent],
  [/&#/, /(?:&#(?:x[0-9a-fA-F]{1,6}|\d{1,7});?|&[a-z]{2,6};|[\w ,.'-]){12,}/g, fromEntities],
  [/\\[ux]/, /(?:\\u\{?[0-9a-fA-F]{2,6}\}?|\\x[0-9a-fA-F]{2}|[\w ,.'-]){12,}/g, fromEscapes],
];

/** What the text hides in common encodings, one in another to a depth of three. Bounded in number and size. */
export function decodingsOf(text: string, depth = DEPTH): Decoded[] {
  if (depth === 0) return [];
  const found: Decoded[] = [];
  for (const [sign, pattern, decode] of CODINGS) {
    if (!sign.test(text)) continue;
    let tried = 0;
    for (const { 0: given, index } of text.matchAll(pattern)) {
      if (given.length > LONGEST || !isCoded(given)) continue;
      if ((tried += 1) > CANDIDATES) break;
      const plain = decode(given);
      if (plain === null || plain === given || !isProse(plain)) continue;
      const place = { start: index, end: index + given.length };
      found.push(
        { ...place, text: plain },
        ...decodingsOf(plain, depth - 1).map(({ text: inner }) => ({ ...place, text: inner })),
      );
    }
  }
  return found;
}

const isCoded = (given: string): boolean => /[%&\\]|[0-9]|[a-z][A-Z]|=$/.test(given);

/** Words with spaces between them: what is decoded by chance is none. */
function isProse(text: string): boolean {
  const letters = text.match(/[\p{L}\p{N} '",.!?:;\-\n/@]/gu)?.length ?? 0;
  return text.length >= 8 && /\p{L}{2}[ ,]{1,4}\p{L}/u.test(text) && letters >= text.length * 0.85;
}

function fromBase64(given: string): string | null {
  if (given.length % 4 === 1) given = given.slice(0, -1);
  try {
    const bytes = Uint8Array.from(atob(given.replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, "")), (one) =>
      one.charCodeAt(0),
    );
    return utf8(bytes);
  } catch {
    return null;
  }
}

function fromHex(given: string): string | null {
  const digits = given.replaceAll(/0x|\\x|[^0-9a-fA-F]/g, "");
  return utf8(Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)));
}

function fromBinary(given: string): string {
  return String.fromCharCode(...(given.match(/[01]{7,8}/g) ?? []).map((bits) => Number.parseInt(bits, 2)));
}

function fromPercent(given: string): string | null {
  if (!given.includes("%")) return null;
  try {
    return decodeURIComponent(given);
  } catch {
    return null;
  }
}

const NAMED: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  apos: "'",
  nbsp: " ",
  sp: " ",
};
const point = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "");

function fromEntities(given: string): string | null {
  if ((given.match(/&#/g)?.length ?? 0) < 5) return null;
  return given
    .replaceAll(/&#x([0-9a-fA-F]{1,6});?/g, (_, hex: string) => point(Number.parseInt(hex, 16)))
    .replaceAll(/&#(\d{1,7});?/g, (_, number: string) => point(Number(number)))
    .replaceAll(/&([a-z]{2,6});/g, (whole, name: string) => NAMED[name] ?? whole);
}

function fromEscapes(given: string): string | null {
  if ((given.match(/\\[ux]/g)?.length ?? 0) < 5) return null;
  return given.replaceAll(/\\u\{?([0-9a-fA-F]{2,6})\}?|\\x([0-9a-fA-F]{2})/g, (_, long?: string, short?: string) =>
    point(Number.parseInt(long ?? short ?? "0", 16)),
  );
}

function utf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Whether small words stand there thirteen letters on. */
export const looksTurned = (text: string): boolean =>
  /\b(?:gur|naq|lbhe?|nyy|guvf|vtaber|sbetrg|cyrnfr|cnffjbeq)\b/i.test(text);

/** Each letter thirteen places on. */
export const rot13 = (text: string): string =>
  text.replaceAll(/[a-zA-Z]/g, (letter) => {
    const base = letter <= "Z" ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
