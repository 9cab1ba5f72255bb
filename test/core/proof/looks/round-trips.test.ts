import { expect, test } from "vitest";
import { composedIn } from "../../../../src/core/proof/looks/round-trips.ts";

const SYMBOLS = ["encode", "Codec.decode", "clean"];
const composed = (text: string): string[] => composedIn(SYMBOLS, [{ path: "test/a.test.js", text }]);

test.each([
  "expect(codec.decode(encode(input))).toEqual(input)",
  "const sent = await encode(input);\nexpect(codec.decode(sent)).toEqual(input);",
  "sent := encode(input)\nif got := decode(trim(sent)); got != input {",
  "assert decode(b''.join([encode(one) for one in (1, 2)])) == b''",
])("functions of which one is given what the other answered: %j", (text) => {
  expect(composed(text)).toEqual(["encode", "Codec.decode"]);
});

test.each([
  "expect(encode(input)).toBe('x'); expect(decode('x')).toBe(input)",
  "const sent = encode(input);\nexpect(sent).toBe('x');\nexpect(decode(other.sent)).toBe(1);",
  "expect(encode(encode(input))).toBe('x')",
  "expect(reencode(decode)).toBe(1)",
])("functions that are looked at one by one: %j", (text) => {
  expect(composed(text)).toEqual(text.includes("other.sent") ? ["encode", "Codec.decode"] : []);
});
