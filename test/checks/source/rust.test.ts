import { describe, expect, it } from "vitest";
import { createRustSource } from "../../../src/checks/source/rust/index.ts";

const rust = createRustSource();
const path = "src/cart.rs";

const stub = async (head: string, base: string | null = null) =>
  (await rust.stub([{ path, base, head }], "undefined"))[0];
const other = async (head: string) => (await rust.stub([{ path, base: null, head }], "proxy"))[0]?.text ?? "";
const flip = async (text: string) => (await rust.flip([{ path: "tests/a.rs", text }]))[0];
const kinds = async (head: string, role: "implementation" | "test" = "implementation") =>
  (await rust.signals([{ path, base: null, head }], role)).map(({ kind }) => kind);

describe("stubs of Rust", () => {
  it("lets new and changed bodies return at once and keeps lines, other bodies and tests as they are", async () => {
    const same = "fn same() -> u8 {\n    1\n}\n";
    const tests = "#[cfg(test)]\nmod tests {\n    #[test]\n    fn a() {\n        assert!(true);\n    }\n}\n";
    const head = `${same}fn next_one() -> u8 {\n    2\n}\n${tests}`;
    const made = await stub(head, `${same}fn next_one() -> u8 { 1 }\n${tests}`);
    expect(made?.symbols).toEqual(["next_one"]);
    expect(made?.text).toBe(head.replace("u8 {\n    2", "u8 { if true { return 0; } \n    2"));
  });

  it("sees no change in white space and comments", async () => {
    expect((await stub("fn a() -> u8 { /* one */ 1 }", "fn a() -> u8 {\n  1\n}"))?.symbols).toEqual([]);
  });

  it.each([
    ["-> (i8, String)", 'return (-7, baton_std::string::String::from("baton stub"),)'],
    ["-> Option<bool>", "return baton_core::option::Option::Some(true)"],
    ["-> std::io::Result<u8>", "return baton_core::result::Result::Ok(7)"],
    ["-> Result<u8, String>", "return baton_core::result::Result::Err(baton_std::string::String::from"],
    ["-> Kind", "return Kind::Large"],
    ["-> Cart", "return Cart { size: 7, kind: Kind::Large }"],
    ["-> impl Iterator<Item = u8>", "::map({ todo()  }, |_: u8| ()); baton_core::iter::once::<u8>(7)"],
    ["-> impl Iterator<Item = String> + 'static", "baton_core::iter::once::<String>(baton_std::string::String::from("],
    ["-> impl Iterator<Item = impl Copy>", 'panic!("baton stub")'],
    ["-> impl Iterator<Item = u8> + Seek", 'panic!("baton stub")'],
    ["", "if true { return; }"],
  ])("makes a value of %s that differs from its default", async (type, text) => {
    const types = "enum Kind { Small, Sized(u8), Large }\nstruct Cart { size: u8, kind: Kind }\n";
    expect(await other(`${types}fn make() ${type} { todo() }`)).toContain(text);
  });

  it("lets a builder do nothing where it answers something else", async () => {
    const made = await other(
      "impl A { fn b(mut self, c: u8) -> Self { d() } fn e(&mut self) -> &mut Self { d() } fn f(&self) -> Self { d() } }",
    );
    expect(made.match(/return self;/g)).toHaveLength(2);
  });

  it("leaves functions that never return, and constant ones whose value cannot be written", async () => {
    expect((await stub("fn a() -> ! { loop {} }\nconst fn b() -> Cart { Cart {} }"))?.symbols).toEqual([]);
  });

  it("takes a constant's content away and keeps its type", async () => {
    const made = await stub('const RATE: u8 = 12u8;\nstatic NAMES: &[&str] = &["a"];\nconst PAIR: &[u8; 2] = &[1, 2];');
    expect(made?.text).toBe("const RATE: u8 = 0u8;\nstatic NAMES: &[&str] = &[];\nconst PAIR: &[u8; 2] = &[1, 2];");
  });

  it("answers nothing of what does not parse, but takes away bodies around what only the compiler knows", async () => {
    expect((await stub("fn a( {"))?.symbols).toEqual([]);
    expect(await rust.tests([{ path, text: "fn a( {" }])).toEqual([]);
    const made = await stub("fn a() -> u8 {\n    let x = newer @@ words;\n    1\n}\nfn b() -> bool { true }\n");
    expect(made?.symbols).toEqual(["a", "b"]);
    expect(made?.text).toContain("fn a() -> u8 { if true { return 0; } \n    let x = newer @@ words;");
  });

  it("reads what is called `raw`, beside raw borrows, by its own words", async () => {
    const head = "fn a(raw: &str) -> &str { b(&raw const RAW, &raw); &raw[1..] }\n";
    expect((await stub(head))?.text).toBe(head.replace("{ b", '{ if true { return ""; }  b'));
    const [read] = await rust.tests([
      { path: "tests/a.rs", text: "#[test]\nfn a() {\n    assert_eq!(b(), &raw);\n}\n" },
    ]);
    expect(read?.said?.words).toContain("raw");
  });

  it("takes one function away at a time, but none that only returns a default", async () => {
    const mutants = await rust.mutants([
      { path, base: null, head: "fn a() -> u8 { 1 }\nfn b() -> u8 { 0 }\nfn c() {\n f()\n}" },
    ]);
    expect(mutants.map(({ symbol, line, end_line }) => [symbol, line, end_line])).toEqual([
      ["a", 1, 1],
      ["c", 3, 5],
    ]);
  });
});

