import { expect, test } from "vitest";
import { hasSetter } from "../../../../src/core/proof/looks/stand-ins.ts";

test.each([
  ["class Square {\n  set side(value) {\n    this.#side = value;\n  }\n}", true],
  ["class Square:\n    @side.setter\n    def side(self, value):\n        self._side = value", true],
  ["class Square {\n  get side() {\n    return this.#side;\n  }\n  setside(value) {}\n}", false],
  ["const set = sides(3);", false],
])("who sets a property that has a setter puts nothing in its place: %j", (code, expected) => {
  expect(hasSetter("side", code)).toBe(expected);
});
