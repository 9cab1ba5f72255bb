import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ENTRY_LIMIT_BYTES, type JournalEvent, type StoredEntry } from "../../src/schema/journal.ts";
import { checkChain, GENESIS, GENESIS_HASH, sealEntry } from "../../src/util/chain.ts";

const AT = new Date("2026-01-31T09:00:00.123Z");
const RUN = "20260131-090000-run";

function sealAll(events: readonly JournalEvent[], runId = RUN): StoredEntry[] {
  const entries: StoredEntry[] = [];
  for (const event of events)
    entries.push(sealEntry(entries.at(-1) ?? GENESIS, { runId, at: AT, actor: "test", event }));
  return entries;
}
const check = (entries: readonly StoredEntry[], runId: string | null = RUN): unknown => [...checkChain(entries, runId)];
const sealOne = (event: JournalEvent): unknown => sealAll([event]);
const three = sealAll([{ type: "a" }, { type: "b", text: "ü\u0000\n" }, { type: "c" }]);

const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    fc.maxSafeInteger(),
    fc.string({ unit: "binary" }),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.string({ unit: "binary", maxLength: 8 }), tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ),
}));
const event = value.map((content) => ({ type: "tried", content }) as JournalEvent);

/** A line that somebody else wrote, with the hash that fits it. */
const sealed = (line: string): StoredEntry => ({
  position: 1,
  line,
  hash: createHash("sha256")
    .update(GENESIS_HASH + line)
    .digest("hex"),
});
const outcome = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
};
/** As one whom nobody told the run: a line is then read as JSON, whatever its order. */
const inFull = (stored: StoredEntry): unknown => {
  const read = [...checkChain([stored], null)];
  if (read[0]?.entry.run_id !== RUN) throw new Error("journal entry 1: its run does not fit");
  return read;
};
const WORDS = [
  "}",
  "{",
  '"',
  ",",
  " ",
  "\\",
  "\\u0041",
  ',"x":1',
  '"version":2',
  '"actor":""',
  ',"event":{"type":"b"}',
  "null",
  "ü",
  RUN,
];

