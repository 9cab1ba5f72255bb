import type { SourceFile } from "../../../schema/source.ts";
import { closingToken, listAt, tokensOf, type Token } from "../../text/tokens.ts";

/** A function, method or type as code declares it. */
export interface Callable {
  readonly name: string;
  /** What it has to be given, by name. */
  readonly wanted: readonly string[];
  /** The most that it takes. */
  readonly most: number;
  /** Whoever gives too little is told before anything runs, or where it is called. */
  readonly isStrict: boolean;
  /** Its constructor, where it has one, says what it takes. */
  readonly isType: boolean;
  /** What stands between it and the next one. */
  readonly words: readonly string[];
  /** Where that stands in its file. */
  readonly start: number;
  readonly end: number;
}

const KEYWORD = /^(?:func|fn|def|function)$/;
const TYPE = /^(?:class|struct|enum|interface|trait|record|type)$/;
const NO_METHOD = /^(?:if|for|while|switch|catch|return|function|new|await|match|else|super|this|typeof|with)$/;
const BEFORE_METHOD =
  /^(?:[{};)*]|async|static|public|private|protected|override|abstract|final|get|set|readonly|export|default)$/;
const OWN = /^(?:self|cls|this)$/;

/** What files of code declare, in the order in which they do. */
export function callablesIn(files: readonly SourceFile[]): Callable[] {
  return files.flatMap(({ path, text }) => {
    const tokens = tokensOf(path, text);
    const found = tokens.flatMap((_, at) => declaredAt(path, tokens, at) ?? []);
    return found.map(({ at, ...callable }, number) => {
      const own = tokens.slice(at, found[number + 1]?.at ?? tokens.length);
      const words = own.map((token) => token.text);
      return { ...callable, words, start: own[0]?.start ?? 0, end: own.at(-1)?.end ?? 0 };
    });
  });
}

type Declared = Omit<Callable, "words" | "start" | "end"> & { readonly at: number };

function declaredAt(path: string, tokens: readonly Token[], at: number): Declared | null {
  const word = (position: number): string => tokens[position]?.text ?? "";
  const isScript = /\.[cm]?[jt]sx?$/.test(path);
  const declared = (name: string, open: number): Declared | null => {
    const list = word(open) === "(" ? listAt(tokens, open) : null;
    if (list === null) return null;
    const isStrict = !/\.[cm]?jsx?$/.test(path);
    return { at, name, isStrict, isType: false, ...takes(list) };
  };
  if (KEYWORD.test(word(at))) {
    // A method of Go has its receiver before its name.
    const receiver = word(at) === "func" && word(at + 1) === "(" ? closingToken(tokens, at + 1) : at;
    const name = (receiver ?? at) + 1;
    const generic = word(name + 1) === "[" ? (closingToken(tokens, name + 1) ?? name) : name;
    const open =
      word(name + 1) === "<" ? tokens.findIndex((token, to) => to > name && token.text === "(") : generic + 1;
    return isWord(word(name)) ? declared(constructed(word(name), tokens, at), open) : null;
  }
  if (TYPE.test(word(at)) && /^\p{Lu}/u.test(word(at + 1)))
    return { at, name: word(at + 1), wanted: [], most: 0, isStrict: false, isType: true };
  if (isScript && word(at + 1) === "=" && isWord(word(at))) {
    const open = word(at + 2) === "async" ? at + 3 : at + 2;
    const close = word(open) === "(" ? closingToken(tokens, open) : null;
    return close !== null && /^(?:=>|:)$/.test(word(close + 1)) ? declared(word(at), open) : null;
  }
  if (word(at + 1) !== "(" || !isWord(word(at)) || NO_METHOD.test(word(at))) return null;
  const close = closingToken(tokens, at + 1);
  const next = close === null ? "" : word(close + 1);
  const before = word(at - 1);
  if (isScript && BEFORE_METHOD.test(before) && /^[{:]$/.test(next))
    return declared(constructed(word(at), tokens, at), at + 1);
  const hasType = /^(?:[\p{L}_][\p{L}\p{N}_]*|[>\]])$/u.test(before) && !NO_METHOD.test(before);
  return path.endsWith(".java") && hasType && /^(?:\{|throws)$/.test(next) ? declared(word(at), at + 1) : null;
}

/** Who makes one calls the class. */
function constructed(name: string, tokens: readonly Token[], at: number): string {
  if (name !== "__init__" && name !== "constructor") return name;
  const of = tokens.findLastIndex((token, before) => before < at && token.text === "class");
  return tokens[of + 1]?.text ?? name;
}

/** Names alone count: a type may be another one. */
function takes(list: readonly Token[][]): Pick<Callable, "wanted" | "most"> {
  const given = list.filter((tokens) => !tokens.some(({ text }, at) => OWN.test(text) && at < 3));
  const isRest = (tokens: readonly Token[]): boolean =>
    tokens[0]?.text === "*" || tokens.some(({ text }) => text === "...");
  const isOptional = (tokens: readonly Token[]): boolean =>
    isRest(tokens) || tokens[0]?.text === "/" || tokens[1]?.text === "?" || tokens.some(({ text }) => text === "=");
  return {
    wanted: given
      .filter((tokens) => !isOptional(tokens))
      .map((tokens) => tokens.find(({ text }) => isWord(text))?.text ?? ""),
    most: given.some(isRest) ? Infinity : given.length,
  };
}

const isWord = (text: string): boolean => /^[\p{L}_$]/u.test(text);
