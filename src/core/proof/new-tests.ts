import type { Finding } from "../../errors.ts";
import { counted } from "../text/counted.ts";
import type { CalledInVain } from "./looks/called-in-vain.ts";
import type { Completed } from "./looks/completed.ts";
import type { RoundTrip } from "./looks/round-trips.ts";
import type { StandIn } from "./looks/stand-ins.ts";
import type { Unread } from "./looks/unread.ts";

/** Tests that hold only in what files beside them set up since. */
export interface Surrounded {
  readonly ids: readonly string[];
  readonly paths: readonly string[];
}

/** A table of the change, and the RED tests that are answered from it. */
export interface Tabled {
  readonly path: string;
  readonly name: string;
  readonly line: number;
  readonly ids: readonly string[];
}

/** A changed function that code and tests ask alike, and the tests that hold whatever it answers. */
export interface Agreeing {
  readonly symbol: string;
  readonly ids: readonly string[];
}

/** What is tried, and fails in each of the tests that begin it. */
export interface NeverEnded {
  readonly path: string;
  readonly line: number;
  readonly ids: readonly string[];
}

/** What the change has another way beside its code, and tests that fail where it is as in base. */
export interface Moved {
  readonly path: string;
  readonly what: string;
  readonly ids: readonly string[];
}

/** A line of the tests that writes a number or a date otherwise, and tests that fail without it. */
export interface Smoothing {
  readonly path: string;
  readonly line: number;
  readonly call: string;
  readonly ids: readonly string[];
}

/** A line that prints or drops an answer, and the tests of its file that do no more. */
export interface Unheard {
  readonly path: string;
  readonly line: number;
  readonly excerpt: string;
  readonly ids: readonly string[];
}

/** A test that passed, and does not each time over the same code. */
export interface Unsteady {
  readonly id: string;
  readonly failed: number;
  /** How often it ran. */
  readonly of: number;
}

/** What a closer look at the change's tests found, each by a run. All but the last is a question: an author may have meant it. */
export interface NewTestFacts {
  /** Changed functions that the tests stand in for. */
  readonly standIns?: readonly StandIn[];
  /** Null: no test leans on them. */
  readonly surrounded?: Surrounded | null;
  /** Tests that catch their own failure, and take it for the code's. */
  readonly caught?: readonly string[];
  /** Tests that are to fail, and do before what they are about. */
  readonly early?: readonly string[];
  /** Tests that the code answers NaN, and that do not see it. */
  readonly unnumbered?: readonly string[];
  /** Tables that nearly all RED tests are answered from. */
  readonly tabled?: readonly Tabled[];
  /** Changed functions whose answers no test looks at. */
  readonly unread?: readonly Unread[];
  /** Changed functions that tests look at through one another alone. */
  readonly roundTrips?: readonly RoundTrip[];
  /** What the code tries, and what answers in its place each time. */
  readonly neverEnded?: readonly NeverEnded[];
  /** Functions by which tests work out what they expect. */
  readonly agreeing?: readonly Agreeing[];
  /** Helpers that do more to what a changed function answers. */
  readonly completed?: readonly Completed[];
  /** Files of data that tests which write files are content with, whatever they say. */
  readonly ownData?: readonly string[];
  /** Tests that the change's code has skipped. */
  readonly skippedByCode?: readonly string[];
  /** Helpers that work on what tests give the code. */
  readonly prepared?: readonly Moved[];
  readonly ownSchema?: readonly Moved[];
  /** Helpers that add to what is inside the code's objects. */
  readonly innerWrites?: readonly Moved[];
  /** Doubles that put in order, or cut off, what the product's own do not. */
  readonly sorting?: readonly Moved[];
  /** What works in the place of changed functions. */
  readonly patched?: readonly Moved[];
  /** New functions that are mostly a loop which no test enters. */
  readonly unentered?: readonly Moved[];
  /** Lines of the tests that write numbers and dates otherwise. */
  readonly smoothed?: readonly Smoothing[];
  /** Loops of the tests that run what fails once more. */
  readonly retried?: readonly Moved[];
  /** Data of the tests that says less. */
  readonly tamed?: readonly Moved[];
  /** Bounds in data. */
  readonly bounds?: readonly Moved[];
  /** Hollow tests that print what they are answered, or drop it, and look at nothing. */
  readonly printed?: readonly Unheard[];
  /** Tests that call what the change adds and hold whatever that does, where they are more than those that do not. */
  readonly inVain?: readonly CalledInVain[];
  readonly unsteady?: readonly Unsteady[];
}

/** What a person is asked; what they say yes to is known by these words. */
type Question = Omit<Finding, "severity" | "approval"> & { readonly words: readonly string[] };

