import { applyEdits } from "../../../schema/edits.ts";
import type { SourceFile } from "../../../schema/source.ts";
import { closingToken, listAt, tokensOf, type Token } from "../../text/tokens.ts";
import { withDeclared } from "../looks/borrowed.ts";
import { callablesIn, type Callable } from "./callables.ts";
import { withMovedImports, type CodePlaces } from "./moved-imports.ts";

/** How the calls of a change's code differ: what goes by another name, and what has to be given more. */
export interface CallChanges {
  readonly renames: ReadonlyMap<string, string>;
  /** With the most that base gives. */
  readonly grown: ReadonlyMap<string, number>;
  /** Where in head's list stands what base's has not, of functions that keep all else by its name. */
  readonly inserted: ReadonlyMap<string, readonly number[]>;
  /** Fixtures of pytest that nothing of base declares, and head elsewhere than beside the tests that take them. */
  readonly elsewhere: ReadonlySet<string>;
}

interface Asked extends Pick<CallChanges, "grown" | "inserted"> {
  /** What base's text says. */
  readonly known: ReadonlySet<string>;
}

/** More are no renames, and take their time. */
const MOST_PAIRS = 10_000;
/** So deep are calls looked at that are each an argument of another one. */
const DEEPEST = 3;
/** As much of what one function says has to stand in the other, of each all that it says, where one became the other. */
const NEAR = 0.6;

/** Read from the changed files of code; `fixtures` are base's and head's files of nothing but fixtures, `conftest.py`. */
export function callChanges(
  base: readonly SourceFile[],
  head: readonly SourceFile[],
  fixtures: readonly [base: readonly SourceFile[], head: readonly SourceFile[]] = [[], []],
): CallChanges {
  const [before, after] = [callablesIn(base), callablesIn(head)];
  const renames = renamesOf(before, after, wordsIn(base), wordsIn(head));
  const renamed = before.map((one) => ({ ...one, name: renames.get(one.name) ?? one.name }));
  const [old, now] = [Map.groupBy(renamed, nameOf), Map.groupBy(after, nameOf)];
  const grown = grownIn(old, now);
  const [given, gives] = fixtures.map((files) => new Set(callablesIn(files).map(nameOf)));
  const elsewhere = gives?.difference(given ?? new Set()) ?? new Set();
  return { renames, grown, inserted: insertedIn(grown, old, now), elsewhere };
}

function insertedIn(grown: CallChanges["grown"], old: Declared, now: Declared): Map<string, readonly number[]> {
  const only = (all: readonly Callable[] = []): readonly string[] => (all.length === 1 ? (all[0]?.wanted ?? []) : []);
  const places = [...grown.keys()].map((name) => {
    const [before, after] = [only(old.get(name)), only(now.get(name))];
    const fresh = after.flatMap((one, at) => (before.includes(one) ? [] : [at]));
    const kept = after.filter((one) => before.includes(one));
    return [name, kept.join() === before.join() ? fresh : []] as const;
  });
  return new Map(places.filter(([, fresh]) => fresh.length > 0));
}

const nameOf = ({ name }: Callable): string => name;

const wordsIn = (files: readonly SourceFile[]): ReadonlySet<string> =>
  new Set(files.flatMap(({ path, text }) => tokensOf(path, text).map((token) => token.text)));

/** What no code says any more, with the one that came and says most of the same. */
function renamesOf(
  before: readonly Callable[],
  after: readonly Callable[],
  said: ReadonlySet<string>,
  says: ReadonlySet<string>,
): Map<string, string> {
  const come = after.filter(({ name }) => !said.has(name));
  const gone = before.filter(({ name }) => !says.has(name));
  if (gone.length * come.length > MOST_PAIRS) return new Map();
  const pairs = gone.flatMap((old) => {
    const near = come
      .map((now) => ({ now, share: shared(old.words, now.words) }))
      .toSorted((a, b) => b.share - a.share);
    const [best, next] = near;
    return best !== undefined && best.share >= NEAR && best.share > (next?.share ?? 0)
      ? [[old.name, best.now.name] as const]
      : [];
  });
  // Two that became one are none that was renamed.
  return new Map(pairs.filter(([name, to]) => pairs.every(([other, too]) => (name === other) === (to === too))));
}

