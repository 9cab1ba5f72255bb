import fc from "fast-check";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { cargoSuiteReport } from "../../../src/checks/readers/cargo-suite.ts";
import { readDocTests, readLibtest } from "../../../src/checks/readers/libtest.ts";
import { rustFailure } from "../../../src/checks/readers/rust-panic.ts";
import { modulesOf } from "../../../src/checks/source/rust/modules.ts";

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

function treeOf(files: Readonly<Record<string, string>>): string {
  const tree = mkdtempSync(join(tmpdir(), "baton-rust-"));
  folders.push(tree);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
  }
  return tree;
}

const result = (passed: number, failed: number, ignored = 0): string =>
  `running 3 tests\n\ntest result: ${failed === 0 ? "ok" : "FAILED"}. ${passed} passed; ${failed} failed; ${ignored} ignored; 0 measured; 0 filtered out; finished in 0.00s\n\n`;

describe("one test program", () => {
  it("is read from its log, with what failing tests printed", () => {
    const stdout = `running 3 tests\n---- tests::b stdout ----\nassertion failed\n\nfailures:\n    tests::b\n${result(1, 1, 1)}`;
    expect(readLibtest({ stdout, log: "ok tests::a\nfailed tests::b\nignored: later tests::c\n", code: 101 })).toEqual({
      tests: [
        { name: "tests::a", status: "passed", output: "" },
        { name: "tests::b", status: "failed", output: "\nassertion failed" },
        { name: "tests::c", status: "skipped", output: "" },
      ],
      problems: [],
    });
  });

  it.each<[string, { stdout: string; log: string; code: number | null }]>([
    ["ended early", { stdout: "running 1 test\n", log: "ok a\n", code: 0 }],
    ["a log that was cut", { stdout: result(1, 0), log: "ok a\nok", code: 0 }],
    ["a line that is no result", { stdout: result(1, 0), log: "ok a\nfine b\n", code: 0 }],
    ["more tests in the log than in the result", { stdout: result(1, 0), log: "ok a\nok b\n", code: 0 }],
    ["a failure that the log hides", { stdout: result(1, 1), log: "ok a\nok b\n", code: 101 }],
    ["a test that ended twice", { stdout: result(2, 0), log: "ok a\nok a\n", code: 0 }],
    ["an exit code against its result", { stdout: result(1, 0), log: "ok a\n", code: 101 }],
    ["failures under exit code 0", { stdout: result(0, 1), log: "failed a\n", code: 0 }],
  ])("is no sound report with %s", (_, program) => {
    expect(readLibtest(program).problems).not.toEqual([]);
  });

  it("is sound under no cut of its log", () => {
    const log = "ok a\nfailed b\n";
    fc.assert(
      fc.property(fc.integer({ min: 0, max: log.length - 1 }), (end) => {
        const { problems } = readLibtest({ stdout: result(1, 1), log: log.slice(0, end), code: 101 });
        expect(problems).not.toEqual([]);
      }),
    );
  });
});

describe("examples in documentation", () => {
  const block = (lines: string, announced: number, passed: number): string =>
    `\nrunning ${announced} tests\n${lines}\n${result(passed, 0).split("\n\n")[1]}\n`;

  it("are counted block by block", () => {
    const text = block("test src/lib.rs - add (line 4) ... ok\ntest src/lib.rs - (line 1) - compile ... ok", 2, 2);
    expect(readDocTests(text)).toMatchObject({
      tests: [{ name: "src/lib.rs - add (line 4)" }, { name: "src/lib.rs - (line 1)" }],
      problems: [],
    });
  });

  it.each([
    ["passed", "ok"],
    ["passed", "should panic ... ok"],
    ["skipped", "ignored"],
    ["skipped", "compile ... ok"],
    ["skipped", "compile fail ... ok"],
    ["failed", "compile ... FAILED"],
  ])("are %s with `%s`: what is only compiled did not run", (status, told) => {
    const text = block(`test src/lib.rs - add (line 4) ${told.includes(" ... ") ? "- " : "... "}${told}`, 1, 1);
    expect(readDocTests(text).tests).toMatchObject([{ name: "src/lib.rs - add (line 4)", status }]);
  });

  it.each([
    ["fewer than announced", block("test src/lib.rs - add (line 4) ... ok", 2, 1)],
    ["no result", "running 1 test\ntest src/lib.rs - add (line 4) ... ok\n"],
  ])("are no sound report with %s", (_, text) => {
    expect(readDocTests(text).problems).not.toEqual([]);
  });
});

