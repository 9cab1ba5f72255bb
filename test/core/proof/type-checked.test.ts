import { expect, test } from "vitest";
import { isTypeChecked } from "../../../src/core/proof/type-checked.ts";

const manifest = (scripts: Record<string, string>): string => JSON.stringify({ scripts });
const FILE = "test/a.test.ts";
const BY_TEST = manifest({ test: "tsc --noEmit && vitest run" });

test.each([
  ["the test command", BY_TEST],
  ["what goes before it", manifest({ pretest: "node_modules/.bin/tsc -p .", test: "vitest run" })],
  ["a script that it calls", manifest({ types: "vue-tsc --noEmit", test: "npm run --silent types && vitest run" })],
])("types of a test are checked by %s", (_, text) => {
  expect(isTypeChecked(FILE, text, "{}")).toBe(true);
});

test.each([
  ["a script that nobody calls", manifest({ types: "tsc", test: "vitest run" }), "{}"],
  ["a word that has those letters", manifest({ test: "etsc && vitest" }), "{}"],
  ["a check without settings", BY_TEST, null],
  ["settings for other folders", BY_TEST, '{ "include": ["src", "lib/**/*"], }'],
  ["settings that leave tests out", BY_TEST, '{ "exclude": ["**/*.test.ts"] }'],
  ["what is no manifest", "{", "{}"],
])("types of a test are not checked by %s", (_, text, settings) => {
  expect(isTypeChecked(FILE, text, settings)).toBe(false);
});

test.each(['["src", "./test"]', '["**/*"]', '["test/**/*.ts"]'])("settings include a test by %s", (include) => {
  expect(isTypeChecked(FILE, BY_TEST, `{ // all\n "include": ${include} }`)).toBe(true);
});
