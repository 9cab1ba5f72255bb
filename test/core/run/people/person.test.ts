import { expect, it } from "vitest";
import { nameFlaw } from "../../../../src/core/run/people/person.ts";
import { isAuthor } from "../../../../src/core/run/people/review.ts";
import type { RunState, TaskState } from "../../../../src/core/run/state.ts";

it.each([
  ["Hal", null],
  ["Łukasz Żółć <lukasz@example.org>", null],
  ["Анна Каренина", null],
  ["علی\u200cرضا", null],
  ["Ha\u200dl", "holds a character that cannot be seen"],
  ["Hal\u200b", "holds a character that cannot be seen"],
  ["H\u0430l", "mixes letters of two alphabets in one word, which can look like another name"],
  ["command:./agent.mjs", "is an agent, not a person"],
  ["Orchestrator", "is a role, not a person"],
  ["Human", "could be anybody"],
  ["code-reviewer", "is a role, not a person"],
])("%s as a name of a person: %s", (name, flaw) => {
  expect(nameFlaw(name)).toBe(flaw);
});

it("an author is known however the name is written", () => {
  const state = { run: { author: { name: "Ada", email: "ada@example.org" } } } as RunState;
  const task = { authors: ["Hal  Smith"] } as unknown as TaskState;
  for (const by of ["hal smith", "Hal\u200b Smith", "Ｈａｌ Smith"]) expect(isAuthor(state, task, by)).toBe(true);
  expect(isAuthor(state, task, "Hal Smythe")).toBe(false);
});