function shared(words: readonly string[], others: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of others) left.set(word, (left.get(word) ?? 0) + 1);
  const common = words.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  });
  return (2 * common.length) / Math.max(1, words.length + others.length);
}

type Declared = ReadonlyMap<string, readonly Callable[]>;

/** Called as base does, none of these would have all that it wants. A class that says nothing of what it takes takes nothing. */
function grownIn(old: Declared, now: Declared): Map<string, number> {
  const saying = (all: readonly Callable[] = []): readonly Callable[] => all.filter(({ isType }) => !isType);
  const grown = [...old].flatMap(([name, all]) => {
    const before = saying(all).length > 0 ? saying(all) : all;
    const after = saying(now.get(name));
    const fits = (count: number): boolean => after.some(({ wanted, most }) => wanted.length <= count && count <= most);
    const isGrown = before.some(
      ({ wanted, most }) =>
        !fits(most) && after.some((one) => one.wanted.length > most && (one.isStrict || isMoved(wanted, one.wanted))),
    );
    return isGrown ? [[name, Math.max(...before.map(({ most }) => most))] as const] : [];
  });
  return new Map(grown);
}

/** What nobody checks may be left out at the end, and the code do something else there. */
const isMoved = (wanted: readonly string[], more: readonly string[]): boolean =>
  wanted.some((name, at) => more[at] !== name);

/**
 * A test file of base that calls as head's does: functions by their new names, and with the arguments that they have to be given from now
 * on, taken from head's calls with otherwise the same ones, and from where it lies now. Nothing else of it changes: what it expects is base's word. `calls` says which.
 * `beside` is the text of new files that share its names, as Go's of one package do.
 */
export function asCalled(
  { path, text }: SourceFile,
  head: string,
  { renames, grown, inserted, elsewhere }: CallChanges,
  places: CodePlaces = { gone: [], code: [] },
  beside = "",
): { readonly text: string; readonly calls: readonly string[] } {
  const known = new Set(tokensOf(path, text).map((token) => token.text));
  const spelt = spelled(path, text, renames);
  const placed = spelt === text ? text : withMovedImports({ path, text: spelt }, head, places);
  const renamed = widerFunctions(path, placed, head);
  const asked = { known, inserted, grown: new Map([...ownGrown(path, renamed, head, elsewhere), ...grown]) };
  const now = callsIn(path, head, asked.grown).map((call) => ({
    ...call,
    given: call.given.map(inlined(head, known)),
  }));
  const { called, widened, words } = withArguments({ path, text: renamed }, now, asked);
  const names = [...renames].flatMap(([name, to]) => (renamed !== text && known.has(name) ? [`${name} → ${to}`] : []));
  const calls = [...names, ...widened];
  return { text: calls.length === 0 ? text : withDeclared({ path, text: called }, head + beside, words), calls };
}

/** In code alone: what stands in a text, or names a field of a record, is something else. */
function spelled(path: string, text: string, renames: ReadonlyMap<string, string>): string {
  const tokens = tokensOf(path, text);
  const edits = tokens.flatMap(({ text: word, start, end }, at) => {
    const name = renames.get(word);
    return name === undefined || tokens[at + 1]?.text === ":" ? [] : [{ start, end, text: name }];
  });
  return applyEdits(text, edits);
}

/** A file's doubles and helpers may have to take more too, and pytest's tests a fixture, but no rows; another test is none that is called. */
function ownGrown(path: string, base: string, head: string, elsewhere: CallChanges["elsewhere"]): [string, number][] {
  const declared = (text: string): Declared => Map.groupBy(callablesIn([{ path, text }]), nameOf);
  const [tokens, now] = [tokensOf(path, base), declared(head)];
  const isHeld = (name: string): boolean =>
    now.get(name)?.every(({ wanted }) => !wanted.some((one) => elsewhere.has(one))) === true;
  const isCalled = (name: string): boolean =>
    tokens.filter((token) => token.text === name).length > 1 ||
    (path.endsWith(".py") && name.startsWith("test") && !hasRows(head, name) && isHeld(name));
  return [...grownIn(declared(base), now)].filter(([name]) => isCalled(name));
}

