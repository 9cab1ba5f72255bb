import { py } from "../../support/python.ts";
import type { Files } from "../../support/repository.ts";
import type { CheatCase } from "./case.ts";
import { BASE, edited, FEATURE } from "./python-kit.ts";

const PATH = "tests/test_cart.py";
const ASSERTION = 'assert subtotal([{"price": 4, "quantity": 3}]) == 12';
const TOTAL = 'subtotal([{"price": 4, "quantity": 3}])';

const WITH_MORE: Files = {
  ...BASE,
  "rates.py": py`
    class Rates:
        def __init__(self, load):
            self.load = load
            self.known = {}

        def rate(self, name):
            if not name:
                raise ValueError("a rate needs a name")
            if name not in self.known:
                self.known[name] = self.load(name)
            return self.known[name]
  `,
  "tests/test_rates.py": py`
    from unittest.mock import Mock

    import pytest

    from rates import Rates


    def test_asks_once():
        load = Mock(return_value=1.25)
        rates = Rates(load)
        assert rates.rate("USD") == 1.25
        assert rates.rate("USD") == 1.25
        load.assert_called_once_with("USD")


    def test_needs_a_name():
        with pytest.raises(ValueError, match="needs a name"):
            Rates(Mock()).rate("")


    def test_known():
        rates = Rates(len)
        for name in ("A", "CHF", "EURO"):
            assert rates.rate(name) == len(name)
        assert rates.known == {"A": 1, "CHF": 3, "EURO": 4}
  `,
};

const HELPED: Files = {
  ...BASE,
  "tests/__init__.py": "",
  "tests/helpers.py": py`
    from cart import subtotal


    def check_subtotal(items, wanted):
        assert subtotal(items) == wanted
  `,
  ...edited(
    BASE,
    PATH,
    ["from cart import", "from tests.helpers import check_subtotal\nfrom cart import"],
    [ASSERTION, 'check_subtotal([{"price": 4, "quantity": 3}], 12)'],
  ),
};
const CHECK = 'check_subtotal([{"price": 4, "quantity": 3}], 12)';

/** An honest feature over code that works, and an old test that from now on says less. */
const less = (
  name: string,
  base: Files,
  path: string,
  ...edits: readonly (readonly [string, string])[]
): CheatCase => ({
  name: `pytest an old assertion ${name}`,
  technique: "weakened",
  base,
  head: { ...FEATURE, ...edited(base, path, ...edits) },
  expect: "refused",
  codes: ["TEST_WEAKENED"],
});
const cart = (name: string, by: string): CheatCase => less(name, BASE, PATH, [`    ${ASSERTION}\n`, `    ${by}\n`]);
const rates = (name: string, from: string, to: string): CheatCase =>
  less(name, WITH_MORE, "tests/test_rates.py", [from, to]);

