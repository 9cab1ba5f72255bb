/** Comments that switch Checkstyle off: the formats of its own filters, and of configurations that are copied from one another. */
const WORDS =
  /\b(?:(?:checkstyle|CS)[\s:.,_-]*(?:stop|off|ignore|disable|suppress)|(?:suppress|no|disable|ignore)\s*checkstyle)\b/gi;

const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"""(?:\\.|[^\\])*?"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[A-Za-z_$][\w$.]*|\s+|[\s\S]/g;

/** What compilers and editors know by these names no rule of Checkstyle's does. */
const OF_COMPILERS =
  /^"(?:auxiliaryclass|boxing|cast|classfile|deprecation|dep-ann|divzero|exports|incomplete-switch|options|opens|overloads|path|preview|processing|rawtypes|removal|requires-\w+(?:-\w+)?|resource|restriction|serial|static-access|strictfp|synchronization|synthetic-access|text-blocks|this-escape|try|unchecked|unused|varargs)"$/;

/**
 * Java without what the given lines tell Checkstyle and its kin to pass over: annotations, and comments by their usual words or by
 * `formats` of a configuration. It stays code that compiles, of the same width. Null: they tell nobody.
 */
export function unmuteJava(text: string, changed: readonly number[], formats: readonly string[]): string | null {
  const patterns = [WORDS, ...formats.flatMap(expressionOf)];
  const lines = new Set(changed);
  const tokens = text.match(TOKEN) ?? [];
  const values = annotated(tokens);
  let line = 1;
  const plain = tokens.map((token, index) => {
    const first = line;
    line += breaksIn(token);
    const annotation = values.get(index);
    if (annotation !== undefined && (lines.has(first) || lines.has(annotation))) return withoutName(token);
    if (!/^["'/]/.test(token)) return token;
    return patterns.reduce((all, pattern) => withoutWords(all, pattern, first, lines), token);
  });
  const whole = plain.join("");
  return whole === text ? null : whole;
}

/** Which tokens may be values of `@SuppressWarnings`, each with the line that the annotation begins in. */
function annotated(tokens: readonly string[]): Map<number, number> {
  const values = new Map<number, number>();
  let [line, depth, begins] = [1, 0, 0];
  for (const [index, token] of tokens.entries()) {
    if (depth > 0) {
      depth += token === "(" ? 1 : token === ")" ? -1 : 0;
      if (/^["'\w$]/.test(token) && nextOf(tokens, index) !== "=") values.set(index, begins);
    } else if (/(?:^|\.)SuppressWarnings$/.test(token) && nextOf(tokens, index) === "(") {
      begins = line;
    } else if (token === "(" && begins > 0) {
      depth = 1;
    }
    if (depth === 0 && token === ")") begins = 0;
    line += breaksIn(token);
  }
  return values;
}

/** The next token that says something. */
function nextOf(tokens: readonly string[], index: number): string | undefined {
  let next = index + 1;
  while (/^(?:\s|\/[/*])/.test(tokens[next] ?? "")) next += 1;
  return tokens[next];
}

const breaksIn = (token: string): number => token.split("\n").length - 1;

/** A string of the same length, also in the place of a constant, whose name Checkstyle takes for its value. */
const withoutName = (value: string): string =>
  value.length < 3 || OF_COMPILERS.test(value) ? value : `"${"~".repeat(value.length - 2)}"`;

const withoutWords = (token: string, pattern: RegExp, first: number, lines: ReadonlySet<number>): string =>
  token.replaceAll(pattern, (found, ...rest: unknown[]) => {
    const begins = first + breaksIn(token.slice(0, Number(rest.find((one) => typeof one === "number"))));
    const isChanged = found.split("\n").some((_, index) => lines.has(begins + index));
    return isChanged ? found.replaceAll(/\w/g, "~") : found;
  });

/** Written for Java, which takes flags in the text of an expression. */
function expressionOf(format: string): RegExp[] {
  try {
    return [new RegExp(format.replace(/^\(\?\w+\)/, ""), "gim")];
  } catch {
    return [];
  }
}
