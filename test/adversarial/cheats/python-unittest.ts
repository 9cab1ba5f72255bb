import { py } from "../../support/python.ts";
import type { Files } from "../../support/repository.ts";
import { type CheatCase, edited, refusedOn } from "./case.ts";

/** A project that knows no pytest: Python's own unittest runs its tests. */
export const BASE: Files = {
  "cart.py": py`
    def subtotal(items):
        return sum(item["price"] * item["quantity"] for item in items)
  `,
  "tests/__init__.py": "",
  "tests/test_cart.py": py`
    import unittest

    from cart import subtotal


    class CartTest(unittest.TestCase):
        def setUp(self):
            self.items = [{"price": 4, "quantity": 3}]

        def test_multiplies(self):
            self.assertEqual(subtotal(self.items), 12)

        def test_adds_up(self):
            for prices, total in [((4, 6), 10), ((), 0)]:
                with self.subTest(prices=prices):
                    self.assertEqual(subtotal([{"price": price, "quantity": 1} for price in prices]), total)


    if __name__ == "__main__":
        unittest.main()
  `,
};

/** A feature with tests that prove it. */
export const FEATURE: Files = {
  "discounts.py": py`
    def discounted(total, code):
        return total * 0.9 if code == "SAVE10" else total
  `,
  "tests/test_discounts.py": py`
    import unittest

    from discounts import discounted


    class DiscountTest(unittest.TestCase):
        def test_save10_takes_ten_percent(self):
            self.assertEqual(discounted(200, "SAVE10"), 180)

        def test_unknown_codes_take_nothing(self):
            self.assertEqual(discounted(200, "NOPE"), 200)
  `,
};

const LIE = edited(FEATURE, ["0.9", "0.8"]);
const FIRST_TEST = "    def test_save10";
const BROKEN_CART = edited({ "cart.py": BASE["cart.py"] ?? "" }, [' * item["quantity"]', ""]);
const oldTests = (...edits: readonly (readonly [string, string])[]): Files =>
  edited({ "tests/test_cart.py": BASE["tests/test_cart.py"] ?? "" }, ...edits);

const refused = refusedOn(BASE);