describe("tests written in Rust", () => {
  it("have the names that libtest gives them, helpers and strengths", async () => {
    const text = `#[cfg(test)]
mod tests {
    fn check(got: u8) { assert!(got > 1); }
    #[test]
    #[ignore]
    fn a() { assert_eq!(f(), 3, "why {}", 1); assert!(g().is_ok()); assert!(true); assert_eq!(x, x); }
    #[tokio::test]
    async fn b() { if f() != 3 { panic!("no") } }
    #[test]
    #[should_panic(expected = "x")]
    fn c() { f(); }
}
fn plain() { assert!(ready); }`;
    const tests = await rust.tests([{ path, text }]);
    expect(tests.map(({ name, helper, skipped, assertions }) => [name, helper, skipped, assertions])).toEqual([
      ["cart > tests > check", true, false, [2]],
      ["cart > tests > a", false, true, [3, 1, 0, 0]],
      ["cart > tests > b", false, false, [3]],
      ["cart > tests > c", false, false, [2]],
    ]);
  });

  it("have their own macros that assert beside them", async () => {
    const text =
      "macro_rules! assert_a { ($a:expr) => { assert_eq!($a, 1); assert!($a > 0) } }\nmacro_rules! other { () => {} }";
    const tests = await rust.tests([{ path: "tests/a.rs", text }]);
    expect(tests.map(({ name, helper, assertions }) => [name, helper, assertions])).toEqual([
      ["assert_a!", true, [3, 2]],
    ]);
  });

  it("that expect any panic say less than those that expect its words", async () => {
    const panics = ["", '(expected = "")', '(expected = "x")', ' = "x"'];
    const text = panics.map((given, at) => `#[test]\n#[should_panic${given}]\nfn a${at}() { f(); }`).join("\n");
    const tests = await rust.tests([{ path: "tests/a.rs", text }]);
    expect(tests.map(({ assertions }) => assertions)).toEqual([[1], [1], [2], [2]]);
  });

  it("have the names of a crate of tests whose file is called like its folder", async () => {
    const [test] = await rust.tests([{ path: "tests/tests.rs", text: "#[test]\nfn a() { assert!(f()); }" }]);
    expect(test?.name).toBe("a");
  });

  it.each([
    ["if small() { return; } assert_eq!(f(), 3);", [2]],
    ["for row in rows { if row.odd { continue; } assert_eq!(f(row), 3); }", [2]],
    ["return; assert_eq!(f(), 3);", [0]],
    ["std::thread::spawn(|| { assert_eq!(f(), 3); });", [1]],
    ["if small() { assert!(g()); return; } assert_eq!(f(), 3);", [2, 3]],
    ["if let 3 = f() { assert_eq!(f(), 3); }", [2]],
    ["if f() != 3 { panic!() } else { assert_eq!(g(), 3); }", [3, 3]],
    ["for one in f() { assert_eq!(one, 3); }", [2]],
    ["for one in [1, 2, 3] { assert_eq!(f(one), one); }", [3, 3, 3]],
    ["let rows = [1, 2]; for one in &rows { assert_eq!(f(one), one); }", [3, 3]],
    ["for one in [].iter() { assert_eq!(f(one), one); }", [0]],
    ["for at in 0..3 { assert_eq!(f(at), at); }", [3, 3, 3]],
    ["const LAST: u32 = 2; for at in (1..=LAST).rev() { assert_eq!(f(at), at); }", [3, 3]],
    ["for at in 0..0 { assert_eq!(f(at), at); }", [0]],
    ["for at in 0..f() { assert_eq!(f(at), at); }", [2]],
    ["std::thread::spawn(|| { assert_eq!(f(), 3); }).join().unwrap();", [3]],
    ["std::thread::spawn(|| { assert_eq!(f(), 3); }).join().unwrap_or_default();", [1]],
    ["let one = thread::spawn(|| assert_eq!(f(), 3)); assert!(one.join().is_ok());", [3, 1]],
    ["let one = thread::spawn(|| assert_eq!(f(), 3)); one.join()?;", [3]],
    ["assert!(matches!(f(), Err(Full { limit: 4 })));", [3]],
    ["assert!(matches!(f(), Err(Full { .. } | Empty)));", [2]],
    ["assert!(matches!(f(), Err(_)));", [1]],
    ["assert!((f() - 3.0).abs() < 1e-9);", [3]],
    ["assert!((f() - 3.0).abs() < tolerance);", [3]],
    ["assert!((f() - 3.0).abs() < 1e9);", [2]],
    ["assert_eq!(f().len(), 2);", [2]],
    ["assert_eq!(f().len(), 0);", [3]],
    ["let want = f(); assert_eq!(f(), want);", [1]],
  ])("pin down less behind a way around their assertions: %s", async (body, assertions) => {
    const [test] = await rust.tests([{ path: "tests/a.rs", text: `#[test]\nfn a() { ${body} }` }]);
    expect(test?.assertions).toEqual(assertions);
  });

  it("keep their digest under another name, and lose it with another attribute", async () => {
    const digest = async (text: string) => (await rust.tests([{ path: "tests/a.rs", text }]))[0]?.digest;
    const one = await digest("#[test]\nfn a() { assert_eq!(f(), 3); }");
    expect(await digest("#[test]\nfn other() {\n  // why\n  assert_eq!(f(), 3);\n}")).toBe(one);
    expect(await digest("#[test]\n#[should_panic]\nfn a() { assert_eq!(f(), 3); }")).not.toBe(one);
  });
});

