import fc from "fast-check";
import { expect, test } from "vitest";
import { growingJson, wholeText } from "../../../src/core/views/growing.ts";
import { jsonText } from "../../../src/core/views/text.ts";

test("a document whose last field grows has the text of any other document, whatever its entries hold", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.array(fc.jsonValue()), (runId, reports) => {
      const document = { run_id: runId, agent: "planner", reports };
      expect(wholeText(growingJson(document, "reports"))).toBe(jsonText(document));
    }),
  );
});

test("the text from an index on is what the entries since then add", () => {
  const textOf = (count: number) => growingJson({ reports: [1, "two", { three: 3 }].slice(0, count) }, "reports");
  const [two, three] = [textOf(2), textOf(3)];
  expect(two.before + two.textFrom(0) + three.textFrom(2) + three.after).toBe(wholeText(three));
});
