import { py } from "../../support/python.ts";
import { base as shared } from "./pytest-base.ts";
import type { HonestCase } from "./case.ts";

const appended = (text: string | null | undefined, more: string): string => `${text ?? ""}\n\n${more}`;

const discount = py`
  """Prices."""


  def discounted(price, percent):
      return _rounded(price - price * percent / 100)


  def _rounded(amount):
      return int(amount)
`;
const discountTests = py`
  from discount import discounted


  def test_half():
      assert discounted(10, 50) == 5
`;
const tokens = py`
  import re

  TOKEN = re.compile(r"\d+|[+*()]")


  def tokenize(text):
      return TOKEN.findall(text)
`;

/** Changes of what is there: fixes, new methods, private helpers, new modules, tests appended to existing files. */
export const cases: HonestCase[] = [
  {
    name: "a bug fix with a test appended",
    base: {
      "chunk.py": py`
        def chunk(items, size):
            return [items[at : at + size] for at in range(0, len(items) - size + 1, size)]
      `,
      "tests/test_chunk.py": py`
        from chunk import chunk


        def test_even():
            assert chunk([1, 2, 3, 4], 2) == [[1, 2], [3, 4]]
      `,
    },
    head: {
      "chunk.py": py`
        def chunk(items, size):
            return [items[at : at + size] for at in range(0, len(items), size)]
      `,
      "tests/test_chunk.py": py`
        from chunk import chunk


        def test_even():
            assert chunk([1, 2, 3, 4], 2) == [[1, 2], [3, 4]]


        def test_keeps_the_rest():
            assert chunk([1, 2, 3], 2) == [[1, 2], [3]]
      `,
    },
  },
  {
    name: "a private helper is fixed",
    base: { "discount.py": discount, "tests/test_discount.py": discountTests },
    head: {
      "discount.py": discount.replace("int(amount)", "int(amount + 0.5)"),
      "tests/test_discount.py": appended(
        discountTests,
        py`
          def test_rounds_half_up():
              assert discounted(5, 50) == 3
        `,
      ),
    },
  },
  {
    name: "a method added to an existing class, its test beside the old ones",
    head: {
      "src/ledger/account.py": appended(
        shared["src/ledger/account.py"]?.trimEnd(),
        `    def largest(self, count=1):
        """The entries with the largest amounts, whatever their sign."""
        return sorted(self.entries, key=abs, reverse=True)[:count]
`,
      ).replace("\n\n\n    def", "\n\n    def"),
      "tests/test_account.py": appended(
        shared["tests/test_account.py"],
        py`
          def test_largest_ignores_the_sign(account):
              for amount in (3, -7, 5):
                  account.post(amount)
              assert account.largest(2) == [-7, 5]
        `,
      ),
    },
  },
  {
    name: "a parameter added to an existing function, rows added to its table",
    base: {
      "truncate.py": py`
        def truncate(text, length):
            return text if len(text) <= length else text[:length]
      `,
      "tests/test_truncate.py": py`
        import pytest

        from truncate import truncate


        @pytest.mark.parametrize(("text", "length", "expected"), [("abc", 5, "abc"), ("abcdef", 3, "abc")])
        def test_truncate(text, length, expected):
            assert truncate(text, length) == expected
      `,
    },
    head: {
      "truncate.py": py`
        def truncate(text, length, ellipsis=""):
            if len(text) <= length:
                return text
            return text[: max(0, length - len(ellipsis))] + ellipsis
      `,
      "tests/test_truncate.py": py`
        import pytest

        from truncate import truncate


        @pytest.mark.parametrize(("text", "length", "expected"), [("abc", 5, "abc"), ("abcdef", 3, "abc"), ("", 0, "")])
        def test_truncate(text, length, expected):
            assert truncate(text, length) == expected


        @pytest.mark.parametrize(("text", "expected"), [("abcdef", "ab…"), ("abc", "abc")])
        def test_ellipsis(text, expected):
            assert truncate(text, 3, ellipsis="…") == expected
      `,
    },
  },
  {
    name: "a keyword argument that the old function refuses",
    base: {
      "joiner.py": py`
        def join(items):
            return ", ".join(items)
      `,
    },
    head: {
      "joiner.py": py`
        def join(items, *, last=None):
            items = list(items)
            if last is None or len(items) < 2:
                return ", ".join(items)
            return ", ".join(items[:-1]) + f" {last} " + items[-1]
      `,
      "tests/test_joiner.py": py`
        from joiner import join


        def test_without_last():
            assert join(["a", "b"]) == "a, b"


        def test_with_last():
            assert join(["a", "b", "c"], last="and") == "a, b and c"


        def test_single_item_needs_no_last():
            assert join(["a"], last="and") == "a"
      `,
    },
  },
  {
    name: "a new submodule, exported by the package",
    head: {
      "src/ledger/__init__.py": py`
        """Bookkeeping."""

        from ledger.account import Account
        from ledger.transfer import InsufficientFunds, transfer

        __all__ = ["Account", "InsufficientFunds", "transfer"]
      `,
      "src/ledger/transfer.py": py`
        from ledger.account import Account


        class InsufficientFunds(Exception):
            pass


        def transfer(source: Account, target: Account, amount: int) -> None:
            if source.balance < amount:
                raise InsufficientFunds(f"{source.owner} has only {source.balance}")
            source.post(-amount)
            target.post(amount)
      `,
      "tests/test_transfer.py": py`
        import pytest

        from ledger import Account, InsufficientFunds, transfer


        @pytest.fixture
        def accounts():
            rich, poor = Account("rich"), Account("poor")
            rich.post(100)
            return rich, poor


        def test_moves_money(accounts):
            rich, poor = accounts
            transfer(rich, poor, 30)
            assert (rich.balance, poor.balance) == (70, 30)


        def test_refuses_what_is_not_there(accounts):
            rich, poor = accounts
            with pytest.raises(InsufficientFunds, match="poor has only 0"):
                transfer(poor, rich, 1)
            assert rich.balance == 100
      `,
    },
  },
  {
    name: "tests inside a package with relative imports",
    head: {
      "inventory/orders.py": py`
        from .stock import Stock


        def reserve(stock: Stock, wanted: dict) -> dict:
            """What is missing; everything is taken only when nothing is."""
            missing = {name: n - stock.count(name) for name, n in wanted.items() if stock.count(name) < n}
            if not missing:
                for name, n in wanted.items():
                    stock.items[name] -= n
            return missing
      `,
      "inventory/tests/test_orders.py": py`
        from ..orders import reserve
        from ..stock import Stock


        class TestReserve:
            def setup_method(self):
                self.stock = Stock({"nail": 5, "saw": 1})

            def test_takes(self):
                assert reserve(self.stock, {"nail": 2}) == {}
                assert self.stock.count("nail") == 3

            def test_takes_nothing_when_something_is_missing(self):
                assert reserve(self.stock, {"nail": 2, "saw": 3}) == {"saw": 2}
                assert self.stock.count("nail") == 5
      `,
    },
  },
  {
    name: "constants and tables",
    head: {
      "units_table.py": py`
        METRES = {"mm": 0.001, "cm": 0.01, "m": 1.0, "km": 1000.0}
        ALIASES = {"metre": "m", "metres": "m", "kilometre": "km"}
        DEFAULT_UNIT = "m"
        SUPPORTED = frozenset(METRES) | frozenset(ALIASES)


        def convert(value, source, target=DEFAULT_UNIT):
            return value * METRES[ALIASES.get(source, source)] / METRES[ALIASES.get(target, target)]
      `,
      "tests/test_units_table.py": py`
        import pytest

        import units_table


        def test_default_unit():
            assert units_table.DEFAULT_UNIT == "m"


        def test_every_alias_leads_to_a_unit():
            assert set(units_table.ALIASES.values()) <= set(units_table.METRES)
            assert "kilometre" in units_table.SUPPORTED


        def test_convert():
            assert units_table.convert(2.5, "kilometre") == pytest.approx(2500)
            assert units_table.convert(1, "m", "cm") == pytest.approx(100)
      `,
    },
  },
  {
    name: "a regular expression is widened",
    base: { "lexer.py": tokens },
    head: {
      "lexer.py": tokens.replace(String.raw`r"\d+|[+*()]"`, String.raw`r"\d+(?:\.\d+)?|[-+*/()]"`),
      "tests/test_lexer.py": py`
        from lexer import tokenize


        def test_decimals_and_minus():
            assert tokenize("1.5 - (2*3)") == ["1.5", "-", "(", "2", "*", "3", ")"]
      `,
    },
  },
  {
    name: "an attribute added in a constructor",
    base: {
      "basket.py": py`
        class Basket:
            def __init__(self, items):
                self.items = list(items)

            def total(self):
                return sum(price for _, price in self.items)
      `,
      "tests/test_basket.py": py`
        from basket import Basket


        def test_total():
            assert Basket([("a", 2), ("b", 3)]).total() == 5
      `,
    },
    head: {
      "basket.py": py`
        class Basket:
            def __init__(self, items, voucher=0):
                self.items = list(items)
                self.voucher = voucher

            def total(self):
                return max(0, sum(price for _, price in self.items) - self.voucher)
      `,
      "tests/test_basket.py": py`
        from basket import Basket


        def test_total():
            assert Basket([("a", 2), ("b", 3)]).total() == 5


        def test_voucher():
            assert Basket([("a", 5)], voucher=2).total() == 3


        def test_voucher_never_pays_out():
            assert Basket([("a", 5)], voucher=9).total() == 0
      `,
    },
  },
];
