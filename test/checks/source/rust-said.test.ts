import { describe, expect, it } from "vitest";
import { createRustSource } from "../../../src/checks/source/rust/index.ts";
import { withHelpers } from "../../../src/core/proof/old-tests/helped-tests.ts";
import { askingOwn } from "../../../src/core/proof/old-tests/said.ts";
import { compareWrittenTests } from "../../../src/core/proof/old-tests/written-tests.ts";

const rust = createRustSource();
const USES = "use cart::{self, discount, lines, total, Cart, CartError, Item};\nuse std::collections::HashSet;\n";

/** What an edit of a test, or of what stands above it, lets it say less of; null where it says as much. */
async function lessOf(before: string, after: string, path = "tests/more.rs"): Promise<string | null> {
  const [old = [], now = []] = await Promise.all(
    [before, after].map((text) => rust.tests([{ path, text: path.startsWith("tests/") ? `${USES}${text}` : text }])),
  );
  const [from, to] = [old, now].map((tests) => withHelpers(askingOwn(tests, ["src/lib.rs", "cart"])));
  const edit = compareWrittenTests(from ?? [], to ?? []).find(({ name }) => name.endsWith("adds"));
  return edit?.kind === "weakened" ? edit.detail : (edit?.less ?? null);
}

const t = (body: string, attributes = "#[test]"): string => `${attributes}\nfn adds() {\n${body}\n}\n`;
const ONE = "assert_eq!(total(&[4, 3]), 12);";
const LIST = 'let mut got = lines("a,b,c");\nassert_eq!(got, vec!["a", "b", "c"]);';
const RECORD = 'let got = Cart::parse("a:4");\nassert_eq!(got, Cart { name: "a".to_string(), total: 4 });';
const ROWS = "for (input, want) in [(1, 2), (3, 4), (5, 6)] {\n assert_eq!(total(&[input]), want);\n}";
const RESULT = "assert_eq!(total(&[4, 3]), Ok(12));";
const H = "fn check(want: i64, prices: &[i64]) {\n assert_eq!(total(prices), want);\n}\n";
const M =
  "macro_rules! assert_total {\n ($want:expr, $($price:expr),*) => {{ assert_eq!(total(&[$($price),*]), $want); }};\n}\n";
const BRANCH = 'let got = total(&[4, 3]);\nif got != 12 {\n panic!("got {got}, want 12");\n}';
const IN_CODE = (body: string, more = ""): string =>
  `pub fn total(prices: &[i64]) -> i64 { prices.iter().sum() }\n\n#[cfg(test)]\nmod tests {\n use super::*;\n${more}\n #[test]\n fn adds() {\n${body}\n }\n}\n`;

const PANICS = (words: string): string => t("total(&[-1]);", `#[test]\n#[should_panic(expected = "${words}")]`);

