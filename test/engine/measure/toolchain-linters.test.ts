import { describe, expect, it, test } from "vitest";
import { programsOn } from "../../../src/engine/measure/open.ts";
import type { Measured } from "../../../src/engine/measure/outcome.ts";
import { hasTool } from "../../support/go.ts";
import { measureFiles } from "../../support/measure.ts";
import type { Files } from "../../support/repository.ts";
import { createScanners, type Scanners } from "../../support/scanners.ts";
import { saidOf, toolsOf } from "../../support/said.ts";

const ADD = "pub fn add(a: i32, b: i32) -> i32 {\n    a + b\n}\n";
const CRATE: Files = {
  "shop/Cargo.toml": '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
  "shop/Cargo.lock": 'version = 3\n\n[[package]]\nname = "shop"\nversion = "0.1.0"\n',
  "shop/src/lib.rs": `pub mod more;\n${ADD}\npub fn old(a: i32) -> i32 {\n    return a;\n}\n`,
  "shop/src/more.rs": "",
  "shop/tests/add.rs": "#[test]\nfn adds() {\n    assert_eq!(shop::add(1, 2), 3);\n}\n",
};

describe.skipIf(!hasTool("cargo-clippy", "--version"))("Clippy", { timeout: 300_000 }, () => {
  const measured = async (more: string, files: Files = {}, base: Files = CRATE): Promise<Measured> =>
    measureFiles("lint", base, { "shop/src/more.rs": more, ...files });

  it("only what the change brings counts, and what the compiler itself only warns of does not", async () => {
    const calm = await measured("pub fn one() -> i32 {\n    1\n}\n\nfn later() {}\n");
    expect([calm.status, calm.result["warnings"], saidOf(calm)]).toEqual(["pass", 1, []]);
    expect(calm.result["looked_at"]).toBe("clippy: 2 targets");
    const names = ["shop/src/lib.rs", "shop/tests/add.rs"];
    expect(calm.report?.content).toMatchObject({
      tools: [{ looked_at: { what: "targets", count: 2, names: expect.arrayContaining(names) } }],
    });
    expect(toolsOf(calm)).toContainEqual({ name: "clippy", version: expect.stringMatching(/^\d+\.\d+/) });
    const made = await measured("pub fn one() -> i32 {\n    return 1;\n}\n");
    expect(saidOf(made)).toEqual([
      expect.stringMatching(
        /^LINT_FOUND shop\/src\/more\.rs:2 clippy::needless_return: .* \[clippy clippy --workspace --all-targets --offline --message-format json/,
      ),
    ]);
  });

  it("a lint that is denied is an error, also where warnings are only noted", async () => {
    const settings = { "baton.config.json": JSON.stringify({ checks: { lint_warnings: "note" } }) };
    const noted = await measured("pub fn one() -> i32 {\n    return 1;\n}\n", {}, { ...CRATE, ...settings });
    expect([noted.status, noted.notes]).toEqual(["pass", ["1 new lint warnings"]]);
    const denied = await measured("pub fn one(a: i32) -> bool {\n    a == a\n}\n", {}, { ...CRATE, ...settings });
    expect(saidOf(denied)).toEqual([expect.stringMatching(/^LINT_FOUND shop\/src\/more\.rs:2 clippy::eq_op: /)]);
  });

  it.each(["#[allow(clippy::needless_return)]", '#[expect(clippy::all, reason = "(no)")]'])(
    "%s hides nothing that the change brings",
    async (attribute) => {
      const muted = await measured(`${attribute}\npub fn one() -> i32 {\n    return 1;\n}\n`);
      expect(saidOf(muted)).toEqual([
        expect.stringMatching(/^CHECK_SUPPRESSED switched off: shop\/src\/more\.rs:3 clippy::needless_return/),
      ]);
    },
  );

  it("one that base has, and one that hides nothing, cost nothing", async () => {
    const allowed = "#[allow(clippy::needless_return)]\npub fn one() -> i32 {\n    return 1;\n}\n";
    const kept = await measured(
      `${allowed}\npub fn two() -> i32 {\n    2\n}\n`,
      {},
      { ...CRATE, "shop/src/more.rs": allowed },
    );
    expect([kept.status, saidOf(kept)]).toEqual(["pass", []]);
    const idle = await measured("#[allow(clippy::needless_return)]\npub fn one() -> i32 {\n    1\n}\n");
    expect([idle.status, saidOf(idle)]).toEqual(["pass", []]);
  });

  it("findings that base had in a target that does not compile keep no honest change back", async () => {
    const broken = {
      ...CRATE,
      "shop/benches/speed.rs": "#![feature(test)]\nfn main() {}\n",
      "shop/src/lib.rs": `pub mod more;\n${ADD}`,
    };
    const calm = await measured("pub fn one() -> i32 {\n    1\n}\n", {}, broken);
    expect([calm.status, saidOf(calm)]).toEqual(["pass", []]);
    const made = await measured("pub fn one() -> i32 {\n    return 1;\n}\n", {}, broken);
    expect(saidOf(made)).toEqual([expect.stringContaining("clippy::needless_return")]);
  });

  it("under a toolchain that the project pins, nothing is said of its version", async () => {
    const pinned = { ...CRATE, "rust-toolchain.toml": '[toolchain]\nchannel = "stable"\n' };
    const made = await measured("pub fn one() -> i32 {\n    return 1;\n}\n", {}, pinned);
    expect(saidOf(made)).toEqual([expect.stringContaining("clippy::needless_return")]);
    expect(toolsOf(made)).not.toContainEqual(expect.objectContaining({ name: "clippy" }));
  });

  it("without its crates nothing is measured, and it says what it needs", async () => {
    const missing = {
      ...CRATE,
      "baton.config.json": JSON.stringify({ environment: { prepare: null } }),
      "shop/Cargo.toml": `${CRATE["shop/Cargo.toml"] ?? ""}\n[dependencies]\nno-such-crate-here = "1"\n`,
    };
    const made = await measured("pub fn one() {}\n", {}, missing);
    expect([made.status, made.result["reason"]]).toEqual(["not_measured", "EVIDENCE_UNREADABLE"]);
    expect(saidOf(made)[0]).toContain("it needs the crates that it depends on (cargo fetch)");
  });
});

test("what rustup has on PATH in the place of a Clippy that is not installed is none", () => {
  const [there, missing] = [createScanners(), createScanners()];
  try {
    there.add("cargo-clippy", 'print("clippy 0.1.95");');
    missing.add("cargo-clippy", 'fs.writeSync(2, "error: cargo-clippy is not installed for the toolchain"); end(1);');
    const found = ({ env }: Scanners, manifest: string): boolean =>
      programsOn({ PATH: env["PATH"] ?? "" }, { directory: "/", tree: { paths: [manifest], read: () => null } }).has(
        "cargo-clippy",
      );
    expect([found(there, "shop/Cargo.toml"), found(missing, "shop/Cargo.toml")]).toEqual([true, false]);
    // Nor is it started where there is no Rust: it would make a folder of its own in the user's home.
    expect(found(there, "shop/package.json")).toBe(false);
  } finally {
    for (const one of [there, missing]) one.remove();
  }
});

const PRINTS = (format: string): string =>
  `package cart\n\nimport "fmt"\n\nfunc Print() {\n\tfmt.Printf("${format}\\n", "x")\n}\n`;
const MODULE: Files = {
  "service/go.mod": "module example.com/shop\n\ngo 1.18\n",
  "service/cart/total.go": "package cart\n\nfunc Total(a, b int) int {\n\treturn a + b\n}\n",
  "service/cart/total_test.go":
    'package cart\n\nimport "testing"\n\nfunc TestTotal(t *testing.T) {\n\tif Total(1, 2) != 3 {\n\t\tt.Fatal("no")\n\t}\n}\n',
  "service/cart/old.go": PRINTS("%d").replace("Print()", "Old()"),
};

describe.skipIf(!hasTool("go", "version"))("go vet", { timeout: 300_000 }, () => {
  const measured = async (head: Files, base: Files = MODULE): Promise<Measured> => measureFiles("lint", base, head);

  it("only what the change brings counts", async () => {
    const calm = await measured({ "service/cart/print.go": PRINTS("%s") });
    expect([calm.status, calm.result["errors"], saidOf(calm)]).toEqual(["pass", 1, []]);
    expect(calm.result["looked_at"]).toBe("go-vet: 1 package");
    expect(toolsOf(calm)).toContainEqual({ name: "go-vet", version: expect.stringMatching(/^go1\.\d+/) });
    const made = await measured({ "service/cart/print.go": PRINTS("%d") });
    expect(saidOf(made)).toEqual([
      expect.stringMatching(
        /^LINT_FOUND service\/cart\/print\.go:6 printf: fmt\.Printf format .* \[go-vet vet -json \.\/\.\.\.\]$/,
      ),
    ]);
  });

  it("has no say in security", async () => {
    const broken = { "service/cart/print.go": "package cart\n\nfunc Print() int {\n\treturn nothing\n}\n" };
    const made = await measureFiles("security", MODULE, broken);
    expect([made.status, made.result["tool"]]).toEqual(["pass", expect.not.stringContaining("go-vet")]);
  });

  it("what does not compile is not measured", async () => {
    const made = await measured({
      "service/cart/print.go": "package cart\n\nfunc Print() int {\n\treturn nothing\n}\n",
    });
    expect([made.status, made.result["reason"]]).toEqual(["not_measured", "TOOL_FAILED"]);
    expect(saidOf(made)[0]).toMatch(/it needs a module that compiles.*(?:undefined|undeclared name): nothing/);
  });
});
