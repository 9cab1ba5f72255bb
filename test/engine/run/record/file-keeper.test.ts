import { hash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { evolve } from "../../../../src/core/run/fold/evolve.ts";
import type { RunState } from "../../../../src/core/run/state.ts";
import { piece, wholeText } from "../../../../src/core/views/growing.ts";
import { renderRun, viewsOf } from "../../../../src/core/views/render-run.ts";
import { createFileKeeper } from "../../../../src/engine/run/record/file-keeper.ts";
import type { RunEvent } from "../../../../src/schema/event.ts";
import { anyStory } from "../../../support/any-events.ts";
import { entriesOf, FACTS, wholeLife } from "../../../support/events.ts";

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
      const { bytes, sha256 } = keeper(text);
      const expected = Buffer.from(whole.get(path) ?? "");
      const same = Buffer.concat(bytes()).equals(expected) && sha256 === hash("sha256", expected);
      return same ? [] : [`${path} after entry ${entry.position}`];
    });
  });
}

test("files that are added to have the bytes of files rendered from nothing, after every event of a life", () => {
  expect(differences(wholeLife())).toEqual([]);
});

test("so have files that are cut into parts all the time", () => {
  const cut = wholeLife().map((event) =>
    event.type === "run_created" ? { ...event, run: { ...event.run, seal_bytes: 700 } } : event,
  );
  expect(differences(cut)).toEqual([]);
});

test("files that are added to have the bytes of files rendered from nothing, whatever happened in whatever order", () => {
  fc.assert(
    fc.property(anyStory, (story) => {
      expect(differences(story)).toEqual([]);
    }),
    { numRuns: 30 },
  );
});

/** Of several kilobytes each, so that a few of them are more than is hashed in one go. */
const PIECES = Array.from({ length: 12 }, (_, at) => piece(`${at} é\n`.repeat((at % 5) * 3000)));

test("a large file has the hash and the bytes of its whole text, whichever of its pieces came, went or moved", () => {
  const anyText = fc.array(fc.nat({ max: PIECES.length - 1 }), { maxLength: 20 });
  fc.assert(
    fc.property(fc.array(anyText, { minLength: 2, maxLength: 6 }), (texts) => {
      const keeper = createFileKeeper();
      for (const text of texts.map((all) => all.flatMap((at) => PIECES[at] ?? []))) {
        const { bytes, sha256 } = keeper(text);
        const expected = Buffer.from(wholeText(text));
        expect([sha256, Buffer.concat(bytes()).equals(expected)]).toEqual([hash("sha256", expected), true]);
      }
    }),
    { numRuns: 100 },
  );
});
