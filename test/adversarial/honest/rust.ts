import type { Files } from "../../support/repository.ts";
import { edited } from "../cheats/case.ts";
import { BASE, BUG, DISCOUNT, HONEST, lib, OUTSIDE_TEST } from "../cheats/rust-kit.ts";
import { cases as oldTests } from "./rust-old-tests.ts";
import { cases as surroundings } from "./rust-surroundings.ts";
import type { HonestChange } from "./go.ts";

const inFolder = (folder: string, files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));

const BASKET = `
#[derive(Debug, Clone, PartialEq)]
pub struct Line { name: String, count: std::num::NonZeroU32 }

pub struct Basket { lines: Vec<Line> }

impl Basket {
    pub fn of(name: &str, count: u32) -> Option<Self> {
        let count = std::num::NonZeroU32::new(count)?;
        Some(Basket { lines: vec![Line { name: name.to_string(), count }] })
    }
    pub fn first(&self) -> Line { self.lines[0].clone() }
    pub fn names(&self) -> impl Iterator<Item = &str> + '_ { self.lines.iter().map(|line| line.name.as_str()) }
    pub fn put(&mut self, name: &str) { let count = self.lines[0].count; self.lines.push(Line { name: name.to_string(), count }); }
}
`;

const BASKET_TESTS = `
    #[test]
    fn keeps_what_was_put() {
        let mut basket = Basket::of("a", 2).expect("a count");
        basket.put("b");
        assert_eq!(basket.names().collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(basket.first().count.get(), 2);
    }

    #[test]
    fn refuses_no_count() {
        assert!(Basket::of("a", 0).is_none());
    }
`;

const ALLOWED = `use cart::{total, Item};

fn item(price: i64) -> Item {
    Item { name: "a".to_string(), price }
}

#[test]
fn adds() {
    assert_eq!(total(&[item(2)]), Ok(2));
}
`;

/** What is refused is decided in a function that gives nothing else. */
const guarded = (condition: string): string =>
  (BASE["src/lib.rs"] ?? "")
    .replace(/if item\.price < 0 \{\s*return Err\(CartError::Negative\);\s*\}/, "check(item)?;")
    .replace(
      "/// Adds prices.",
      `fn check(item: &Item) -> Result<(), CartError> {\n    if ${condition} {\n        return Err(CartError::Negative);\n    }\n    Ok(())\n}\n\n/// Adds prices.`,
    );

const PARSE = `
pub fn parse_price(text: &str) -> Result<i64, Box<dyn std::error::Error>> {
    let price: i64 = text.parse()?;
    if price < 0 {
        return Err("negative".into());
    }
    Ok(price)
}
`;

const PARSE_TESTS = `
    #[test]
    fn parses() -> Result<(), Box<dyn std::error::Error>> {
        assert_eq!(parse_price("12")?, 12);
        Ok(())
    }

    #[test]
    fn refuses_words() {
        assert!(parse_price("x").is_err(), "words are no price");
    }

    #[test]
    fn refuses_negative_prices() {
        match parse_price("-1") {
            Err(error) if error.to_string() == "negative" => {}
            other => panic!("got {other:?}"),
        }
    }
`;

/** What stands in the code's own file, and its tests as a file of their own. */
const [CART_CODE = "", CART_TESTS = ""] = (BASE["src/lib.rs"] ?? "").split("\n#[cfg(test)]\nmod tests {\n");
const INNER_TESTS = CART_TESTS.replace(/\n\}\n$/, "\n").replaceAll(/^ {4}/gm, "");

const [MANIFEST = "", LOCK = ""] = [BASE["Cargo.toml"], BASE["Cargo.lock"]];
const { "Cargo.lock": _, ...WITHOUT_LOCK } = BASE;