describe("flips of Rust", () => {
  it.each([
    ["assert_eq!(f(), 3);", "assert_ne!(f(), 3);"],
    ["core::assert_ne!(f(), 3);", "core::assert_eq!(f(), 3);"],
    ['assert!(f::<A, B>(1, 2) == 3, "é {}", x);', 'assert!(!(f::<A, B>(1, 2) == 3), "é {}", x);'],
    ['if f() != 3 { panic!("no") }', 'if !(f() != 3) { panic!("no") }'],
  ])("turns %s round", async (from, to) => {
    const test = (body: string): string => `#[test]\nfn a() { ${body} }\n`;
    expect(await flip(test(from))).toEqual({ path: "tests/a.rs", text: test(to), flipped: 1 });
  });

  it("expects no panic where one was expected", async () => {
    const made = await flip("#[test]\n#[should_panic]\nfn a() { f() }");
    expect(made?.text).not.toContain("should_panic");
    expect(made?.text).toContain("catch_unwind");
  });

  it.each(["assert!(true);", "assert_eq!(x, x);", "assert_eq!(1, 1);", "if ready { skip() }"])(
    "leaves %s, which asserts nothing",
    async (body) => {
      expect((await flip(`#[test]\nfn a() { ${body} }`))?.flipped).toBe(0);
    },
  );
});

