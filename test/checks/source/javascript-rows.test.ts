import { expect, it } from "vitest";
import { createJavaScriptSource } from "../../../src/checks/source/javascript/index.ts";

const tool = createJavaScriptSource();
const START = `import { expect, it } from "vitest";
import { isKnown, price } from "../src/price.js";
const ROWS = [["tea", 3], ["milk", 2]];
`;

async function isSeen(text: string): Promise<boolean> {
  const head = `${START}${text}`;
  const signals = await tool.signals([{ path: "test/a.test.ts", base: null, head }], "test");
  return signals.some(({ kind }) => kind === "chosen_rows");
}

const EACH = `("%s", (name, want) => expect(price(name)).toBe(want));`;
const IN_BODY = `it("a", () => { for (const [name, want] of`;

const LOOP = `${IN_BODY} ROWS) {`;
const SAYS = "expect(price(name)).toBe(want);";

it.each([
  ["of a table", `it.each(ROWS.filter(([name, want]) => price(name) === want))${EACH}`],
  ["of a table with a name", `const GOOD = ROWS.filter(([name, want]) => want == price(name));\nit.each(GOOD)${EACH}`],
  [
    "by a function with a name",
    `const holds = ([name, want]) => Object.is(price(name), want);\nit.each([...ROWS.filter(holds)])${EACH}`,
  ],
  ["of a loop", `${IN_BODY} ROWS.filter(([n, w]) => price(n) === w)) expect(price(name)).toBe(want); });`],
  [
    "of a loop that registers",
    `ROWS.filter(([n, w]) => price(n) === w).map((row) => row).forEach(([name, want]) => it(name, () => { const got = price(name); expect(got).toBe(want); }));`,
  ],
  ["of a loop that leaves the others out", `${LOOP} if (price(name) !== want) continue; ${SAYS} } });`],
  ["of a loop by a name", `${LOOP} const got = price(name); const ok = got === want; if (!ok) continue; ${SAYS} } });`],
  ["of a loop that asserts about some", `${LOOP} if (price(name) === want) { ${SAYS} } } });`],
  [
    "of a loop that counts",
    `it("a", () => { for (let i = 0; i < 2; i += 1) { const [name, want] = ROWS[i]; if (price(name) !== want) continue; ${SAYS} } });`,
  ],
  ["of a table, in its test", `it.each(ROWS)("%s", (name, want) => { if (price(name) !== want) return; ${SAYS} });`],
])("rows %s that the code picks are seen", async (_, text) => {
  expect(await isSeen(text)).toBe(true);
});

it.each([
  ["all of a table", `it.each(ROWS)${EACH}`],
  ["rows picked by what stands in them", `it.each(ROWS.filter(([name]) => name !== "milk"))${EACH}`],
  ["rows that other code picks", `it.each(ROWS.filter(([name]) => isKnown(name) === true))${EACH}`],
  ["what the code itself is asked to pick", `it.each(["tea", "x"].filter((name) => isKnown(name)))${EACH}`],
  ["a list that the code answered", `it("a", () => expect(price("tea").filter((n) => n > 2)).toEqual([3]));`],
  ["a row that is left out for what it says", `${LOOP} if (want === 2) continue; ${SAYS} } });`],
  ["a failure that is told", `${LOOP} if (price(name) !== want) throw new Error(name); ${SAYS} } });`],
  [
    "another assertion about the rest",
    `${LOOP} if (price(name) === want) { ${SAYS} } else { expect(want).toBe(3); } } });`,
  ],
  [
    "what the code says of a row by itself",
    `${LOOP} const got = price(name); if (got === null) continue; ${SAYS} } });`,
  ],
  ["another function that lets rows on", `${LOOP} if (isKnown(name) !== want) continue; ${SAYS} } });`],
])("%s is none", async (_, text) => {
  expect(await isSeen(text)).toBe(false);
});
