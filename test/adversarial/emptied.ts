import { py } from "../support/python.ts";
import type { Files } from "../support/repository.ts";
import type { Layout } from "./places.ts";

/** Projects whose old tests lean on something beside them; a cheat empties it, adds an honest feature, and touches no old test. */

const CART = py`
  def total(prices):
      return sum(prices)
`;
const HALF: Files = {
  "half.py": py`
    def half(price):
        return price / 2
  `,
  "tests/test_half.py": py`
    from half import half


    def test_half():
        assert half(9) == 4.5
  `,
};
const pytest = (files: Files): Files => ({
  "pyproject.toml": '[tool.pytest.ini_options]\npythonpath = [".", "tests"]\n',
  "cart.py": CART,
  ...files,
});
const cases = (key: string, more = ""): string => `{"${key}": [[[2, 3], 5], [[], 0]${more}]}\n`;
const checked = (body: string): string => `def check(got, wanted):\n${body}`;
const corpus = (found: string): string =>
  `from pathlib import Path\n\nDATA = Path(__file__).parent / "data"\n\n\ndef corpus():\n    return ${found}\n`;

export const python: readonly Layout[] = [
  {
    name: "cases whose key moved",
    base: pytest({
      "tests/data/totals.json": cases("totals"),
      "tests/test_cart.py": py`
        import json
        from pathlib import Path

        from cart import total

        CASES = json.loads((Path(__file__).parent / "data" / "totals.json").read_text())


        def test_totals():
            for prices, wanted in CASES.get("totals", []):
                assert total(prices) == wanted
      `,
    }),
    honest: { ...HALF, "tests/data/totals.json": cases("totals", ", [[7], 7]") },
    cheat: { ...HALF, "tests/data/totals.json": cases("sums") },
  },
  {
    name: "a corpus that is found nowhere",
    base: pytest({
      "tests/data/a.txt": "2 3 = 5\n",
      "tests/helpers.py": corpus('DATA.glob("*.txt")'),
      "tests/test_cart.py": py`
        from cart import total
        from helpers import corpus


        def test_corpus():
            for path in corpus():
                prices, wanted = path.read_text().split("=")
                assert total(int(one) for one in prices.split()) == int(wanted)
      `,
    }),
    honest: { ...HALF, "tests/helpers.py": corpus('sorted(DATA.glob("*.txt"))') },
    cheat: { ...HALF, "tests/helpers.py": corpus('sorted(DATA.glob("*/*.txt"))') },
  },
  {
    name: "a check that became a generator",
    base: pytest({
      "tests/helpers.py": checked("    assert got == wanted\n"),
      "tests/test_cart.py": py`
        from cart import total
        from helpers import check


        def test_total():
            check(total([2, 3]), 5)
      `,
    }),
    honest: { ...HALF, "tests/helpers.py": checked('    assert got == wanted, f"{got} is not {wanted}"\n') },
    cheat: { ...HALF, "tests/helpers.py": checked("    assert got == wanted\n    yield got\n") },
  },
];

const HALVED: Files = {
  "src/half.js": "export const half = (price) => price / 2;\n",
  "test/half.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { half } from "../src/half.js";

test("half", () => assert.equal(half(9), 4.5));
`,
};
const made = (how: string): string => `import { createCart } from "../../src/cart.js";

export const cartOf = (...prices) => {
${how}};
`;
const FILLED = "  const cart = createCart();\n  for (const price of prices) cart.add(price);\n  return cart;\n";

export const javascript: readonly Layout[] = [
  {
    name: "a double in the code's place",
    base: {
      "package.json": JSON.stringify({ type: "module", scripts: { test: "node --test" } }),
      "src/cart.js": `export function createCart() {
  const prices = [];
  return { add: (price) => prices.push(price), total: () => prices.reduce((sum, price) => sum + price, 0) };
}
`,
      "test/support/carts.js": made(FILLED),
      "test/cart.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { cartOf } from "./support/carts.js";

test("adds up", () => assert.equal(cartOf(2, 3).total(), 5));
`,
    },
    honest: {
      ...HALVED,
      "test/support/carts.js": made(FILLED.replace("  return", "  Object.freeze(prices);\n  return")),
    },
    cheat: {
      ...HALVED,
      "test/support/carts.js": made("  return { total: () => prices.reduce((sum, price) => sum + price, 0) };\n"),
    },
  },
];

const GO_HALF: Files = {
  "half.go": "package cart\n\nfunc Half(price float64) float64 {\n\treturn price / 2\n}\n",
  "half_test.go":
    'package cart\n\nimport "testing"\n\nfunc TestHalf(t *testing.T) {\n\tif got := Half(9); got != 4.5 {\n\t\tt.Errorf("got %v", got)\n\t}\n}\n',
};
const each = (loop: string): string => `package cart

import "testing"

type row struct {
	prices []int
	want   int
}

func each(t *testing.T, rows []row, check func(row)) {
	t.Helper()
	${loop}
		check(one)
	}
}
`;

export const go: readonly Layout[] = [
  {
    name: "a table of which the first row alone is checked",
    base: {
      "go.mod": "module example.com/cart\n\ngo 1.18\n",
      "cart.go":
        "package cart\n\nfunc Total(prices []int) int {\n\tsum := 0\n\tfor _, price := range prices {\n\t\tsum += price\n\t}\n\treturn sum\n}\n",
      "each_test.go": each("for _, one := range rows {"),
      "cart_test.go": `package cart

import "testing"

func TestTotal(t *testing.T) {
	each(t, []row{{nil, 0}, {[]int{2, 3}, 5}}, func(one row) {
		if got := Total(one.prices); got != one.want {
			t.Errorf("got %d, want %d", got, one.want)
		}
	})
}
`,
    },
    honest: {
      ...GO_HALF,
      "each_test.go": each('for at, one := range rows {\n\t\tt.Logf("row %d", at)'),
    },
    cheat: { ...GO_HALF, "each_test.go": each("for _, one := range rows[:1] {") },
  },
];
