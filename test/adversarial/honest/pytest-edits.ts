import { py } from "../../support/python.ts";
import type { HonestCase } from "./case.ts";

const orders = py`
  def total(items):
      return sum(item["price"] for item in items)


  def order(number, names):
      return {"id": number, "names": names}
`;
const withMean = `${orders}\n\ndef mean(items):\n    return total(items) / len(items)\n`;
const meanTest = py`
  def test_mean():
      assert mean([{"price": 2}, {"price": 4}]) == 3
`;

/** A feature beside tests whose author writes them anew in another form: they say what they said. */
function edited(name: string, before: string, after: string, more: Record<string, string> = {}): HonestCase {
  const module = `orders_${name.replaceAll(" ", "_")}`;
  const path = `${module}_tests/test_${module}.py`;
  return {
    name: `edits: ${name}`,
    base: { [`${module}.py`]: orders, [path]: `from ${module} import order, total\n\n\n${before}` },
    head: {
      [`${module}.py`]: withMean,
      [path]: `import pytest\nfrom ${module} import mean, order, total\n\n\n${after}\n\n${meanTest}`,
      ...Object.fromEntries(Object.entries(more).map(([file, text]) => [`${module}_tests/${file}`, text])),
    },
  };
}

const adds = py`
  def test_adds():
      assert total([{"price": 30}, {"price": 12}]) == 42
      assert total([{"price": 5}]) == 5
`;
const makes = py`
  def test_makes():
      made = order(7, ["tea", "milk"])
      assert made == {"id": 7, "names": ["tea", "milk"]}
`;

export const cases: HonestCase[] = [
  edited(
    "into a loop",
    adds,
    py`
      def test_adds():
          for prices, wanted in [([30, 12], 42), ([5], 5)]:
              assert total([{"price": price} for price in prices]) == wanted
    `,
  ),
  edited(
    "into a table above",
    adds,
    py`
      CASES = [
          ([30, 12], 42),
          ([5], 5),
      ]


      def test_adds():
          for prices, wanted in CASES:
              assert total([{"price": price} for price in prices]) == wanted
    `,
  ),
  edited(
    "into a helper",
    adds,
    py`
      def check_total(prices, wanted):
          got = total([{"price": price} for price in prices])
          assert got == wanted


      def test_adds():
          check_total([30, 12], 42)
          check_total([5], 5)
    `,
  ),
  edited(
    "with a fixture",
    adds,
    py`
      @pytest.fixture
      def few():
          return [{"price": 30}, {"price": 12}]


      def test_adds(few):
          assert total(few) == 42
          assert total([{"price": 5}]) == 5
    `,
  ),
  edited(
    "with a fixture of conftest",
    adds,
    py`
      def test_adds(few):
          assert total(few) == 42
          assert total([{"price": 5}]) == 5
    `,
    {
      "conftest.py": py`
        import pytest


        @pytest.fixture
        def few():
            return [{"price": 30}, {"price": 12}]
      `,
    },
  ),
  edited(
    "by its members",
    makes,
    py`
      def test_makes():
          made = order(7, ["tea", "milk"])
          assert made["id"] == 7
          assert made["names"] == ["tea", "milk"]
    `,
  ),
  edited(
    "with more of it",
    makes,
    py`
      def test_makes():
          made = order(7, ["tea", "milk"])
          assert made == {"id": 7, "names": ["tea", "milk"]}, "the whole order"
          assert made["names"][0] == "tea"
          assert [len(name) for name in made["names"]] == [3, 4]
    `,
  ),
  edited(
    "with what it wants above",
    makes,
    py`
      WANTED = {"id": 7, "names": ["tea", "milk"]}


      def test_makes():
          assert order(WANTED["id"], list(WANTED["names"])) == WANTED
    `,
  ),
];
