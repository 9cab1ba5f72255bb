import type { ChangedSource, WrittenBody } from "../../../schema/source.ts";

/** Names that are handed out, and asked for by nobody here. */
const HANDED_OUT = /\b(?:module\.)?exports\s*=\s*\{[^}]*\}|\b__all__\s*=\s*[[(][^\])]*[\])]|\bexport\s*\{[^}]*\}/g;
/** A program begins there. */
const ENTRY = /^(?:main|init|default|handler)$/;

/**
 * New functions, no methods, that no text of the change says but to declare them or to hand them out: no test asks for them, and no code
 * that a test might ask. As `PATH:LINE NAME`.
 */
export function unaskedIn(
  bodies: readonly WrittenBody[],
  code: readonly ChangedSource[],
  tests: readonly ChangedSource[],
): string[] {
  const before = code.map(({ base }) => base ?? "").join("\n");
  const texts = [...code, ...tests].map(({ head }) => head.replaceAll(HANDED_OUT, ""));
  const declared = Map.groupBy(
    bodies.filter(({ isMember, name, says }) => !isMember && says !== "unfinished_class" && !ENTRY.test(name)),
    ({ name }) => name,
  );
  return [...declared].flatMap(([name, functions]) => {
    const word = new RegExp(String.raw`(?<![\w$])${RegExp.escape(name)}(?![\w$])`, "g");
    const said = texts.reduce((sum, text) => sum + (text.match(word)?.length ?? 0), 0);
    const isNew = !new RegExp(word.source).test(before);
    return isNew && said <= functions.length ? functions.map(({ path, line }) => `${path}:${line} ${name}`) : [];
  });
}
