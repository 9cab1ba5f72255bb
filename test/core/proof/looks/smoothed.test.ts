import { expect, it } from "vitest";
import { smoothedIn } from "../../../../src/core/proof/looks/smoothed.ts";

const left = (head: string, base: string | null = null): string[] =>
  smoothedIn([{ path: "test/support.x", base, head }]).map(({ text }) => text);

it.each([
  [`amount: row.amount.replaceAll(",", "").replace(',', '.')`, "amount: row.amount"],
  [`amount: row.amount.replace(/[.']/g, "")`, "amount: row.amount"],
  [`date: row.date.split(".").reverse().join("-")`, "date: row.date"],
  [`bare = value.strip("()+").replace(",", "")`, "bare = value"],
  [`plain = re.sub(r"[€,]", "", text)`, "plain = text"],
  ["plain := strings.ReplaceAll(text, `,`, ``)", null],
  [`plain := strings.ReplaceAll(text, ",", "")`, "plain := text"],
  [`let plain = text.replace(',', "");`, "let plain = text;"],
  [`return text.replace(",", ".");`, "return text;"],
])("a text loses its signs, or a date is turned round: %s", (head, plain) => {
  expect(left(head)).toEqual(plain === null ? [] : [plain]);
});

it.each([
  `name.replace(" ", "_")`,
  `path.replace("\\\\", "/")`,
  `output.replace(root, "")`,
  `str(uuid4()).replace("-", "")`,
  `text.replace(/\\r\\n/g, "\\n")`,
  `words.split(",").reverse()`,
  `text.strip()`,
])("what tests write otherwise for other reasons is left alone: %s", (head) => {
  expect(left(head)).toEqual([]);
});

it("what base has is as old as it was, and lines stay where they are", () => {
  const old = `a.replace(",", "")\n`;
  expect(left(old, old)).toEqual([]);
  const [file] = smoothedIn([{ path: "a.js", base: old, head: `${old}b.replace(",", "")\n` }]);
  expect([file?.text, file?.calls]).toEqual([`${old}b\n`, [{ line: 2, call: `b.replace(",", "")` }]]);
});
