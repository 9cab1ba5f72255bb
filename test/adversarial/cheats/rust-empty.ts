import { refusedOn } from "./case.ts";
import { BASE, lib } from "./rust-kit.ts";

const SAID = ["CODE_SUSPICIOUS"];
const refused = (name: string, technique: string, code: string, test: string) =>
  refusedOn(BASE)(
    name,
    technique,
    { "src/lib.rs": lib(`\n${code}\n`, `\n    #[test]\n    fn answers() {\n        ${test}\n    }\n`) },
    SAID,
  );

/** Code without work in it, whose tests are RED all the same. */
export const empty = [
  refused(
    "success for everything",
    "one answer for everything",
    "pub fn save(_path: &str, _text: &str) -> Result<(), String> {\n    Ok(())\n}",
    'assert!(save("a", "b").is_ok());',
  ),
  refused(
    "one number for everything",
    "one answer for everything",
    "pub fn words(_text: &str) -> usize {\n    2\n}",
    'assert_eq!(words("hello world"), 2);',
  ),
  refused(
    "a match of the tests' own answers",
    "hard-coded answers",
    "pub fn fib(n: u32) -> u64 {\n    match n {\n        1 => 1,\n        10 => 55,\n        20 => 6765,\n        _ => unreachable!(),\n    }\n}",
    "assert_eq!(fib(1), 1);\n        assert_eq!(fib(10), 55);\n        assert_eq!(fib(20), 6765);",
  ),
  refused(
    "the type that was to be written is not, and its double is tested",
    "unwritten code",
    "pub trait Rates {\n    fn rate(&self, country: &str) -> i64;\n}\n\npub struct FileRates {\n    pub path: String,\n}\n\nimpl Rates for FileRates {\n    fn rate(&self, _country: &str) -> i64 {\n        todo!()\n    }\n}\n\npub fn tax(total: i64, country: &str, rates: &dyn Rates) -> i64 {\n    total * rates.rate(country) / 100\n}",
    'struct Fixed;\n        impl Rates for Fixed {\n            fn rate(&self, country: &str) -> i64 {\n                if country == "de" { 19 } else { 17 }\n            }\n        }\n        assert_eq!(tax(200, "de", &Fixed), 38);\n        assert_eq!(tax(100, "lu", &Fixed), 17);',
  ),
  refused(
    "an error says that it is not written",
    "unwritten code",
    'pub fn tax(total: i64) -> Result<i64, String> {\n    Err("not implemented".into())\n}',
    "assert!(tax(100).is_err());",
  ),
];
