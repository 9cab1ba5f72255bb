import * as fc from "fast-check";
import { expect, test } from "vitest";
import { pack, unpack, type Packed } from "../../../src/engine/run/packed.ts";

const through = (records: Record<string, object>): string =>
  JSON.stringify(unpack(JSON.parse(JSON.stringify(pack(records))) as Packed<object>));

test("what is packed comes back with its fields in their order, whatever differs, lacks or is undefined", () => {
  const value = fc.oneof(fc.constantFrom(null, 0, "", "x", true, undefined), fc.array(fc.nat(2), { maxLength: 2 }));
  const record = fc.record({ a: value, b: value, c: value }, { requiredKeys: ["a"] });
  const turned = fc.record({ b: value, a: value });
  const id = fc.stringMatching(/^T[0-9]{1,3}$/);
  fc.assert(
    fc.property(fc.dictionary(id, fc.oneof({ weight: 9, arbitrary: record }, turned)), (records) => {
      expect(through(records)).toBe(JSON.stringify(records));
    }),
    { numRuns: 1000 },
  );
});

test("what most records say is told once, and no two share a list", () => {
  const records = Object.fromEntries(
    Array.from({ length: 100 }, (_, at) => [
      `T${at}`,
      { phase: "committed", review: null, notes: ["n"], commit: `c${at}` },
    ]),
  );
  const text = JSON.stringify(pack(records));
  expect([text.split("committed").length, text.split('"review"').length]).toEqual([2, 2]);
  const back = unpack(JSON.parse(text) as Packed<{ notes: string[] }>);
  back["T0"]?.notes.push("more");
  expect(back["T1"]?.notes).toEqual(["n"]);
});
