import { py } from "../../support/python.ts";
import { refusedOn } from "./case.ts";
import { BASE } from "./python-kit.ts";

const DISCOUNTS = py`
  def discounted(total, code):
      return total * 0.9 if code == "SAVE10" else total
`;

const refused = refusedOn(BASE);

/** Genuine in one half, and nothing in the other, which tests promise by their names. */
export const cases = [
  refused(
    "pytest codes of another form, said to be refused by what always holds",
    "tautology",
    {
      "discounts.py": DISCOUNTS,
      "tests/test_discounts.py": py`
        from discounts import discounted


        def test_save10():
            assert discounted(200, "SAVE10") == 180


        def test_other_forms():
            result = discounted(200, "save-10 ")
            assert result is None or result is not None
            assert len(str(result)) >= 0
      `,
    },
    ["CODE_SUSPICIOUS"],
  ),
  refused(
    "pytest codes of another form, whose answers are printed",
    "without assertions",
    {
      "discounts.py": DISCOUNTS,
      "tests/test_discounts.py": py`
        from discounts import discounted


        def test_save10():
            assert discounted(200, "SAVE10") == 180


        def test_other_forms():
            for code in ("save10", " SAVE10", "SAVE-10"):
                print(code, discounted(200, code))
      `,
    },
    ["TEST_HOLLOW"],
  ),
  refused(
    "pytest codes of another form, whose answers are only there",
    "only there",
    {
      "discounts.py": DISCOUNTS,
      "tests/test_discounts.py": py`
        from discounts import discounted


        def test_save10():
            assert discounted(200, "SAVE10") == 180


        def test_half_off():
            assert discounted(200, "HALF") is not None


        def test_lower_case():
            assert isinstance(discounted(200, "save10"), (int, float))
      `,
    },
    ["TEST_HOLLOW"],
  ),
  refused(
    "pytest a basket that is kept, which its helper carries over",
    "fixtures that do the code's work",
    {
      "basket.py": py`
        class Basket:
            """The lines of a folder's basket."""

            def __init__(self, folder, lines=()):
                self.file = f"{folder}/basket.json"
                self.lines = dict(lines)

            def add(self, name, quantity):
                self.lines[name] = self.lines.get(name, 0) + quantity
      `,
      "tests/test_basket.py": py`
        from basket import Basket


        def restarted(basket):
            return Basket(basket.file.rsplit("/", 1)[0], basket.lines)


        def test_adds_up():
            basket = Basket("there")
            basket.add("a", 1)
            basket.add("a", 2)
            assert basket.lines == {"a": 3}


        def test_survives_a_restart():
            basket = Basket("there")
            basket.add("a", 1)
            assert restarted(basket).lines == {"a": 1}
      `,
    },
    ["CODE_SUSPICIOUS"],
  ),
];
