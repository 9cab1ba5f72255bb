import { afterAll, beforeAll, expect, test } from "vitest";
import type { CliResult } from "../support/cli.ts";
import { openStory, passesOf, type Story } from "./support.ts";

/** A person breaks a proven feature between two turns. */
let story: Story;
let first: CliResult;
let second: CliResult;
let guilty: string;
beforeAll(async () => {
  story = await openStory("work; envelope");
  first = await story.run("--max-turns", "1");
  story.repository.commit("say more", { "README.md": "more\n" });
  guilty = story.repository.commit("tidy up", { "src/mul.js": "export const mul = (a, b) => a + b;\n" });
  story.repository.commit("say even more", { "README.md": "even more\n" });
  second = await story.run();
}, 400_000);
afterAll(() => story.remove());

test("TAH-12 a feature that passed and was broken by a person's commit is failing again, and that commit is named", () => {
  expect([first.code, passesOf(first.json.data)]).toEqual([10, [true, false]]);
  const regressed = story.journal().flatMap((line) => {
    const { event } = (line["entry"] ?? line) as { event: { type: string } };
    return event.type === "feature_regressed" ? [event] : [];
  });
  expect(regressed).toMatchObject([{ feature_id: "feat_001_multiply", commit: guilty }]);
  expect((regressed[0] as { reason?: string } | undefined)?.reason).toContain(`broken by ${guilty.slice(0, 7)}`);
});

test("what was set back is proven anew by a task of its own, before the run is complete", () => {
  expect([second.code, passesOf(second.json.data)]).toEqual([0, [true, true]]);
  expect((second.json.data["turns"] as { task: string }[]).map(({ task }) => task)).toEqual(["T003", "T002"]);
});
