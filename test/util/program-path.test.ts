import { expect, test } from "vitest";
import { programPath } from "../../src/util/program-path.ts";

test("no program is looked for where a repository may have put one", () => {
  const path = ["/srv/shop/node_modules/.bin", "/usr/bin", "", ".", "bin", "/opt/node_modules/node/bin"].join(":");
  expect([programPath(path), programPath(undefined)]).toEqual(["/usr/bin:/opt/node_modules/node/bin", ""]);
});
