/** A request as the classifiers look at it. */
export interface ReadText {
  /** What is said, in lower case, without code, quotes and traces: only words decide what is wanted. */
  readonly prose: string;
  readonly words: readonly string[];
  /** Parts between full stops, line ends and semicolons: a verb and its object stand in the same one. */
  readonly clauses: readonly string[];
  /** Lines that are items of a list. */
  readonly items: number;
  /** Paths and file names, wherever they stand. */
  readonly paths: readonly string[];
  /** Names in backticks, code blocks, numbers, paths: what a request can be held to. */
  readonly anchors: number;
  readonly isQuestion: boolean;
}

/** Beyond it a request repeats itself or pastes a log; the work stays bounded whatever is pasted. */
const LIMIT = 20_000;

const FENCED = /```[^\n]*\n[\s\S]*?(?:```|$)|~~~[^\n]*\n[\s\S]*?(?:~~~|$)/g;
const INLINE = /`[^`\n]{1,200}`/g;
const QUOTED_LINE = /^[ \t]*>.*$/gm;
const TRACE_LINE = /^[ \t]*(?:at |File "|Traceback |[+-]{3} |@@ ).*$/gm;
const URL = /\bhttps?:\/\/\S{1,500}/g;
/** Something with a slash between names, or a name with the ending of a file; both short, so that reading stays linear. */
const PATH =
  /(?<![\w/])\.{0,2}\/?[\w@.*-]{1,80}(?:\/[\w@.*-]{1,80}){1,12}|(?<![\w/.])[\w-]{0,80}\.(?:[cm]?[jt]sx?|py|go|rs|java|rb|php|sql|ya?ml|json|toml|md|css|html|sh|tf|env|pem|key|lock|cfg|ini)\b/g;
const ITEM = /^[ \t]*(?:[-*+•]|\d{1,3}[.)]|\[[ x]\])[ \t]+\S/gm;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’_-]*/gu;

export function readText(given: string): ReadText {
  const text = given.slice(0, LIMIT).toWellFormed().normalize("NFKC");
  const withoutUrls = text.replaceAll(URL, " ");
  const code = [...(withoutUrls.match(FENCED) ?? []), ...(withoutUrls.match(INLINE) ?? [])];
  const spoken = withoutUrls
    .replaceAll(FENCED, "\n")
    .replaceAll(QUOTED_LINE, "")
    .replaceAll(TRACE_LINE, "")
    .replaceAll(INLINE, " ");
  const paths = [...new Set(withoutUrls.match(PATH) ?? [])].filter((path) => /[a-z]/i.test(path)).slice(0, 200);
  const prose = spoken.replaceAll(PATH, " ").toLowerCase();
  return {
    prose,
    words: prose.match(WORD) ?? [],
    clauses: prose.split(/[.!?;\n。！？；]+/).filter((clause) => clause.trim() !== ""),
    items: (spoken.match(ITEM) ?? []).length,
    paths,
    anchors: code.length + paths.length + (prose.match(/\b\d+\b/g) ?? []).length,
    isQuestion: /[?？]\s*$/.test(prose.trim()) || QUESTION.test(prose.trim()),
  };
}

const QUESTION =
  /^(?:what|why|how|who|where|when|which|is|are|does|do|did|can|could|should|would|was|wie|was|warum|wo|pourquoi|comment|qué|cómo|por qué|как|почему|что)\b/u;
