import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { allOf } from "../../src/util/all-of.ts";

test("what several come to is there under their names, or in their order", async () => {
  expect(await allOf({ a: Promise.resolve(1), b: "two" })).toEqual({ a: 1, b: "two" });
  expect(await allOf([Promise.resolve(1), Promise.resolve("two")])).toEqual([1, "two"]);
});

test("where one fails the others are waited for, and the first that failed is told", async () => {
  let ended = false;
  const late = setTimeout(20).then(() => {
    ended = true;
  });
  const all = allOf({ late, first: Promise.reject(new Error("one")), second: Promise.reject(new Error("two")) });
  await expect(all).rejects.toThrow("one");
  expect(ended).toBe(true);
});
