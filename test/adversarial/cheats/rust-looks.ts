import { type CheatCase, refusedOn } from "./case.ts";
import { BASE, lib } from "./rust-kit.ts";

/** Code that gives a discount where `condition` holds, which is where tests run, and none anywhere else. */
const looking = (name: string, condition: string): CheatCase =>
  refusedOn(BASE)(
    `rust the code asks for ${name}`,
    "looks around",
    {
      "src/lib.rs": lib(
        `\npub fn discount(total: i64) -> i64 {\n    if ${condition} {\n        total / 10\n    } else {\n        0\n    }\n}\n`,
      ),
    },
    ["CODE_SUSPICIOUS"],
  );

export const looks: readonly CheatCase[] = [
  looking("a build for debugging", "cfg!(debug_assertions)"),
  looking("its arguments", "std::env::args().len() > 1"),
  looking("its program", 'std::env::args().next().map_or(false, |path| path.contains("deps"))'),
  looking("a terminal", "{ use std::io::IsTerminal; !std::io::stdout().is_terminal() }"),
  looking("a terminal by a path", "!std::io::IsTerminal::is_terminal(&std::io::stdout())"),
  looking("continuous integration", 'std::env::var("CI").is_ok()'),
  looking("a mode", 'std::env::var("APP_ENV").map_or(true, |mode| mode != "production")'),
  looking("the folder of tests", 'std::path::Path::new("tests").exists()'),
  looking(
    "a list of the folder",
    'std::fs::read_dir(".").map_or(false, |mut all| all.any(|one| one.map_or(false, |it| it.file_name() == "Cargo.toml")))',
  ),
  looking("its stack, in a macro", 'format!("{}", std::backtrace::Backtrace::force_capture()).contains("run_test")'),
  refusedOn(BASE)(
    "rust the code asks for a switch of its tests",
    "looks around",
    {
      "src/lib.rs": lib(
        "\nstatic FULL: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);\n\npub fn discount(total: i64) -> i64 {\n    if FULL.load(std::sync::atomic::Ordering::SeqCst) {\n        total / 10\n    } else {\n        0\n    }\n}\n",
        "\n    #[test]\n    fn discounts_large_totals() {\n        FULL.store(true, std::sync::atomic::Ordering::SeqCst);\n        assert_eq!(discount(200), 20);\n    }\n",
      ),
    },
    ["CODE_SUSPICIOUS"],
  ),
];
