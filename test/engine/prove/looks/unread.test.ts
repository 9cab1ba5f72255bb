import { describe, expect, it } from "vitest";
import type { ProofData } from "../../../../src/schema/proof.ts";
import { hasTool } from "../../../support/go.ts";
import { proveFiles } from "../../../support/prove.ts";
import { py } from "../../../support/python.ts";
import type { Files } from "../../../support/repository.ts";

const hollow = ({ verdict, findings }: ProofData): unknown => [
  verdict.status,
  findings.flatMap(({ code, severity, message }) =>
    code === "TEST_HOLLOW" && severity === "person" ? [message.split(" may answer")[0]] : [],
  ),
];
const NODE: Files = {
  "package.json": JSON.stringify({ name: "cart", version: "1.0.0", type: "module", scripts: { test: "node --test" } }),
  "src/one.js": "export const one = () => 1;\n",
  "test/one.test.js":
    'import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { one } from "../src/one.js";\n\ntest("one", () => assert.equal(one(), 1));\n',
};
const CODE = `export class Cart {
  rows = [];
  add(price) {
    this.rows.push(price);
    return this.rows.length;
  }
}

export async function summary(cart) {
  return { sum: cart.rows.reduce((a, b) => a * b, 1), rows: cart.rows.map((price) => ({ price })) };
}
`;
const cart = (body: string): Files => ({
  "src/cart.js": CODE,
  "test/cart.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { Cart, summary } from "../src/cart.js";

const kind = (value) => assert.equal(typeof value, "number");

test("holds what is added", () => {
  const cart = new Cart();
  cart.add(3);
  assert.deepEqual(cart.rows, [3]);
});

test("sums up", async () => {
  const cart = new Cart();
  cart.add(3);
  cart.add(4);
  ${body}
});
`,
});

describe("JavaScript", () => {
  it.each([
    ["kinds alone", "const { sum, rows } = await summary(cart);\n  kind(sum);\n  kind(rows[0].price);", ["summary"]],
    [
      "a part of it",
      "const { rows } = await summary(cart);\n  assert.deepEqual(rows, [{ price: 3 }, { price: 4 }]);",
      [],
    ],
    ["nothing of an answer that it drops", "assert.equal(cart.rows.length, 2);", []],
    [
      "nothing of answers that it drops in a loop or together",
      "for (const price of [1, 2]) cart.add(price);\n  await Promise.all([3, 4].map((price) => cart.add(price)));\n  assert.equal(cart.rows.length, 6);",
      [],
    ],
    [
      "what it waits for together with anything",
      "await Promise.all([cart].map((one) => summary(one)).map(async (one) => kind((await one).sum)));",
      ["summary"],
    ],
  ])("asks a person where a test compares %s", async (_, body, asked) => {
    const places = asked.map((symbol) => `src/cart.js:9 ${symbol}`);
    expect(hollow(await proveFiles(NODE, cart(body)))).toEqual([asked.length > 0 ? "person_needed" : "proven", places]);
  });
});

const totals = (code: string, more: string): Files => ({
  "src/totals.js": code,
  "test/totals.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { totals } from "../src/totals.js";

test("sums up by name", () => assert.deepEqual(totals([["a", 1], ["b", 2], ["a", 3]]), [["a", 4], ["b", 2]]));
${more}`,
});
const SLOW = `export function totals(rows) {
  const names = rows.map((row) => row[0]).filter((name, at, all) => all.indexOf(name) === at);
  return names.map((name) => [name, rows.filter((row) => row[0] === name).reduce((sum, row) => sum + row[1], 0)]);
}
`;
const FAST = `export function totals(rows) {
  const found = new Map();
  for (const [name, count] of rows) found.set(name, (found.get(name) ?? 0) + count);
  return [...found];
}
`;
const ONCE = `test("looks at each row once", () => {
  let looks = 0;
  const rows = [1, 2, 3].map((at) => ({ *[Symbol.iterator]() { yield "n" + at; yield at; }, get 0() { looks += 1; return "n" + at; }, 1: at }));
  assert.equal(totals(rows).length, 3);
  assert.ok(looks <= 3);
});
`;
const OPTION = `export function totals(rows, { most = Infinity } = {}) {
  const found = new Map();
  for (const [name, count] of rows) found.set(name, (found.get(name) ?? 0) + count);
  return [...found];
}
`;
const CAPPED = `test("caps", () => assert.ok(totals([["a", 9]], { most: 5 })[0][1] > 0));
test("refuses no rows", () => assert.throws(() => totals(null), /not iterable/));
`;

describe("an answer that older tests hold", () => {
  it.each([
    ["needs nobody where each new test notices the change in another way", FAST, ONCE, []],
    ["is asked about where a new test would hold without the change", OPTION, CAPPED, ["src/totals.js:1 totals"]],
  ])("%s", async (_, code, more, asked) => {
    const base = { ...NODE, ...totals(SLOW, "") };
    expect(hollow(await proveFiles(base, totals(code, more)))).toEqual([
      asked.length > 0 ? "person_needed" : "proven",
      asked,
    ]);
  });
});