describe("a chain", () => {
  test("is read in place as it is read in full, whatever stands in a line whose hash fits", () => {
    const line = three[0]?.line ?? "";
    const cut = fc.nat(line.length);
    fc.assert(
      fc.property(fc.array(fc.tuple(cut, cut, fc.constantFrom("", ...WORDS)), { maxLength: 3 }), (bends) => {
        const bent = bends.reduce(
          (text, [from, to, word]) => text.slice(0, from) + word + text.slice(Math.max(from, to)),
          line,
        );
        for (const text of [
          bent,
          bends.reduce((whole, [from, , word]) => whole.slice(0, from) + word + whole.slice(from), line),
        ])
          expect(outcome(() => check([sealed(text)]))).toEqual(outcome(() => inFull(sealed(text))));
      }),
      { numRuns: 2000 },
    );
  });

  test("gives back every event as it was written", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 5 }), (events) => {
        const entries = sealAll(events);
        expect([...checkChain(entries, RUN)].map(({ entry }) => entry.event)).toEqual(events);
      }),
    );
  });

  test("hashes the hash before it and the bytes of the line, as any tool can", () => {
    let previous = GENESIS_HASH;
    for (const { line, hash } of three) {
      previous = createHash("sha256").update(previous, "utf8").update(Buffer.from(line)).digest("hex");
      expect(hash).toBe(previous);
    }
  });

  test("notices any change of any character", () => {
    fc.assert(
      fc.property(fc.nat(2), fc.nat(), fc.string({ minLength: 1, maxLength: 1 }), (which, where, character) => {
        const changed = three.map((stored, at) => {
          if (at !== which) return stored;
          const place = where % stored.line.length;
          return { ...stored, line: stored.line.slice(0, place) + character + stored.line.slice(place + 1) };
        });
        fc.pre(changed[which]?.line !== three[which]?.line);
        expect(() => check(changed)).toThrow(`journal entry ${which + 1}: its hash does not fit`);
      }),
    );
  });

  test.each<[string, readonly (StoredEntry | undefined)[], string]>([
    ["a missing first entry", three.slice(1), "entry 1: its position"],
    ["a gap", [three[0], three[2]], "entry 2: its position"],
    ["two entries swapped", [three[1], three[0], three[2]], "entry 1: its position"],
    ["an entry twice", [three[0], three[0]], "entry 2: its position"],
    [
      "an entry of another chain",
      [...three.slice(0, 2), sealAll([{ type: "x" }, { type: "x" }, { type: "x" }])[2]],
      "entry 3",
    ],
  ])("refuses %s", (_, entries, message) => {
    expect(() => check(entries.filter((stored) => stored !== undefined))).toThrow(message);
  });

  test("refuses the chain of another run", () => {
    expect(() => check(sealAll([{ type: "a" }], "other"))).toThrow("its run does not fit");
    expect(() => check(sealAll([{ type: "a" }], "other"), null)).not.toThrow();
  });

  test.each([
    ["position", { position: 7 }],
    ["hash before it", { previous_hash: "f".repeat(64) }],
  ])("refuses an entry whose text names another %s, though its hash is right", (_, change) => {
    const line = JSON.stringify({ ...(JSON.parse(three[0]?.line ?? "") as object), ...change });
    const hash = createHash("sha256")
      .update(GENESIS_HASH + line)
      .digest("hex");
    expect(() => check([{ position: 1, line, hash }])).toThrow(expect.objectContaining({ code: "JOURNAL_BROKEN" }));
  });

  test("says that an entry of a newer version needs a newer program", () => {
    const line = three[0]?.line.replace('"version":1', '"version":2') ?? "";
    const hash = createHash("sha256")
      .update(GENESIS_HASH + line)
      .digest("hex");
    expect(() => check([{ position: 1, line, hash }])).toThrow(expect.objectContaining({ code: "SCHEMA_UNSUPPORTED" }));
  });

  test.each(['{"run_id":"a"}', "null", "not json", '{"version":"9"}'])(
    "refuses the line %s with a right hash",
    (line) => {
      const hash = createHash("sha256")
        .update(GENESIS_HASH + line)
        .digest("hex");
      expect(() => check([{ position: 1, line, hash }])).toThrow(expect.objectContaining({ code: "JOURNAL_BROKEN" }));
    },
  );
});

describe("what cannot be recorded", () => {
  const circular: unknown[] = [];
  circular.push(circular);
  test.each<[string, unknown]>([
    ["a float", 0.5],
    ["not a number", NaN],
    ["an unsafe integer", 2 ** 53],
    ["minus zero", -0],
    ["half a character", "\ud800"],
    ["half a character as a key", { "\udc00": 1 }],
    ["undefined", undefined],
    ["undefined inside", { a: [undefined] }],
    ["a hole", Array(1)],
    ["a date", AT],
    ["a function", () => 0],
    ["a big integer", 1n],
    ["a thing with its own JSON", { toJSON: () => 1 }],
    ["a thing that holds itself", circular],
  ])("refuses %s", (_, content) => {
    expect(() => sealOne({ type: "tried", content } as JournalEvent)).toThrow(
      expect.objectContaining({ code: "EVENT_INVALID" }),
    );
  });

  test("refuses a line of more than 64 KiB, counted in bytes", () => {
    const room = ENTRY_LIMIT_BYTES - Buffer.byteLength(sealAll([{ type: "tried", content: "" }])[0]?.line ?? "");
    expect(() => sealOne({ type: "tried", content: "x".repeat(room) })).not.toThrow();
    expect(() => sealOne({ type: "tried", content: `é${"x".repeat(room - 1)}` })).toThrow("is over 65536");
  });

  test("refuses an event without a type, a run id that leads elsewhere, an actor that is no text", () => {
    expect(() => sealOne({} as JournalEvent)).toThrow("must be an object with a type");
    expect(() => sealAll([{ type: "a" }], "../run")).toThrow("must be a plain name");
    const facts = { runId: RUN, at: AT, event: { type: "a" } };
    expect(() => sealEntry(GENESIS, { ...facts, actor: "\ud800" })).toThrow("actor is not well-formed");
    expect(() => sealEntry(GENESIS, { ...facts, actor: "" })).toThrow("actor");
  });
});
