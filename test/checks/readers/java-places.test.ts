import { expect, it } from "vitest";
import { typesIn } from "../../../src/checks/readers/java-places.ts";

it.each([
  [
    "package shop;\n\npublic final class CartTest {\n  static class Inner {}\n}\nrecord Row() {}\n",
    ["shop.CartTest", "shop.Row"],
  ],
  ["package shop; import org.junit.*; public class CartTest { class Inner {} }", ["shop.CartTest"]],
  ["@RunWith(Parameterized.class) public class RowsTest {\n", ["RowsTest"]],
  ["package shop\n\n@Tag internal class CartTest\n", ["shop.CartTest"]],
  ["// class A\n", []],
])("the types of %j", (text, types) => {
  expect(typesIn(text)).toEqual(types);
});
