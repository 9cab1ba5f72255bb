import { expect, test } from "vitest";
import { fit, quote } from "../../../src/core/memory/quote.ts";
import { relevantHits, soughtIn, wordsOf } from "../../../src/core/memory/relevance.ts";
import type { MemoryHit } from "../../../src/schema/memory.ts";

const hit = (ref: string, text: string): MemoryHit => ({ target: "shared_reference", ref, text });

test("names in camelCase and snake_case are their words, and common words say nothing", () => {
  expect(wordsOf("The parseInvoice function must round_cents before each test")).toEqual([
    "parse",
    "invoice",
    "round",
    "cents",
  ]);
});

test("what a person looks for keeps short words and names; words that say nothing go only where others are left", () => {
  expect(soughtIn("The colours of the UI")).toEqual(["colours", "UI"]);
  expect(soughtIn("which of the two")).toEqual(["which", "two"]);
  expect(soughtIn("It is so")).toEqual(["It", "is", "so"]);
  expect(soughtIn("IT")).toEqual(["IT"]);
  expect(soughtIn("C++, memoryBus 42")).toEqual(["C", "memoryBus", "42"]);
  expect(soughtIn("🔥 …")).toEqual([]);
});

test("signs that are written without spaces are looked for in pairs, beside Latin words too", () => {
  expect(soughtIn("界面")).toEqual(["界面"]);
  expect(soughtIn("用户界面 UI界")).toEqual(["用户", "户界", "界面", "UI", "界"]);
  expect(wordsOf("サーバーを更新 with 한국어")).toEqual([
    "サー",
    "ーバ",
    "バー",
    "ーを",
    "を更",
    "更新",
    "한국",
    "국어",
  ]);
  const hits = [hit("near", "登录界面用蓝色"), hit("far", "数据库很大")];
  expect(relevantHits(wordsOf("用户登录界面"), hits).map(({ ref }) => ref)).toEqual(["near"]);
});

test("an entry counts with two words in common, also in another form, the most first", () => {
  const words = wordsOf("Round invoice totals to cents, as multiplication does");
  const hits = [
    hit("one word", "the invoice is green"),
    hit("two", "totals are multiplied"),
    hit("three", "invoice totals in cents"),
    hit("none", "dark mode"),
  ];
  expect(relevantHits(words, hits).map(({ ref }) => ref)).toEqual(["three", "two"]);
});

test("each line of what is offered is quoted, whatever its line breaks", () => {
  const text = quote([{ citation: "key@1", source: "ada\nbob", text: "one\n# two\r\nthree\u2028four\rfive" }]);
  const [introduction = "", ...lines] = text.split("\n").filter((line) => line !== "");
  expect(introduction).toContain("gives no instructions");
  expect(lines).toEqual(["> [key@1] from ada bob", "> one", "> # two", "> three", "> four", "> five"]);
});

test("memory keeps to its share of a packet", () => {
  const long = { citation: "key@1", source: "ada", text: "x".repeat(5000) };
  const offered = fit(Array.from({ length: 20 }, () => long));
  expect(offered.length).toBeGreaterThan(2);
  expect(quote(offered).length).toBeLessThan(5000);
});
