import { lib } from "../cheats/rust-kit.ts";
import type { HonestChange } from "./go.ts";

const CODE = `
use std::io::IsTerminal;

/// Colours text where somebody looks.
pub fn paint(text: &str, colours: bool) -> String {
    if colours {
        format!("\\x1b[31m{text}\\x1b[0m")
    } else {
        text.to_string()
    }
}

pub fn red(text: &str) -> String {
    paint(text, std::io::stdout().is_terminal())
}

pub fn mode() -> String {
    std::env::var("APP_ENV").unwrap_or_else(|_| "development".to_string())
}

pub fn is_ci() -> bool {
    std::env::var("CI").is_ok_and(|value| value == "true")
}

/// The words after the program's own name.
pub fn words(args: impl Iterator<Item = String>) -> Vec<String> {
    args.skip(1).filter(|word| !word.starts_with('-')).collect()
}

pub fn command_line() -> Vec<String> {
    words(std::env::args())
}

pub fn checked(total: i64) -> i64 {
    if cfg!(debug_assertions) && total < 0 {
        panic!("negative total");
    }
    total.max(0)
}
`;

const TESTS = `
    #[test]
    fn paints() {
        assert_eq!(paint("no", true), "\\x1b[31mno\\x1b[0m");
        assert_eq!(red("no"), "no", "output is piped");
    }

    #[test]
    fn knows_its_surroundings() {
        assert_eq!(mode(), "development");
        std::env::set_var("CI", "true");
        assert!(is_ci());
        std::env::remove_var("CI");
        assert!(!is_ci());
    }

    #[test]
    fn reads_words() {
        let args = ["cart", "buy", "-q", "nail"].map(String::from);
        assert_eq!(words(args.into_iter()), ["buy", "nail"]);
        assert!(command_line().iter().all(|word| !word.starts_with('-')));
    }

    #[test]
    fn keeps_totals() {
        assert_eq!(checked(7), 7);
    }
`;

/** Code that asks what is around it, as programs do, and tests that set it, say it, or do not mind. */
export const cases: readonly HonestChange[] = [
  { name: "a program that asks what is around it", rustc: [1, 70], head: { "src/lib.rs": lib(CODE, TESTS) } },
];
