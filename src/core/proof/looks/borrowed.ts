import type { SourceFile } from "../../../schema/source.ts";
import { closingToken, tokensOf } from "../../text/tokens.ts";

interface Language {
  readonly files: RegExp;
  /** The statement that brings a word into a file, alone; null where none does. */
  readonly importOf: (text: string, word: string) => string | null;
  /** Behind what a further import stands: the last match. */
  readonly head: RegExp;
  /** Whether what is declared has to stand above what uses it. */
  readonly isOrdered: boolean;
}

/** `a as b` of a list in braces or brackets that brings `b`. */
const named = (list: string, word: string): string | undefined =>
  list
    .split(",")
    .map((one) => one.trim())
    .find((one) => one.split(/\s+(?:as|:)\s+|:\s*/).at(-1) === word);

const LANGUAGES: readonly Language[] = [
  {
    files: /\.go$/,
    importOf(text, word) {
      const lines = text.matchAll(/^[ \t]*(?:import[ \t]+)?(?:([\w.]+)[ \t]+)?"([\w./-]+)"[ \t]*$/gm);
      const found = lines.find(
        ([, alias, path = ""]) =>
          (alias ??
            path
              .replace(/\/v\d+$/, "")
              .split("/")
              .at(-1)) === word,
      );
      return found === undefined ? null : `import ${found[1] === undefined ? "" : `${found[1]} `}"${found[2]}"`;
    },
    head: /^package[ \t].*$/gm,
    isOrdered: false,
  },
  {
    files: /\.pyi?$/,
    importOf(text, word) {
      for (const [, from = "", list = ""] of text.matchAll(/^from[ \t]+(\S+)[ \t]+import[ \t]+(\([^)]*\)|[^\n(]+)/gm)) {
        const one = named(list.replaceAll(/[()]|#[^\n]*/g, ""), word);
        if (one !== undefined) return `from ${from} import ${one}`;
      }
      return (
        new RegExp(
          String.raw`^import[ \t]+(?:${RegExp.escape(word)}(?:\.\w+)*|\S+[ \t]+as[ \t]+${RegExp.escape(word)})[ \t]*$`,
          "m",
        ).exec(text)?.[0] ?? null
      );
    },
    head: /^(?:from[ \t]+\S+[ \t]+import[ \t]+(?:\([^)]*\)|[^\n(]+)|import[ \t]+[^\n]+)$/gm,
    isOrdered: true,
  },
  {
    files: /\.[cm]?[jt]sx?$/,
    importOf(text, word) {
      const imports =
        /^import[ \t]+(?:type[ \t]+)?(?:([\w$]+)[ \t]*,?[ \t]*)?(?:\*[ \t]+as[ \t]+([\w$]+)|\{([^}]*)\})?[ \t]*from[ \t]*(["'][^"'\n]+["']);?/gm;
      for (const [, plain, all, list = "", from = ""] of text.matchAll(imports)) {
        if (plain === word) return `import ${word} from ${from};`;
        if (all === word) return `import * as ${word} from ${from};`;
        const one = named(list, word);
        if (one !== undefined) return `import { ${one} } from ${from};`;
      }
      for (const [, list = "", from = ""] of text.matchAll(
        /^(?:const|var|let)[ \t]+\{([^}]*)\}[ \t]*=[ \t]*(require\([^)\n]+\));?/gm,
      )) {
        const one = named(list, word);
        if (one !== undefined) return `const { ${one} } = ${from};`;
      }
      return null;
    },
    head: /^(?:import\b[^;'"]*["'][^"'\n]+["'];?|(?:const|var|let)[^;=]*=[ \t]*require\([^)\n]+\).*)$/gm,
    isOrdered: true,
  },
  {
    files: /\.java$/,
    importOf: (text, word) =>
      new RegExp(String.raw`^import[ \t]+(?:static[ \t]+)?[\w.]+\.${RegExp.escape(word)};`, "m").exec(text)?.[0] ??
      null,
    head: /^package[ \t].*$/gm,
    isOrdered: false,
  },
  {
    files: /\.rs$/,
    importOf(text, word) {
      for (const [, from = "", list = ""] of text.matchAll(/^[ \t]*use[ \t]+([\w:]+?)(?:::\{([^}]*)\})?;/gm)) {
        const one = list === "" ? undefined : named(list, word);
        if (one !== undefined) return `use ${from}::${one};`;
        if (list === "" && from.split("::").at(-1) === word) return `use ${from};`;
      }
      return null;
    },
    head: /^[ \t]*use[ \t]+[^;]+;$/gm,
    isOrdered: false,
  },
];

