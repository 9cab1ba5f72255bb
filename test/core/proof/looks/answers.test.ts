import { describe, expect, it } from "vitest";
import { judgeAnswers } from "../../../../src/core/proof/looks/answers.ts";
import type { WrittenBody } from "../../../../src/schema/source.ts";

const body = (said: Partial<WrittenBody>): WrittenBody => ({
  path: "tax.py",
  line: 1,
  excerpt: "def tax(total)",
  name: "tax",
  isMember: false,
  says: "work",
  keys: [],
  answers: [],
  ...said,
});
const table = (keys: readonly string[], answers: readonly string[]): WrittenBody =>
  body({ says: "table", keys, answers });
const asked = (
  one: WrittenBody,
  constants: readonly string[] = [],
  calls = ["tax"],
  others: WrittenBody[] = [],
): number =>
  judgeAnswers([one, ...others], { words: [{ path: "test_tax.py", calls, constants }], code: [] }, () => "a").length;

describe("a function that is not written", () => {
  const unwritten = body({ says: "unfinished" });

  it("is shown to a person, whoever calls it", () => {
    expect(asked(unwritten, [], [])).toBe(1);
    expect(judgeAnswers([unwritten], { words: [], code: [] }, () => "a")[0]).toMatchObject({
      severity: "person",
      approval: "a",
    });
  });

  it("may be a method that others answer, or that nobody calls", () => {
    expect(asked({ ...unwritten, isMember: true }, [], [])).toBe(0);
    expect(asked({ ...unwritten, isMember: true })).toBe(1);
    expect(asked({ ...unwritten, isMember: true }, [], ["tax"], [body({ isMember: true })])).toBe(0);
  });
});

describe("one answer for everything", () => {
  it.each(["0", "19", "-1.5", "", "true", "[]", "[1,2]", "{}", "Ok(())", "Money()", "New(),nil", "null"])(
    "is no answer where it is %j and tests call it",
    (answer) => {
      expect(asked(body({ says: "constant", answers: [answer] }))).toBe(1);
      expect(asked(body({ says: "constant", answers: [answer] }), [], [])).toBe(0);
    },
  );

  it("is one where it is a text, or something that is made", () => {
    expect(asked(body({ says: "constant", answers: ["pong"] }), ["pong", "/ping"])).toBe(0);
    expect(asked(body({ says: "constant", answers: ['{"status": 200}'] }), ["200"])).toBe(0);
  });

  it("is none where the text is made of what the test gives", () => {
    expect(asked(body({ says: "constant", answers: ["Hello, Ada"] }), ["Ada", "Hello, Ada"])).toBe(1);
  });
});

describe("a table of answers", () => {
  const roman = table(["1", "4", "1994"], ["I", "IV", "MCMXCIV"]);

  it("is the tests' own where they ask all of it, as data", () => {
    expect(asked(roman, ["1", "I", "4", "IV", "1994", "MCMXCIV"])).toBe(1);
    expect(asked(roman, ["1,I", "4,IV", "1994,MCMXCIV"])).toBe(1);
    expect(
      asked(table(["[3,1,2]", "[2,1]"], ["[1, 2, 3]", "[1, 2]"]), ["[3, 1, 2]", "[2, 1]", "[1, 2, 3]", "[1, 2]"]),
    ).toBe(1);
  });

  it("is the tests' own where it says beside each that all is well", () => {
    const rows = ["90s", "90", "1h30m", "5400"];
    expect(asked(table(["90s", "1h30m"], ["90,nil", "5400,nil"]), rows)).toBe(1);
    expect(asked(table(["90s", "1h30m"], ["90,true", "5400, true", "0,false"]), rows)).toBe(1);
  });

  it("is the code's where it knows more than the tests ask", () => {
    expect(asked(roman, ["1", "I", "4", "IV"])).toBe(0);
  });

  it("is the code's where keys are names, numbers in a row or statuses, or share their answers", () => {
    expect(asked(table(["open", "paid"], ["red", "green"]), ["open", "paid", "red", "green"])).toBe(0);
    expect(asked(table(["1", "2", "3"], ["Jan", "Feb", "Mar"]), ["1", "2", "3", "Jan", "Feb", "Mar"])).toBe(0);
    expect(asked(table(["200", "404"], ["OK", "Not Found"]), ["200", "404", "OK", "Not Found"])).toBe(0);
    expect(asked(table(["4", "6", "9"], ["30", "31"]), ["4", "6", "9", "30", "31"])).toBe(0);
  });

  it("is one number for one number, and no plural", () => {
    expect(asked(table(["200"], ["20", "0"]), ["200", "20"])).toBe(1);
    expect(asked(table(["1"], ["day", "days"]), ["1", "day", "days"])).toBe(0);
    expect(asked(table(["100"], ["done", "busy"]), ["100", "done"])).toBe(0);
  });
});