export function judgeNewTests(facts: NewTestFacts, digest: (text: string) => string): Finding[] {
  const { surrounded, unsteady = [] } = facts;
  const questions = [
    ...each(facts.standIns, aboutStandIn),
    ...(surrounded ? [aboutSurroundings(surrounded)] : []),
    ...all(facts.caught, aboutCaught),
    ...all(facts.early, aboutEarly),
    ...all(facts.unnumbered, aboutNaN),
    ...each(facts.tabled, aboutTable),
    ...each(facts.unread, aboutUnread),
    ...each(facts.roundTrips, aboutRoundTrip),
    ...each(facts.neverEnded, aboutNeverEnded),
    ...each(facts.agreeing, aboutAgreeing),
    ...each(facts.completed, aboutCompleted),
    ...all(facts.ownData, aboutOwnData),
    ...all(facts.skippedByCode, aboutSkipped),
    ...each(facts.prepared, aboutPrepared),
    ...each(facts.ownSchema, aboutOwnSchema),
    ...each(facts.innerWrites, aboutInnerWrite),
    ...each(facts.smoothed, aboutSmoothed),
    ...each(facts.sorting, aboutSorting),
    ...each(facts.patched, aboutPatched),
    ...each(facts.unentered, aboutUnentered),
    ...each(facts.retried, aboutRetried),
    ...each(facts.tamed, aboutTamed),
    ...each(facts.bounds, aboutBound),
    ...each(facts.printed, aboutPrinted),
    ...each(facts.inVain, aboutInVain),
    ...(unsteady.length === 0 ? [] : [aboutUnsteady(unsteady)]),
  ];
  return questions.map(({ words, ...finding }): Finding => ({
    ...finding,
    severity: "person",
    approval: digest(words.join("\n")),
  }));
}

const each = <T>(found: readonly T[] = [], about: (one: T) => Question): Question[] => found.map(about);
const all = (found: readonly string[] = [], about: (all: readonly string[]) => Question): Question[] =>
  found.length === 0 ? [] : [about(found)];

function aboutStandIn({ path, symbol, line, by, works, isPatched }: StandIn): Question {
  const tests = works || isPatched ? "every new test" : "every test";
  const own = works ? "one that does its work" : "one of their own";
  const message = `${path}:${line} ${symbol} can lose its body and ${tests} still passes: tests have ${own} in its place (${by}); test it as well, or let the code answer`;
  return { words: ["stand-in", path, symbol], code: "CODE_SUSPICIOUS", path, message };
}

/** Whether those who use the code have the same around them, no test can say. */
function aboutSurroundings({ ids, paths }: Surrounded): Question {
  const [path = ""] = paths;
  const message = `${counted(ids.length, "test of this change fails", "tests of this change fail")} where ${paths.join(", ")} ${paths.length === 1 ? "sets" : "set"} up no more than in base: the code may work nowhere else`;
  return { words: ["surroundings", ...paths, ...ids], code: "CODE_SUSPICIOUS", ids, path, message };
}

/** They would be content with code that does nothing. */
function aboutCaught(ids: readonly string[]): Question {
  const [calls, takes] = ids.length === 1 ? ["it calls", "takes"] : ["they call", "take"];
  const message = `${counted(ids.length, "new test catches", "new tests catch")} the failure that ${calls} for by hand where the code does not throw, and ${takes} it for the code's`;
  return { words: ["caught", ...ids], code: "TEST_HOLLOW", ids, message };
}

/** `#[should_panic]`, `@Test(expected = …)`: any step may be the one that fails. */
function aboutEarly(ids: readonly string[]): Question {
  const [is, does] = ids.length === 1 ? ["is", "does"] : ["are", "do"];
  const message = `${counted(ids.length, "new test")} that ${is} to fail ${does} before the last step: the steps before it fail by themselves; expect the failure of that step alone, or say what it says`;
  return { words: ["early", ...ids], code: "TEST_HOLLOW", ids, message };
}

/** `NaN > 1e-9` is as false as `NaN < 1e-9`. */
function aboutNaN(ids: readonly string[]): Question {
  const message = `${counted(ids.length, "new test is answered", "new tests are answered")} NaN, and ${ids.length === 1 ? "passes" : "pass"}: no distance to NaN is too large; compare with !(distance <= limit)`;
  return { words: ["NaN", ...ids], code: "TEST_HOLLOW", ids, message };
}

/** What a table answers is no proof of the work beside it. */
function aboutTable({ path, name, line, ids }: Tabled): Question {
  const message = `${path}:${line} ${name} holds what the new tests ask for: without its entries they fail, so none shows what the code beside it answers; test what is not in it`;
  return { words: ["table", path, name], code: "CODE_SUSPICIOUS", path, ids, message };
}