const TAGS = `import { createHash } from "node:crypto";
export const tagOf = (text) => '"' + createHash("sha256").update(text).digest("hex").slice(0, 8) + '"';
export const answer = (text, known) => ({ tag: tagOf(text), body: known === tagOf(text) ? "" : text });
`;
const tags = (more: string): Files => ({
  "src/tags.js": TAGS,
  "test/tags.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { answer, tagOf } from "../src/tags.js";

test("equal texts have an equal tag", () => {
  assert.equal(tagOf("a"), tagOf(String("a")));
  assert.notEqual(tagOf("a"), tagOf("b"));
});
test("a known text is not sent again", () => {
  const { tag, body } = answer("a");
  assert.equal(body, "a");
  assert.equal(answer("a", tag).body, "");
  ${more}
});
`,
});

describe("what the code makes of an answer", () => {
  it.each([
    ["looks at it", String.raw`assert.match(tag, /^"[0-9a-f]{8}"$/);`, []],
    ["does not", "", ["src/tags.js:2 tagOf"]],
  ])("counts where another new test %s", async (_, more, asked) => {
    expect(hollow(await proveFiles(NODE, tags(more)))).toEqual([asked.length > 0 ? "person_needed" : "proven", asked]);
  });
});

const codes = (more: string): Files => ({
  "src/codes.js": `export const codeOf = (number) => "A" + number * 7;
`,
  "test/codes.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { codeOf } from "../src/codes.js";

test("writes codes", () => {
  for (const number of [1, 20]) assert.match(codeOf(number), /^A[0-9]+$/);
});
// LOUD and FROZEN: words of the runtime that stand in tests.
test("all begin alike", () => assert.equal(codeOf(3).slice(0, 1), codeOf(4).slice(0, 1)));
${more}`,
});

describe("an answer that is looked at by its form, or beside another one of the code", () => {
  it.each([
    ["is asked about where it may be the same for all", "", ["src/codes.js:1 codeOf"]],
    ["needs nobody where a test tells two apart", 'test("twenty", () => assert.equal(codeOf(20), "A140"));\n', []],
  ])("%s", async (_, more, asked) => {
    expect(hollow(await proveFiles(NODE, codes(more)))).toEqual([asked.length > 0 ? "person_needed" : "proven", asked]);
  });
});

const PYTHON: Files = {
  "pyproject.toml": '[tool.pytest.ini_options]\npythonpath = ["."]\n',
  "one.py": "def one():\n    return 1\n",
  "tests/test_one.py": "from one import one\n\n\ndef test_one():\n    assert one() == 1\n",
};
const stats = (body: string): Files => ({
  "stats.py": py`
    from dataclasses import dataclass


    @dataclass(frozen=True)
    class Stats:
        mean: float
        count: int


    class Series:
        def __init__(self):
            self.values = []

        def add(self, value):
            self.values.append(value)
            return len(self.values)


    async def stats(series):
        values = series.values
        return Stats(max(values, default=0), len(values))
  `,
  "tests/test_stats.py": py`
    import asyncio

    from stats import Series, Stats, stats


    def test_add():
        series = Series()
        series.add(4)
        assert series.values == [4]


    def test_stats():
        series = Series()
        series.add(4)
        series.add(2)
        found = asyncio.run(stats(series))
        ${body}
  `,
});

describe("Python", () => {
  it.each([
    ["kinds alone", "assert isinstance(found, Stats) and found.count > 0", ["stats.py:19 stats"]],
    ["a part of it", "assert found.count == 2", []],
  ])("asks a person where a test compares %s", async (_, body, asked) => {
    expect(hollow(await proveFiles(PYTHON, stats(body)))).toEqual([
      asked.length > 0 ? "person_needed" : "proven",
      asked,
    ]);
  });
});

const slugs = (more: string): Files => ({
  "slugs.py": py`
    def slug(title):
        return "-".join(title.split())
  `,
  "tests/test_slugs.py": `${py`
    import re

    import pytest
    from slugs import slug


    @pytest.mark.parametrize("title", ["one two", "three"])
    def test_form(title):
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", slug(title))
  `}${more}`,
});

describe("Python's answers by their form", () => {
  it.each([
    ["are asked about where one may be the same for all", "", ["slugs.py:1 slug"]],
    ["need nobody where a test tells two apart", '\n\ndef test_three():\n    assert slug("three") == "three"', []],
  ])("%s", async (_, more, asked) => {
    expect(hollow(await proveFiles(PYTHON, slugs(more)))).toEqual([
      asked.length > 0 ? "person_needed" : "proven",
      asked,
    ]);
  });
});

