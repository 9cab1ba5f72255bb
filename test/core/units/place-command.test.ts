import { expect, test } from "vitest";
import { placeCommand } from "../../../src/core/units/place-command.ts";

const FOLDERS: Readonly<Record<string, string>> = { "@shop/cart": "packages/cart" };
const placed = (command: string): string[] => {
  const { directory, command: rest } = placeCommand(command, (name) => FOLDERS[name] ?? null);
  return [directory, rest];
};

test.each([
  ["cd packages/cart && npm test", "npm test"],
  ["cd ./packages/cart/ && npm run build && npm test -- a.js", "npm run build && npm test -- a.js"],
  ["npm test -w packages/cart", "npm test"],
  ["npm test --workspace=@shop/cart -- test/a.test.js -t 'two words'", "npm test -- test/a.test.js -t 'two words'"],
  ["npm --prefix packages/cart test", "npm test"],
  ["npm -w @shop/cart run unit", "npm run unit"],
  ["pnpm --filter @shop/cart test", "pnpm test"],
  ["pnpm -C packages/cart exec vitest run", "pnpm exec vitest run"],
  ["yarn workspace @shop/cart test a.test.ts", "yarn test a.test.ts"],
  ["yarn --cwd packages/cart test", "yarn test"],
  ["npm test -w packages/cart -- --dir x", "npm test -- --dir x"],
])("%s works in the package's folder", (command, rest) => {
  expect(placed(command)).toEqual(["packages/cart", rest]);
});

test.each([
  "npm test",
  "cd .. && npm test",
  "cd /srv && npm test",
  "cd packages/cart",
  "npm test -w a -w b",
  "npm test -w",
  "npm test -- -w a",
  "pnpm -w test",
  "pnpm test --dir src",
  "yarn vitest run --dir src",
  "yarn workspace @shop/unknown test",
  "cd packages/cart; npm test",
  "(cd packages/cart && npm test)",
  "node --test packages/cart/a.test.js",
])("%s stays as it is written", (command) => {
  expect(placed(command)).toEqual(["", command]);
});
