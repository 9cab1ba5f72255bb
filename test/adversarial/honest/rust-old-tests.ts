import type { Files } from "../../support/repository.ts";
import { edited } from "../cheats/case.ts";
import { BASE, DISCOUNT, OUTSIDE_TEST } from "../cheats/rust-kit.ts";
import type { HonestChange } from "./go.ts";

const CODE = BASE["src/lib.rs"] ?? "";
const MORE = `use cart::{total, CartError, Item};

fn items(prices: &[i64]) -> Vec<Item> {
    prices.iter().map(|&price| Item { name: "a".to_string(), price }).collect()
}

#[test]
fn none() {
    assert_eq!(total(&[]), Ok(0));
}

#[test]
fn several() {
    assert_eq!(total(&items(&[2, 3])), Ok(5));
    assert_eq!(total(&items(&[4, 5])), Ok(9));
}

#[test]
fn doubles() {
    for price in 0..40 {
        assert_eq!(total(&items(&[price, price])), Ok(2 * price));
    }
}

#[test]
fn elsewhere() {
    let worker = std::thread::spawn(|| assert_eq!(total(&items(&[6, 7])), Ok(13)));
    worker.join().unwrap();
    assert!(matches!(total(&items(&[-6])), Err(CartError::Negative)));
}

#[test]
fn means() {
    let mean = total(&items(&[1, 2])).unwrap() as f64 / 2.0;
    assert!((mean - 1.5).abs() < 1e-6);
}

#[test]
fn refuses() {
    let error = total(&items(&[2, -1])).unwrap_err();
    assert_eq!(error, CartError::Negative);
    assert_eq!(format!("{:?}: {}", error, 7), "Negative: 7");
}
`;
const base: Files = { ...BASE, "tests/more.rs": MORE };

/** An honest feature, and older tests in other words that say as much. */
function reworded(name: string, ...edits: readonly (readonly [text: string, by: string])[]): HonestChange {
  const code = CODE.replace("#[cfg(test)]", `${DISCOUNT}\n#[cfg(test)]`);
  return { name, base, head: { ...edited({ ...base, "src/lib.rs": code }, ...edits), ...OUTSIDE_TEST } };
}

export const cases: readonly HonestChange[] = [
  reworded(
    "older tests that become a table and a call of a helper",
    [
      "    assert_eq!(total(&items(&[2, 3])), Ok(5));\n    assert_eq!(total(&items(&[4, 5])), Ok(9));",
      '    for (prices, wanted) in [([2, 3], 5), ([4, 5], 9)] {\n        assert_eq!(total(&items(&prices)), Ok(wanted), "of {prices:?}");\n    }',
    ],
    ["#[test]\nfn none() {\n    assert_eq!(total(&[]), Ok(0));", "#[test]\nfn none() {\n    check(&[], 0);"],
    [
      "#[test]\nfn none",
      "fn check(prices: &[i64], wanted: i64) {\n    assert_eq!(total(&items(prices)), Ok(wanted));\n}\n\n#[test]\nfn none",
    ],
  ),
  reworded(
    "older tests that become calls of a macro",
    [
      "    assert_eq!(total(&items(&[2, 3])), Ok(5));",
      "    assert_total!(5, 2, 3);\n    assert_eq!(total(&items(&[2])), Ok(2));",
    ],
    [
      "assert_eq!(total(&items(&[4, 5])), Ok(9));",
      "assert_total!(9, 4, 5);\n    assert_eq!(total(&items(&[4])), Ok(4));",
    ],
    [
      "fn items(",
      "macro_rules! assert_total {\n    ($wanted:expr, $($price:expr),*) => {\n        assert_eq!(total(&items(&[$($price),*])), Ok($wanted))\n    };\n}\n\nfn items(",
    ],
  ),
  reworded(
    "older tests that hand on their errors",
    [
      "fn several() {\n    assert_eq!(total(&items(&[2, 3])), Ok(5));\n    assert_eq!(total(&items(&[4, 5])), Ok(9));\n}",
      'fn several() -> Result<(), Box<dyn std::error::Error>> {\n    let sum = total(&items(&[2, 3])).map_err(|error| format!("{error:?}"))?;\n    assert_eq!(sum, 5);\n    let Ok(sum) = total(&items(&[4, 5])) else { panic!("no total") };\n    assert_eq!(sum, 9);\n    Ok(())\n}',
    ],
    [
      "    let error = total(&items(&[2, -1])).unwrap_err();\n    assert_eq!(error, CartError::Negative);",
      '    let error = match total(&items(&[2, -1])) {\n        Err(error) => error,\n        Ok(sum) => panic!("got {sum}"),\n    };\n    assert_eq!(error, CartError::Negative, "refused, but not as negative");',
    ],
    ['format!("{:?}: {}", error, 7)', 'format!("{error:?}: {count}", count = 7)'],
  ),
  reworded(
    "older tests with names for values, a list on the heap and other builders",
    [
      "    assert_eq!(total(&items(&[2, 3])), Ok(5));",
      '    let cart = vec![item(2), item(3)];\n    let got = total(&cart);\n    assert_eq!(got.unwrap(), 5_i64, "two and three");\n    assert_eq!(total(&cart[..1]), Ok(2));',
    ],
    [
      '    prices.iter().map(|&price| Item { name: "a".to_string(), price }).collect()',
      "    prices.iter().copied().map(item).collect()",
    ],
    ["fn items(", 'fn item(price: i64) -> Item {\n    Item { name: String::from("a"), price }\n}\n\nfn items('],
    [
      "assert_eq!(total(&[item(2), item(3)]), Ok(5));",
      'let items = [item(2), item(3)];\n        let got = total(&items).expect("a total");\n        assert_eq!(got, 5);',
    ],
  ),
  reworded(
    "older tests with names for how often and how near, another way to wait, and an equality for a pattern",
    ["for price in 0..40 {", "const TIMES: i64 = 50;\n    for price in 0..TIMES {"],
    [
      "    let worker = std::thread::spawn(|| assert_eq!(total(&items(&[6, 7])), Ok(13)));\n    worker.join().unwrap();\n    assert!(matches!(total(&items(&[-6])), Err(CartError::Negative)));",
      "    std::thread::scope(|scope| {\n        scope.spawn(|| assert_eq!(total(&items(&[6, 7])), Ok(13)));\n    });\n    assert_eq!(total(&items(&[-6])), Err(CartError::Negative));",
    ],
    ["(mean - 1.5).abs() < 1e-6", "(mean - 1.5).abs() < f64::EPSILON"],
  ),
];