const GO: Files = {
  "go.mod": "module example.com/shop\n\ngo 1.18\n",
  "one.go": "package shop\n\nfunc One() int { return 1 }\n",
  "one_test.go":
    'package shop\n\nimport "testing"\n\nfunc TestOne(t *testing.T) {\n\tif One() != 1 {\n\t\tt.Fail()\n\t}\n}\n',
};
const split = (body: string): Files => ({
  "split.go": `package shop

import "errors"

type Share struct{ Who string; Cents int }

func Split(cents int, who ...string) ([]Share, error) {
	if len(who) == 0 {
		return nil, errors.New("nobody")
	}
	shares := make([]Share, len(who))
	for i, one := range who {
		shares[i] = Share{one, cents / len(who)}
	}
	return shares, nil
}
`,
  "split_test.go": `package shop

import "testing"

func TestSplit(t *testing.T) {
	shares, err := Split(100, "a", "b", "c")
	if err != nil {
		t.Fatal(err)
	}
	${body}
}

func TestNobody(t *testing.T) {
	if _, err := Split(100); err == nil {
		t.Fatal("no error")
	}
}
`,
});

describe.skipIf(!hasTool("go", "version"))("Go", { timeout: 120_000 }, () => {
  it.each([
    ["how many there are", 'if len(shares) != 3 {\n\t\tt.Fatal("three")\n\t}', ["split.go:7 Split"]],
    ["a part of it", "if shares[0].Cents != 33 {\n\t\tt.Fatal(shares)\n\t}", []],
  ])("asks a person where a test compares %s", async (_, body, asked) => {
    expect(hollow(await proveFiles(GO, split(body)))).toEqual([asked.length > 0 ? "person_needed" : "proven", asked]);
  });
});

const kinds = (more: string): Files => ({
  "kinds.go": `package shop

func Parts(text string) (string, string) {
	return text[:1], text[1:]
}
`,
  "kinds_test.go": `package shop

import "testing"

func TestParts(t *testing.T) {
	for _, text := range []string{"ab", "cd"} {
		if head, tail := Parts(text); len(head) != 1 || len(tail) != 1 {
			t.Errorf("%q %q", head, tail)
		}
	}
}
${more}`,
});

describe.skipIf(!hasTool("go", "version"))("Go's answers by their form", { timeout: 120_000 }, () => {
  it.each([
    ["are asked about where one may be the same for all", "", ["kinds.go:3 Parts"]],
    [
      "need nobody where a test tells two apart",
      '\nfunc TestLast(t *testing.T) {\n\tif _, tail := Parts("cd"); tail != "d" {\n\t\tt.Fatal(tail)\n\t}\n}\n',
      [],
    ],
  ])("%s", async (_, more, asked) => {
    expect(hollow(await proveFiles(GO, kinds(more)))).toEqual([asked.length > 0 ? "person_needed" : "proven", asked]);
  });
});

const RUST: Files = {
  "Cargo.toml": '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
  "Cargo.lock": 'version = 3\n\n[[package]]\nname = "shop"\nversion = "0.1.0"\n',
  ".gitignore": "target\n",
  "src/lib.rs": "pub mod split;\n\npub fn one() -> u8 {\n    1\n}\n",
  "src/split.rs": "//! Shares.\n",
  "tests/one.rs": "#[test]\nfn is_one() {\n    assert_eq!(shop::one(), 1);\n}\n",
};
const shares = (inCode: string, integration: string): Files => ({
  "src/split.rs": `//! Shares.

#[derive(Debug, Clone, PartialEq)]
pub struct Share {
    pub who: String,
    pub cents: u32,
}

pub fn split(cents: u32, who: &[&str]) -> Result<Vec<Share>, String> {
    if who.is_empty() {
        return Err("nobody".to_string());
    }
    Ok(who.iter().map(|one| Share { who: one.to_string(), cents: each(cents, who) }).collect())
}

fn each(cents: u32, who: &[&str]) -> u32 {
    cents / who.len() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refuses_nobody() {
        assert_eq!(split(100, &[]), Err("nobody".to_string()));
    }

    #[test]
    fn splits() {
        let shares = split(100, &["a", "b", "c"]).unwrap();
        ${inCode}
    }
}
`,
  "tests/split.rs": `use shop::split::split;

#[test]
fn splits_between_two() {
    let shares = split(100, &["a", "b"]);
    ${integration}
}
`,
});

describe.skipIf(!hasTool("cargo", "--version"))("Rust", { timeout: 240_000 }, () => {
  const ANY = ["assert_eq!(shares.len(), 3);", "assert!(shares.is_ok());"] as const;
  it.each([
    ["how many there are, and that it went well", ...ANY, ["src/split.rs:9 split"]],
    ["a part of it in the code", "assert!(shares.iter().all(|share| share.cents == 33));", ANY[1], []],
    ["a part of it in another file", ANY[0], "assert_eq!(shares.unwrap()[0].cents, 50);", []],
  ])("asks a person where a test compares %s", async (_, inCode, integration, asked) => {
    const { verdict, findings } = await proveFiles(RUST, shares(inCode, integration));
    expect(hollow({ verdict, findings } as ProofData)).toEqual([asked.length > 0 ? "person_needed" : "proven", asked]);
  });
});
