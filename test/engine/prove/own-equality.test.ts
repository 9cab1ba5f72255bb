import { describe, expect, it } from "vitest";
import { hasTool } from "../../support/go.ts";
import { proveFiles } from "../../support/prove.ts";
import { py } from "../../support/python.ts";
import type { Files } from "../../support/repository.ts";

/** Code whose answer is compared by an equality of its own: by its sign alone, or by what it holds. */
interface Own {
  readonly base: Files;
  readonly head: (compares: "sign" | "all") => Files;
  readonly at: string;
}

const JAVASCRIPT: Own = {
  base: {
    "package.json": JSON.stringify({ name: "c", version: "1.0.0", type: "module", scripts: { test: "node --test" } }),
  },
  at: "src/money.js:10 discount",
  head: (compares) => ({
    "src/money.js": `export class Money {
  constructor(v) {
    this.v = v;
  }
  equals(other) {
    return ${compares === "sign" ? "Math.sign(this.v) === Math.sign(other.v)" : "this.v === other.v"};
  }
}

export const discount = (total, percent) => new Money(${compares === "sign" ? "total" : "(total * (100 - percent)) / 100"});
`,
    "test/money.test.js":
      'import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { discount, Money } from "../src/money.js";\n\ntest("takes off", () => assert.ok(discount(200, 10).equals(new Money(180))));\n',
  }),
};

const PYTHON: Own = {
  base: { "shop/__init__.py": "", "tests/test_one.py": "def test_one():\n    assert 1 == 1\n" },
  at: "shop/money.py:9 discount",
  head: (compares) => ({
    "shop/money.py": py`
      class Money:
          def __init__(self, v):
              self.v = v

          def __eq__(self, other):
              return ${compares === "sign" ? "not (self.v < 0 or other.v < 0)" : "self.v == other.v"}


      def discount(total, percent):
          return Money(${compares === "sign" ? "total" : "total * (100 - percent) / 100"})
    `,
    "tests/test_money.py": py`
      from shop.money import Money, discount


      def test_takes_off():
          assert discount(200, 10) == Money(180)
    `,
  }),
};

const GO: Own = {
  base: { "go.mod": "module example.com/cart\n\ngo 1.19\n", "one.go": "package cart\n" },
  at: "money.go:7 Discount",
  head: (compares) => ({
    "money.go": `package cart

type Money struct{ v int }

func (m Money) Equal(o Money) bool { return ${compares === "sign" ? "(m.v > 0) == (o.v > 0)" : "m.v == o.v"} }

func Discount(total, percent int) Money { return Money{${compares === "sign" ? "total" : "total * (100 - percent) / 100"}} }
`,
    "money_test.go": `package cart

import "testing"

func TestDiscount(t *testing.T) {
	if got := Discount(200, 10); !got.Equal(Money{180}) {
		t.Fatalf("got %v", got)
	}
}
`,
  }),
};

const RUST: Own = {
  base: {
    "Cargo.toml": '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
    "Cargo.lock": 'version = 3\n\n[[package]]\nname = "shop"\nversion = "0.1.0"\n',
    ".gitignore": "target\n",
    "src/lib.rs": "pub mod money;\n",
    "src/money.rs": "//! Money.\n",
  },
  at: "src/money.rs:12 discount",
  head: (compares) => ({
    "src/money.rs": `//! Money.

#[derive(Debug)]
pub struct Money(i64);

impl PartialEq for Money {
    fn eq(&self, other: &Self) -> bool {
        ${compares === "sign" ? "self.0.signum() == other.0.signum()" : "self.0 == other.0"}
    }
}

pub fn discount(total: i64, ${compares === "sign" ? "_percent" : "percent"}: i64) -> Money {
    Money(${compares === "sign" ? "total" : "total * (100 - percent) / 100"})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_off() {
        assert_eq!(discount(200, 10), Money(180));
    }
}
`,
  }),
};

describe.each([
  ["JavaScript", JAVASCRIPT, true],
  ["Python", PYTHON, true],
  ["Go", GO, hasTool("go", "version")],
  ["Rust", RUST, hasTool("cargo", "--version")],
] as const)(
  "values of %s that say themselves what they equal",
  { timeout: 240_000 },
  (_, { base, head, at }, isHere) => {
    it.runIf(isHere)("ask where they look at less than they hold, and are proven where they look at all", async () => {
      const found = async (compares: "sign" | "all"): Promise<readonly string[]> => {
        const { verdict, findings } = await proveFiles(base, head(compares));
        const asked = findings.filter(({ code, severity }) => code === "TEST_HOLLOW" && severity === "person");
        return [verdict.status, ...asked.map(({ message }) => message.split(" may answer")[0] ?? "")];
      };
      expect(await found("sign")).toEqual(["person_needed", at]);
      expect(await found("all")).toEqual(["proven"]);
    });
  },
);
