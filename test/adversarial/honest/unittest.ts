import { py } from "../../support/python.ts";
import type { Files } from "../../support/repository.ts";
import { edited } from "../cheats/case.ts";
import * as django from "../cheats/django.ts";
import { BASE, FEATURE } from "../cheats/python-unittest.ts";
import type { HonestChange } from "./go.ts";

const CART = BASE["cart.py"] ?? "";
const TESTS = BASE["tests/test_cart.py"] ?? "";
const MENDED = edited({ "cart.py": CART }, ["for item in items", 'for item in items if item["quantity"] > 0']);
const cartTests = (...edits: readonly (readonly [string, string])[]): Files =>
  edited({ "tests/test_cart.py": TESTS }, ...edits);

export const cases: readonly HonestChange[] = [
  { name: "a function with a class of tests", head: FEATURE },
  {
    name: "a mended function with one more test in an old class",
    head: {
      ...MENDED,
      ...cartTests([
        "    def test_adds_up",
        '    def test_ignores_what_is_given_back(self):\n        self.assertEqual(subtotal([{"price": 4, "quantity": -3}]), 0)\n\n    def test_adds_up',
      ]),
    },
  },
  {
    name: "a mended function with one more row of a test",
    head: {
      ...MENDED,
      ...cartTests(
        ["for prices, total in [((4, 6), 10), ((), 0)]:", "for quantity, total in [(2, 8), (0, 0), (-1, 0)]:"],
        ["subTest(prices=prices)", "subTest(quantity=quantity)"],
        [
          'subtotal([{"price": price, "quantity": 1} for price in prices])',
          'subtotal([{"price": 4, "quantity": quantity}])',
        ],
        [
          "    def test_adds_up",
          `    def test_adds_up(self):\n        for prices, total in [((4, 6), 10), ((), 0)]:\n            with self.subTest(prices=prices):\n                self.assertEqual(subtotal([{"price": price, "quantity": 1} for price in prices]), total)\n\n    def test_quantities`,
        ],
      ),
    },
  },
  {
    name: "a function that tests wait for, with doubles and fixtures of a class",
    head: {
      "orders.py": py`
        async def order(client, items):
            answer = await client.post("/orders", items)
            if answer["status"] != 201:
                raise ValueError(answer["error"])
            return answer["id"]
      `,
      "tests/test_orders.py": py`
        import unittest
        from unittest import mock

        from orders import order


        class OrderTest(unittest.IsolatedAsyncioTestCase):
            @classmethod
            def setUpClass(cls):
                cls.items = ["soap"]

            async def asyncSetUp(self):
                self.client = mock.Mock()
                self.client.post = mock.AsyncMock(return_value={"status": 201, "id": 7})

            async def test_answers_the_new_id(self):
                self.assertEqual(await order(self.client, self.items), 7)
                self.client.post.assert_awaited_once_with("/orders", ["soap"])

            async def test_tells_why_it_was_refused(self):
                self.client.post.return_value = {"status": 409, "error": "sold out"}
                with self.assertRaisesRegex(ValueError, "^sold out$"):
                    await order(self.client, self.items)
      `,
    },
  },
  {
    name: "tests below a folder that is no package, in classes that share a base",
    base: {
      "src/shop/__init__.py": "",
      "checks/bases.py": py`
        import unittest


        class ShopTest(unittest.TestCase):
            maxDiff = None
      `,
      "checks/test_old.py": py`
        from bases import ShopTest


        class OldTest(ShopTest):
            def test_old(self):
                self.assertEqual(len("old"), 3)
      `,
    },
    test: "PYTHONPATH=src python -m unittest discover -s checks",
    head: {
      "src/shop/tax.py": "def tax(total, rate=0.2):\n    return round(total * rate, 2)\n",
      "checks/test_tax.py": py`
        from bases import ShopTest
        from shop.tax import tax


        class TaxTest(ShopTest):
            def test_usual(self):
                self.assertAlmostEqual(tax(10), 2)

            def test_books(self):
                self.assertAlmostEqual(tax(10, 0.07), 0.7)
      `,
    },
  },
];

/** Run by a script of the project's own, below which nothing of unittest is started by us. */
export const BY_SCRIPT: HonestChange = {
  name: "a function whose tests a script of the project's own runs",
  base: {
    ...BASE,
    "run_tests.py": py`
      import sys
      import unittest

      tests = unittest.defaultTestLoader.discover("tests", top_level_dir=".")
      sys.exit(not unittest.TextTestRunner(failfast=True).run(tests).wasSuccessful())
    `,
  },
  test: "python3 run_tests.py",
  head: FEATURE,
};

const VIEWS = django.BASE["shop/views.py"] ?? "";

export const sites: readonly HonestChange[] = [
  { name: "a page with its test", base: django.BASE, head: django.FEATURE },
  {
    name: "a mended page",
    base: { ...django.BASE, "shop/views.py": VIEWS.replace("item.price for", "1 for"), "shop/tests.py": "" },
    head: { "shop/views.py": VIEWS, "shop/tests.py": django.BASE["shop/tests.py"] ?? "" },
  },
];