export const cases: readonly HonestChange[] = [
  ...surroundings,
  ...oldTests,
  { name: "a new function with its test in the same file", head: HONEST },
  { name: "a new function, tested from outside", head: { "src/lib.rs": lib(DISCOUNT, ""), ...OUTSIDE_TEST } },
  { name: "a new function, named by a command", head: HONEST, test: "cargo test tests::discounts" },
  {
    name: "a fix of what was there",
    base: edited(
      BASE,
      BUG,
      ["Ok(5)", "Ok(10)"],
      ["Ok(4)", "Ok(8)"],
      ["fn adds() {", "#[ignore]\n    fn adds() {"],
      ["fn totals_of_one", "#[ignore]\nfn totals_of_one"],
    ),
    head: BASE,
  },
  {
    name: "types without a default, an opaque iterator, a method that changes",
    head: { "src/lib.rs": lib(BASKET, BASKET_TESTS) },
  },
  { name: "errors, a test that returns one, a panic by hand", head: { "src/lib.rs": lib(PARSE, PARSE_TESTS) } },
  {
    name: "a predicate that says no",
    head: {
      "src/lib.rs": lib(
        "\npub fn is_even(n: i64) -> bool {\n    n % 2 == 0\n}\n",
        "\n    #[test]\n    fn odd_is_not_even() {\n        assert!(!is_even(3));\n    }\n\n    #[test]\n    fn two_is_even() {\n        assert!(is_even(2));\n    }\n",
      ),
    },
  },
  {
    name: "a panic that is wanted",
    head: {
      "src/lib.rs": lib(
        '\npub fn share(total: i64, people: i64) -> i64 {\n    assert!(people > 0, "nobody");\n    total / people\n}\n',
        '\n    #[test]\n    #[should_panic(expected = "nobody")]\n    fn shares_among_nobody() {\n        share(10, 0);\n    }\n\n    #[test]\n    fn shares() {\n        assert_eq!(share(10, 2), 5);\n    }\n',
      ),
    },
  },
  {
    name: "an edition whose paths begin in the crate",
    base: {
      ...BASE,
      "Cargo.toml": (BASE["Cargo.toml"] ?? "").replace("2021", "2015"),
      "tests/total.rs": `extern crate cart;\n\n${BASE["tests/total.rs"] ?? ""}`,
    },
    head: {
      "src/lib.rs": lib(
        "\npub fn cheapest(items: &[Item]) -> Option<i64> { items.iter().map(|item| item.price).min() }\n",
        "\n    #[test]\n    fn finds_the_cheapest() {\n        assert_eq!(cheapest(&[item(3), item(2)]), Some(2));\n    }\n",
      ),
    },
  },
  {
    name: "a refusal less, told by an unwrap",
    base: { ...BASE, "src/lib.rs": guarded("item.price < 0"), "tests/tests.rs": ALLOWED },
    head: {
      "src/lib.rs": guarded('item.price < 0 && item.name != "credit"'),
      "tests/tests.rs": `${ALLOWED}\n#[test]\nfn allows_credit() {\n    let sum = total(&[Item { name: "credit".to_string(), price: -3 }, item(5)]).unwrap();\n    assert_eq!(sum, 2);\n}\n`,
    },
  },
  {
    name: "an unwrap whose value is asserted over another name",
    head: {
      "src/lib.rs": lib(
        "\npub fn parse(text: &str) -> Option<Vec<i64>> { text.split(',').map(|part| part.parse().ok()).collect() }\n",
        '\n    #[test]\n    fn parses_lists() {\n        let list = parse("5,6").unwrap();\n        let sum: i64 = list.iter().sum();\n        assert_eq!(sum, 11);\n    }\n',
      ),
    },
  },
  {
    name: "a module in a file of its own, generic and constant",
    head: {
      "src/lib.rs": (BASE["src/lib.rs"] ?? "").replace("//! Carts.\n", "//! Carts.\n\npub mod tax;\n"),
      "src/tax.rs":
        "pub const PERCENT: i64 = 20;\n\npub fn of(amount: i64) -> i64 {\n    amount * PERCENT / 100\n}\n\npub fn first<T: Clone>(list: &[T], fallback: T) -> T {\n    list.first().cloned().unwrap_or(fallback)\n}\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn taxes() {\n        assert_eq!(of(100), 20);\n    }\n\n    #[test]\n    fn takes_the_first() {\n        assert_eq!(first(&[1, 2], 3), 1);\n    }\n}\n",
    },
  },
  {
    name: "tests of a module in a file of their own",
    head: {
      "src/lib.rs": (BASE["src/lib.rs"] ?? "").replace("//! Carts.\n", "//! Carts.\n\npub mod tax;\n"),
      "src/tax.rs": "pub fn of(amount: i64) -> i64 {\n    amount / 5\n}\n\n#[cfg(test)]\nmod tests;\n",
      "src/tax/tests.rs": "use super::*;\n\n#[test]\nfn taxes() {\n    assert_eq!(of(100), 20);\n}\n",
    },
  },
  {
    name: "an example in the documentation as the one test",
    head: {
      "src/lib.rs": lib(
        `\n/// A tenth.\n///\n/// \`\`\`\n/// assert_eq!(cart::discount(100), 10);\n/// \`\`\`${DISCOUNT}`,
        "",
      ),
    },
  },
  {
    name: "tests beside the code, and what is compiled for them under another name",
    base: {
      ...BASE,
      "src/lib.rs":
        "pub fn sum(all: &[u32]) -> u32 {\n    all.iter().sum()\n}\n\n#[cfg(test)]\nconst TWO: &[u32] = &[1, 2];\n\n#[test]\nfn adds() {\n    assert_eq!(sum(TWO), 3);\n}\n\n#[test]\nfn empty() {\n    assert_eq!(sum(&[]), 0);\n}\n",
      "tests/total.rs": "#[test]\nfn sums() {\n    assert_eq!(cart::sum(&[4]), 4);\n}\n",
    },
    head: {
      "src/lib.rs":
        "pub fn sum(all: &[u32]) -> u32 {\n    all.iter().sum()\n}\n\npub fn product(all: &[u32]) -> u32 {\n    all.iter().product()\n}\n\n#[cfg(test)]\nconst PAIR: &[u32] = &[1, 2];\n\n#[test]\nfn adds() {\n    assert_eq!(sum(PAIR), 3);\n}\n\n#[test]\nfn empty() {\n    assert_eq!(sum(&[]), 0);\n}\n\n#[test]\nfn multiplies() {\n    assert_eq!(product(&[2, 3]), 6);\n}\n",
    },
  },
  { name: "a crate in a folder", base: inFolder("server", BASE), head: inFolder("server", HONEST) },
  {
    name: "tests that move out of the code, beside a feature with a file of tests for itself",
    head: {
      "src/lib.rs": `${CART_CODE}${DISCOUNT}\n#[cfg(test)]\nmod discount_tests;\n#[cfg(test)]\nmod tests;\n`,
      "src/tests.rs": INNER_TESTS,
      "src/discount_tests.rs":
        "use super::discount;\n\n#[test]\nfn discounts() {\n    assert_eq!(discount(200), 20);\n}\n",
    },
  },
  {
    name: "a package that becomes a workspace, with a crate of its own beside it",
    head: {
      "Cargo.toml": `${MANIFEST}rates = { path = "rates" }\n\n[workspace]\nmembers = ["rates"]\n`,
      "Cargo.lock": `${LOCK}dependencies = [\n "rates",\n]\n\n[[package]]\nname = "rates"\nversion = "0.1.0"\n`,
      "rates/Cargo.toml": '[package]\nname = "rates"\nversion = "0.1.0"\nedition = "2021"\n',
      "rates/src/lib.rs":
        "pub fn rate(percent: i64, of: i64) -> i64 {\n    percent * of / 100\n}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn rates() {\n        assert_eq!(super::rate(20, 50), 10);\n    }\n}\n",
      "src/lib.rs": lib(
        "\npub fn tax(total: i64) -> i64 {\n    rates::rate(20, total)\n}\n",
        "\n    #[test]\n    fn taxes() {\n        assert_eq!(tax(200), 40);\n    }\n",
      ),
    },
  },
  {
    name: "a workspace with two crates",
    base: { "Cargo.toml": '[workspace]\nresolver = "2"\nmembers = ["one"]\n', ...inFolder("one", WITHOUT_LOCK) },
    head: {
      "Cargo.toml": '[workspace]\nresolver = "2"\nmembers = ["one", "two"]\n',
      "two/Cargo.toml": '[package]\nname = "two"\nversion = "0.1.0"\nedition = "2021"\n',
      "two/src/lib.rs": `${DISCOUNT}\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn discounts() {\n        assert_eq!(super::discount(200), 20);\n    }\n}\n`,
    },
  },
  { name: "the first crate and its first tests", base: { "README.md": "# cart\n" }, head: { ...BASE, ...HONEST } },
  {
    name: "tests in other words, moved and formatted, with an example beside them",
    head: {
      "src/lib.rs": lib(
        `\n/// A tenth of large totals.\n///\n/// \`\`\`\n/// assert_eq!(cart::discount(100), 10);\n/// \`\`\`${DISCOUNT}`,
      ).replace(
        "        assert_eq!(total(&[item(2), item(3)]), Ok(5));",
        "        let items = [item(2), item(3)];\n        assert_eq!(total(&items), Ok(5));",
      ),
    },
  },
  {
    name: "an older test that becomes a row of a loop",
    base: {
      ...BASE,
      "tests/total.rs":
        'use cart::{total, Item};\n\nfn check(price: i64, wanted: i64) {\n    let items = [Item { name: "a".to_string(), price }];\n    assert_eq!(total(&items), Ok(wanted));\n}\n\n#[test]\nfn seven() {\n    check(7, 7);\n}\n\n#[test]\nfn rows() {\n    for (price, wanted) in [(4, 4), (50, 50)] {\n        check(price, wanted);\n    }\n}\n',
    },
    head: {
      ...HONEST,
      "tests/total.rs":
        'use cart::{total, Item};\n\nfn check(price: i64, wanted: i64) {\n    let items = [Item { name: "a".to_string(), price }];\n    assert_eq!(total(&items), Ok(wanted));\n}\n\n#[test]\nfn rows() {\n    for (price, wanted) in [(4, 4), (50, 50), (7, 7)] {\n        check(price, wanted);\n    }\n}\n',
    },
  },
];
