import { expect, test } from "vitest";
import { readFeatureText } from "../../../src/core/proof/feature-text.ts";
import { type ProofFacts } from "../../../src/core/proof/judge.ts";
import { startRedSearch } from "../../../src/core/proof/red.ts";
import type { SuiteRun } from "../../../src/schema/report.ts";
import { NEW, OLD, runOf, verdict } from "./judge-facts.ts";

const STUBBED = startRedSearch([NEW], runOf({ [NEW]: "failed" }), new Set());

function unread(message: string): SuiteRun {
  const run = runOf({});
  run.report.fileErrors.push({ file: "test/new.test.js", name: "TSError", message });
  return run;
}

/** A fix whose RED test stands in the code. */
const IN_CODE: Partial<ProofFacts> = {
  feature: readFeatureText("Kind: fix"),
  selected: ["src/lib.rs::adds"],
  r1: runOf({}),
  r2: runOf({ [OLD]: "passed", "src/lib.rs::adds": "passed" }),
  search: startRedSearch(["src/lib.rs::adds"], runOf({ "src/lib.rs::adds": "failed" }), new Set()),
  r4: {
    run: runOf({
      "src/lib.rs::adds": "passed",
      "src/lib.rs::baton x holds": "passed",
      "src/lib.rs::baton x fails": "failed",
    }),
    files: ["src/lib.rs"],
    token: "x",
  },
};

/** The same of a file of tests of Rust that names a type as head has it. */
const COMPILED: Partial<ProofFacts> = {
  ...IN_CODE,
  selected: ["tests/a.rs::adds"],
  r2: runOf({ [OLD]: "passed", "tests/a.rs::adds": "passed" }),
  search: startRedSearch(["tests/a.rs::adds"], runOf({ "tests/a.rs::adds": "failed" }), new Set()),
  r4: {
    run: runOf({
      "tests/a.rs::adds": "passed",
      "tests/a.rs::baton x holds": "passed",
      "tests/a.rs::baton x fails": "failed",
    }),
    files: ["tests/a.rs"],
    token: "x",
  },
};

test.each<[string, Partial<ProofFacts>, string]>([
  [
    "a fix whose tests do not compile over base's code, whatever stands beside it",
    COMPILED,
    "person_needed · RED_MISSING person",
  ],
  [
    "a fix whose tests compile over base's code with what head declares beside it, and pass",
    { ...COMPILED, grafted: runOf({ "tests/a.rs::adds": "passed" }) },
    "not_proven · RED_MISSING error",
  ],
  ["a fix whose test fails on base's code", { feature: readFeatureText("Mend it\nKind: fix") }, "proven"],
  [
    "a fix whose tests only cannot be loaded over base's code",
    { feature: readFeatureText("Mend it\nKind: fix"), r1: runOf({}) },
    "not_proven · RED_MISSING error",
  ],
  [
    "a fix of types, over which base's file does not compile",
    {
      feature: readFeatureText("Kind: fix"),
      r1: unread("error TS4104: The type 'readonly string[]' is 'readonly'"),
      search: STUBBED,
    },
    "person_needed · RED_MISSING person",
  ],
  [
    "a fix whose file does not compile over base for a member that is missing there",
    {
      feature: readFeatureText("Kind: fix"),
      r1: unread("TS4104: readonly\nTS2339: Property 'x' does not exist"),
      search: STUBBED,
    },
    "not_proven · RED_MISSING error",
  ],
  ["a fix whose test stands in the code", IN_CODE, "proven"],
  [
    "a fix whose test stands in the code, and passes over base's there",
    { ...IN_CODE, inCode: runOf({ "src/lib.rs::adds": "passed" }) },
    "not_proven · RED_MISSING error",
  ],
  [
    "a refactoring whose new test fails by an assertion over base's code",
    { feature: readFeatureText("Kind: refactor"), search: STUBBED },
    "person_needed · BEHAVIOUR_CHANGED person",
  ],
  [
    "a refactoring whose new test names what it moves out",
    { feature: readFeatureText("Kind: refactor"), search: { ...STUBBED, red: new Map([[NEW, "stub:undefined"]]) } },
    "proven",
  ],
  [
    "a refactoring of tests and what they run by, and of no code",
    {
      feature: readFeatureText("Kind: refactor"),
      search: { ...STUBBED, red: new Map() },
      roles: new Set(["test", "control"] as const),
    },
    "person_needed · ALREADY_PASSING person",
  ],
  [
    "a refactoring without a test that notices it",
    {
      feature: readFeatureText("Kind: refactor"),
      selected: [],
      search: { red: new Map(), characterisation: new Set(), open: new Map(), late: new Map(), tried: [] },
      r1: null,
    },
    "not_proven · RED_MISSING error",
  ],
])("%s", (_, changed, wanted) => expect(verdict(changed)).toBe(wanted));

const role = (...roles: string[]): Partial<ProofFacts> => ({
  selected: [],
  search: null,
  roles: new Set(roles) as ProofFacts["roles"] & {},
});

test.each<[string, Partial<ProofFacts>, string]>([
  ["no code at all", role("control", "lock"), "person_needed · TESTS_ABSENT person"],
  ["only what the harness writes", role("harness"), "proven · TESTS_ABSENT warning"],
  ["words alone", role("documentation"), "person_needed · TESTS_ABSENT person"],
  ["code", role("implementation", "control"), "not_proven · TESTS_ABSENT error"],
  ["no code in a run", { ...role("control"), isAttempt: true }, "not_proven · TESTS_ABSENT error"],
  [
    "what was there before",
    { ...role("implementation"), untestable: { message: "it takes 1a2b back", approval: "id" } },
    "person_needed · TESTS_ABSENT person",
  ],
])("a change of %s, without a test of its own", (_, facts, expected) => {
  expect(verdict(facts)).toBe(expected);
});
