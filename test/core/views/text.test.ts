import fc from "fast-check";
import { expect, test } from "vitest";
import { lineOf } from "../../../src/core/views/text.ts";

/** Words, and all that may stand between them or hide in a line. */
const anyLine = fc
  .array(
    fc.oneof(
      fc.string(),
      fc.constantFrom("  ", " ", "a", "\n", "\t", "\u0000", "\u00A0", "\u2028", "\u200B", "\uFEFF", "\uD800", "é"),
    ),
  )
  .map((parts) => parts.join(""));

test("whatever was written is one line of whole words with one space between them, and the same when it is read again", () => {
  fc.assert(
    fc.property(anyLine, (text) => {
      const line = lineOf(text);
      const words = text
        .toWellFormed()
        .replaceAll(/[\u200B\uFEFF\u200E\u200F\u202A-\u202E\u2060-\u2069]/g, "")
        .split(/[\s\p{Cc}]+/u)
        .filter((word) => word !== "");
      expect(line).toBe(words.join(" "));
      expect(lineOf(line)).toBe(line);
    }),
    { numRuns: 1000 },
  );
});