describe("canaries in Rust", () => {
  it.each([
    [
      "in the module of the tests",
      path,
      "#[cfg(test)]\nmod tests {\n    #[test]\n    fn a() {}\n}\nfn after() {}\n",
      /a\(\) \{\}\n\n#\[test\]\nfn baton_xy_holds[\s\S]*\}\nfn after/,
    ],
    [
      "at the end of an outer test",
      "tests/a.rs",
      "#[test]\nfn a() {}\n",
      /fn a\(\) \{\}\n\n\n#\[test\]\nfn baton_xy_holds/,
    ],
    ["in a module of their own beside code alone", path, "fn a() {}\n", /#\[cfg\(test\)\]\nmod baton_xy \{/],
  ])("stand %s", async (_, file, text, expected) => {
    const [planted] = await rust.canary([{ path: file, text }], "xy");
    expect(planted?.text).toMatch(expected);
  });
});

describe("base's tests in head's code", () => {
  const code = (body: string, test: string, example = "1"): string =>
    `/// \`\`\`\n/// assert_eq!(a(), ${example});\n/// \`\`\`\nfn a() -> u8 { ${body} }\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn a() { ${test} }\n}\n`;
  const keep = async (base: string, head: string) => (await rust.keep?.([{ path, base, head }]))?.[0]?.text;

  it("take the place of head's, and those that head removed come back", async () => {
    const base = code("1", "assert_eq!(a(), 1);");
    expect(await keep(base, code("2", "assert!(true);", "2"))).toBe(code("2", "assert_eq!(a(), 1);"));
    expect(await keep(base, code("2", "x").split("\n#[cfg")[0] ?? "")).toContain("assert_eq!(a(), 1);\n");
  });

  it("are the same where only code, white space or head's own new tests differ", async () => {
    const base = code("1", "assert_eq!(a(), 1);");
    expect(await keep(base, code("2", "assert_eq!(a(),  1);"))).toBeUndefined();
    expect(await keep(base, `${base}#[test]\nfn more() {}\n`)).toBeUndefined();
  });

  const FILE = "#[cfg(test)]\nmod tests;\n";
  it("are the module that base has, in the code or in a file of its own", async () => {
    const base = code("1", "assert_eq!(a(), 1);");
    const [inCode = ""] = /#\[cfg\(test\)\][^]*/.exec(base) ?? [];
    const moved = base.replace(inCode, FILE);
    const renamed = base.replace(inCode, '#[cfg(test)]\n#[path = "a_tests.rs"]\nmod tests;\n');
    expect((await keep(base, moved))?.trim()).toBe(base.trim());
    expect((await keep(base, renamed))?.trim()).toBe(base.trim());
    expect((await keep(moved, base))?.trim()).toBe(moved.trim());
    expect(await keep(moved, moved.replace(FILE, ""))).toContain(FILE);
  });

  it("have no module beside them whose file is head's alone", async () => {
    const base = code("1", "assert_eq!(a(), 1);");
    expect((await keep(base, `${base}#[cfg(test)]\nmod more_tests;\n`))?.trim()).toBe(base.trim());
    expect(await keep(base, `${base}#[cfg(test)]\nmod fixtures;\n`)).toBeUndefined();
    expect(await keep(`fn b() {}\n${FILE}`, `fn b() {}\n\n${FILE}`)).toBeUndefined();
  });
});

describe("signals in Rust", () => {
  it.each([
    ["fn a() { std::process::exit(1) }", "early_exit"],
    ["fn a() { std::panic::set_hook(Box::new(|_| {})) }", "runner_hook"],
    ['fn a() { print("test result: ok. 3 passed") }', "runner_hook"],
    ["#[ctor::ctor]\nfn a() {}", "runner_hook"],
    ["fn a() -> bool { cfg!(test) }", "test_environment"],
    ["fn a() -> bool { cfg!(not(test)) }", "test_environment"],
    ['fn a() -> bool { cfg!(any(feature = "x", test)) }', "test_environment"],
    ["#[cfg(not(test))]\nfn a() {}", "test_environment"],
    ["fn a() -> u8 { #[cfg(test)] { return 1; } 0 }", "test_environment"],
    ["fn a() -> u8 { #[cfg(test)]\n#[rustfmt::skip]\nlet b = 1; b }", "test_environment"],
    ["fn a(x: u8) -> u8 { match x { #[cfg(test)]\n3 => 9, _ => 0 } }", "test_environment"],
    ['fn a() { std::env::var("RUST_TEST_THREADS") }', "test_environment"],
    ['fn a() { std::env::var("CARGO_MANIFEST_DIR") }', "test_environment"],
    ["fn a() { let mut on = false; debug_assert!({ on = true; true }); }", "test_environment"],
    ['const A: &str = include_str!("../tests/golden/a.txt");', "test_code_in_code"],
    ['const A: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/a"));', "test_code_in_code"],
    ['fn a() { std::fs::read_to_string("tests/golden/a.txt") }', "test_code_in_code"],
    ['fn a() { std::env::vars().any(|(name, _)| name.starts_with("CARGO_")) }', "test_environment"],
    ['fn a() { std::fs::read_to_string("/proc/self/cmdline") }', "test_environment"],
    ["fn a() { std::thread::current().name() }", "stack_inspection"],
    ["macro_rules! assert_eq { () => {} }", "assertion_patch"],
    ["use fake::same as assert_eq;", "assertion_patch"],
    ["impl PartialEq for A { fn eq(&self, _: &A) -> bool { true } }", "always_equal"],
    ["impl PartialEq for A { fn eq(&self, b: &A) -> bool { let same = true; same } }", "always_equal"],
    ["#[allow(clippy::unwrap_used)]\nfn a() {}", "suppression"],
  ])("%s is one", async (text, kind) => {
    expect(await kinds(text)).toEqual([kind]);
    expect(await rust.signals([{ path, base: text, head: `fn b() {}\n${text}` }], "implementation")).toEqual([]);
  });

  it.each([
    "#[cfg(test)]\nmod tests { fn a() { std::thread::current().name(); } }",
    "#[derive(Debug)]\n#[allow(dead_code)]\nstruct A;",
    "#[cfg(test)]\nfn helper() {}",
    "fn a() { #[cfg(test)]\nuse std::fs; #[cfg(test)]\nfn inner() {} }",
    "struct A { #[cfg(test)] a: u8 }",
    "fn a(test: bool) { assert!(cfg!(unix) && test); }",
    "impl A {\n#[cfg(test)]\nfn a() -> u8 { 1 }\n}",
    'fn a() -> &str { env!("CARGO_PKG_VERSION") }',
    "impl PartialEq for A { fn eq(&self, b: &A) -> bool { self.0 == b.0 } }",
    'const A: &str = include_str!("../data/contests/a.txt");',
    'fn a() { debug_assert!({ let ok = b == c; ok }, "; sorted = {f} {g}", g = 1); debug_assert_eq!(b, c); }',
    '#[cfg(test)]\nmod tests { const A: &str = include_str!("../tests/golden/a.txt"); }',
    "impl PartialEq for Never { fn eq(&self, _: &Never) -> bool { false } }",
  ])("%s is none", async (text) => {
    expect(await kinds(text)).toEqual([]);
  });
});

const ROWS = "assert_eq!(total(row.of), row.want);";
const GOOD = "for row in ROWS { if total(row.of) == row.want { good.push(row); } }";

describe("rows of a Rust test that the code picks", () => {
  const picked = async (body: string) => {
    const head = `use cart::{known, total};\nfn holds(row: &Row) -> bool { row.want == total(row.of) }\n#[test]\nfn a() { ${body} }\n#[rstest]\n#[case(1, 2)]\nfn b(#[case] of: u8, #[case] want: u8) { assert_eq!(total(of), want); }\n`;
    return (await rust.signals([{ path: "tests/a.rs", base: null, head }], "test")).map(({ kind }) => kind);
  };
  it.each([
    `for row in ROWS { if total(row.of) != row.want { continue; } ${ROWS} }`,
    `for row in ROWS.iter() { let got = total(row.of); if got == row.want { assert_eq!(got, row.want); } }`,
    `for (of, want) in ROWS.iter().filter(|(of, want)| total(*of) == *want) { assert_eq!(total(*of), *want); }`,
    `ROWS.iter().filter(|row| holds(row)).for_each(|row| { ${ROWS} });`,
    `let mut good = vec![]; ${GOOD} for row in good { ${ROWS} }`,
    `let mut rows = rows(); rows.retain(|row| total(row.of) == row.want); for row in &rows { ${ROWS} }`,
    `for row in ROWS { if !holds(&row) { continue; } check_total(total(row.of), row.want); }`,
  ])("are seen: %s", async (body) => {
    expect(await picked(body)).toEqual(["chosen_rows"]);
  });

  it.each([
    `for row in ROWS { ${ROWS} }`,
    `for row in known() { ${ROWS} }`,
    `for row in ROWS { if row.of == row.want { continue; } ${ROWS} }`,
    `for row in ROWS { if known(row.of) != row.want { continue; } ${ROWS} }`,
    `for row in ROWS { if total(row.of) != row.want { panic!("{}", total(row.of)); } }`,
    `for row in ROWS { let got = total(row.of); if got == row.never { panic!("{got}"); } }`,
    `for row in ROWS.iter().filter(|row| total(row.of) > 3) { ${ROWS} }`,
    `let bad: Vec<_> = ROWS.iter().filter(|row| total(row.of) != row.want).collect(); assert!(bad.is_empty()); for row in bad { ${ROWS} }`,
    `let Some(first) = ROWS.iter().find(|row| total(row.of) == row.want) else { panic!() }; assert_eq!(total(first.of), 3);`,
  ])("are not seen: %s", async (body) => {
    expect(await picked(body)).toEqual([]);
  });
});
