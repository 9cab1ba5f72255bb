import type { SourceFile, WrittenTest } from "../../../schema/source.ts";
import { tokensOf } from "../../text/tokens.ts";
import { importsIn, isQuiet } from "./imports.ts";

/** A file of tests on one side, and the tests written in it. */
interface TestFile extends SourceFile {
  readonly tests: readonly WrittenTest[];
}

/**
 * Whether a file gained whole tests, with names that they import, and nothing else; and these leave alone what others see. Older tests of
 * it listen to their code then as they did.
 */
export function gainedOnlyTests(base: TestFile, head: TestFile): boolean {
  const known = new Set(base.tests.map(({ name }) => name));
  const added = head.tests.filter(({ name, helper }) => !helper && !known.has(name));
  if (!added.every(({ name, end }) => name !== null && end !== undefined)) return false;
  const isAdded = (_: string, at: number): boolean =>
    added.some(({ start, line, end = 0 }) => (start ?? line) <= at + 1 && at < end);
  const lines = head.text.split("\n");
  const came = lines.filter(isAdded).join("\n");
  const kept = lines.filter((line, at) => !isAdded(line, at)).join("\n");
  return !reachesOut(head.path, came) && differsInImportsAlone(base, kept);
}

/** Doubles, patches, what is loaded or set for all; a word too many costs a look. */
const REACHING =
  /mock|fixture|monkeypatch|(?<![a-z])patch[.(]|stub|spy|spie[ds]|fake|double|sinon|setattr|delattr|define|assign\b|prototype|global|nonlocal|instal|hook|regist|inject|overrid|replac|intercept|\b(?:vi|td|jest|import\w*|require\w*|eval|exec|Reflect|use|extend|__\w+__)\b/i;

/** A target of an assignment that declares nothing: a member of something, or a name alone. */
const ASSIGNED_MEMBER = /(?:^|[;{(])[ \t]*([\w$]+)(?:\.[\w$]+|\[[^\]\n]*\])+[ \t]*=(?![=>])/gm;
const ASSIGNED_NAME = /(?:^|[;{(])[ \t]*[\w$]+[ \t]*=(?![=>])/m;

const reachesOut = (path: string, text: string): boolean =>
  REACHING.test(text) ||
  [...text.matchAll(ASSIGNED_MEMBER)].some(([, owner = ""]) => !isMadeIn(text, owner)) ||
  (!path.endsWith(".py") && ASSIGNED_NAME.test(text));

/** Whether a name is given something written out: a record, a list, an empty one. */
const isMadeIn = (text: string, name: string): boolean =>
  new RegExp(String.raw`(?<![\w$.])${RegExp.escape(name)}[ \t]*:?=[ \t]*(?:[{[]|make\(|map\[|dict\(|list\()`).test(
    text,
  );

/** Whether nothing but imports came: of modules that were imported before, or that do nothing to others, and under names that nobody said. */
function differsInImportsAlone({ path, text }: SourceFile, kept: string): boolean {
  if (linesOf(path, text) === linesOf(path, kept)) return true;
  const [before, now] = [importsIn({ path, text }), importsIn({ path, text: kept })];
  if (linesOf(path, before.rest) !== linesOf(path, now.rest)) return false;
  const said = new Set(tokensOf(path, text).map((token) => token.text));
  const isFresh = (word: string): boolean => word === "as" || (/^[\w$]/.test(word) && !said.has(word));
  const stays = ([module, names]: readonly [string, ReadonlySet<string>]): boolean =>
    names.isSubsetOf(now.modules.get(module) ?? new Set());
  const comesAlone = ([module, names]: readonly [string, ReadonlySet<string>]): boolean => {
    const known = before.modules.get(module);
    const words = [...names.difference(known ?? new Set())].flatMap((name) => name.split(/[\s:.]+/));
    return (known !== undefined || isQuiet(path, module)) && words.every(isFresh);
  };
  return [...before.modules].every(stays) && [...now.modules].every(comesAlone);
}

/** Its lines but for empty ones, comments that stand alone and suites that hold nothing. */
function linesOf(path: string, text: string): string {
  const isPython = path.endsWith(".py");
  const comment = isPython ? /^[ \t]*#.*$/gm : /^[ \t]*(?:\/\/.*|\/\*[\s\S]*?\*\/[ \t]*)$/gm;
  const lines = text.replaceAll(comment, "").split("\n");
  const said = lines.map((line) => line.trimEnd()).filter((line) => line !== "");
  return withoutEmpty(said.map((line) => `${line}\n`).join(""), isPython ? EMPTY_CLASS : EMPTY_SUITE);
}

const EMPTY_SUITE =
  /^([ \t]*)(?:describe|suite|context)\((["'\x60])[^\n]*\2, *(?:function *\(\)|\(\) *=>) *\{\n\1\}\);?\n/gm;
const EMPTY_CLASS = /^([ \t]*)class \w*Test\w*(?:\([\w., ]*\))?:\n(?!\1[ \t])/gm;

/** One that holds an empty one alone is empty. */
function withoutEmpty(text: string, empty: RegExp): string {
  const rest = text.replaceAll(empty, "");
  return rest === text ? text : withoutEmpty(rest, empty);
}
