import { expect, it } from "vitest";
import { judgeLinks } from "../../../src/core/proof/links.ts";

it.each([
  ["a", "/etc", true],
  ["src/a", "../../etc/passwd", true],
  ["a", "..", true],
  ["src/a", "../docs/b", false],
  ["src/a", "b/../../c", false],
  ["a", "../repo/a", true],
  ["a", "..b", false],
])("a link %s to %s leads out: %s", (path, target, out) => {
  expect(judgeLinks([{ path, target, approval: "id" }]).map(({ code }) => code)).toEqual(out ? ["PROTECTED_PATH"] : []);
});
