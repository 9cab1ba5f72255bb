import * as fc from "fast-check";
import { expect, test } from "vitest";
import { pack, unpack, type Packed } from "../../../../src/engine/run/record/packed.ts";

const through = (records: Record<string, object>): string =>
  JSON.stringify(unpack(JSON.parse(JSON.stringify(pack(records))) as Packed));

test("what is packed comes back with its fields in their order, whatever differs, lacks or is undefined", () => {
  const inner = fc.record({ deep: fc.array(fc.record({ n: fc.nat(1) }), { maxLength: 1 }), flat: fc.nat(1) });
  const value = fc.oneof(
    fc.constantFrom(null, 0, "", "x", true, undefined),
    fc.array(fc.nat(2), { maxLength: 2 }),
    inner,
    fc.record({ inner, other: fc.constant("y") }),
  );
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

test("what most records say is told once, also inside of others, and no two share a list", () => {
  const records = Object.fromEntries(
    Array.from({ length: 100 }, (_, at) => [
      `T${at}`,
      { phase: "committed", review: null, notes: ["n"], commit: `c${at}`, plan: { goal: `g${at}`, files: [["src"]] } },
    ]),
  );
  Object.assign(records["T7"] ?? {}, { phase: "held" });
  const text = JSON.stringify(pack(records));
  expect(["committed", '"review"', "src", '"goal"'].map((told) => text.split(told).length)).toEqual([2, 2, 2, 2]);
  const back = unpack<{ notes: string[]; plan: { files: string[][] } }>(JSON.parse(text) as Packed);
  expect(back).toEqual(records);
  back["T0"]?.notes.push("more");
  back["T0"]?.plan.files[0]?.push("more");
  expect(back["T1"]).toEqual(records["T1"]);
});