/** The statement of a text that brings a word into it, alone; null where none does. */
export const importOf = (path: string, text: string, word: string): string | null =>
  LANGUAGES.find(({ files }) => files.test(path))?.importOf(text, word) ?? null;

/**
 * A text with what head's says of these words and it does not: what they are imported from, and what declares them outside of all else.
 * Read by lines and brackets: where more was needed, the text cannot be loaded, and says so.
 */
export function withDeclared({ path, text }: SourceFile, head: string, words: Iterable<string>): string {
  const language = LANGUAGES.find(({ files }) => files.test(path));
  if (language === undefined) return text;
  const [imports, done] = [new Set<string>(), new Set<string>()];
  const found = new Map<number, string>();
  const open = [...words];
  for (let word = open.pop(); word !== undefined; word = open.pop()) {
    if (done.has(word) || !/^[\p{L}_$]/u.test(word)) continue;
    done.add(word);
    if (language.importOf(text, word) !== null || blocksOf(path, text, word).length > 0) continue;
    const imported = language.importOf(head, word);
    if (imported !== null) imports.add(imported);
    for (const { start, block } of imported === null ? blocksOf(path, head, word) : []) {
      found.set(start, block);
      open.push(...tokensOf(path, block).map((token) => token.text));
    }
  }
  // As they stand in head: what one of them uses is above it there.
  const blocks = [...found].toSorted(([one], [other]) => one - other).map(([, block]) => block);
  const last = [...text.matchAll(language.head)].at(-1);
  const at = last === undefined ? 0 : last.index + last[0].length;
  const [above, below] = language.isOrdered ? [[...imports, ...blocks], []] : [[...imports], blocks];
  const lines = above.map((one) => `${last === undefined ? "" : "\n"}${one}${last === undefined ? "\n" : ""}`);
  return [text.slice(0, at), ...lines, text.slice(at), ...below.map((one) => `\n${one}\n`)].join("");
}

/** What declares a word at the left margin, whole: of a type of Go its methods too. */
function blocksOf(path: string, text: string, word: string): { readonly start: number; readonly block: string }[] {
  const name = RegExp.escape(word);
  const kinds = String.raw`(?:(?:export|pub|static|async|default|abstract|final|private|public)[ \t]+)*(?:const|let|var|func|fn|def|class|struct|type|enum|function|interface|record)`;
  const starts = new RegExp(
    String.raw`^(?:@[^\n]*\n)*(?:${kinds}[ \t*]+${name}\b|${name}[ \t]*=[^=]|func[ \t]+\(\w+[ \t]+\*?${name}\))`,
    "gmu",
  );
  const wholeOf = path.endsWith(".py") ? untilMargin : (rest: string) => untilLineEnd(path, rest);
  return [...text.matchAll(starts)].map(({ index: start }) => ({ start, block: wholeOf(text.slice(start)) }));
}

/** Of Python: up to the next line at the margin, behind decorators. */
function untilMargin(rest: string): string {
  const first = rest.search(/^[^@\n]/m);
  const next = rest.slice(first).search(/\n(?=[^\s)\]}#])/);
  return next < 0 ? rest : rest.slice(0, first + next);
}

/** Up to the first line that ends outside of all brackets. */
function untilLineEnd(path: string, rest: string): string {
  const tokens = tokensOf(path, rest);
  let end = 0;
  for (let at = 0; at < tokens.length; at += 1) {
    at = closingToken(tokens, at) ?? at;
    end = tokens[at]?.end ?? end;
    const next = tokens[at + 1];
    if (next === undefined || rest.slice(end, next.start).includes("\n")) break;
  }
  return rest.slice(0, end);
}
