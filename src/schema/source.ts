import type { RunnerName } from "./unit.ts";

/** What the harness reads from and writes into source code; one implementation a language (`checks/source/`). */

export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** A changed implementation file: its text in base (`null` when head adds the file) and in head. */
export interface ChangedSource {
  readonly path: string;
  readonly base: string | null;
  readonly head: string;
}

/**
 * What a stubbed body returns (verification.md, RED → GREEN), in the order of trying. One shared instance a process, so that
 * `f() === f()`. The last two are what `proxy` is not: `full_proxy` not empty, `false_proxy` says no to whatever is asked of
 * it. They tell a test of emptiness, or of a plain yes, from one that any value satisfies.
 */
export const STUB_VALUES = [
  "undefined",
  "proxy",
  "zero",
  "empty_string",
  "array",
  "object",
  "null",
  "full_proxy",
  "false_proxy",
] as const;
export type StubValue = (typeof STUB_VALUES)[number];

/** A stubbed file. `symbols` are the names whose bodies were replaced, `(load)` for what it does while it loads; none when nothing could be stubbed. */
export interface StubbedSource {
  readonly path: string;
  readonly text: string;
  readonly symbols: readonly string[];
}

/** How much an assertion pins down: 3 an exact value, 2 a part or a shape, 1 mere existence or truth, 0 nothing (a constant). */
export type AssertionStrength = 0 | 1 | 2 | 3;

/** What a test says in its words, to be compared with what another edition of it does. */
export interface SaidByTest {
  /** Numbers, and the words of texts and patterns, in its exact assertions: in what they ask and in what they want. */
  readonly pinned: readonly string[];
  /** Those of all of it, of its rows, of the helpers that it calls and of the hooks before it. */
  readonly constants: readonly string[];
  /** Names and operators in it. */
  readonly words: readonly string[];
  /** Functions of the project that its exact assertions ask, each behind the module that it is imported from. */
  readonly asked: readonly string[];
  /** Those that it calls anywhere. */
  readonly uses: readonly string[];
  /** Of each exact assertion by name what stands between it and the answer: members, methods, functions, operators. */
  readonly through: readonly (readonly string[])[];
  /** The words of helpers in files of their own that its file loads; absent: none, or nobody looked. */
  readonly lent?: readonly string[];
}

export interface HelperCall {
  readonly name: string;
  /** The most that an assertion in its place can say. */
  readonly most: AssertionStrength;
  /** What stands among the assertions for its name alone, where no helper of that name is known. */
  readonly counted?: AssertionStrength | undefined;
}

/**
 * A test as written. `name` is suites and title joined with ` > `, as in a test id; `null` when it is computed. A `helper`
 * is no test: it asserts for tests of other files that call or inherit it.
 */
export interface WrittenTest {
  readonly path: string;
  readonly name: string | null;
  readonly helper: boolean;
  /** A helper that those who call it cannot say more than: what it looks at stands in it. */
  readonly whole?: boolean;
  readonly line: number;
  /** Where what belongs to it begins, above its line: decorators with its rows. */
  readonly start?: number | undefined;
  /** Its last line, where no line of it holds anything else; no number where one does, or where its language does not tell. */
  readonly end?: number | undefined;
  readonly skipped: boolean;
  /** Only under conditions, and these about something else than what it asserts. */
  readonly skipsElsewhere?: boolean | undefined;
  readonly assertions: readonly AssertionStrength[];
  /** How many values more its exact assertions pin down than one each: what a list, a record or rows written out hold. */
  readonly spare?: number;
  /** Where its language tells. */
  readonly said?: SaidByTest | undefined;
  /** Functions that it calls and that may assert for it. */
  readonly calls?: readonly HelperCall[] | undefined;
  /** A digest of the test's text without white space and comments, to recognise it after a rename. */
  readonly digest: string;
}

/**
 * What else than all is turned round. `guarded`: only what tests assert behind something that may lead past it: a loop, a `catch`, a function.
 * `caught`: nothing; where a test fails by hand, and catches what it throws itself, it throws what no handler can look at. `early`: nothing; a
 * test that is to fail as a whole neither is nor has its last statement. Where a language has no such thing, or cannot tell, nothing is.
 */
