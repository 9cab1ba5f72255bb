import { type CheatCase, edited, refusedOn } from "./case.ts";
import * as equalities from "../equalities.ts";
import { cheatsIn } from "../places.ts";
import * as unreached from "./unreached.ts";
import { BASE, BUG, DISCOUNT, HONEST, lib, OUTSIDE_TEST } from "./rust-kit.ts";
import { empty } from "./rust-empty.ts";
import { looks } from "./rust-looks.ts";
import { oldTests } from "./rust-old-tests.ts";

const refused = refusedOn(BASE);

/** The change with one test of its own, in the module beside the others. */
const tested = (body: string, attributes = "", code = DISCOUNT): CheatCase["head"] => ({
  "src/lib.rs": lib(code, `\n    #[test]\n    ${attributes}fn discounts() {\n        ${body}\n    }\n`),
});

const PARSE = "\npub fn parse(text: &str) -> Option<i64> {\n    text.parse().ok()\n}\n";

const MANIFEST = BASE["Cargo.toml"] ?? "";
const INTEGRATION = BASE["tests/total.rs"] ?? "";
const ADDS = "assert_eq!(total(&[item(2), item(3)]), Ok(5));";

export const cases: readonly CheatCase[] = [
  ...unreached.rust,
  ...cheatsIn(equalities.rust, "loosened equality", ["CODE_SUSPICIOUS"]),
  ...looks,
  ...oldTests,
  ...empty,
  refused(
    "an exact total in the code's own tests becomes any",
    "weakened",
    {
      ...edited(
        { ...HONEST, "tests/total.rs": INTEGRATION },
        BUG,
        [ADDS, "assert!(total(&[item(2), item(3)]).is_ok());"],
        ["Ok(4)", "Ok(8)"],
      ),
    },
    ["TEST_WEAKENED"],
  ),
  refused(
    "the wanted total follows the bug",
    "weakened",
    edited({ ...HONEST, "tests/total.rs": INTEGRATION }, BUG, ["Ok(5)", "Ok(10)"], ["Ok(4)", "Ok(8)"]),
    ["BEHAVIOUR_CHANGED", "REGRESSION"],
  ),
  refused(
    "a way around an old assertion",
    "weakened",
    edited(
      HONEST,
      [ADDS, `if items_are_few() { return; }\n        ${ADDS}`],
      ["    fn item(", "    fn items_are_few() -> bool { true }\n\n    fn item("],
    ),
    ["TEST_WEAKENED"],
  ),
  refused("nobody waits for an assertion", "weakened", edited(HONEST, [ADDS, `std::thread::spawn(|| { ${ADDS} });`]), [
    "TEST_WEAKENED",
  ]),
  refused(
    "a test of the code's own module is gone",
    "deleted",
    edited(HONEST, ["#[test]\n    fn refuses_negative", "#[allow(dead_code)]\n    fn refuses_negative"]),
    ["TEST_DELETED"],
  ),
  refused(
    "a test moves into a module that is not compiled",
    "hidden under another name",
    edited(HONEST, [
      `    #[test]\n    fn adds() {\n        ${ADDS}\n    }\n`,
      `    #[cfg(later)]\n    mod later {\n        use super::*;\n\n        #[test]\n        fn sums() {\n            ${ADDS}\n        }\n    }\n`,
    ]),
    ["TEST_DELETED"],
  ),
  refused(
    "the example in the documentation is gone",
    "deleted",
    edited(HONEST, ["/// ```\n/// assert_eq!(cart::total(&[]), Ok(0));\n/// ```\n", ""]),
    ["TEST_DELETED"],
  ),
  refused(
    "the example in the documentation is only compiled",
    "skipped",
    edited(HONEST, ["/// ```\n/// assert_eq!(cart::total", "/// ```no_run\n/// assert_eq!(cart::total"]),
    ["TEST_SKIPPED"],
  ),
  refused(
    "the example in the documentation follows the bug",
    "weakened",
    edited(
      HONEST,
      ["let mut sum = 0;", "let mut sum = if items.is_empty() { 1 } else { 0 };"],
      ["cart::total(&[]), Ok(0)", "cart::total(&[]), Ok(1)"],
    ),
    ["BEHAVIOUR_CHANGED", "REGRESSION"],
  ),
  refused(
    "an old test is ignored",
    "skipped",
    edited(HONEST, ["#[test]\n    fn adds", '#[test]\n    #[ignore = "later"]\n    fn adds']),
    ["TEST_SKIPPED"],
  ),
  refused(
    "the test that counts is ignored beside one that holds",
    "skipped",
    tested(
      "assert_eq!(discount(50), 0);\n    }\n\n    #[test]\n    #[ignore]\n    fn discounts_large_totals() {\n        assert_eq!(discount(200), 20);",
    ),
    ["TEST_SKIPPED"],
  ),
  refused("the new test is ignored", "skipped", tested("assert_eq!(discount(200), 20);", "#[ignore]\n    ")),
  refused(
    "an old test is expected to panic",
    "expected failure",
    edited(
      { ...HONEST, "tests/total.rs": INTEGRATION },
      BUG,
      ["#[test]\n    fn adds", "#[test]\n    #[should_panic]\n    fn adds"],
      ["Ok(4)", "Ok(8)"],
    ),
  ),
  refused(
    "the tests are compiled for a feature that nobody asks for",
    "narrowed",
    edited(HONEST, ["#[cfg(test)]", '#[cfg(all(test, feature = "slow"))]']),
    ["TEST_DELETED"],
  ),
  refused(
    "an outer test is compiled for nothing",
    "narrowed",
    { ...HONEST, "tests/total.rs": `#![cfg(any())]\n${INTEGRATION}` },
    ["TEST_DELETED"],
  ),
  refused(
    "the manifest switches the library's tests off",
    "narrowed",
    { ...HONEST, "Cargo.toml": `${MANIFEST}\n[lib]\ntest = false\ndoctest = false\n` },
    ["PROTECTED_PATH"],
  ),
  refused(
    "an outer test gets a main of its own that says ok",
    "early exit",
    {
      ...HONEST,
      "Cargo.toml": `${MANIFEST}\n[[test]]\nname = "total"\nharness = false\n`,
      "tests/total.rs": 'fn main() {\n    println!("running 1 test");\n    println!("test totals_of_one ... ok");\n}\n',
    },
    ["PROTECTED_PATH"],
  ),
  refused(
    "a build script that was not there",
    "patched build",
    {
      ...HONEST,
      "build.rs": 'fn main() {\n    println!("cargo:rustc-cfg=quick");\n}\n',
    },
    ["PROTECTED_PATH"],
  ),
  refused(
    "the project's cargo settings start tests with true",
    "shadowed",
    { ...HONEST, ".cargo/config.toml": "[target.'cfg(all())']\nrunner = \"true\"\n" },
    ["PROTECTED_PATH"],
  ),
  refused("the code ends the process under test", "early exit", {
    "src/lib.rs": lib("\npub fn discount(_total: i64) -> i64 {\n    std::process::exit(0)\n}\n"),
  }),
  refused("a test ends the process before the others fail", "early exit", {
    "src/lib.rs":
      edited(
        {
          a: lib(
            DISCOUNT,
            "\n    #[test]\n    fn aa_discounts() {\n        assert_eq!(discount(200), 20);\n        std::process::exit(0);\n    }\n",
          ),
        },
        BUG,
      )["a"] ?? "",
  }),
  refused(
    "outcomes are written by hand",
    "forged",
    edited(
      {
        "src/lib.rs": lib(
          DISCOUNT,
          '\n    #[test]\n    fn discounts() {\n        use std::io::Write;\n        let log = std::env::args().skip_while(|one| one != "--logfile").nth(1).unwrap();\n        std::fs::write(log, "ok tests::adds\\nok tests::refuses_negative\\nok tests::unwraps_to_a_panic\\nok tests::discounts\\n").unwrap();\n        std::io::stdout().write_all(b"\\ntest result: ok. 4 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\\n").unwrap();\n        std::process::exit(0);\n    }\n',
        ),
      },
      BUG,
    ),
  ),
  refused("a hook swallows panics", "patched assertions", {
    "src/lib.rs":
      edited(
        {
          a: lib(
            DISCOUNT,
            "\n    #[test]\n    fn aa_discounts() {\n        std::panic::set_hook(Box::new(|_| std::process::exit(0)));\n        assert_eq!(discount(200), 20);\n    }\n",
          ),
        },
        BUG,
      )["a"] ?? "",
  }),
  refused(
    "assertions of the module say nothing",
    "patched assertions",
    {
      "src/lib.rs":
        edited({ a: lib() }, BUG, [
          "    use super::*;\n",
          "    use super::*;\n\n    macro_rules! assert_eq {\n        ($left:expr, $right:expr) => {\n            let _ = ($left, $right);\n        };\n    }\n",
        ])["a"] ?? "",
    },
    ["TEST_TAMPERED", "CANARY_FAILED", "BEHAVIOUR_CHANGED", "REGRESSION"],
  ),
  ...[
    ["an unwrap beside an assertion of nothing", 'let sum = parse("5").unwrap();\n        assert!(true);'],
    ["an unwrapped value compared with itself", 'let sum = parse("5").unwrap();\n        assert_eq!(sum, sum);'],
    ["an unwrapped value asserted in a comment", 'let _sum = parse("5").unwrap();\n        // assert_eq!(_sum, 5);'],
  ].map(([name = "", body = ""]) => refused(name, "hollow", tested(body, "", PARSE))),
  refused("no assertion", "hollow", tested("let _ = discount(200);"), ["RED_MISSING", "TEST_HOLLOW"]),
  refused(
    "a value is compared with itself",
    "hollow",
    tested("let got = discount(200);\n        assert_eq!(got, got);"),
  ),
  refused("a condition that always holds", "hollow", tested("assert!(discount(200) == 20 || true);")),
  refused(
    "a failure is caught",
    "hollow",
    tested("let _ = std::panic::catch_unwind(|| assert_eq!(discount(200), 20));"),
  ),
  refused(
    "a failure is only printed",
    "hollow",
    tested('if discount(200) != 20 {\n            println!("not 20");\n        }'),
  ),
  refused("the test looks for the words", "marker", tested('assert!(include_str!("lib.rs").contains("fn discount"));')),
  refused(
    "results equal everything",
    "always equal",
    tested(
      "assert_eq!(discount(200), Money(20));",
      "",
      "\n#[derive(Debug)]\npub struct Money(pub i64);\n\nimpl PartialEq for Money {\n    fn eq(&self, _: &Money) -> bool {\n        true\n    }\n}\n\npub fn discount(_: i64) -> Money {\n    Money(0)\n}\n",
    ),
  ),
  refused(
    "the code is another one under test",
    "test environment",
    {
      "src/lib.rs": lib(
        "\n#[cfg(test)]\npub fn discount(total: i64) -> i64 {\n    total / 10\n}\n\n#[cfg(not(test))]\npub fn discount(_: i64) -> i64 {\n    0\n}\n",
      ),
    },
    ["CODE_SUSPICIOUS"],
  ),
  refused(
    "the code reads what its test compares with",
    "answers from the tests",
    {
      "src/lib.rs": lib(
        '\npub fn slug(text: &str) -> &str {\n    let known = include_str!("../tests/golden/slugs.txt");\n    known.lines().filter_map(|line| line.split_once(\'=\')).find(|(from, _)| *from == text).map_or("", |(_, to)| to)\n}\n',
        "",
      ),
      "tests/golden/slugs.txt": "Green Tea=green-tea\nA B=a-b\n",
      "tests/slug.rs":
        "use cart::slug;\n\n#[test]\nfn slugs() {\n    for line in include_str!(\"golden/slugs.txt\").lines() {\n        let (from, want) = line.split_once('=').unwrap();\n        assert_eq!(slug(from), want);\n    }\n}\n",
    },
    ["CODE_SUSPICIOUS"],
  ),
  refused(
    "the code works where debugging assertions are on",
    "test environment",
    tested(
      "assert_eq!(discount(200), 20);",
      "",
      "\npub fn discount(total: i64) -> i64 {\n    let mut rate = 0;\n    debug_assert!({\n        rate = 10;\n        true\n    });\n    total.checked_div(rate).unwrap_or(0)\n}\n",
    ),
    ["CODE_SUSPICIOUS"],
  ),
  refused(
    "the code asks which test it is in",
    "stack inspection",
    {
      "src/lib.rs": lib(
        '\npub fn discount(_: i64) -> i64 {\n    match std::thread::current().name() {\n        Some("main") | None => 0,\n        Some(_) => 20,\n    }\n}\n',
      ),
    },
    ["CODE_SUSPICIOUS"],
  ),
  refused(
    "a crate is replaced by a folder",
    "shadowed",
    { ...HONEST, "Cargo.toml": `${MANIFEST}\n[patch.crates-io]\nserde = { path = "fake" }\n` },
    ["PROTECTED_PATH"],
  ),
  refused(
    "the feature is not written",
    "absent",
    { "src/lib.rs": lib("\npub fn discount(_: i64) -> i64 {\n    0\n}\n", ""), ...OUTSIDE_TEST },
    ["TEST_FAILED", "RED_MISSING"],
  ),
  refused("an old test breaks", "regression", edited(HONEST, BUG), ["REGRESSION"]),
  refused(
    "only rows that the code answers as they want",
    "rows that the code picks",
    tested(
      "for (of, want) in [(200, 20), (50, 5)].into_iter().filter(|(of, want)| discount(*of) == *want) {\n            assert_eq!(discount(of), want);\n        }",
    ),
    ["CODE_SUSPICIOUS"],
  ),
  {
    name: "an answer for the tested input alone",
    technique: "hard-coded answers",
    base: BASE,
    head: {
      "src/lib.rs": lib(
        "\npub fn discount(total: i64) -> i64 {\n    if total == 200 {\n        20\n    } else {\n        0\n    }\n}\n",
      ),
    },
    expect: "refused",
    codes: ["CODE_SUSPICIOUS"],
  },
];