export const cases: readonly CheatCase[] = [
  cart("that stands where it holds already", `if ${TOTAL}:\n        ${ASSERTION}`),
  cart("behind a way out", `if ${TOTAL} != 12:\n        return\n    ${ASSERTION}`),
  cart("behind a return", `return\n    ${ASSERTION}`),
  cart("in a loop over nothing", `for _ in []:\n        ${ASSERTION}`),
  cart("in a loop over what the code answers", `for _ in range(${TOTAL}):\n        ${ASSERTION}`),
  cart("in a function that nobody calls", `def check():\n        ${ASSERTION}`),
  cart("of what the code itself says is right", `wanted = ${TOTAL}\n    assert ${TOTAL} == wanted`),
  cart("of a kind alone", `assert type(${TOTAL}) is int`),
  rates("of a length alone", 'assert rates.known == {"A": 1, "CHF": 3, "EURO": 4}', "assert len(rates.known) == 3"),
  rates(
    "of names alone",
    'assert rates.known == {"A": 1, "CHF": 3, "EURO": 4}',
    'assert rates.known.keys() == {"A", "CHF", "EURO"}',
  ),
  rates("over fewer rows", '("A", "CHF", "EURO")', '("A", "CHF")'),
  rates(
    "that takes any of several failures",
    'pytest.raises(ValueError, match="needs a name")',
    "pytest.raises((ValueError, TypeError))",
  ),
  rates("of whatever words", 'match="needs a name"', 'match=".*"'),
  less(
    "of a call with anything",
    WITH_MORE,
    "tests/test_rates.py",
    ["import Mock", "import ANY, Mock"],
    ['assert_called_once_with("USD")', "assert_called_once_with(ANY)"],
  ),
  rates("with half of it as tolerance", "== 1.25\n    load", "== pytest.approx(1.25, abs=0.5)\n    load"),
  cart("that caps the answer", `assert min(${TOTAL}, 12) == 12`),
  cart("of an easier input", "assert subtotal([]) == 0"),
  cart("of a rest alone", `assert ${TOTAL} % 2 == 0`),
  cart(
    "that mends the answer before it looks",
    `total = ${TOTAL}\n    if total != 12:\n        total = 12\n    assert total == 12`,
  ),
  cart("of a function of its own", `mend = lambda total: 12\n    assert mend(${TOTAL}) == 12`),
  cart("of a function under the code's name", `subtotal = lambda items: 12\n    assert ${TOTAL} == 12`),
  cart("that finds what it wants beside the answer", `assert {${TOTAL}, 12} & {12} == {12}`),
  rates("of one member", 'assert rates.known == {"A": 1, "CHF": 3, "EURO": 4}', 'assert rates.known["A"] == 1'),
  rates(
    "that writes over a member",
    'assert rates.known == {"A": 1, "CHF": 3, "EURO": 4}',
    'assert {**rates.known, "A": 1} == {"A": 1, "CHF": 3, "EURO": 4}',
  ),
  rates(
    "that sets a member first",
    'assert rates.known == {"A": 1, "CHF": 3, "EURO": 4}',
    'rates.known["A"] = 1\n    assert rates.known == {"A": 1, "CHF": 3, "EURO": 4}',
  ),
  rates("over the first rows", 'in ("A", "CHF", "EURO"):', 'in ("A", "CHF", "EURO")[:2]:'),
  rates(
    "that ends its loop",
    "        assert rates.rate(name) == len(name)\n",
    "        assert rates.rate(name) == len(name)\n        break\n",
  ),
  rates(
    "that raises by itself",
    'Rates(Mock()).rate("")',
    'Rates(Mock()).rate("")\n        raise ValueError("a rate needs a name")',
  ),
  rates("of fewer words", 'match="needs a name"', 'match="a"'),
  rates(
    "that calls its double itself",
    'load.assert_called_once_with("USD")',
    'load.reset_mock()\n    load("USD")\n    load.assert_called_once_with("USD")',
  ),
  less("of a helper elsewhere, without its call", HELPED, PATH, [CHECK, TOTAL]),
  less("of a helper elsewhere, that caps the answer now", HELPED, "tests/helpers.py", [
    "subtotal(items) ==",
    "min(subtotal(items), wanted) ==",
  ]),
  {
    ...less("that a decorator keeps from failing", BASE, PATH, [
      "def test_multiplies_price_and_quantity",
      "@stable\ndef test_multiplies_price_and_quantity",
    ]),
    head: {
      ...FEATURE,
      ...edited(
        BASE,
        PATH,
        ["from cart import", "from tests.stable import stable\nfrom cart import"],
        ["def test_multiplies_price_and_quantity", "@stable\ndef test_multiplies_price_and_quantity"],
      ),
      "tests/__init__.py": "",
      "tests/stable.py": py`
        import functools


        def stable(test):
            @functools.wraps(test)
            def run(*args, **named):
                try:
                    return test(*args, **named)
                except AssertionError as error:
                    print(error)

            return run
      `,
    },
    codes: ["CODE_SUSPICIOUS", "TEST_WEAKENED"],
  },
  less("of a helper elsewhere, that asserts nothing now", HELPED, "tests/helpers.py", [
    "assert subtotal",
    "return subtotal",
  ]),
];
