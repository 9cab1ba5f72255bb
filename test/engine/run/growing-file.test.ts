import { hash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { evolve } from "../../../src/core/run/evolve.ts";
import type { RunState } from "../../../src/core/run/state.ts";
import { growingJson } from "../../../src/core/views/growing.ts";
import { renderRun, viewsOf } from "../../../src/core/views/render-run.ts";
import { createFileKeeper } from "../../../src/engine/run/growing-file.ts";
import type { RunEvent } from "../../../src/schema/event.ts";
import { anyStory } from "../../support/any-events.ts";
import { entriesOf, FACTS, wholeLife } from "../../support/events.ts";

/** Publishes a story event by event, as a harness does that lives as long, and names what a rendering from nothing has otherwise. */
function differences(story: readonly RunEvent[]): string[] {
  const keepers = new Map<string, ReturnType<typeof createFileKeeper>>();
  let state: RunState | null = null;
  return entriesOf(story).flatMap((entry) => {
    const now = evolve(state, entry);
    state = now;
    const whole = renderRun(structuredClone(now), FACTS);
    return [...viewsOf(now, FACTS)].flatMap(([path, text]) => {
      const keeper = keepers.get(path) ?? createFileKeeper();
      keepers.set(path, keeper);
      const { parts, sha256, bytes } = keeper(text);
      const expected = Buffer.from(whole.get(path) ?? "");
      const same = Buffer.concat(parts).equals(expected) && sha256 === hash("sha256", expected);
      return same && bytes === expected.length ? [] : [`${path} after entry ${entry.position}`];
    });
  });
}

test("files that are added to have the bytes of files rendered from nothing, after every event of a life", () => {
  expect(differences(wholeLife())).toEqual([]);
});

test("files that are added to have the bytes of files rendered from nothing, whatever happened in whatever order", () => {
  fc.assert(
    fc.property(anyStory, (story) => {
      expect(differences(story)).toEqual([]);
    }),
    { numRuns: 30 },
  );
});

test("many additions are joined, so that a file is not written in ever more pieces", () => {
  const keeper = createFileKeeper();
  const reports: number[] = [];
  for (let number = 0; number < 300; number += 1) {
    reports.push(number);
    expect(keeper(growingJson({ reports }, "reports")).parts.length).toBeLessThan(70);
  }
  expect(JSON.parse(Buffer.concat(keeper(growingJson({ reports }, "reports")).parts).toString())).toEqual({ reports });
});

test("a list that is another one is not added to", () => {
  const keeper = createFileKeeper();
  keeper(growingJson({ reports: ["one"] }, "reports"));
  expect(Buffer.concat(keeper(growingJson({ reports: ["two", "three"] }, "reports")).parts).toString()).not.toContain(
    "one",
  );
});
