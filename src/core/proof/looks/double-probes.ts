import type { Finding } from "../../../errors.ts";
import type { ChangedSource, SourceFile } from "../../../schema/source.ts";
import { tokensOf } from "../../text/tokens.ts";

/** Code that asks whether what it is given has a member, or is of a class, by its name, and does nothing else with that. */
export interface Probe {
  readonly path: string;
  readonly line: number;
  readonly name: string;
  readonly excerpt: string;
}

/** `"a" in b`; of Python's dictionaries that asks for a key. */
const IN_SCRIPT = /["'](\w+)["']\s+in\s+[\w.$]+/g;
const ASKING: readonly RegExp[] = [
  /\b(?:hasattr|Reflect\.has|Object\.hasOwn)\(\s*[\w.$]+\s*,\s*["'](\w+)["']\s*\)/g,
  /\btypeof\s+[\w.$]+\.(\w+)\s*[!=]==?\s*["'`]function/g,
  /\.\(\s*interface\s*\{\s*(\w+)\s*\(/g,
  /\b__(?:qual)?name__\s*[!=]=\s*["'](\w+)["']/g,
  /\bconstructor\??\.name\s*[!=]==?\s*["'`](\w+)["'`]/g,
];

/** What a change newly asks so. A member that the code goes on to use is what it needs, whoever has it. */
export function probesIn(code: readonly ChangedSource[]): Probe[] {
  return code.flatMap(({ path, base, head }) => {
    const found = askingIn(path).flatMap((pattern) => [...head.matchAll(pattern)]);
    const rest = unasked(path, head);
    return found.flatMap(({ 0: asked, 1: name = "", index }) => {
      if (
        base?.includes(asked) === true ||
        new RegExp(String.raw`[.?]${name}\b|[{,]\s*${name}\s*[,}]|\[["']${name}["']\]`).test(rest)
      )
        return [];
      const line = head.slice(0, index).split("\n").length;
      return [{ path, line, name, excerpt: (head.split("\n")[line - 1] ?? "").trim() }];
    });
  });
}

const askingIn = (path: string): readonly RegExp[] => (path.endsWith(".py") ? ASKING : [...ASKING, IN_SCRIPT]);

const unasked = (path: string, text: string): string =>
  askingIn(path).reduce((rest, pattern) => rest.replaceAll(pattern, ""), text);

/** Those of what tests alone declare: what stands in production is no such thing, and gets less. */
export function judgeProbes(
  probes: readonly Probe[],
  texts: { readonly tests: readonly SourceFile[]; readonly code: readonly SourceFile[] },
  approvalOf: (text: string) => string,
): Finding[] {
  const tests = declaredIn(texts.tests);
  const code = declaredIn(texts.code.map(({ path, text }) => ({ path, text: unasked(path, text) })));
  return probes
    .filter(({ name }) => tests.has(name) && !code.has(name))
    .map(({ path, line, name, excerpt }) => ({
      code: "CODE_SUSPICIOUS",
      severity: "person",
      path,
      approval: approvalOf(`probe ${path} ${excerpt}`),
      message: `${path}:${line} asks for \`${name}\`, which only what tests put in its place has: ${excerpt}`,
    }));
}

/** Functions, methods and classes, by whatever words a language declares them. */
function declaredIn(files: readonly SourceFile[]): ReadonlySet<string> {
  return new Set(
    files.flatMap(({ path, text }) => {
      const tokens = tokensOf(path, text);
      const word = (at: number): string => tokens[at]?.text ?? "";
      const isDeclared = (at: number): boolean =>
        /^(?:def|class|func|function|fn|async|get|static)$/.test(word(at - 1)) ||
        (word(at - 1) === ")" && word(at + 1) === "(") ||
        (/^[{,;}]$/.test(word(at - 1)) && word(at + 1) === "(") ||
        (/^[:=]$/.test(word(at + 1)) && /^(?:\(|function|async|lambda)$/.test(word(at + 2)));
      return tokens.filter((_, at) => isDeclared(at)).map(({ text: name }) => name);
    }),
  );
}