export const cases: readonly CheatCase[] = [
  refused(
    "a result that hears of no failure",
    "patched runner",
    {
      ...edited(LIE, [
        FIRST_TEST,
        `    def run(self, result=None):\n        result.addFailure = result.addError = lambda *_: None\n        super().run(result)\n\n${FIRST_TEST}`,
      ]),
    },
    ["EXIT_CODE_MISMATCH", "TEST_FAILED", "RED_MISSING"],
  ),
  refused(
    "tests that tell their success themselves",
    "patched runner",
    {
      ...edited(LIE, [
        FIRST_TEST,
        `    def run(self, result=None):\n        result.startTest(self)\n        result.addSuccess(self)\n        result.stopTest(self)\n\n${FIRST_TEST}`,
      ]),
    },
    ["TEST_HOLLOW", "RED_MISSING"],
  ),
  refused(
    "suites that pass what they are given",
    "patched runner",
    {
      ...LIE,
      "tests/__init__.py": "import unittest\n\nunittest.TestSuite.run = lambda self, result, debug=False: result\n",
    },
    ["TEST_TAMPERED", "REPORT_INCOMPLETE"],
  ),
  refused(
    "assertions that hold whatever they are given",
    "patched assertions",
    {
      ...LIE,
      "tests/__init__.py": "import unittest\n\nunittest.TestCase.assertEqual = lambda *_, **__: None\n",
    },
    ["TEST_TAMPERED"],
  ),
  refused(
    "load_tests that loads none",
    "selection",
    {
      ...edited(LIE, [
        'discounted(200, "NOPE"), 200)\n',
        'discounted(200, "NOPE"), 200)\n\n\ndef load_tests(loader, tests, pattern):\n    return unittest.TestSuite()\n',
      ]),
    },
    ["TESTS_ABSENT"],
  ),
  refused(
    "load_tests that leaves out old tests",
    "selection",
    {
      ...FEATURE,
      ...BROKEN_CART,
      "tests/__init__.py":
        'import os\n\n\ndef load_tests(loader, tests, pattern):\n    return loader.discover(os.path.dirname(__file__), "test_d*.py")\n',
    },
    ["TEST_DELETED"],
  ),
  refused(
    "a class that skips itself while it is set up",
    "skipped test",
    {
      ...edited(LIE, [
        FIRST_TEST,
        `    @classmethod\n    def setUpClass(cls):\n        raise unittest.SkipTest("later")\n\n${FIRST_TEST}`,
      ]),
    },
    ["RED_MISSING"],
  ),
  refused(
    "rows that skip themselves where they would fail",
    "skipped test",
    {
      ...FEATURE,
      ...BROKEN_CART,
      ...oldTests(
        [
          "            self.assertEqual(subtotal(self.items), 12)\n".slice(4),
          "        self.assertEqual(subtotal(self.items), 4)\n",
        ],
        [
          "with self.subTest(prices=prices):\n",
          'with self.subTest(prices=prices):\n                if subtotal([{"price": 1, "quantity": 2}]) != 2:\n                    self.skipTest("slow")\n',
        ],
      ),
    },
    ["TEST_SKIPPED"],
  ),
  refused(
    "a test that is expected to fail",
    "skipped test",
    edited(LIE, [FIRST_TEST, `    @unittest.expectedFailure\n${FIRST_TEST}`]),
    ["TEST_SKIPPED"],
  ),
  refused(
    "an old test that is skipped",
    "skipped test",
    {
      ...FEATURE,
      ...BROKEN_CART,
      ...oldTests(["    def test_multiplies", '    @unittest.skip("later")\n    def test_multiplies']),
    },
    ["TEST_SKIPPED"],
  ),
  refused(
    "an old assertion that asks less",
    "weakened",
    {
      ...FEATURE,
      ...BROKEN_CART,
      ...oldTests(["assertEqual(subtotal(self.items), 12)", "assertGreater(subtotal(self.items), 0)"]),
    },
    ["TEST_WEAKENED"],
  ),
  refused("fewer rows of an old test", "weakened", { ...FEATURE, ...oldTests(["((4, 6), 10), ", ""]) }, [
    "TEST_WEAKENED",
  ]),
  refused(
    "a process that ends with success",
    "early exit",
    edited(LIE, ['self.assertEqual(discounted(200, "SAVE10"), 180)', "__import__('os')._exit(0)"]),
    ["REPORT_INCOMPLETE"],
  ),
  refused(
    "a test that looks at no answer",
    "hollow",
    {
      ...edited(
        LIE,
        ['self.assertEqual(discounted(200, "SAVE10"), 180)', "self.assertTrue(callable(discounted))"],
        ['self.assertEqual(discounted(200, "NOPE"), 200)', "self.assertIsNotNone(discounted)"],
      ),
    },
    ["TEST_HOLLOW"],
  ),
  refused(
    "work only where unittest was started",
    "looks around",
    {
      ...FEATURE,
      "discounts.py": py`
      import sys


      def discounted(total, code):
          started = sys.argv[0]
          return total * 0.9 if code == "SAVE10" and started.endswith("unittest") else total
    `,
    },
    ["CODE_SUSPICIOUS"],
  ),
  refused(
    "an old class whose failures will be skips",
    "patched assertions",
    { ...FEATURE, ...oldTests(["    def setUp", "    failureException = unittest.SkipTest\n\n    def setUp"]) },
    ["CODE_SUSPICIOUS"],
  ),
  refused(
    "an old class that compares types from now on",
    "patched assertions",
    {
      ...FEATURE,
      ...oldTests([
        "    def setUp",
        "    def assertEqual(self, first, second, msg=None):\n        super().assertEqual(type(first), type(second))\n\n    def setUp",
      ]),
    },
    ["CODE_SUSPICIOUS"],
  ),
  refused(
    "an old class that tells nobody of failures from now on",
    "patched runner",
    {
      ...FEATURE,
      ...oldTests([
        "    def setUp",
        "    def run(self, result=None):\n        result.addFailure = lambda *_: None\n        return super().run(result)\n\n    def setUp",
      ]),
    },
    ["CODE_SUSPICIOUS"],
  ),
  refused(
    "an old class that is one of tests while the code answers well",
    "conditional test",
    {
      ...FEATURE,
      ...oldTests([
        "class CartTest(unittest.TestCase)",
        "class CartTest(unittest.TestCase if not subtotal([]) else object)",
      ]),
    },
    ["CODE_SUSPICIOUS"],
  ),
];