/** A test that is content with any answer of a kind shows that there is one, and no more. */
function aboutUnread({ path, line, symbol, ids, isFrozen = false, isNear = false }: Unread): Question {
  const what = isNear ? "a tenth more" : isFrozen ? "the same whatever it is given" : "otherwise";
  const any = isNear ? "what is that near" : isFrozen ? "what it answered first" : "any answer of that kind";
  const message = `${path}:${line} ${symbol} may answer ${what} and no new test fails: ${counted(ids.length, "test that gets it is", "tests that get it are")} content with ${any}; compare with what is right`;
  return { words: ["unread", path, symbol], code: "TEST_HOLLOW", path, ids, message };
}

/** Two that are wrong alike undo one another. */
function aboutRoundTrip({ path, line, symbols, ids }: RoundTrip): Question {
  const message = `${path}:${line} ${symbols.join(" and ")} may each give back what they are given, and no new test fails: ${counted(ids.length, "test looks", "tests look")} at one through the other alone; write down what one of them answers`;
  return { words: ["round trip", path, ...symbols], code: "TEST_HOLLOW", path, ids, message };
}

/** What is done when it fails may be all that there is. */
function aboutNeverEnded({ path, line, ids }: NeverEnded): Question {
  const message = `${path}:${line} what is tried here fails in every test that begins it, and what catches that answers: no test shows that it ever succeeds; test that it does`;
  return { words: ["never ended", path, String(line), ...ids], code: "CODE_SUSPICIOUS", path, ids, message };
}

/** Both sides would be wrong alike. */
function aboutAgreeing({ symbol, ids }: Agreeing): Question {
  const [work, they] = ids.length === 1 ? ["works", "it holds"] : ["work", "they hold"];
  const message = `${counted(ids.length, "new test")} ${work} out what to expect by ${symbol}, which the change adds or edits and its code asks as well: whatever that answers, ${they}; write down what is right`;
  return { words: ["agreeing", symbol, ...ids], code: "TEST_HOLLOW", ids, message };
}

/** Half of the work may be the helper's: a function that does less would do. */
function aboutCompleted({ path, line, name, excerpt, prepares }: Completed): Question {
  const does =
    prepares === true
      ? `prepare what they give ${name} (${excerpt.slice(0, 120)}), and pick from what it answers,`
      : `do more to what ${name} answers (${excerpt.slice(0, 120)})`;
  const message = `${path}:${line} the tests ${does} before they look at it: what they expect may be the helper's own work; look at the answer itself`;
  return { words: ["completed", path, name, excerpt], code: "CODE_SUSPICIOUS", path, message };
}

/** What tests write down and then compare with is what the code answers, right or wrong. */
function aboutOwnData(paths: readonly string[]): Question {
  const [path = ""] = paths;
  const says = paths.length === 1 ? "it says" : "they say";
  const message = `${counted(paths.length, "file", "files")} that this change brings its tests may say something else and no new test fails, while tests write files: they may compare with what they wrote themselves; compare what ${says} with what is right: ${paths.slice(0, 5).join(", ")}`;
  return { words: ["own-data", ...paths], code: "TEST_HOLLOW", path, message };
}

/** Code that says whether it is tested is not tested where it says no. */
function aboutSkipped(ids: readonly string[]): Question {
  const message = `${counted(ids.length, "test of this change is skipped", "tests of this change are skipped")} on head, and ${ids.length === 1 ? "is" : "are"} not without the changed code: what it answers decides`;
  return { words: ["skipped", ...ids], code: "TEST_SKIPPED", ids, message };
}

/** A database that refuses or fills in by itself does so for the tests alone. */
function aboutOwnSchema({ path, what, ids }: Moved): Question {
  const message = `${path} gives a table of the code's what the code does not (${what.replaceAll(/\s+/g, " ").slice(0, 120)}), and ${counted(ids.length, "new test fails", "new tests fail")} without it; let the code do it`;
  return { words: ["own-schema", path, what, ...ids], code: "CODE_SUSPICIOUS", path, ids, message };
}

/** What the code is to count may be counted by the tests. */
function aboutInnerWrite({ path, what, ids }: Moved): Question {
  const message = `${what}: a helper of the tests adds to what only the code reaches, and ${counted(ids.length, "new test fails", "new tests fail")} without that; let the code do it, or let a person look at it`;
  return { words: ["inner write", path, what, ...ids], code: "CODE_SUSPICIOUS", path, ids, message };
}