const LESS: readonly (readonly [before: string, after: string, path?: string])[] = [
  [t(ONE), t(ONE.replace("total(&[4, 3])", "total(&[4, 3]).min(12)"))],
  [t(ONE), t(ONE.replace("total(&[4, 3])", "std::cmp::min(total(&[4, 3]), 12)"))],
  [t(RESULT), t("assert_eq!(total(&[4, 3]).unwrap_or(12), 12);")],
  [PANICS("a price below zero"), PANICS("a")],
  [
    t("assert!(matches!(total(&[-1]), Err(CartError::Below { least: 4 })));"),
    t("assert!(matches!(total(&[-1]), Err(CartError::Below { .. })));"),
  ],
  [t("assert!((total(&[4]) - 2.5).abs() < 1e-9);"), t("assert!((total(&[4]) - 2.5).abs() < 1e3);")],
  [
    t("for at in 0..50 {\n assert_eq!(total(&[at, at]), 2 * at);\n}"),
    t("for at in 0..2 {\n assert_eq!(total(&[at, at]), 2 * at);\n}"),
  ],
  [
    t("thread::spawn(|| {\n assert_eq!(total(&[4, 3]), 12);\n}).join().unwrap();"),
    t("thread::spawn(|| {\n assert_eq!(total(&[4, 3]), 12);\n}).join().ok();"),
  ],
  [t(RESULT), t("let Ok(got) = total(&[4, 3]) else { return };\nassert_eq!(got, 12);")],
  [t(RESULT), t("let got = match total(&[4, 3]) { Ok(sum) => sum, Err(_) => 12 };\nassert_eq!(got, 12);")],
  [t(RESULT), t("let got = if let Ok(sum) = total(&[4, 3]) { sum } else { 12 };\nassert_eq!(got, 12);")],
  [t(ONE), t("assert_eq!(total(&[]), 0);")],
  [t(ONE), t('assert_eq!(total(&[4, 3]) % 2, 0, "12 of 4 and 3");\nlet _ = 12;')],
  [t(ONE), t('assert_eq!(total(&[4, 3]) > 0, true, "want {}", 12);')],
  [t(ONE), t("let mut got = total(&[4, 3]);\nif got != 12 {\n got = 12;\n}\nassert_eq!(got, 12);")],
  [t(ONE), t("let got = total(&[4, 3]);\nlet got = 12;\nassert_eq!(got, 12);")],
  [t(ONE), t(`let total = |_: &[i64]| 12;\n${ONE}`)],
  [t(ONE), t(`fn total(_: &[i64]) -> i64 { 12 }\n${ONE}`)],
  [t(ONE), t("let fix = |_: i64| 12;\nassert_eq!(fix(total(&[4, 3])), 12);")],
  [t(ONE), `fn got() -> i64 { total(&[4, 3]).min(12) }\n${t("assert_eq!(got(), 12);")}`],
  [t(ONE), t("assert_eq!(total(&[4, 3]) as u8, 12);")],
  [t(ONE), t("assert_eq!(tests::discount(&[4, 3]), 12);")],
  [t(LIST), t('let got = lines("a,b,c");\nassert_eq!(&got[..1], ["a"]);')],
  [t(LIST), t(LIST.replace("(got,", '(got[..1], ["a", "b", "c"][..1],'))],
  [t(LIST), t(LIST.replace("assert", "got.sort();\nassert"))],
  [t(LIST), t(LIST.replace("assert", 'got[0] = "a";\nassert'))],
  [t(LIST), t(LIST.replace("(got,", "(got.into_iter().take(3).collect::<Vec<_>>(),"))],
  [t(LIST), t(LIST.replace("(got,", "(got.into_iter().collect::<HashSet<_>>(),"))],
  [
    t(LIST),
    t('let got: HashSet<_> = lines("a,b,c").into_iter().collect();\nassert_eq!(got, HashSet::from(["a", "b", "c"]));'),
  ],
  [t(LIST), t(LIST.replace('"a", "b", "c"]', '"a", "a", "a"]').replace("a,b,c", "a,a,a"))],
  [t(RECORD), t('let got = Cart::parse("a:4");\nassert_eq!(got.total, 4);')],
  [t(RECORD), t('let Cart { total, .. } = Cart::parse("a:4");\nlet _ = "a";\nassert_eq!(total, 4);')],
  [t(RECORD), t(RECORD.replace("let got", "let mut got").replace("assert", "got.total = 4;\nassert"))],
  [t(RECORD), t(RECORD.replace("assert_eq!(got", "let got = Cart { total: 4, ..got };\nassert_eq!(got"))],
  [t(LIST), t(LIST.replace("(got,", "(got.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(),"))],
  [t(LIST), t(LIST.replace("(got,", '(got.iter().map(|_| "a").collect::<Vec<_>>(),'))],
  [
    t('assert_eq!(json(lines("a")), json!({ "a": 12 }));'),
    t('assert_eq!(json!({ "a": lines("a").len().max(12) }), json!({ "a": 12 }));'),
  ],
  [t(LIST), t(LIST.replace("assert", 'for one in &mut got {\n *one = "a";\n}\nassert'))],
  [t(LIST), t(LIST.replace("assert", 'got.iter_mut().for_each(|one| *one = "a");\nassert'))],
  [t(LIST), t(LIST.replace("(got,", "(got.iter().map(first_of).collect::<Vec<_>>(),"))],
  [
    t("assert_eq!(total(&[-1]), Err(CartError::Negative));"),
    t("assert_eq!(total(&[-1]).err(), Some(CartError::Any));"),
  ],
  [t(ROWS), t(ROWS.replace("(1, 2), (3, 4), (5, 6)", "(1, 2), (1, 2), (1, 2)"))],
  [t(ROWS), t(ROWS.replace("want);\n}", "want);\n break;\n}"))],
  [t(ROWS), t(ROWS.replace("] {", "].into_iter().take(1) {").replace("(5, 6)", "(5, 6), (7, 8)"))],
  [t(ROWS), t(`let rows = [(1, 2), (3, 4), (5, 6)];\n${ROWS.replace("[(1, 2), (3, 4), (5, 6)]", "&rows[..1]")}`)],
  [t(BRANCH), t(BRANCH.replace("got != 12", "got != 0").replace("4, 3", ""))],
  [t(BRANCH), t(BRANCH.replace("3]);", "3]).clamp(12, 12);"))],
  [H + t("check(12, &[4, 3]);"), H + t("check(0, &[]);")],
  [H + t("check(12, &[4, 3]);"), H.replace("total(prices)", "total(prices).min(want)") + t("check(12, &[4, 3]);")],
  [M + t("assert_total!(12, 4, 3);"), M + t("assert_total!(0, 0);")],
  [M + t("assert_total!(12, 4, 3);"), M.replace("]), $want", "]).min($want), $want") + t("assert_total!(12, 4, 3);")],
  [t(ONE, "#[rstest]\n#[case(7, 8)]\n"), t(ONE, "#[rstest]\n#[case(0, 0)]\n")],
  [IN_CODE(ONE), IN_CODE(ONE, "fn total(_: &[i64]) -> i64 { 12 }"), "src/lib.rs"],
  [IN_CODE(ONE), IN_CODE("assert_eq!(total(&[4, 3]).max(12), 12);"), "src/lib.rs"],
  [
    t('assert_eq!(format!("{}-{}", total(&[4]), 3), "4-3");'),
    t('let got = total(&[4]).max(4);\nassert_eq!(format!("{got}-{}", 3), "4-3");'),
  ],
];

