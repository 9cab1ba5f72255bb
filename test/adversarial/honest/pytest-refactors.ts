import { py } from "../../support/python.ts";
import type { HonestCase } from "./case.ts";

const parse = py`
  def parse_price(text):
      amount, _, currency = text.strip().partition(" ")
      whole, _, rest = amount.partition(".")
      return int(whole) * 100 + int((rest + "00")[:2]), currency or "EUR"
`;
const parseTests = (module: string): string => py`
  from ${module} import parse_price


  def test_plain_price():
      assert parse_price("12.5") == (1250, "EUR")


  def test_price_with_currency():
      assert parse_price(" 3.07 USD ") == (307, "USD")
`;

/** What a change does to older tests beside its own: they go into tables, and follow code that moves. */
export const cases: readonly HonestCase[] = [
  {
    name: "older tests become rows of a table",
    base: { "pricetext.py": parse, "tests/test_pricetext.py": parseTests("pricetext") },
    head: {
      "pricetext.py": parse.replace("text.strip()", 'text.strip().replace(",", ".")'),
      "tests/test_pricetext.py": py`
        import pytest

        from pricetext import parse_price


        @pytest.mark.parametrize(
            ("text", "expected"),
            [
                ("12.5", (1250, "EUR")),
                (" 3.07 USD ", (307, "USD")),
                ("12,5", (1250, "EUR")),
                ("0,99 GBP", (99, "GBP")),
            ],
        )
        def test_parse_price(text, expected):
            assert parse_price(text) == expected
      `,
    },
  },
  {
    name: "several assertions become one of a record",
    base: {
      "pricecommand.py": py`
        def main(arguments):
            print(int(arguments[0]) * 100)
            return 0
      `,
      "tests/test_pricecommand.py": py`
        from pricecommand import main


        def test_prints_cents(capsys):
            assert main(["12"]) == 0
            assert capsys.readouterr().out == "1200\n"
      `,
    },
    head: {
      "pricecommand.py": py`
        import sys


        def main(arguments):
            if not arguments[0].isdigit():
                print("no price:", arguments[0], file=sys.stderr)
                return 2
            print(int(arguments[0]) * 100)
            return 0
      `,
      "tests/test_pricecommand.py": py`
        import pytest

        from pricecommand import main


        @pytest.fixture
        def run(capsys):
            def run(*arguments):
                return (main(list(arguments)), *capsys.readouterr())

            return run


        def test_prints_cents(run):
            assert run("12") == (0, "1200\n", "")


        def test_refuses_what_is_no_price(run):
            assert run("x") == (2, "", "no price: x\n")
      `,
    },
  },
  {
    name: "a module that moves into a package, loaded from there by the same tests",
    base: { "coins.py": parse, "tests/test_coins.py": parseTests("coins") },
    head: {
      "coins.py": null,
      "moneybox/__init__.py": "",
      "moneybox/coins.py": parse.replace("text.strip()", 'text.strip().replace(",", ".")'),
      "tests/test_coins.py": `${parseTests("moneybox.coins")}\n\ndef test_comma():\n    assert parse_price("0,99") == (99, "EUR")\n`,
    },
  },
];
