import type { Finding } from "../../../errors.ts";
import type { ChangedSource, TestWords, WrittenBody } from "../../../schema/source.ts";
import { unwrittenClasses } from "./unwritten-classes.ts";

/**
 * Code that a change adds and that does no work: it says that it is not written yet, answers the same whatever it is given, or has the
 * answers of the tests' own questions. Runs cannot tell it from code that works, since its tests fail without it. A person is asked;
 * what others may answer in its place (an override, a strategy) and names that stand for names are left alone.
 */
export function judgeAnswers(
  bodies: readonly WrittenBody[],
  { words, code }: { readonly words: readonly TestWords[]; readonly code: readonly ChangedSource[] },
  approvalOf: (body: WrittenBody) => string,
): Finding[] {
  const asked = { calls: new Set(words.flatMap(({ calls }) => calls)), constants: constantsOf(words) };
  const definitions = new Map<string, number>();
  for (const { name, says } of bodies)
    if (says !== "unfinished_class") definitions.set(name, (definitions.get(name) ?? 0) + 1);
  const classes = unwrittenClasses(bodies, code);
  const isOfClass = ({ path, name, isMember }: WrittenBody): boolean =>
    isMember && classes.some((one) => one.path === path && one.keys.includes(name));
  return bodies.flatMap((body): Finding[] => {
    const isAlone = definitions.get(body.name) === 1 && !isOfClass(body);
    const what = classes.includes(body) ? OF_CLASS : isAlone ? emptiness(body, asked) : null;
    if (what === null) return [];
    const message = `${body.path}:${body.line} ${what}: ${body.excerpt}`;
    return [{ code: "CODE_SUSPICIOUS", severity: "person", path: body.path, message, approval: approvalOf(body) }];
  });
}

const OF_CLASS = "is a class of which nothing is written; write it, or leave it out";

interface Asked {
  readonly calls: ReadonlySet<string>;
  readonly constants: ReadonlySet<string>;
}

function emptiness(body: WrittenBody, { calls, constants }: Asked): string | null {
  if (body.says === "work" || body.says === "unfinished_class") return null;
  const isCalled = calls.has(body.name);
  if (body.says === "unfinished")
    return isCalled || !body.isMember ? "is not written yet; write it, or leave it out" : null;
  if (!isCalled) return null;
  if (body.says === "constant")
    return body.answers.every((answer) => isNoAnswer(answer, constants))
      ? "answers the same whatever it is given"
      : null;
  return isAnswersOfTests(body, constants) ? "has the answers for what its tests ask, and no others" : null;
}

/** Texts are compared without white space and quotes; a text of several (`1994,MCMXCIV`) also stands for each. */
function constantsOf(words: readonly TestWords[]): ReadonlySet<string> {
  const all = words.flatMap(({ constants }) => constants);
  return new Set(all.flatMap((text) => [text, ...text.split(/[,|;]/)]).map(loose));
}

const canonical = (text: string): string => text.replaceAll(/[\s"'`]/g, "");
/** Lists by what is in them: `[3, 1, 2]`, `"[3,1,2]"`, `(3, 1, 2)`. */
const loose = (text: string): string => canonical(text).replaceAll(/[()[\]{}]|^vec!/g, "");

/** In Go: without the error that there is none of, or that it is one. */
const first = (answer: string): string => answer.replace(/(?<=.),\s*(?:nil|true)$/, "");

const NUMBER = /^-?\d[\d._]*(?:[eE][-+]?\d+)?(?:[a-zA-Z]\w*)?$/;
/** The zero of a type, something empty, success without a result. */
const EMPTY =
  /^(?:true|false|null|nil|\[\]|\{\}|\(\)|(?:Ok|Some)\(.*\)|(?:[\w.:<>&*]|\[\])*(?:\(\)|\{\})|None|vec!\[\])$/;

/** What no work is needed for: a number, nothing, a list that is written down, a text that has been put together from what tests give. */
function isNoAnswer(answer: string, constants: ReadonlySet<string>): boolean {
  const text = canonical(first(answer));
  if (text === "" || NUMBER.test(text) || EMPTY.test(text) || /^(?:\[|vec!\[|(?:List|Set)\.of\()/.test(text))
    return true;
  if (/^\{|\(/.test(text)) return false;
  return [...constants].some((one) => one.length > 1 && one !== text && text.toLowerCase().includes(one.toLowerCase()));
}

/**
 * Every key is a question of the tests, and every answer what they expect; keys are data, no names, and answers differ. What is numbered
 * (a month, a status) is a list of names. One question alone is none of the first numbers, which much is decided by.
 */
function isAnswersOfTests({ keys, answers }: WrittenBody, constants: ReadonlySet<string>): boolean {
  const asked = [...new Set(keys.map(loose))];
  const expected = new Set(
    answers
      .map(first)
      .map(loose)
      .filter((answer) => constants.has(answer)),
  );
  if (!asked.every((key) => constants.has(key)) || !asked.some(isData) || isNumbered(asked)) return false;
  if (asked.length === 1) return asked.every(isFar) && [...expected].some(isFar);
  return expected.size >= asked.length;
}

const isFar = (text: string): boolean => NUMBER.test(text) && Math.abs(Number.parseFloat(text)) > 2;
export const isData = (key: string): boolean => !/^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(key) && key.length > 0;

export function isNumbered(keys: readonly string[]): boolean {
  const numbers = keys.filter((key) => /^-?\d+$/.test(key)).map(Number);
  if (numbers.length < keys.length) return false;
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  if (numbers.length === 1) return false;
  return most - least === numbers.length - 1 || (least >= 100 && most <= 599);
}