const AS_MUCH: readonly (readonly [what: string, before: string, after: string, path?: string])[] = [
  [
    "names for values",
    t(ONE),
    t("let prices = [4, 3];\nlet want = 12;\nlet got = total(&prices);\nassert_eq!(got, want);"),
  ],
  ["more assertions", t(ONE), t(`${ONE}\nassert_eq!(total(&[1]), 1);`)],
  [
    "more of what is done before it",
    t("let mut cart = Cart::new();\ncart.put(4);\nassert_eq!(cart.total(), 4);"),
    t(
      "let mut cart = Cart::new();\ncart.put(4);\nassert_eq!(cart.total(), 4);\ncart.remove(4);\nassert_eq!(cart.total(), 0);",
    ),
  ],
  [
    "a table",
    t(`${ONE}\nassert_eq!(total(&[7]), 7);`),
    t(
      'for (prices, want) in [(vec![4, 3], 12), (vec![7], 7)] {\n assert_eq!(total(&prices), want, "of {prices:?}");\n}',
    ),
  ],
  ["a helper", t(`${ONE}\nassert_eq!(total(&[7]), 7);`), H + t("check(12, &[4, 3]);\ncheck(7, &[7]);")],
  [
    "a closure that asserts",
    t(`${ONE}\nassert_eq!(total(&[7]), 7);`),
    t(
      "let check = |want, prices: &[i64]| assert_eq!(total(prices), want);\ncheck(12, &[4, 3]);\ncheck(7, &[7]);\nassert_eq!(total(&[]), 0);",
    ),
  ],
  [
    "a macro",
    t(`${ONE}\nassert_eq!(total(&[7]), 7);`),
    M + t("assert_total!(12, 4, 3);\nassert_total!(7, 7);\nassert_eq!(total(&[]), 0);\nassert_eq!(total(&[1]), 1);"),
  ],
  ["what is asked under another name", t(ONE), t(ONE.replace("total(", "discount("))],
  ["a path in the place of a use", t(ONE), t(ONE.replace("total(", "cart::total("))],
  ["a list on the heap", t('assert_eq!(lines("a,b"), ["a", "b"]);'), t('assert_eq!(lines("a,b"), vec!["a", "b"]);')],
  ["an equality in the place of a pattern", t("assert!(matches!(total(&[4, 3]), Ok(12)));"), t(RESULT)],
  ["an unwrap", t(RESULT), t("assert_eq!(total(&[4, 3]).unwrap(), 12);")],
  [
    "a question mark",
    t(RESULT),
    "#[test]\nfn adds() -> Result<(), CartError> {\n let got = total(&[4, 3])?;\n assert_eq!(got, 12);\n Ok(())\n}\n",
  ],
  ["an expect", t(RESULT), t('let got = total(&[4, 3]).expect("a total of 4 and 3");\nassert_eq!(got, 12);')],
  [
    "a let that panics else",
    t(RESULT),
    t('let Ok(got) = total(&[4, 3]) else { panic!("none") };\nassert_eq!(got, 12);'),
  ],
  [
    "a match that panics else",
    t(RESULT),
    t(
      'let got = match total(&[4, 3]) {\n Ok(sum) => sum,\n Err(error) => panic!("{error:?}"),\n};\nassert_eq!(got, 12);',
    ),
  ],
  ["a text written out", t('assert_eq!(lines("a"), format!("a{}", 1));'), t('assert_eq!(lines("a"), "a1");')],
  [
    "a name in a text",
    t('assert_eq!(lines("a"), format!("a{}", 1));'),
    t('let n = 1;\nassert_eq!(lines("a"), format!("a{n}"));'),
  ],
  ["a text put together", t('assert_eq!(lines("a"), "a1");'), t('assert_eq!(lines("a"), format!("a{}", 1));')],
  [
    "a text put together otherwise",
    t('assert_eq!(lines("a"), format!("{}:{}", "a", 1));'),
    t('let name = "a";\nassert_eq!(lines("a"), format!("{name}:{n}", n = 1));'),
  ],
  [
    "a text and not a format",
    t('assert_eq!(lines("a"), format!("a {}", 1).as_str());'),
    t('assert_eq!(lines("a"), "a 1".to_string());'),
  ],
  ["a message", t(ONE), t(ONE.replace("12)", '12, "of {} and {}", 4, 3)'))],
  ["no message", t(ONE.replace("12)", '12, "of 40 and {}", 30)')), t(ONE)],
  ["a branch in the place of a macro", t(ONE), t(BRANCH)],
  ["a suffix", t(ONE), t(ONE.replace("12", "12_i64"))],
  [
    "parts of a record",
    t(RECORD),
    t('let got = Cart::parse("a:4");\nassert_eq!(got.name, "a");\nassert_eq!(got.total, 4);'),
  ],
  [
    "a function that makes what is given",
    t('assert_eq!(total(&[Item { name: "a".to_string(), price: 12 }]), Ok(12));'),
    `fn items(prices: &[i64]) -> Vec<Item> {\n prices.iter().map(|&price| Item { name: "a".to_string(), price }).collect()\n}\n${t("assert_eq!(total(&items(&[12])), Ok(12));")}`,
  ],
  ["a constant", t(ONE), `const PRICES: &[i64] = &[4, 3];\n${t("assert_eq!(total(PRICES), 12);")}`],
  [
    "a call of its own function",
    t(ONE),
    `fn sum(prices: &[i64]) -> i64 {\n let mut all = prices.to_vec();\n all.reverse();\n total(&all)\n}\n${t("assert_eq!(sum(&[4, 3]), 12);")}`,
  ],
  ["a clone", t(LIST), t(LIST.replace("(got,", "(got.clone(),"))],
  ["a slice", t(LIST), t(LIST.replace('(got, vec!["a", "b", "c"]', '(got.as_slice(), &["a", "b", "c"]'))],
  [
    "each of a list",
    t('assert_eq!(lines("a,b"), ["a", "b"]);'),
    t('let got = lines("a,b");\nassert_eq!(got.len(), 2);\nassert_eq!(got[0], "a");\nassert_eq!(got[1], "b");'),
  ],
  [
    "rows by a closure",
    t("for n in [1, 2] {\n assert_eq!(total(&[n]), n);\n}"),
    t("let check = |n| assert_eq!(total(&[n]), n);\ncheck(1);\ncheck(2);\nassert_eq!(total(&[]), 0);"),
  ],
  ["all of a text", t('assert_eq!(lines("a"), "b");'), t('assert_eq!(&lines("a")[..], "b");')],
  [
    "texts in the place of what holds them",
    t(LIST),
    t(LIST.replace("(got,", "(got.iter().map(|one| one.as_str()).collect::<Vec<_>>(),")),
  ],
  [
    "texts by a function",
    t(LIST),
    t(
      LIST.replace('vec!["a", "b", "c"]', '["a", "b", "c"].map(String::from)').replace(
        "(got,",
        "(got.into_iter().map(String::from).collect::<Vec<_>>(),",
      ),
    ),
  ],
  ["other words around those of a panic", PANICS("below zero"), PANICS("a price below zero: -1")],
  [
    "a pattern that becomes a comparison",
    t("assert!(matches!(total(&[-1]), Err(CartError::Below { least: 4 })));"),
    t("assert_eq!(total(&[-1]), Err(CartError::Below { least: 4 }));"),
  ],
  [
    "a finer tolerance",
    t("assert!((total(&[4]) - 2.5).abs() < 1e-6);"),
    t('assert!((total(&[4]) - 2.5).abs() < f64::EPSILON, "not near");'),
  ],
  [
    "a name for how often",
    t("for at in 0..50 {\n assert_eq!(total(&[at]), at);\n}"),
    `const TIMES: i64 = 60;\n${t("for at in 0..TIMES {\n assert_eq!(total(&[at]), at);\n}")}`,
  ],
  [
    "another way to wait for a thread",
    t("let one = thread::spawn(|| assert_eq!(total(&[4, 3]), 12));\none.join().unwrap();"),
    t("thread::scope(|scope| {\n scope.spawn(|| assert_eq!(total(&[4, 3]), 12));\n});"),
  ],
  ["another notation", t("assert_eq!(total(&[4]), 255);"), t("assert_eq!(total(&[4]), 0xff);")],
  [
    "what a snapshot shows in the place of an equality",
    t('assert_snapshot!(lines("a"), @"a 12");'),
    t('let got = lines("a");\nassert_eq!(got, "a 12");'),
  ],
  [
    "a builder of what is given",
    t("let mut cart = Cart::new();\ncart.insert(4);\ncart.insert(3);\nassert_eq!(cart.total(), 12);"),
    `fn cart_of(prices: &[i64]) -> Cart {\n let mut cart = Cart::new();\n for price in prices {\n  cart.insert(*price);\n }\n cart\n}\n${t("let cart = cart_of(&[4, 3]);\nassert_eq!(cart.total(), 12);")}`,
  ],
  [
    "a test of its own for a part",
    t(`${ONE}\nassert_eq!(total(&[7]), 7);`),
    t(
      "let cases: [(&[i64], i64); 2] = [(&[4, 3], 12), (&[7], 7)];\nfor (prices, want) in cases {\n assert_eq!(total(prices), want);\n}",
    ),
  ],
  [
    "an order of its own",
    t(`let mut seen = HashSet::new();\nseen.insert(4);\nassert_eq!(total(&[4, 3]), 12);`),
    t(`assert_eq!(total(&[4, 3]), 12);\nlet mut seen = HashSet::new();\nseen.insert(4);`),
  ],
  [
    "a variant that is imported",
    t("assert_eq!(total(&[-1]), Err(CartError::Negative));"),
    t("use CartError::Negative;\nassert_eq!(total(&[-1]), Err(Negative));"),
  ],
  ["a name of rows", t(ONE, '#[test_case(7, 8; "seven")]'), t(ONE, '#[test_case(7, 8; "of seven and eight")]')],
  [
    "code that moved and is used from there",
    IN_CODE(ONE),
    IN_CODE(ONE).replace(/pub fn total.*/, "mod sums;\npub use sums::total;"),
    "src/lib.rs",
  ],
  ["a path of the crate", IN_CODE(ONE), IN_CODE(ONE).replace("use super::*", "use crate::total"), "src/lib.rs"],
  [
    "async",
    "#[tokio::test]\nasync fn adds() {\n assert_eq!(total(&[4, 3]).await, 12);\n}\n",
    "#[tokio::test]\nasync fn adds() {\n let got = total(&[4, 3]).await;\n assert_eq!(got, 12);\n}\n",
  ],
  ["a scope of its own", t(ONE), t(`{\n let prices = [4, 3];\n assert_eq!(total(&prices), 12);\n}`)],
  [
    "what the code fills",
    t('let mut out = String::new();\ncart::write(&mut out, 12);\nassert_eq!(out, "12");'),
    t('let mut text = String::new();\ncart::write(&mut text, 12);\nassert_eq!(text.as_str(), "12");'),
  ],
];

describe("an edited test of Rust", () => {
  it.each(LESS.map(([before, after, path]) => ({ before, after, path })))(
    "says less as $after",
    async ({ before, after, path }) => {
      expect(await lessOf(before, after, path)).not.toBeNull();
      expect(await lessOf(after, after, path)).toBeNull();
    },
  );

  it.each(AS_MUCH.map(([what, before, after, path]) => ({ what, before, after, path })))(
    "says as much with $what",
    async ({ before, after, path }) => {
      expect(await lessOf(before, after, path)).toBeNull();
    },
  );

  it("says as much with names that are given one another again and again", async () => {
    const grown = t(`let (mut a, mut b) = (f(), g());\n${"a = a + b;\nb = b + a;\n".repeat(60)}assert_eq!(a, b);`);
    expect(await lessOf(grown, grown)).toBeNull();
  });
});
