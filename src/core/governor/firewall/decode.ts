/** Text that was written so that a scanner does not read it, with what it says. */
export interface Decoded {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** In a coding that no text for people is in, other than links and markup. */
  readonly sure: boolean;
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
      const sure = decode === fromBase64 || decode === fromHex || decode === fromBinary;
      const place = { start: index, end: index + given.length, sure };
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
  const letters = text.match(/[\p{L}\p{M}\p{N} '",.!?:;\-\n/@()<>。、？]/gu)?.length ?? 0;
  const isSpaced =
    /\p{L}{2}[ ,:'’]{1,4}\p{L}|[\u3040-\u30ff\u4e00-\u9fff\p{Script=Thai}\p{Script=Devanagari}\p{Script=Bengali}]{4}/u.test(
      text,
    );
  return text.length >= 8 && isSpaced && letters >= text.length * 0.8;
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

/** Small words of common languages, thirteen letters on; and such as they are. */
const TURNED: ReadonlySet<string> = new Set(
  `gur naq lbh lbhe nyy guvf gung vtaber sbetrg cyrnfr cnffjbeq jung jub zr zl vf ner abg jvgu sbe sebz
    gryy fubj ubj juvpu pna nobhg unir qb gb bs vg ba ol jnf nf ng vs jvyy jbhyq fubhyq qr yn ry ybf ynf
    yrf qre qvr qnf haq vpu fvr dhr cbe pbz hz hzn har qrf qh rfg cnen rfgn rerf chrqrf pbzb ove ir oh
    vyr vy qv pur aba cre rra urg ina wr avr qna lnat haghx phn xubat`.split(/\s+/),
);
const READABLE = new Set("the and is are to of in it for with this that not you we was can an on by".split(" "));

/** Whether small words stand in a passage thirteen letters on, and none as they are. */
export function looksTurned(passage: string): boolean {
  const words = new Set(passage.toLowerCase().match(/(?<![a-z])[a-z]{2,12}(?![a-z])/g) ?? []);
  const turned = [...words].filter((word) => TURNED.has(word)).length;
  return turned >= 2 && turned * 6 >= words.size && ![...words].some((word) => READABLE.has(word));
}

/** Each letter thirteen places on. */
export const rot13 = (text: string): string =>
  text.replaceAll(/[a-zA-Z]/g, (letter) => {
    const base = letter <= "Z" ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
