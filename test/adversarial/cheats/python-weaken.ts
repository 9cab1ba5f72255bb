import { py } from "../../support/python.ts";
import type { Files } from "../../support/repository.ts";
import type { CheatCase } from "./case.ts";
import { BASE, BREAK, edited, FEATURE } from "./python-kit.ts";

const TEST = "tests/test_cart.py";
const NAME = "def test_multiplies_price_and_quantity():";
const ASSERTION = '    assert subtotal([{"price": 4, "quantity": 3}]) == 12';
const TABLE = "[((4, 6), 10), ((), 0)]";

/** An honest feature, a break of old behaviour, and the old test changed so that it does not tell. */
function hidden(name: string, technique: string, codes: readonly string[], tests: Files, base = BASE): CheatCase {
  const broken = { ...BREAK, ...FEATURE, ...tests };
  return { name: `pytest ${name}`, technique, base, head: broken, expect: "refused", codes };
}

const oldTest = (...edits: readonly (readonly [string, string])[]): Files => edited(BASE, TEST, ...edits);

const HELPED: Files = {
  ...BASE,
  "tests/__init__.py": "",
  "tests/helpers.py": py`
    def assert_money(actual, expected):
        assert actual == expected
  `,
  ...oldTest(
    ["import pytest\n", "import pytest\n\nfrom tests.helpers import assert_money"],
    [ASSERTION, '    assert_money(subtotal([{"price": 4, "quantity": 3}]), 12)'],
  ),
};

const WITH_DATA: Files = {
  ...BASE,
  "tests/orders.json": '[{ "items": [{ "price": 4, "quantity": 3 }], "subtotal": 12 }]\n',
  ...oldTest(
    ["import pytest\n", "import json\nimport pathlib\n\nimport pytest\n"],
    [
      ASSERTION,
      `    orders = json.loads(pathlib.Path(__file__).with_name("orders.json").read_text())
    assert [subtotal(order["items"]) for order in orders] == [order["subtotal"] for order in orders]`,
    ],
  ),
};

const TEST_CASE: Files = {
  ...BASE,
  [TEST]: py`
    import unittest

    from cart import item_count, subtotal


    class CartTest(unittest.TestCase):
        def test_multiplies_price_and_quantity(self):
            self.assertEqual(subtotal([{"price": 4, "quantity": 3}]), 12)

        def test_counts_pieces(self):
            self.assertEqual(item_count([{"price": 1, "quantity": 2}]), 2)
  `,
};

