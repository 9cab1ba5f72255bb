import type { Finding } from "../../../errors.ts";
import type { ChangedSource } from "../../../schema/source.ts";

interface Language {
  readonly files: RegExp;
  /** A truth value of a whole module that nobody outside of it can reach, by its name. */
  readonly declared: RegExp;
  /** A function that the module alone can call, by its name. */
  readonly inner: RegExp;
}

const LANGUAGES: readonly Language[] = [
  {
    files: /\.go$/,
    declared: /^var[ \t]+([a-z_]\w*)[ \t]*(?:(?:bool|atomic\.Bool)\b|=[ \t]*(?:true|false)\b)/gm,
    inner: /^func[ \t]+(?:\([^)]*\)[ \t]*)?([a-z_]\w*)\(/,
  },
  {
    files: /\.rs$/,
    declared:
      /^[ \t]*(?:pub\([^)]*\)[ \t]+)?static[ \t]+(?:mut[ \t]+)?(\w+)[ \t]*:[ \t]*(?:[\w:]+::)?(?:bool|AtomicBool|Cell<bool>|RefCell<bool>)/gm,
    inner: /^[ \t]*(?:pub\([^)]*\)[ \t]+)?(?:unsafe[ \t]+)?fn[ \t]+(\w+)/,
  },
  {
    files: /\.java$/,
    declared: /^[ \t]*(?:(?:static|final|volatile)[ \t]+)+(?:boolean|AtomicBoolean)[ \t]+(\w+)[ \t]*[=;]/gm,
    inner: /^[ \t]*static[ \t]+\w+[ \t]+(\w+)\(/,
  },
];

/** Rust keeps tests below the code. */
const TESTS_BELOW = /^[ \t]*#\[cfg\((?:all\()?test\b[\s\S]*/m;
const BLOCK = /^var \(\n([\s\S]*?)^\)/gm;
const COMMENT = /\/\/.*/g;

/**
 * Code that asks for a switch which its tests throw, and nobody else can or does: a truth value of a package, a crate or a class, new in this
 * change. Whoever uses the code has it as it was declared (verification.md, What agents do to pass: code that knows it is tested).
 */
export function judgeSwitches(
  code: readonly ChangedSource[],
  tests: readonly ChangedSource[],
  approvalOf: (words: string) => string,
): Finding[] {
  return LANGUAGES.flatMap(({ files, declared, inner }) => {
    const own = code.filter(({ path }) => files.test(path));
    const plain = own.map(({ path, head }) => ({ path, lines: plainText(path, head).split("\n") }));
    const before = own.map(({ base }) => base ?? "").join("\n");
    const looked = [
      ...tests.filter(({ path }) => files.test(path)).map(({ head }) => head),
      ...own.filter(({ path }) => path.endsWith(".rs")).map(({ head }) => TESTS_BELOW.exec(head)?.[0] ?? ""),
    ].join("\n");
    const all = plain.flatMap(({ lines }) => lines);
    const names = all.join("\n").replaceAll(BLOCK, (_, lines: string) => lines.replaceAll(/^[ \t]+/gm, "var "));
    return [...names.matchAll(declared)].flatMap(([, name = ""]): Finding[] => {
      const throwers = throwersOf(name, all, inner);
      const isOurs =
        !wordOf(name).test(before) &&
        throwers.every((one) => one !== null && callsOf(one).test(looked) && !isCalled(one, all)) &&
        [thrown(name), ...throwers.map((one) => callsOf(one ?? ""))].some((pattern) => pattern.test(looked));
      const asking = isOurs ? plain.flatMap((file) => askingIn(file, name, declared)).at(0) : undefined;
      if (asking === undefined) return [];
      const { path, line, excerpt } = asking;
      const message = `${path}:${line} asks for \`${name}\`, which only tests set: ${excerpt}; let callers say it, as an argument`;
      const approval = approvalOf(`switch ${path} ${name}`);
      return [{ code: "CODE_SUSPICIOUS", severity: "person", path, message, approval }];
    });
  });
}

const plainText = (path: string, text: string): string =>
  (path.endsWith(".rs") ? text.replace(TESTS_BELOW, "") : text).replaceAll(COMMENT, "");

const wordOf = (name: string): RegExp => new RegExp(String.raw`\b${name}\b`);
const callsOf = (name: string): RegExp => new RegExp(String.raw`(?<!\b(?:func|fn)\s+|static\s+\w+\s+)\b${name}\(`);
const thrown = (name: string): RegExp =>
  new RegExp(
    String.raw`\b${name}\s*(?:=(?!=)|\.(?:set|store|swap|replace|with|Store|Swap|compareAndSet)\s*\()|&(?:mut\s+)?${name}\b`,
  );

/** The functions of the code that give it a value, `null` for one that others can call or where there is none. */
function throwersOf(name: string, lines: readonly string[], inner: RegExp): (string | null)[] {
  return lines.flatMap((line, at) => {
    if (!thrown(name).test(line) || isDeclaration(line)) return [];
    const around = lines
      .slice(0, at + 1)
      .findLast((one) => /^\S.*\(|\bfn\b|\bstatic\b.*\(/.test(one) && !thrown(name).test(one));
    return [inner.exec(around ?? "")?.[1] ?? null];
  });
}

const isDeclaration = (line: string): boolean => /^\s*var\b|\bstatic\b/.test(line);

const isCalled = (name: string, lines: readonly string[]): boolean => lines.some((line) => callsOf(name).test(line));

function askingIn(
  { path, lines }: { readonly path: string; readonly lines: readonly string[] },
  name: string,
  declared: RegExp,
) {
  return lines.flatMap((line, at) => {
    const isAsked = wordOf(name).test(line) && !thrown(name).test(line) && !new RegExp(declared.source).test(line);
    return isAsked && !isDeclaration(line) ? [{ path, line: at + 1, excerpt: line.trim() }] : [];
  });
}
