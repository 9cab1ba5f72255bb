import type { SourceFile } from "../../../schema/source.ts";
import { blockBelow } from "../../text/block-below.ts";

/** A changed function that tests have one of the same name for, and that none of them needs; no new one, where theirs works. */
export interface StandIn {
  readonly path: string;
  readonly symbol: string;
  readonly line: number;
  /** Where the tests' own stands. */
  readonly by: string;
  /** Whether that does what the changed one is to do, as far as its text says: it goes over something, or tries again. */
  readonly works: boolean;
  /** Whether the change adds it, with decisions of its own, and tests patch or mock it: that older tests pass through it says nothing of these. */
  readonly isPatched: boolean;
}

/** patch("a.b.name"), setattr(a, "name", …), spyOn(a, "name") */
const PATCHED =
  /\b(?:patch(?:\.object|\.multiple)?|setattr|spyOn|stub|method|replace\w*)\(\s*(?:[\w.]+\s*,\s*)?["'`](?:[\w./]*\.)?(\w+)["'`]/g;

/** name: jest.fn(), name = Mock(), a.name.mockReturnValue(…), a.name.return_value = … */
const MOCKED =
  /\b(\w+)(?:\s*[:=]\s*(?:(?:vi|jest|sinon|td|mock|jasmine)\.|(?:Async|Magic)?Mock\()|\.(?:mock(?:Return|Resolved|Rejected|Implementation)\w*\(|(?:return_value|side_effect)\b))/g;

/** Whether code says itself what is done when its member of this name is set: who sets it puts nothing in its place. */
export const hasSetter = (name: string, code: string): boolean =>
  new RegExp(String.raw`\bset\s+${RegExp.escape(name)}\s*\(|@${RegExp.escape(name)}\.setter\b`).test(code);

/** How the languages write that a name gets a body, or an answer, of its own. */
const GIVEN: readonly RegExp[] = [
  // def name(, func (r T) name(, fn name(, function name(
  /\b(?:def|fn|func(?:\s*\([^()\n]*\))?|function\*?)\s+(\w+)\s*[(<[]/g,
  // name(…) { as a member, with or without types and modifiers
  /^[ \t]*(?:(?:@\w+|public|protected|private|static|override|async|final)\s+)*(?:[\w<>[\],.?]+\s+)?(\w+)\s*\([^;{}]*\)(?:\s*:\s*[^\n{};=]+|\s*throws [\w.,\s]+)?\s*\{/gm,
  // name: () => …, name = function …, name: vi.fn(…)
  /\b(\w+)\s*[:=]\s*(?:async\s+)?(?:function\b|lambda\b|\([^()\n]*\)\s*(?::\s*[\w<>[\]|. ]+)?=>|\w+\s*=>|(?:vi|jest|sinon|td|mock|jasmine)\.|(?:Async|Magic)?Mock\()/g,
  PATCHED,
  // name = … alone: what a package or a module holds is another one while the test runs
  /^[ \t]*(?:\w+\.)*(\w+) = (?![=\s])/gm,
];
const KEYWORDS = /^(?:if|for|while|switch|catch|function|return|func|match|with)$/;
/** Names that any class has. */
const EVERYONES = /^(?:__\w+__|constructor|to_?[sS]tring|String|Error|equals|hashCode|eq|hash|fmt|main|init|new|New)$/;

/** The names that these files give something of their own, each with the place. */
export function givenNames(files: readonly SourceFile[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { path, text } of files) {
    for (const pattern of GIVEN) {
      for (const { 1: name = "", index } of text.matchAll(pattern)) {
        if (KEYWORDS.test(name) || EVERYONES.test(name) || names.has(name)) continue;
        const start = text.indexOf(name, index);
        names.set(name, `${path}:${text.slice(0, start).split("\n").length}`);
      }
    }
  }
  return names;
}

/** What stands between code and the world is what doubles are for: nothing of it can be asked in a test of units. */
const WORLD = [
  String.raw`\b(?:fetch|axios|open|urlopen|input|print|println|getenv|execSync|spawnSync|execFileSync|executemany|sendall|sendmail|send_message|sleep|setTimeout|setInterval|setImmediate|spawn|exec|execFile|fork|connect|query|execute|commit|cursor|send|recv|request|listen|accept|dial|Dial)!?\(`,
  String.raw`\b(?:https?|net|dns|tls|fs|os|io|process|console|crypto|subprocess|socket|smtplib|requests|httpx|urllib|shutil|pathlib|random|secrets|uuid|logging|time|ioutil|exec|sql|rand|System|Files|Paths|Thread|Runtime|Instant|Clock|LocalDateTime|ProcessBuilder|HttpClient|env|Command|thread)(?:\.\w+|::\w+)+\(`,
  String.raw`(?:^|\W)_*(?:session|db|database|conn|connection|client|collection|redis|channel|producer|consumer|transport|mailer|api)\.\w+\(`,
  String.raw`\bnew (?:Date|WebSocket|Socket|Worker)\b|\bDate\.now|\bdate(?:time)?\.(?:now|today|utcnow)`,
  String.raw`\b(?:NotImplementedError|UnsupportedOperationException|unimplemented!|todo!|not implemented)`,
].map((source) => new RegExp(source));
/**
 * Its own name, where its body begins, says nothing of it, nor does what tests give the object to call: `given` are their words for
 * that. Behind an arrow it is the global of that name.
 */
export const isOfTheWorld = (name: string, body: string, given: ReadonlySet<string> = new Set()): boolean => {
  const isArrow = new RegExp(String.raw`^\W*(?:.*\W)?${RegExp.escape(name)}\s*[:=][^\n]*=>`).test(body);
  const text = (
    isArrow ? body : body.replaceAll(new RegExp(String.raw`(?<![.:])\b${RegExp.escape(name)}\s*\(`, "g"), "(")
  ).replaceAll(/\b(?:self|this)\.#?(\w+)\(/g, (call, member: string) => (given.has(member) ? "(" : call));
  return WORLD.some((pattern) => pattern.test(text));
};

/** What an object is made with, by this text of code (`self.send = send`), and is so by these tests (`send=Mock()`, `{ send }`). */
export function givenMembers(code: string, tests: readonly SourceFile[]): ReadonlySet<string> {
  const names = [...code.matchAll(/\b(?:self|this)\.#?(\w+)\s*=\s*(\w+)\s*;?[ \t]*$/gm)].flatMap(
    ([, member = "", parameter]) => (member === parameter ? [member] : []),
  );
  return new Set(
    names.filter((name) => tests.some(({ text }) => new RegExp(String.raw`[({,]\s*${name}\s*[=:,}]`).test(text))),
  );
}

/**
 * Whether a member that tests override, of a class that they inherit, goes over something or tries again: `line` is where it begins in
 * their text.
 */
export function worksInPlace(symbol: string, text: string, line: number): boolean {
  const [, type] = /(\w+)[.:]+\w+$/.exec(symbol.replace(/\(.*\)$/s, "")) ?? [];
  if (
    type === undefined ||
    !new RegExp(String.raw`\bclass\s+\w+\s*(?:\((?:\w+\.)*${type}\b|extends\s+(?:\w+\.)*${type}\b)`).test(text)
  )
    return false;
  const [first = "", ...below] = text.split("\n").slice(line - 1);
  const body = [first, ...blockBelow(below, [first])].join("\n");
  return /\b(?:for|while)\b/.test(body) && !/\bsuper\b/.test(body);
}

/** An `if` or a loop, or a choice within a line. */
const DECIDES = /^\s*(?:\} )?(?:el)?(?:if|for|while|match|switch)\b|\s\?\s.*\s:\s|\S if .+ else /;

/** Whether a function that base does not name decides something that base does not, and these tests patch or mock it. */
export function isPatchedAnew(name: string, body: string, base: string, tests: readonly SourceFile[]): boolean {
  if (new RegExp(String.raw`\b${name}\b`).test(base)) return false;
  const decides = body.split("\n").some((line) => DECIDES.test(line) && !base.includes(line.trim()));
  const isIn = (text: string, pattern: RegExp): boolean => text.matchAll(pattern).some(([, named]) => named === name);
  return decides && tests.some(({ text }) => isIn(text, PATCHED) || isIn(text, MOCKED));
}

/** Members are known by their last name. */
export const nameOf = (symbol: string): string => /\w+$/.exec(symbol.replace(/\(.*\)$/s, ""))?.[0] ?? symbol;
