import { edited, refusedOn } from "./case.ts";
import { BASE, OUTSIDE_TEST } from "./rust-kit.ts";

const CODE = BASE["src/lib.rs"] ?? "";
const DISCOUNT = "\npub fn discount(total: i64) -> i64 {\n    if total >= 100 { total / 10 } else { 0 }\n}\n";
const MORE = `use cart::{total, Item};

macro_rules! assert_total {
    ($prices:expr, $wanted:expr) => {
        assert_eq!(total(&items($prices)), Ok($wanted))
    };
}

fn items(prices: &[i64]) -> Vec<Item> {
    prices.iter().map(|&price| Item { name: format!("at {price}"), price }).collect()
}

fn check(prices: &[i64], wanted: i64) {
    assert_eq!(total(&items(prices)), Ok(wanted));
}

#[test]
fn rows() {
    for (price, wanted) in [(1, 1), (20, 20), (300, 300)] {
        assert_eq!(total(&items(&[price])), Ok(wanted));
    }
}

#[test]
fn helped() {
    check(&[2, 3], 5);
}

#[test]
fn by_a_macro() {
    assert_total!(&[4, 5], 9);
}
`;
const WITH_MORE = { ...BASE, "tests/more.rs": MORE };

/** An honest feature over code that works, and an old test that from now on says less. */
const less = (name: string, text: string, by: string): ReturnType<ReturnType<typeof refusedOn>> => {
  const files = { "src/lib.rs": CODE.replace("#[cfg(test)]", `${DISCOUNT}\n#[cfg(test)]`), "tests/more.rs": MORE };
  const head = { ...edited(files, [text, by]), ...OUTSIDE_TEST };
  return refusedOn(WITH_MORE)(name, "weakened", head, ["TEST_WEAKENED"]);
};

export const oldTests = [
  less("any panic will do", '#[should_panic(expected = "Negative")]', "#[should_panic]"),
  less("a panic of whatever words", 'expected = "Negative"', 'expected = ""'),
  less("a loop over fewer rows", "[(1, 1), (20, 20), (300, 300)]", "[(1, 1)]"),
  less("a helper is not called", "check(&[2, 3], 5);", "let _ = check;"),
  less("a helper asserts nothing", "assert_eq!(total(&items(prices)), Ok(wanted));", "let _ = (prices, wanted);"),
  less(
    "a macro of the tests asserts less",
    "assert_eq!(total(&items($prices)), Ok($wanted))",
    "{ let _ = $wanted; assert!(total(&items($prices)).is_ok()) }",
  ),
  less(
    "an old assertion where it holds already",
    "assert_eq!(total(&[item(2), item(3)]), Ok(5));",
    "if let Ok(5) = total(&[item(2), item(3)]) {\n            assert_eq!(total(&[item(2), item(3)]), Ok(5));\n        }",
  ),
];
