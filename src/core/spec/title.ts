export interface Title {
  readonly text: string;
  /** The number that the author gave it ("2", "1.3"), which `Depends:` may use; null when there is none. */
  readonly label: string | null;
}

const DECORATION =
  /^(?:\[[ xX]\]\s+|(?!\d)\p{Extended_Pictographic}[\uFE0F\u200D\p{Extended_Pictographic}\p{EMod}]*\s*)+/u;
const KEYCAP = /^(\d)\uFE0F?\u20E3\s*/;
const WORD = "feature|user story|story|task|requirement|epic|use case|ticket|issue|fr|us|req|f|r";
const NUMBERED_WORD = new RegExp(`^(?:${WORD})[\\s_#-]*(\\d+(?:\\.\\d+)*)\\s*(?:[:.)\\]|–—]+|-+(?=\\s))\\s*`, "i");
const CODED_WORD = /^(?:FR|US|REQ|F|R|T)-(\d+)\s+/;
const BARE_WORD = /^(?:feature|user story|story|task)\s*:\s+/i;
const NUMBER = /^[[(]?#?(\d+(?:\.\d+)*)(?:[.):\]–—]+|\s+[-–—:]+)\s+/;
const DOTTED = /^(\d+(?:\.\d+)+)\s+/;

/** Takes numbering, check boxes and leading emoji off a heading or list item: "✅ Feature 2: Log in" is "Log in", label "2". */
export function cleanTitle(raw: string): Title {
  const bare = raw.trim().replace(DECORATION, "");
  for (const pattern of [KEYCAP, NUMBERED_WORD, CODED_WORD, NUMBER, DOTTED, BARE_WORD]) {
    const match = pattern.exec(bare);
    const rest = match === null ? "" : bare.slice(match[0].length).replace(DECORATION, "").trim();
    if (match !== null && rest !== "") return { text: trimEnd(rest), label: match[1] ?? null };
  }
  return { text: trimEnd(bare) || raw.trim(), label: null };
}

function trimEnd(text: string): string {
  return text.replace(/\s*:$/, "").trim();
}

/** Lower-case ASCII words joined with `_`, at most 40 characters, cut at a word where that keeps half of them. */
export function slugOf(text: string): string {
  const ascii = text.normalize("NFKD").replace(/\p{M}/gu, "").replace(/['’]/g, "").toLowerCase();
  const slug = ascii.replace(/[^a-z0-9]+/g, "_").replace(/^_+|_+$/g, "");
  if (slug === "") return "feature";
  if (slug.length <= 40) return slug;
  const cut = slug.slice(0, 41);
  const word = cut.lastIndexOf("_");
  return cut.slice(0, word >= 20 ? word : 40);
}

/** How titles are compared: words only, any script. */
export function titleKey(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