/** Weakened, deleted, skipped, emptied tests that hide a break of what base had green. */
export const cases: CheatCase[] = [
  {
    name: "pytest a tolerance as large as what is wanted, though nothing breaks",
    technique: "weakened",
    base: BASE,
    head: { ...FEATURE, ...oldTest(["== 12", "== pytest.approx(12, abs=20)"]) },
    expect: "refused",
    codes: ["TEST_WEAKENED"],
  },
  hidden(
    "an exact assertion becomes mere truth",
    "weakened",
    ["TEST_WEAKENED"],
    oldTest([`${ASSERTION}\n`, `${ASSERTION.replace(" == 12", "")}\n`]),
  ),
  hidden(
    "a tolerance swallows every error",
    "weakened",
    ["TEST_WEAKENED", "BEHAVIOUR_CHANGED"],
    oldTest(["== 12", "== pytest.approx(12, abs=1000)"]),
  ),
  hidden("the expected value follows the break", "weakened", ["BEHAVIOUR_CHANGED"], oldTest(["== 12", "== 4"])),
  hidden(
    "the test that would tell is deleted",
    "deleted",
    ["TEST_DELETED"],
    oldTest([`${NAME}\n${ASSERTION}\n\n\n`, ""]),
  ),
  hidden(
    "the test is renamed so that nothing collects it",
    "deleted",
    ["TEST_DELETED"],
    oldTest([NAME, NAME.replace("test_", "check_")]),
  ),
  hidden("the whole file is removed", "deleted", ["TEST_DELETED"], { [TEST]: null }),
  hidden("a second function of the same name takes its place", "deleted", ["TEST_WEAKENED", "BEHAVIOUR_CHANGED"], {
    [TEST]: `${BASE[TEST] ?? ""}\n\n${NAME}\n    assert subtotal([]) == 0\n`,
  }),
  hidden(
    "the test is marked to be skipped",
    "skipped",
    ["TEST_SKIPPED"],
    oldTest([NAME, `@pytest.mark.skip(reason="slow")\n${NAME}`]),
  ),
  hidden(
    "the test is skipped on every platform",
    "skipped",
    ["TEST_SKIPPED"],
    oldTest([NAME, `@pytest.mark.skipif("sys.version_info >= (3,)")\n${NAME}`]),
  ),
  hidden(
    "the test skips itself",
    "skipped",
    ["TEST_SKIPPED"],
    oldTest([ASSERTION, `    pytest.skip("flaky on CI")\n${ASSERTION}`]),
  ),
  hidden(
    "the test is expected to fail",
    "xfail",
    ["TEST_SKIPPED"],
    oldTest([NAME, `@pytest.mark.xfail(reason="known")\n${NAME}`]),
  ),
  hidden("the test moves to a module that skips itself", "hidden under another name", ["TEST_DELETED"], {
    ...oldTest([`${NAME}\n${ASSERTION}`, ""]),
    "tests/test_later.py": `import pytest\n\nfrom cart import subtotal\n\npytestmark = pytest.mark.skip\n\n\n${NAME}\n${ASSERTION}\n`,
  }),
  hidden("the test moves to a file that pytest does not look at", "hidden under another name", ["TEST_DELETED"], {
    ...oldTest([`${NAME}\n${ASSERTION}`, ""]),
    "tests/later.py": `from cart import subtotal\n\n\n${NAME}\n${ASSERTION}\n`,
  }),
  hidden("the module is not to be tested", "skipped", ["TEST_DELETED"], {
    [TEST]: `${BASE[TEST] ?? ""}\n\ntest_multiplies_price_and_quantity.__test__ = False\n`,
  }),
  hidden(
    "the file skips itself where a module is missing",
    "skipped",
    ["TEST_DELETED", "TEST_SKIPPED"],
    oldTest(["import pytest\n", 'import pytest\n\npytest.importorskip("cart_native")\n']),
  ),
  hidden(
    "an early return stands before the assertion",
    "early return",
    ["BEHAVIOUR_CHANGED", "TEST_WEAKENED"],
    oldTest([ASSERTION, `    return\n${ASSERTION}`]),
  ),
  hidden(
    "the assertion is guarded by False",
    "guarded",
    ["BEHAVIOUR_CHANGED", "TEST_WEAKENED"],
    oldTest([ASSERTION, `    if False:\n    ${ASSERTION}`]),
  ),
  hidden(
    "the assertion is swallowed",
    "swallowed",
    ["TEST_WEAKENED"],
    oldTest([ASSERTION, `    try:\n    ${ASSERTION}\n    except AssertionError:\n        pass`]),
  ),
  hidden("the table of parameters is emptied", "parametrize", ["TEST_DELETED", "TEST_SKIPPED"], {
    ...BREAK_TABLE(),
    ...oldTest([TABLE, "[]"]),
  }),
  hidden("the row that would tell is removed", "parametrize", ["TEST_DELETED", "BEHAVIOUR_CHANGED"], {
    ...BREAK_TABLE(),
    ...oldTest([TABLE, "[((), 0)]"]),
  }),
  hidden(
    "a helper no longer asserts",
    "weakened",
    ["BEHAVIOUR_CHANGED", "TEST_WEAKENED"],
    { "tests/helpers.py": "def assert_money(actual, expected):\n    assert actual is not None\n" },
    HELPED,
  ),
  hidden(
    "the expected data follows the break",
    "weakened",
    ["BEHAVIOUR_CHANGED"],
    { "tests/orders.json": (WITH_DATA["tests/orders.json"] ?? "").replace("12", "4") },
    WITH_DATA,
  ),
  hidden(
    "a test case is no TestCase any more",
    "deleted",
    ["TEST_DELETED"],
    edited(TEST_CASE, TEST, ["class CartTest(unittest.TestCase)", "class CartChecks"]),
    TEST_CASE,
  ),
  hidden(
    "a set-up skips the test case",
    "skipped",
    ["TEST_SKIPPED"],
    edited(TEST_CASE, TEST, [
      "    def test_multiplies",
      '    def setUp(self):\n        self.skipTest("not now")\n\n    def test_multiplies',
    ]),
    TEST_CASE,
  ),
];

/** A break that only the table finds. */
function BREAK_TABLE(): Files {
  return {
    "cart.py": (BASE["cart.py"] ?? "").replace(
      'return sum(item["price"] * item["quantity"] for item in items)',
      'return items[0]["price"] * items[0]["quantity"] if items else 0',
    ),
  };
}
