import fc from "fast-check";
import { expect, test } from "vitest";
import { aroundJson, createPieces, JSON_JOINTS, nested, wholeText } from "../../../src/core/views/growing.ts";
import { jsonText } from "../../../src/core/views/text.ts";

const textOf = (reports: readonly unknown[]): string => {
  const pieces = createPieces(JSON_JOINTS);
  for (const report of reports) pieces.add(nested(report));
  return wholeText(pieces.all());
};

test("a document whose last field grows has the text of any other document, whatever its entries hold", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.array(fc.jsonValue()), (runId, reports) => {
      const { before, after } = aroundJson({ run_id: runId, agent: "planner" }, "reports", reports.length === 0);
      expect(before + textOf(reports) + after).toBe(jsonText({ run_id: runId, agent: "planner", reports }));
    }),
  );
});

test("many additions are joined, and what is joined stays the same piece", () => {
  const pieces = createPieces(JSON_JOINTS);
  for (let number = 0; number < 300; number += 1) pieces.add(String(number));
  const before = pieces.all();
  pieces.add("300");
  const after = pieces.all();
  expect(after.length).toBeLessThan(15);
  expect(after.slice(0, -1)).toEqual(before.slice(0, -1));
  expect(after.slice(0, -1).every((piece, at) => piece === before[at])).toBe(true);
});
