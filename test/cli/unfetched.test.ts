import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { unfetched } from "../../src/cli/uncommitted.ts";
import { createRepository } from "../support/repository.ts";

const modules = ["one", "two words"].map((path) => `[submodule "${path}"]\n\tpath = vendor/${path}\n\turl = ../x\n`);
const repository = createRepository({ "a.txt": "a\n", ".gitmodules": modules.join("") });
const plain = createRepository({ "a.txt": "a\n" });
afterAll(() => [repository, plain].map((one) => one.remove()));

test("submodules that are not fetched are named with what fetches them", () => {
  for (const path of ["one", "two words"]) mkdirSync(join(repository.directory, "vendor", path), { recursive: true });
  expect(unfetched(repository.directory)).toMatch(/vendor\/one, vendor\/two words; git submodule update --init/);
  mkdirSync(join(repository.directory, "vendor/one/.git"));
  expect(unfetched(repository.directory)).toContain("tests: vendor/two words;");
  expect(unfetched(plain.directory)).toBeNull();
});
