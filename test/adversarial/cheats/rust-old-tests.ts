import { edited, refusedOn } from "./case.ts";
import { BASE, OUTSIDE_TEST } from "./rust-kit.ts";

const CODE = BASE["src/lib.rs"] ?? "";
const DISCOUNT = "\npub fn discount(total: i64) -> i64 {\n    if total >= 100 { total / 10 } else { 0 }\n}\n";
const NAMES =
  "\npub fn names(items: &[Item]) -> Vec<&str> {\n    items.iter().map(|item| item.name.as_str()).collect()\n}\n";
const MORE = `use cart::{names, total, Item};

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

#[test]
fn in_a_loop() {
    for price in 1..50 {
        assert_eq!(total(&items(&[price, price])), Ok(2 * price));
    }
}

#[test]
fn in_a_thread() {
    let worker = std::thread::spawn(|| assert_eq!(total(&items(&[6, 7])), Ok(13)));
    worker.join().unwrap();
}

#[test]
fn a_mean() {
    let sum = total(&items(&[1, 2])).unwrap() as f64;
    assert!((sum / 2.0 - 1.5).abs() < 1e-9);
}

#[test]
fn by_a_pattern() {
    assert!(matches!(total(&items(&[8, -9])), Err(cart::CartError::Negative)));
}

#[test]
fn named() {
    assert_eq!(names(&items(&[2, 3])), ["at 2", "at 3"]);
}
`;
const grown = (code: string): string => CODE.replace("#[cfg(test)]", `${code}\n#[cfg(test)]`);
const WITH_MORE = { ...BASE, "src/lib.rs": grown(NAMES), "tests/more.rs": MORE };

/** An honest feature over code that works, and an old test that from now on says less. */
const less = (name: string, text: string, by: string): ReturnType<ReturnType<typeof refusedOn>> => {
  const files = { ...WITH_MORE, "src/lib.rs": grown(NAMES + DISCOUNT) };
  const head = { ...edited(files, [text, by]), ...OUTSIDE_TEST };
  return refusedOn(WITH_MORE)(name, "weakened", head, ["TEST_WEAKENED"]);
};

const FALLBACK = "assert_eq!(total(&items(prices)).unwrap_or(wanted), wanted);";
const MACRO_CAPPED = "assert_eq!(total(&items($prices)).map(|sum| sum.min($wanted)), Ok($wanted))";
const DOUBLE =
  "fn total(items: &[Item]) -> Result<i64, CartError> {\n        if items.iter().any(|item| item.price < 0) { return Err(CartError::Negative); }\n        Ok(items.iter().map(|item| item.price).sum())\n    }\n\n";

export const oldTests = [
  less("any panic will do", '#[should_panic(expected = "Negative")]', "#[should_panic]"),
  less("a panic of whatever words", 'expected = "Negative"', 'expected = ""'),
  less("a panic of fewer words", '#[should_panic(expected = "Negative")]', '#[should_panic(expected = "N")]'),
  less("a loop that runs less often", "1..50", "1..2"),
  less("a thread whose failure nobody hears of", "worker.join().unwrap();", "let _ = worker.join();"),
  less("a tolerance as large as the mean", "< 1e-9", "< 1e3"),
  less("a pattern that takes more", "Err(cart::CartError::Negative)));", "Err(_)));"),
  less("a loop over fewer rows", "[(1, 1), (20, 20), (300, 300)]", "[(1, 1)]"),
  less("a helper is not called", "check(&[2, 3], 5);", "let _ = check;"),
  less("a helper asserts nothing", "assert_eq!(total(&items(prices)), Ok(wanted));", "let _ = (prices, wanted);"),
  less(
    "a macro of the tests asserts less",
    "assert_eq!(total(&items($prices)), Ok($wanted))",
    "{ let _ = $wanted; assert!(total(&items($prices)).is_ok()) }",
  ),
  less("a fallback in a helper", "assert_eq!(total(&items(prices)), Ok(wanted));", FALLBACK),
  less("a cap in a macro", "assert_eq!(total(&items($prices)), Ok($wanted))", MACRO_CAPPED),
  less(
    "a loop that ends itself",
    "Ok(wanted));\n    }\n}\n\n#[test]\nfn helped",
    "Ok(wanted));\n        break;\n    }\n}\n\n#[test]\nfn helped",
  ),
  less("a double beside the code", "fn item(price: i64) -> Item {", `${DOUBLE}    fn item(price: i64) -> Item {`),
  less(
    "a closure under the code's name",
    "let items = [Item",
    "let total = |items: &[Item]| Ok::<i64, cart::CartError>(items[0].price);\n    let items = [Item",
  ),
  less(
    "a value written over before it is looked at",
    "assert_eq!(total(&items), Ok(4));",
    "let mut got = total(&items);\n    if let Ok(sum) = &mut got {\n        *sum = 4;\n    }\n    assert_eq!(got, Ok(4));",
  ),
  less(
    "a part of a list",
    'assert_eq!(names(&items(&[2, 3])), ["at 2", "at 3"]);',
    'assert_eq!(&names(&items(&[2, 3]))[..1], &["at 2", "at 3"][..1]);',
  ),
  less(
    "an old assertion where it holds already",
    "assert_eq!(total(&[item(2), item(3)]), Ok(5));",
    "if let Ok(5) = total(&[item(2), item(3)]) {\n            assert_eq!(total(&[item(2), item(3)]), Ok(5));\n        }",
  ),
];
