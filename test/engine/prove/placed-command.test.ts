import { expect, test } from "vitest";
import { commandSelects } from "../../../src/core/proof/selection.ts";
import type { TreeReader } from "../../../src/engine/prove/tree-reader.ts";
import { Config } from "../../../src/schema/config.ts";
import { planUnits, selectionOf } from "../../../src/engine/prove/units.ts";

const FILES: Readonly<Record<string, string>> = {
  "package.json": JSON.stringify({ workspaces: ["packages/*"], scripts: { test: "npm test --workspaces" } }),
  "packages/cart/package.json": JSON.stringify({ name: "@shop/cart", scripts: { test: "node --test" } }),
  "packages/cart/test/a.test.js": "",
  "packages/till/package.json": JSON.stringify({ name: "@shop/till", scripts: { test: "node --test" } }),
  "packages/till/test/a.test.js": "",
  "service/go.mod": "module example.org/service\n",
  "service/a_test.go": "package service\n",
};
const tree = {
  paths: new Set(Object.keys(FILES)),
  read: (path: string) => FILES[path] ?? null,
} as unknown as TreeReader;
const config = Config.parse({});
const selected = (command: string): string[] =>
  ["packages/cart/test/a.test.js::adds", "packages/till/test/a.test.js::adds", "service/a_test.go::TestAdds"].filter(
    (id) => commandSelects(selectionOf(tree, tree, command), id),
  );

test.each([
  ["npm test -w @shop/cart", "packages/cart", "packages/cart/test/a.test.js::adds"],
  ["npm test -w packages/cart -- test/a.test.js", "packages/cart", "packages/cart/test/a.test.js::adds"],
  ["cd packages/till && npm test", "packages/till", "packages/till/test/a.test.js::adds"],
  ["node --test packages/till/test/a.test.js", "packages/till", "packages/till/test/a.test.js::adds"],
  ["cd service && go test ./...", "service", "service/a_test.go::TestAdds"],
])("%s is the package's own unit, and no further one is run", (command, directory, id) => {
  const plan = planUnits(tree, tree, config, command);
  expect(plan.command?.unit).toMatchObject({ directory, level: "P3" });
  expect(plan.head.map((unit) => unit.directory).toSorted()).toEqual(["packages/cart", "packages/till", "service"]);
  expect(selected(command)).toEqual([id]);
});

test("what no runner of ours starts runs in the folder, and goes there by itself no second time", () => {
  const { command } = planUnits(tree, tree, config, "cd packages/cart && make test");
  expect(command?.unit).toMatchObject({ directory: "packages/cart", runner: "command", command: "make test" });
});

test.each(["npm test -w nowhere", "cd nowhere && npm test", "cd .. && npm test"])(
  "%s leaves the project's own and runs as it is written",
  (command) => {
    expect(planUnits(tree, tree, config, command).command?.unit).toMatchObject({
      directory: "",
      runner: "command",
      command,
    });
  },
);
