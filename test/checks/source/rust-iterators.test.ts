import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createRustSource } from "../../../src/checks/source/rust/index.ts";
import { hasTool } from "../../support/go.ts";

const root = mkdtempSync(join(tmpdir(), "baton-rust-iterators-"));
afterAll(() => rmSync(root, { recursive: true }));

const CODE = `pub struct Cart { prices: Vec<u32> }
impl Cart {
    pub fn each(&self) -> impl Iterator<Item = &u32> { self.prices.iter() }
    pub fn names<'a>(&'a self, more: impl IntoIterator<Item = &'a str> + 'a) -> impl Iterator<Item = String> + 'a {
        more.into_iter().map(Into::into)
    }
    pub fn gathered(&self) -> impl DoubleEndedIterator<Item = u64> {
        self.prices.iter().map(|one| u64::from(*one)).collect::<Vec<_>>().into_iter()
    }
    pub fn early(&self) -> impl Iterator<Item = u8> { if self.prices.is_empty() { return vec![].into_iter(); } vec![1].into_iter() }
    pub fn with(mut self, price: u32) -> Self { self.prices.push(price); self }
}
pub fn all<T: Clone>(ones: &[T]) -> impl Iterator<Item = T> + '_ { ones.iter().cloned() }
fn main() {
    let mut cart = Cart { prices: vec![3] };
    if std::env::args().count() > 1 { cart = cart.with(4); }
    println!("{:?} {:?}", cart.names(["x"]).collect::<Vec<_>>(), cart.gathered().rev().last());
    if std::env::args().count() > 1 { println!("{} {} {}", cart.each().count(), all(&[1]).count(), cart.early().count()); }
}
`;

async function printed(edition: string, value: "undefined" | "proxy" | null): Promise<string> {
  const files = [{ path: "src/main.rs", base: null, head: CODE.replace("fn main()", "fn main() -> ()") }];
  const [made] = value === null ? [] : await createRustSource().stub(files, value);
  // What starts the program is not what is stubbed here.
  const text = (made?.text ?? CODE).replace("{ if true { return; }", "{");
  writeFileSync(join(root, "main.rs"), text);
  execFileSync("rustc", ["--edition", edition, "-A", "warnings", "main.rs"], { cwd: root });
  return execFileSync(join(root, "main"), { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
}

describe.skipIf(!hasTool("rustc", "--version"))("stubs of Rust's iterators and builders", { timeout: 60_000 }, () => {
  it.each(["2018", "2021"])("compile where only their type says what they give: edition %s", async (edition) => {
    expect(await printed(edition, null)).toBe('["x"] Some(3)');
    expect(await printed(edition, "undefined")).toBe("[] None");
    expect(await printed(edition, "proxy")).toBe('["baton stub"] Some(7)');
  });
});
