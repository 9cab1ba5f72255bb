import { expect, it } from "vitest";
import { isMaterial, isNamed, isUsed, kindOf, quietFolders } from "../../../../src/core/proof/looks/passed-over.ts";

const HEARD = ["test/total.test.js", "test/unit/tax.test.js"];

it.each([
  ["test/total.specs.js", []],
  ["specs/deep/total.js", ["specs/deep", "specs"]],
  ["test/e2e/total.js", ["test/e2e"]],
  ["src/test/java/shop/more/TotalSpecs.java", ["src/test/java", "src/test", "src"]],
])("above %s no test runs in some folders", (path, folders) => {
  expect(quietFolders(path, HEARD)).toEqual(folders);
});

it.each([
  ["package.json", '{ "scripts": { "specs": "node --test specs/" } }', true],
  ["package.json", '{ "scripts": { "specs": "node --test specs/*.specs.js" } }', true],
  ["package.json", '{ "scripts": { "specs": "mocha \'specs/**/*.js\'" } }', true],
  ["jest.config.js", 'testPathIgnorePatterns: ["/specs/"]', true],
  ["vitest.config.ts", "exclude: ['**/*.specs.js']", true],
  [".github/workflows/ci.yml", "run: npm test\n- run: node --test specs", true],
  ["Makefile", "slow:\n\tnode specs/total.specs.js", true],
  ["package.json", '{ "scripts": { "test": "node --test test/" }, "files": ["src"] }', false],
  ["tsconfig.json", '{ "include": ["**/*.js"] }', false],
  ["package.json", '{ "description": "Totals after the specs of shops" }', false],
])("%s says what becomes of a folder: %s", (path, text, expected) => {
  const place = { path: "specs/total.specs.js", heard: HEARD, quiet: ["specs"] };
  expect(isNamed(place, [{ path, text }])).toBe(expected);
});

it.each([
  ["pom.xml", "<artifactId>maven-failsafe-plugin</artifactId>", "TotalIT", true],
  ["pom.xml", "<artifactId>maven-failsafe-plugin</artifactId>", "TotalSpecs", false],
  ["pom.xml", "<exclude>**/TotalSpecs.java</exclude>", "TotalSpecs", true],
  ["pom.xml", "<exclude>**/*Specs.java</exclude>", "TotalSpecs", true],
  ["pom.xml", "<include>**/*.java</include>", "TotalSpecs", false],
  ["testng.xml", '<class name="shop.TotalSpecs"/>', "TotalSpecs", true],
  ["pom.xml", "<artifactId>shop</artifactId>", "TotalSpecs", false],
])("%s says what becomes of a class: %s %s", (path, text, name, expected) => {
  const place = { path: `src/test/java/shop/${name}.java`, heard: ["src/test/java/shop/TotalTest.java"], quiet: [] };
  expect(isNamed(place, [{ path, text }])).toBe(expected);
});

it.each([
  ["src/test/java/a/StoreSpecs.java", "class MemoryStoreTest extends StoreSpecs {}", true],
  ["src/test/java/a/StoreSpecs.java", "@SelectClasses(StoreSpecs.class) class AllTests {}", true],
  ["src/test/java/a/StoreSpecs.java", "/** As {@link StoreSpecs}. */ class StoreTest {}", false],
  ["src/store/tests.rs", "#[cfg(test)]\nmod tests;", true],
  ["src/store/tests.rs", '#[path = "store/tests.rs"]\nmod more;', true],
  ["src/store/more.rs", "mod tests;", false],
  ["store_checks.go", "func TestAll(t *testing.T) { TestStore(t) }", true],
  ["store_checks.go", "func TestAll(t *testing.T) { check(t) }", false],
  ["tests/check_store.py", "from .check_store import *", true],
  ["tests/check_store.py", 'pytest_plugins = ["tests.check_store"]', true],
  ["tests/check_store.py", "from shop import store", false],
])("whether others use %s: %s", (path, text, expected) => {
  const own = { path, text: "package store\n\nfunc TestStore(t *testing.T) {}" };
  expect(isUsed(own, [own, { path: path.replace(/[^/]+(\.\w+)$/, "other$1"), text }])).toBe(expected);
});

it.each([
  ["test/fixtures/a.test.js", "", true],
  ["testdata/a_test.go", "", true],
  ["test/a.specs.js", 'import { test } from "bun:test";', true],
  ["a_test.go", "//go:build integration\n\npackage a", true],
  ["src/test/java/a/SlowSpecs.java", '@Tag("slow")\nclass SlowSpecs {}', true],
  ["src/test/java/a/StoreSpecs.java", "public abstract class StoreSpecs {}", true],
  ["src/test/java/a/StoreSpecs.java", "public class StoreSpecs { abstract static class Base {} }", false],
  ["__tests__/a.specs.js", 'import { test } from "vitest";', false],
  ["_a_test.go", "package a", false],
])("whether %s is kept from the tests by what it is", (path, text, expected) => {
  expect(isMaterial({ path, text })).toBe(expected);
});

it.each([
  ["src/test/java/a/RomanParseSpecs.java", "Specs.java"],
  ["src/test/java/a/StoreIT.java", "IT.java"],
  ["test/a.e2e.test.ts", ".e2e.test.ts"],
  ["tests/check_total.py", "check_.py"],
])("%s is of a kind", (path, kind) => {
  expect(kindOf(path)).toBe(kind);
});
