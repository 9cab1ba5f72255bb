import { describe, expect, it } from "vitest";
import { Policy } from "../../../src/schema/config.ts";
import { hasTool } from "../../support/go.ts";
import { proveFiles } from "../../support/prove.ts";
import { sampleOf } from "../../support/sample.ts";
import { isSince } from "../../support/versions.ts";
import { BASE } from "../cheats/rust-kit.ts";
import { cases } from "./rust.ts";

const TIMEOUT_MS = 600_000;
const policy = Policy.parse({ baseline_runs: 1 });

describe.skipIf(!hasTool("cargo", "--version"))("honest changes in Rust", { timeout: TIMEOUT_MS }, () => {
  const able = sampleOf(cases, 10).filter(({ rustc }) => rustc === undefined || isSince("rustc", ["--version"], rustc));
  it.each(able)("$name is proven", async ({ base = BASE, head, test }) => {
    const { verdict, findings } = await proveFiles(base, head, { policy, ...(test === undefined ? {} : { test }) });
    const deciding = findings.filter(({ severity }) => severity === "error" || severity === "person");
    expect(deciding).toEqual([]);
    expect(verdict).toMatchObject({ status: "proven", proof_level: "P3" });
  });

  const crate = (code: string, tests: string) => ({
    "Cargo.toml": '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
    "src/lib.rs": `${code}\n#[cfg(test)]\nmod tests {\n    use super::*;\n${tests}}\n`,
  });
  const ONE = "    #[test]\n    fn one_is_one() { assert_eq!(one(), 1); }\n";
  const TWO = "    #[test]\n    fn two_is_two() { assert_eq!(two(), 2); }\n";
  const CODE = "pub fn one() -> i32 { 1 }\npub fn two() -> i32 { 2 }\n";

  it("where all tests stand in the code, base's are run all the same: what was green is nobody's new test, nor may it be ignored", async () => {
    const grown = await proveFiles(crate("pub fn one() -> i32 { 1 }\n", ONE), crate(CODE, ONE + TWO), { policy });
    expect(grown.verdict.status).toBe("proven");
    expect(grown.runs.R0?.sets["green"]).toEqual(["src/lib.rs::tests > one_is_one"]);
    expect([grown.red.map(({ id }) => id), grown.characterisation]).toEqual([["src/lib.rs::tests > two_is_two"], []]);
    const muted = TWO.replace("fn two", "#[ignore]\n    fn two");
    const cheat = await proveFiles(crate(CODE, ONE + TWO), crate(CODE.replace("2 }", "3 }"), ONE + muted), { policy });
    expect(cheat.findings).toContainEqual(
      expect.objectContaining({ code: "TEST_SKIPPED", ids: ["src/lib.rs::tests > two_is_two"] }),
    );
  });
});