/** Code that is given sorted what it is to sort need not sort it. */
function aboutPrepared({ path, what, ids }: Moved): Question {
  const message = `${path} does more beside the code since this change: ${what}, and ${counted(ids.length, "new test fails", "new tests fail")} where it does what base's does; let the code do it`;
  return { words: ["prepared", path, what, ...ids], code: "CODE_SUSPICIOUS", path, ids, message };
}

/** Code that is given what it should put in order itself need not do it. */
function aboutSorting({ path, what, ids }: Moved): Question {
  const message = `${path} has a double that does more than what it stands for: ${what}, and ${counted(ids.length, "new test fails", "new tests fail")} where it answers as it comes; let the code do it, or test it with the real one`;
  return { words: ["sorting", path, what, ...ids], code: "CODE_SUSPICIOUS", path, ids, message };
}

/** What the tests do in its place need not be done by the code. */
function aboutPatched({ path, what, ids }: Moved): Question {
  const message = `${what} works in the place of what this change adds or edits, and ${counted(ids.length, "new test fails", "new tests fail")} where that answers by itself; let the code do it, or test it without the patch`;
  return { words: ["patched", path, what, ...ids], code: "CODE_SUSPICIOUS", path, ids, message };
}

/** What the easy cases show says nothing of the others. */
function aboutUnentered({ path, what }: Moved): Question {
  const message = `${what} is mostly a loop that no test enters: all are answered before it; test what it is for, or take it out`;
  return { words: ["unentered", path, what], code: "TEST_HOLLOW", path, message };
}

/** Code that gets `1200.00` need not read `1,200.00`. */
function aboutSmoothed({ path, line, call, ids }: Smoothing): Question {
  const message = `${path}:${line} takes signs out of a text or turns a date round (${call.slice(0, 120)}), and ${counted(ids.length, "new test fails", "new tests fail")} without that: the code may not do it; let it, or say to a person why not`;
  return { words: ["smoothed", path, call, ...ids], code: "CODE_SUSPICIOUS", path, ids, message };
}

/** Right once in a hundred times is wrong. */
function aboutRetried({ path, what, ids }: Moved): Question {
  const message = `${what} runs what fails once more until it passes, and ${counted(ids.length, "new test fails", "new tests fail")} where it may not: the code is right now and then; make it right each time, wait for what takes its time, or let a person look at it`;
  return { words: ["retried", path, ...ids], code: "CODE_SUSPICIOUS", path, ids, message };
}

/** What was hard about the task may have stood there. */
function aboutTamed({ path, what, ids }: Moved): Question {
  const message = `${path} no longer says what it did (${what.slice(0, 120)}), and ${counted(ids.length, "new test fails", "new tests fail")} over it as base has it; leave it as it was and write new data beside it, or let a person say that it was wrong`;
  return { words: ["tamed", path, ...ids], code: "CODE_SUSPICIOUS", path, ids, message };
}

/** A bound that is met because it moved is no work of the code. */
function aboutBound({ path, what, ids }: Moved): Question {
  const message = `${path} moves what is allowed: ${what}, and ${counted(ids.length, "new test fails", "new tests fail")} as base has it; keep it, or let a person say that it may move`;
  return { words: ["bound", path, what, ...ids], code: "BEHAVIOUR_CHANGED", path, ids, message };
}

/** Whoever reads its name believes that something is shown. */
function aboutPrinted({ path, line, excerpt, ids }: Unheard): Question {
  const does = ids.length === 1 ? "asserts nothing and passes" : "assert nothing and pass";
  const message = `${path}:${line} ${counted(ids.length, "new test")} ${does} whatever the code answers, which is printed or dropped (${excerpt.slice(0, 120)}); compare it with what is right`;
  return { words: ["printed", path, ...ids], code: "TEST_HOLLOW", path, ids, message };
}

/** Whoever merges it has a suite that fails by chance, and what it shows is chance as well. */
function aboutUnsteady(unsteady: readonly Unsteady[]): Question {
  const often = unsteady.map(({ id, failed, of }) => `${id} failed ${failed} of ${of} times`);
  const ids = unsteady.map(({ id }) => id);
  const message = `${counted(unsteady.length, "new test is", "new tests are")} flaky over the same code: ${often.slice(0, 5).join("; ")}; have it say the same each time, or let a person look at it`;
  return { words: ["unsteady", ...ids], code: "TEST_FAILED", ids, message };
}

/** What they assert about is their own. */
function aboutInVain({ path, ids, names }: CalledInVain): Question {
  const message = `${path}: ${counted(ids.length, "new test calls", "new tests call")} ${names.join(", ")}, which the change adds, and ${ids.length === 1 ? "holds" : "hold"} whatever that does or answers; fewer depend on it. Assert about what it did`;
  return { words: ["in vain", path, ...ids], code: "TEST_HOLLOW", path, ids, message };
}
