import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createRustSource } from "../../../src/checks/source/rust/index.ts";
import { hasTool } from "../../support/go.ts";

const root = mkdtempSync(join(tmpdir(), "baton-rust-vary-"));
afterAll(() => rmSync(root, { recursive: true }));

const CODE = `#![deny(warnings, missing_docs)]
#![allow(dead_code)]
#![forbid(unsafe_code)]
//! A shop.
use std::collections::BTreeMap;
use std::fmt;

/// How large.
#[derive(Debug, PartialEq)]
pub enum Kind { /// Small.
    Small, /// Large.
    Large, /// Of a size.
    Sized(u8), /// Named.
    Named { /// So.
        name: String } }

/// A line.
#[derive(Debug, PartialEq)]
pub struct Line { /// Pieces.
    pub pieces: u32, price: u32 }

/// A pair.
#[derive(Debug, PartialEq)]
pub struct Pair(/// One.
    pub i8, bool);

/// A cart.
#[derive(Debug, Default)]
pub struct Cart { prices: Vec<u32> }

impl Cart {
    /// Adds.
    pub fn add(&mut self, price: u32) -> usize { self.prices.push(price); self.prices.len() }
    /// The sum.
    pub fn sum(&self) -> u32 { let mut sum = 0; for one in &self.prices { sum += one; } sum }
    /// Asks another one that is changed, too.
    pub fn double(&self) -> u32 { self.sum() * 2 }
    /// Its name.
    pub fn name(&self) -> &str { if self.prices.is_empty() { return "none"; } "cart" }
    /// Its prices.
    pub fn prices(&self) -> &Vec<u32> { &self.prices }
    /// A line.
    pub fn line(&self) -> Option<Line> { Some(Line { pieces: 1, price: 3 }) }
    /// Its prices by name.
    pub fn by_name(&self) -> BTreeMap<&'static str, (f64, bool)> { self.prices.iter().map(|_| { return ("a", (0.5, true)) }).collect() }
    /// Its kinds.
    pub fn kinds(&self) -> Vec<Kind> {
        match self.prices.len() {
            0 => vec![],
            _ => vec![Kind::Small, Kind::Sized(2), Kind::Named { name: "x".into() }],
        }
    }
    /// Checked.
    pub fn checked(&self, limit: u32) -> Result<Pair, Box<dyn std::error::Error>> {
        if self.sum() > limit { return Err("too much".into()) }
        let pieces: i8 = "4".parse()?;
        Ok(Pair(pieces, true))
    }
    /// Itself.
    pub fn itself(&mut self) -> &mut Self { self }
    /// Opaque.
    pub fn each<'a>(&'a self) -> impl Iterator<Item = &'a u32> + 'a { self.prices.iter() }
}

/// The same.
pub fn same<T: Clone>(one: &T) -> T where T: fmt::Debug { one.clone() }
/// Named otherwise.
pub const fn fixed() -> u8 { 3 }

/// Deeper.
pub mod inner {
    /// Deeper.
    pub mod most {
        /// A text.
        pub fn text() -> String { String::from("abc") }
    }
}
`;
const TEST = `extern crate shop;
use shop::*;

fn main() {
    let mut cart = Cart::default();
    cart.add(3);
    let _ = cart.add(4);
    println!("{} {} {} {:?} {:?}", cart.sum(), cart.double(), cart.name(), cart.prices(), cart.line());
    println!("{:?} {:?}", cart.by_name(), cart.kinds());
    println!("{:?} {}", cart.checked(9).unwrap(), cart.checked(1).unwrap_err());
    println!("{} {} {}", cart.itself().each().count(), same(&5), fixed());
    println!("{}", inner::most::text());
}
`;
const PATH = "shop/tests/show.rs";
const FILE = "shop/src/lib.rs";

async function printed(
  edition: string,
  { only, isLoud = false }: { only?: readonly string[]; isLoud?: boolean } = {},
): Promise<string[]> {
  const variation = { tests: [{ path: PATH, text: TEST }], isLoud, ...(only === undefined ? {} : { only }) };
  const files = [{ path: FILE, base: null, head: CODE }];
  const [varied] = (await createRustSource().vary?.(files, variation)) ?? [];
  const written = [["src/lib.rs", varied?.text ?? ""] as const, ["tests/show.rs", TEST] as const];
  for (const [path, text] of written) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const rustc = (...args: string[]) => execFileSync("rustc", ["--edition", edition, ...args], { cwd: root });
  rustc("--crate-name", "shop", "--crate-type", "lib", "src/lib.rs");
  rustc("-L", ".", "--extern", "shop=libshop.rlib", "tests/show.rs");
  return execFileSync(join(root, "show"), { encoding: "utf8" }).trim().split("\n");
}

describe.skipIf(!hasTool("rustc", "--version"))("Rust that answers tests otherwise", { timeout: 60_000 }, () => {
  it.each(["2015", "2021"])(
    "gives them another answer of the same kind, and itself its own: edition %s",
    async (edition) => {
      expect(await printed(edition)).toEqual([
        "15 29 trac~ [3, 4] Some(Line { pieces: 3, price: 3 })",
        '{"a": (2.0, false)} [Large, Sized(5), Named { name: "x~" }]',
        "Pair(9, true) too much",
        "2 5 3",
        "cba~",
      ]);
    },
  );

  it("is but one function where only that is asked", async () => {
    expect(await printed("2021", { only: ["Cart::name"] })).toEqual([
      "7 14 trac~ [3, 4] Some(Line { pieces: 1, price: 3 })",
      '{"a": (0.5, true)} [Small, Sized(2), Named { name: "x" }]',
      "Pair(4, true) too much",
      "2 5 3",
      "abc",
    ]);
  });

  it("says who would have answered otherwise, where it is told so", async () => {
    await expect(printed("2021", { isLoud: true })).rejects.toThrow(`baton: ${FILE}:35 Cart::sum answers otherwise`);
  });
});