export type FlipKind = "guarded" | "caught" | "early";

/** A test file whose assertions are negated, to learn whether its tests reach them (R5 in its first form). */
export interface FlippedSource {
  readonly path: string;
  readonly text: string;
  readonly flipped: number;
}

/** Names of the two canary tests for a token: `baton <token> holds` and `baton <token> fails`. */
export interface CanarySource {
  readonly path: string;
  readonly text: string;
}

/**
 * A function of head, by what its body says. `unfinished`: that it is not written yet; `constant`: one answer, whatever it is given;
 * `table`: it looks at nothing it is given but to compare it with constants, and answers one for each; `work`: anything else, and
 * whatever base says as well. And a class, by its own name and line, of which no method is written: `unfinished_class`, base's as well.
 */
export interface WrittenBody {
  readonly path: string;
  readonly line: number;
  readonly excerpt: string;
  /** What it is called by, without what it belongs to. */
  readonly name: string;
  readonly isMember: boolean;
  readonly says: "work" | "unfinished" | "constant" | "table" | "unfinished_class";
  /** The constants that a table compares with, or the methods of a class, and the answers, as written but for quotes. */
  readonly keys: readonly string[];
  readonly answers: readonly string[];
}

/** What a file with tests calls by name, and the constants that stand in it, as written but for quotes. */
export interface TestWords {
  readonly path: string;
  readonly calls: readonly string[];
  readonly constants: readonly string[];
}

/** A file with one changed function whose body is gone; lines are the function's body in head. */
export interface MutatedSource {
  readonly path: string;
  readonly text: string;
  readonly symbol: string;
  readonly line: number;
  readonly end_line: number;
}

export const SIGNAL_KINDS = [
  "test_environment",
  "stack_inspection",
  "always_equal",
  "looser_equality",
  "own_equality",
  "changed_equality",
  "test_library_in_code",
  "assertion_patch",
  "early_exit",
  "runner_hook",
  "focused_test",
  "mocked_application",
  "narrowed_audit",
  "mocked_unit",
  "mocked_change",
  "double_alone",
  "hidden_state",
  "swallowed_assertion",
  "any_failure",
  "cleared_double",
  "void_truth",
  "coarse_tolerance",
  "unexpected_error",
  "missing_error",
  "own_library",
  "chosen_rows",
  "listed_rows",
  "shared_row",
  "late_wait",
  "test_code_in_code",
  "hidden_name",
  "suppression",
] as const;

/** A suspicious construct that head adds: something base's text of the same file does not have. */
export interface Signal {
  readonly kind: (typeof SIGNAL_KINDS)[number];
  readonly path: string;
  readonly line: number;
  readonly excerpt: string;
  /** It asks what its caller gives it: whether that is real, only a run tells where nothing tells of tests. */
  readonly isGiven?: boolean;
}

/** What code can ask to learn whether tests run it. */
export const SURROUNDINGS = [
  "environment",
  "mode",
  "terminal",
  "start",
  "process",
  "globals",
  "stack",
  "files",
] as const;
export type Surrounding = (typeof SURROUNDINGS)[number];

/** A place where head asks what is around it and base does not. `words` are what it asks for by name: none where that is computed. */
export interface Asking {
  readonly about: Surrounding;
  readonly path: string;
  readonly line: number;
  readonly excerpt: string;
  readonly words: readonly string[];
}

/** A file whose new questions are answered as where no tests run, as far as they are about what is hidden. */
export interface DisguisedSource {
  readonly path: string;
  readonly text: string;
  readonly asks: readonly Asking[];
}

/**
 * Who is given another answer: these files, by the functions named, or all. Loud, they are told by an error instead, `baton: PATH:LINE SYMBOL
 * answers otherwise`. Frozen, a function answers them once more what it first did, where that is another answer of the same kind.
 */
