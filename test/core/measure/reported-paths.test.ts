import { expect, test } from "vitest";
import { createReportedPaths } from "../../../src/core/measure/reported-paths.ts";

const PATHS = [
  "src/cart.js",
  "web/src/cart.js",
  "shop/src/main/java/com/acme/Cart.java",
  "shop/src/main/java/com/acme/old/Cart.java",
  "a/src/main/java/com/acme/Twice.java",
  "b/src/main/java/com/acme/Twice.java",
  "svc/pkg/cart.go",
];

test.each([
  ["", "src/cart.js", "src/cart.js"],
  ["web", "src/cart.js", "web/src/cart.js"],
  ["web", "web/src/cart.js", "web/src/cart.js"],
  ["", "com/acme/Cart.java", "shop/src/main/java/com/acme/Cart.java"],
  ["", "com/acme/Twice.java", null],
  ["b", "com/acme/Twice.java", "b/src/main/java/com/acme/Twice.java"],
  ["svc", "example.org/svc/pkg/cart.go", "svc/pkg/cart.go"],
  ["", "com/acme/Gone.java", null],
  ["web", "main/java/com/acme/Cart.java", null],
])("in %j a report means by %s the file %s", (directory, reported, path) => {
  expect(createReportedPaths(PATHS, directory)(reported)).toBe(path);
});
