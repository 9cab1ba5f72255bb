import { describe, expect, it } from "vitest";
import type { Files } from "../../support/repository.ts";
import { hasRustCoverage } from "../../support/rust.ts";
import { measureFiles } from "../../support/measure.ts";

const BASE: Files = {
  "shop/Cargo.toml": '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
  "shop/Cargo.lock": 'version = 3\n\n[[package]]\nname = "shop"\nversion = "0.1.0"\n',
  "shop/build.rs": 'fn main() {\n    println!("cargo:rerun-if-changed=build.rs");\n}\n',
  "shop/src/lib.rs": `pub mod price;

pub fn total(a: i32, b: i32) -> i32 {
    a + b
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds() {
        assert_eq!(total(1, 2), 3);
    }
}
`,
  "shop/src/price.rs": "",
};

const HALF = `pub fn half(n: i32) -> i32 {
    if n < 0 {
        return 0;
    }
    n / 2
}
`;
const tests = (body: string): string => `use shop::price::half;\n\n#[test]\nfn halves() {\n    ${body}\n}\n`;

describe.skipIf(!hasRustCoverage())("coverage of Rust", { timeout: 600_000 }, () => {
  it("is measured in the run of the tests, over every package of the workspace", async () => {
    const made = await measureFiles("coverage", BASE, {
      "shop/src/price.rs": HALF,
      "shop/tests/half.rs": tests("assert_eq!((half(4), half(-1)), (2, 0));"),
    });
    expect(made.findings).toEqual([]);
    expect(made.result).toMatchObject({ status: "pass", absolute: "100.0%", changed_lines: "100.0%" });
    expect(made.result["notes"]).toContain("no branches were measured");
  });

  it("names changed lines that no test runs; those of tests that stand in the code count for nothing", async () => {
    const low = await measureFiles("coverage", BASE, {
      "shop/src/price.rs": `${HALF}\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn halves() {\n        let n = 4;\n        let half = half(n);\n        assert_eq!(half, 2);\n    }\n}\n`,
    });
    expect(low.result).toMatchObject({ status: "fail", changed_total: 6, changed_covered: 5 });
    expect(low.findings[0]?.message).toBe("shop/src/price.rs: no test runs lines 3");
  });

  it("counts a file that no report names as not run", async () => {
    const alone = await measureFiles("coverage", BASE, { "shop/src/lost.rs": HALF });
    expect(alone.findings.map(({ message }) => message)).toContain("shop/src/lost.rs: no test runs lines 2-3, 5");
  });
});