describe("how a Rust test failed", () => {
  const tree = treeOf({
    "src/lib.rs":
      'fn f() { panic!("x") }\n#[cfg(test)]\nmod tests {\n    assert!(a, "words");\n    panic!("by hand");\n    x.unwrap();\n    x.unwrap_err();\n    fn set_up() {\n        y.unwrap();\n    }\n    fn a() {\n        let z = f().unwrap();\n        assert_eq!(z, 1);\n    }\n}\n',
  });
  it.each([
    ["assertion", "thread 'a' panicked at src/lib.rs:9:9:\nassertion `left == right` failed"],
    ["assertion", "thread 'a' panicked at 'assertion failed: x', src/lib.rs:9:9"],
    ["assertion", "thread 'a' panicked at src/lib.rs:4:5:\nwords"],
    ["assertion", "thread 'a' panicked at 'words', src/lib.rs:4:5"],
    ["assertion", "thread 'a' panicked at src/lib.rs:5:5:\nby hand"],
    ["assertion", "thread 'a' panicked at src/lib.rs:7:7:\ncalled `Result::unwrap_err()`"],
    ["assertion", "note: test did not panic as expected"],
    ["error", "thread 'a' panicked at src/lib.rs:1:10:\nx"],
    ["error", "thread 'a' panicked at src/lib.rs:9:11:\ncalled `Option::unwrap()` on a `None` value"],
    ["assertion", "thread 'a' panicked at src/lib.rs:12:21:\ncalled `Option::unwrap()` on a `None` value"],
    ["error", "thread 'a' panicked at /rustc/library/core/src/option.rs:1:1:\nx"],
    ["error", 'Error: "no"'],
  ])("is an %s: %s", (kind, output) => {
    expect(rustFailure(output, tree).kind).toBe(kind);
  });
});

describe("a run of cargo test", () => {
  const tree = treeOf({
    "src/lib.rs": "mod cart;\n",
    "src/cart.rs": "#[test]\nfn a() {}\n",
    "tests/own.rs": "#[test]\nfn b() {}\n",
  });
  const artifact = (name: string, path: string): string =>
    `${JSON.stringify({ reason: "compiler-artifact", target: { src_path: join(tree, path) }, executable: `/target/${name}` })}\n`;
  const finished = (success = true): string => `${JSON.stringify({ reason: "build-finished", success })}\n`;
  const read = (stdout: string, programs: readonly object[]) => {
    const reportDirectory = treeOf(
      Object.fromEntries(programs.map((program, at) => [`${at}.json`, JSON.stringify(program)])),
    );
    return cargoSuiteReport({ stdout, stderr: "", reportDirectory, tree, directory: "" });
  };
  const program = { program: "/target/lib", code: 0, signal: null, timedOut: false, whole: true };
  const good = { ...program, stdout: result(1, 0), log: "ok cart::a\n" };

  it("names tests by the file they stand in", () => {
    expect(read(artifact("lib", "src/lib.rs") + finished(), [good])).toMatchObject({
      complete: true,
      tests: [{ id: "src/cart.rs::cart > a", status: "passed" }],
    });
  });

  it("takes a program with a main of its own as one test that cannot fail by assertion", () => {
    const own = { ...program, program: "/target/own", code: 1, stdout: "assertion failed", log: null };
    const { tests } = read(artifact("own", "tests/own.rs") + finished(), [own]);
    expect(tests).toMatchObject([{ id: "tests/own.rs::(main)", status: "failed", failure: { kind: "error" } }]);
  });

  it.each<[string, string, object[]]>([
    ["a program that cargo did not build", finished(), [good]],
    ["no end of the build", artifact("lib", "src/lib.rs"), [good]],
    ["a program that ran out of time", artifact("lib", "src/lib.rs") + finished(), [{ ...good, timedOut: true }]],
    ["a report of another shape", artifact("lib", "src/lib.rs") + finished(), [good, { log: "ok z\n" }]],
    ["nothing at all", finished(), []],
  ])("is incomplete with %s", (_, stdout, programs) => {
    expect(read(stdout, programs).complete).toBe(false);
  });

  it("calls every file with tests one that cannot be loaded when the build fails", () => {
    const error = `${JSON.stringify({ reason: "compiler-message", message: { level: "error", rendered: "error[E0425]" } })}\n`;
    expect(read(error + finished(false), []).fileErrors).toEqual([
      { file: "src/cart.rs", name: "NotCompiled", message: "error[E0425]" },
      { file: "tests/own.rs", name: "NotCompiled", message: "error[E0425]" },
    ]);
  });
});

it.each([
  ["src/lib.rs", ""],
  ["src/main.rs", ""],
  ["src/cart.rs", "cart"],
  ["crates/a/src/cart/mod.rs", "cart"],
  ["src/cart/tests.rs", "cart::tests"],
  ["src/bin/tool.rs", ""],
  ["tests/it.rs", ""],
  ["tests/common/mod.rs", "common"],
  ["tests/it/main.rs", ""],
])("%s is the module %s", (path, modules) => {
  expect(modulesOf(path).join("::")).toBe(modules);
});
