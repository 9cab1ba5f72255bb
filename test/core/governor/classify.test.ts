import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { governTurn } from "../../../src/core/governor/turn.ts";
import { createInputClassifier, shouldEscalate } from "../../../src/core/governor/reasoning/input-classifier.ts";
import { InputClassification } from "../../../src/schema/classification.ts";
import { classification, CLOCK, CONFIG, turnInput } from "../../support/governor.ts";
import { REQUESTS } from "./requests.ts";

/** The table says `not simple` of what may be either of the others. */
const notBand = (complexity: string): string => (complexity === "simple" ? complexity : "not simple");
const classifier = createInputClassifier(CONFIG);

describe("HRM-04 a request is read as a person would read it", () => {
  it.each(REQUESTS)("%s", (text, expected) => {
    const turn = governTurn(turnInput(text, expected.files === undefined ? null : { files: [...expected.files] }), {
      config: CONFIG,
      ...CLOCK,
    });
    const { classification: read, strategy, signals } = turn.reasoned;
    // What the table leaves open is taken as it is seen.
    const bands = {
      complexity: expected.complexity?.startsWith("not ") === true ? notBand(read.complexity) : read.complexity,
      uncertainty: read.uncertainty <= 0.4 ? "low" : read.uncertainty > 0.7 ? "high" : "between",
      domain: read.domain.includes(expected.domain ?? "") ? expected.domain : read.domain.join(", "),
    };
    const seen = {
      stakes: read.stakes,
      conflict: read.conflict,
      horizon: read.horizon,
      level: turn.altitude.level,
      strategy: strategy.strategy,
      ...bands,
    };
    const { files: _files, ...wanted } = expected;
    expect({ seen, signals }).toMatchObject({ seen: wanted });
  });

  it("has at least sixty of them", () => expect(REQUESTS.length).toBeGreaterThanOrEqual(60));
});

test("HRM-04 facts outweigh words: paths raise stakes whatever the words are, and a project names its own", () => {
  const own = createInputClassifier({ high_stakes_paths: ["src/ledger/**"], low_stakes_paths: ["src/auth/demo/**"] });
  const stakes = (files: string[], with_ = own): string => with_.classify(turnInput("Tidy up", { files })).stakes;
  expect([stakes(["src/ledger/book.ts"]), stakes(["src/ledgers.ts"])]).toEqual(["high", "low"]);
  expect([stakes(["src/auth/demo/login.ts"]), stakes(["src/auth/login.ts"])]).toEqual(["low", "high"]);
  expect(classifier.explain(turnInput("Tidy up", { files: ["src/auth/login.ts"] })).signals).toContainEqual({
    dimension: "stakes",
    signal: "path src/auth/login.ts",
    effect: "high: auth",
  });
});

test("HRM-04 parts and failures of a task raise what is counted of it, and its facts make the reading surer", () => {
  const plain = classifier.classify(turnInput("Add the report"));
  const task = classifier.classify(turnInput("Add the report", { task_id: "T001", parts: 9, files: ["a", "b", "c"] }));
  const failed = classifier.classify(turnInput("Add the report", { task_id: "T001", failures: 2 }));
  expect([plain.complexity, task.complexity]).toEqual(["simple", "complex"]);
  expect(task.confidence).toBeGreaterThan(plain.confidence);
  expect(failed.uncertainty).toBeCloseTo(plain.uncertainty + 0.3, 5);
});

test("HRM-04 should_escalate is true for a complex, uncertain, conflicting or high-stakes request, and for no other", () => {
  expect(shouldEscalate(classification({ complexity: "moderate", uncertainty: 0.7, stakes: "medium" }))).toBe(false);
  expect(shouldEscalate(classification({ complexity: "complex" }))).toBe(true);
  expect(shouldEscalate(classification({ uncertainty: 0.71 }))).toBe(true);
  expect(shouldEscalate(classification({ conflict: "low" }))).toBe(true);
  expect(shouldEscalate(classification({ stakes: "high" }))).toBe(true);
});

test("HRM-04 a word that is in two lists speaks once", () => {
  const { signals } = classifier.explain(turnInput("Mend the typo"));
  expect(signals.filter(({ dimension }) => dimension === "complexity")).toEqual([
    { dimension: "complexity", signal: "small: typo", effect: "-1.00" },
  ]);
});

test("nothing said is known to be nothing: all of it uncertain, and no confidence", () => {
  for (const text of ["", "   \n\t", "> quoted only"])
    expect(classifier.classify(turnInput(text))).toMatchObject({ uncertainty: 1, confidence: 0, stakes: "low" });
});

test("whatever the text, the answer is a classification, the same each time, and the work stays bounded", () => {
  const any = fc.oneof(
    fc.string({ unit: "binary" }),
    fc
      .array(fc.constantFrom("delete ", "`", "```\n", "must not ", "a/b.ts", "\n- ", "删除", "?", "🔥"))
      .map((x) => x.join("")),
  );
  fc.assert(
    fc.property(any, (text) => {
      const once = classifier.classify(turnInput(text));
      expect(InputClassification.parse(once)).toEqual(classifier.classify(turnInput(text)));
    }),
  );
  const huge = `${"a/".repeat(60_000)}${"((((".repeat(30_000)}`;
  expect(classifier.classify(turnInput(`${huge} delete the database`)).complexity).toBeDefined();
});

test("HRM-01 facts of another form are refused with their place", () => {
  const input = { ...turnInput("x"), metadata: { files: "src" } };
  expect(() => classifier.classify(input)).toThrowError(
    expect.objectContaining({ code: "INPUT_INVALID", message: expect.stringContaining("metadata.files") as string }),
  );
});