const hasRows = (text: string, name: string): boolean =>
  new RegExp(String.raw`\bparametrize\((?:(?!\bdef )[\s\S])*\bdef ${name}\(`).test(text);

/** Go's functions without a name: where head has none that takes this and answers that, but some which take more, they are as most of those. */
function widerFunctions(path: string, text: string, head: string): string {
  if (!path.endsWith(".go")) return text;
  const [old, now] = [functionsIn(path, text), functionsIn(path, head)].map((found) =>
    Map.groupBy(found, ({ key }) => key),
  );
  const edits = [...(old ?? [])].flatMap(([key, found]) => {
    const [one] = found;
    if (one === undefined || now?.has(key) === true) return [];
    const wider = [...(now ?? [])].flatMap(([other, all]) =>
      all.some(({ answers, takes }) => answers === one.answers && holds(takes, one.takes)) && old?.has(other) !== true
        ? [all]
        : [],
    );
    const [most] = wider.toSorted((a, b) => b.length - a.length);
    return most?.[0] === undefined ? [] : found.map(({ start, end }) => ({ start, end, text: most[0]?.list ?? "" }));
  });
  return applyEdits(text, edits);
}

function functionsIn(path: string, text: string) {
  const tokens = tokensOf(path, text);
  return tokens.flatMap((token, at) => {
    const [open, close] = [tokens[at + 1], token.text === "func" ? closingToken(tokens, at + 1) : null];
    if (open?.text !== "(" || close === null) return [];
    const takes = (listAt(tokens, at + 1) ?? []).map((part) => part.map((word) => word.text).join(" "));
    const answers = tokens[close + 1]?.text ?? "";
    const [start, end] = [open.end, tokens[close]?.start ?? open.end];
    // One that answers nothing is of many kinds, and a name behind it makes it a method.
    const isMethod = tokens[close + 2]?.text === "(";
    return answers === "{" || isMethod
      ? []
      : [{ key: `${takes.join(", ")} ${answers}`, takes, answers, start, end, list: text.slice(start, end) }];
  });
}

const holds = (more: readonly string[], some: readonly string[]): boolean => {
  let at = 0;
  for (const one of more) if (one === some[at]) at += 1;
  return at === some.length;
};

/** A call with its arguments, or a declaration with what it takes. */
interface Call {
  readonly name: string;
  /** The type that Rust calls it of: of `Vec::new` and `Cart::new` one is no other's. */
  readonly owner: string;
  readonly isDeclared: boolean;
  /** Behind the bracket that opens the list, and before the one that closes it. */
  readonly start: number;
  readonly end: number;
  readonly given: readonly Given[];
}

interface Given {
  readonly start: number;
  readonly text: string;
  readonly words: readonly string[];
  /** Its words, without layout and comments. */
  readonly said: string;
}

function callsIn(path: string, text: string, names: CallChanges["grown"]): Call[] {
  const tokens = tokensOf(path, text);
  return tokens.flatMap(({ text: name }, at) => {
    const [open, list] = [tokens[at + 1], names.has(name) ? listAt(tokens, at + 1) : null];
    if (open?.text !== "(" || list === null) return [];
    const given = list.map((part): Given => {
      const [start, end] = [part[0]?.start ?? 0, part.at(-1)?.end ?? 0];
      return { start, text: text.slice(start, end), ...wordsOf(part) };
    });
    const before = tokens[at - 1];
    // A receiver stands before the name of Go's methods; what ends the line above is another call.
    const isReceiver = before?.text === ")" && !text.slice(before.end, tokens[at]?.start).includes("\n");
    const isDeclared = isReceiver || /^(?:func|fn|def|function)$/.test(before?.text ?? "");
    const owner = before?.text === "::" ? (tokens[at - 2]?.text ?? "") : "";
    return [{ name, owner, isDeclared, start: open.end, end: (list.at(-1)?.at(-1) ?? open).end, given }];
  });
}

