import { expect, test } from "vitest";
import { createRustSource } from "../../../src/checks/source/rust/index.ts";

const rust = createRustSource();
const kindsIn = async (attribute: string, body: string, path = "tests/a.rs"): Promise<string[]> => {
  const head = `use cart::share;\n#[test]\n${attribute}\nfn refuses() {\n    ${body}\n}\n`;
  return (await rust.signals([{ path, base: null, head }], "test")).map(({ kind }) => kind);
};

test.each([
  ["#[should_panic]", "share(10, 0).unwrap();"],
  ["#[should_panic]", 'share(10, 0).expect("shares");'],
  ["#[should_panic]", "assert_eq!(share(10, 0), Ok(5));"],
  ['#[should_panic(expected = "Option::unwrap()")]', "share(10, 0).unwrap();"],
  ['#[should_panic(expected = "called `Result::unwrap()` on an `Err` value")]', "share(10, 0).unwrap();"],
])("a test that takes its own panic for the code's is content with any failure: %s %s", async (attribute, body) => {
  expect(await kindsIn(attribute, body)).toEqual(["any_failure"]);
});

test.each([
  ["#[should_panic]", "share(10, 0);"],
  ['#[should_panic(expected = "nobody")]', "share(10, 0).unwrap();"],
  ["#[ignore]", "share(10, 0).unwrap();"],
  ['#[should_panic = "nobody to share with"]', "share(10, 0).unwrap();"],
  ['#[should_panic(expected = "called `Result::unwrap()` on an `Err` value: EmptyInput")]', 'parse("").unwrap();'],
  ["#[should_panic]", "let cart = Cart::new(3).unwrap();\n    cart.share(0);"],
])("one that takes the code's panic, or says which, is not: %s %s", async (attribute, body) => {
  expect(await kindsIn(attribute, body)).toEqual([]);
});