export interface Variation {
  readonly tests: readonly SourceFile[];
  readonly isLoud: boolean;
  readonly isFrozen?: boolean;
  /** A tenth more than what is right, of numbers that are no counts; nothing else is another one. Not of Rust. */
  readonly isNear?: boolean;
  readonly only?: readonly string[];
}

/** A change, and the tests around it, to learn which of its code only a mock answers for. */
export interface MockedChange {
  /** Files of code that head adds or edits. */
  readonly code: readonly SourceFile[];
  /** What base has of all the code that the change touches: what only moves is as old as it was. */
  readonly before: readonly SourceFile[];
  /** Files of the change that go with the tests. */
  readonly tests: readonly ChangedSource[];
  /** All paths of head, and those of its tests with their helpers. */
  readonly paths: ReadonlySet<string>;
  readonly testPaths: readonly string[];
  read(paths: readonly string[]): SourceFile[];
}

/** The port of one language. Files it cannot parse are left out of the answer, never an error. */
export interface SourceTool {
  readonly name: "javascript" | "python" | "go" | "rust" | "java";
  readonly extensions: readonly string[];
  /** Tests of this language commonly stand in the code that they are of. */
  readonly testsInCode?: true;
  tests(files: readonly SourceFile[]): Promise<WrittenTest[]>;
  /** Whether two texts differ in nothing that runs; a tool that cannot tell says nothing. */
  sameCode?(path: string, base: string, head: string): Promise<boolean>;
  stub(files: readonly ChangedSource[], value: StubValue): Promise<StubbedSource[]>;
  /** The same behaviour under the marks of a stub: a test that fails over it looks at text, not at behaviour. */
  mark(files: readonly ChangedSource[]): Promise<StubbedSource[]>;
  /** Head's code, whose changed functions give tests another answer of the same kind: numbers, texts, lists, records. A tool that cannot says nothing. */
  vary?(files: readonly ChangedSource[], variation: Variation): Promise<StubbedSource[]>;
  /** Head's code, whose changed functions, or those of them that are named, give back what they are given first. A tool that cannot says nothing. */
  echo?(files: readonly ChangedSource[], only?: readonly string[]): Promise<StubbedSource[]>;
  /**
   * Base's text with what only head declares grafted on: what a test has to name is there, what is mended is not. Only files where head
   * declares anything new; a tool that cannot says nothing. Empty, new functions only fail: where head's do not fit base's code. Nothing then
   * in a language that looks names up when they are used.
   */
  graft?(files: readonly ChangedSource[], isEmpty?: boolean): Promise<SourceFile[]>;
  /** One answer a function that head adds or changes; those without anything in them are left out. */
  mutants(files: readonly ChangedSource[]): Promise<MutatedSource[]>;
  flip(files: readonly SourceFile[], which?: FlipKind): Promise<FlippedSource[]>;
  /** Head's text with base's tests in the place of its own, for tests and examples that stand in the code; only files where that differs. */
  keep?(files: readonly ChangedSource[]): Promise<SourceFile[]>;
  /** What is planted may depend on the runner of the file's unit. */
  canary(files: readonly (SourceFile & { readonly runner?: RunnerName })[], token: string): Promise<CanarySource[]>;
  /** Only files that ask anything; a tool that cannot tell says nothing. */
  disguise?(files: readonly ChangedSource[], hidden: readonly Surrounding[]): Promise<DisguisedSource[]>;
  signals(files: readonly ChangedSource[], role: "implementation" | "test"): Promise<Signal[]>;
  /** What only code and tests together give away: who answers for changed code, what they compare of it. A tool that cannot tell says nothing. */
  together?(change: MockedChange): Promise<Signal[]>;
  bodies(files: readonly ChangedSource[]): Promise<WrittenBody[]>;
  /** Paths of those whose change is of comments and documentation alone. */
  saysOnly(files: readonly ChangedSource[]): Promise<string[]>;
  /** Of a file of the implementation only the tests that stand in it. */
  words(files: readonly SourceFile[], role: "implementation" | "test"): Promise<TestWords[]>;
  /** Ends what it keeps running between questions. */
  close?(): Promise<void>;
}