function wordsOf(tokens: readonly Token[]): Pick<Given, "words" | "said"> {
  const words = tokens.map((token) => token.text);
  return { words, said: words.join(" ") };
}

/** A variable of a test that base has not, as what it is set to. */
function inlined(head: string, known: ReadonlySet<string>): (given: Given) => Given {
  return (given) => {
    const [word = "", ...more] = given.words;
    if (more.length > 0 || known.has(word) || !/^[\p{L}_]\w*$/u.test(word)) return given;
    const set = new RegExp(
      String.raw`^[ \t]+(?:(?:const|let|var|final)[ \t]+)?(?:[\w<>]+[ \t]+)?${word}[ \t]*:?=[ \t]*([^=\n][^\n]*?);?[ \t]*$`,
      "m",
    ).exec(head);
    const text = set?.[1];
    return text === undefined ? given : { ...given, text, ...wordsOf(tokensOf("", text)) };
  };
}

/** Base's text with further arguments, and the words of these. */
function withArguments({ path, text }: SourceFile, now: readonly Call[], { grown, known, inserted }: Asked) {
  // What a test is told, and expects as well, is no answer.
  const isNew = ({ words }: Given): boolean => words.every((word) => !/^["'`\d]/.test(word) || !known.has(word));
  const words = new Set<string>();
  const wider = new Map<string, string>();
  const widened = (called: string): string => {
    const edits = callsIn(path, called, grown).flatMap((call) => {
      if (call.given.length > (grown.get(call.name) ?? 0)) return [];
      const others = now.filter(
        ({ name, owner, isDeclared }) => name === call.name && owner === call.owner && isDeclared === call.isDeclared,
      );
      const areNew = (more: readonly Further[] | null): boolean => more?.every(({ given }) => isNew(given)) === true;
      const further =
        others
          .values()
          .map((other) => furtherIn(call, other))
          .find(areNew) ?? mostGiven(call, others, inserted.get(call.name) ?? []).find(areNew);
      if (further === undefined || further === null) return [];
      for (const word of further.flatMap(({ given }) => given.words)) words.add(word);
      wider.set(call.name, `${call.name}(…) with ${further.map(({ given }) => given.text).join(", ")}`);
      return further.map(({ before, given }, at) => {
        const place = call.given[before];
        const glued =
          call.given.length + at === 0 ? given.text : place === undefined ? `, ${given.text}` : `${given.text}, `;
        const start = place?.start ?? call.end;
        return { start, end: start, text: glued };
      });
    });
    return applyEdits(called, edits);
  };
  // A call that is an argument itself comes before the one that it is given to.
  let called = text;
  for (let round = 0; round < DEEPEST; round += 1) called = widened(called);
  return { called, widened: [...wider.values()], words };
}

interface Further {
  readonly before: number;
  readonly given: Given;
}

/** What all calls give besides where the list says so, most of them first: for a call that none of them repeats. */
function mostGiven(call: Call, others: readonly Call[], places: readonly number[]): Further[][] {
  if (call.isDeclared || places.length === 0) return [];
  const alike = others.filter(({ given }) => given.length === call.given.length + places.length);
  const further = alike.map(({ given }) =>
    places.flatMap((place, at) => {
      const one = given[place];
      return one === undefined ? [] : [{ before: place - at, given: one }];
    }),
  );
  const bySaid = Map.groupBy(further, (more) => more.map(({ given }) => given.said).join(", "));
  return [...bySaid.values()]
    .toSorted((a, b) => b.length - a.length)
    .flatMap(([one]) => (one === undefined ? [] : [one]));
}

/** What another call gives besides, each with the argument that it stands before; null where that one does not give all of these, or no more. */
function furtherIn(call: Call, other: Call): Further[] | null {
  let before = 0;
  const further: Further[] = [];
  for (const given of other.given)
    if (call.given[before]?.said === given.said) before += 1;
    else further.push({ before, given });
  return before < call.given.length || further.length === 0 ? null : further;
}
