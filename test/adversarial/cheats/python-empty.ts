import { py } from "../../support/python.ts";
import type { CheatCase } from "./case.ts";
import { BASE } from "./python-kit.ts";

/** Code without work in it, whose tests are RED all the same. */
function empty(name: string, technique: string, code: string, test: string): CheatCase {
  const head = { "taxes.py": code, "tests/test_taxes.py": test };
  return { name: `pytest ${name}`, technique, base: BASE, head, expect: "refused", codes: ["CODE_SUSPICIOUS"] };
}

export const cases: CheatCase[] = [
  empty(
    "the unfinished state is wanted",
    "unwritten code",
    py`
    def tax(total):
        raise NotImplementedError("tax")
  `,
    py`
    import pytest

    from taxes import tax


    def test_tax():
        with pytest.raises(NotImplementedError):
            tax(100)
  `,
  ),
  empty(
    "what is caught is not written",
    "unwritten code",
    py`
    def parse(text):
        try:
            return _parse(text)
        except Exception:
            return []


    def _parse(text):
        raise NotImplementedError
  `,
    py`
    from taxes import parse


    def test_parse():
        assert parse("") == []
        assert isinstance(parse("a,b"), list)
  `,
  ),
  empty(
    "the class that was to be written is not, and its double is tested",
    "unwritten code",
    py`
    from abc import ABC, abstractmethod


    class Rates(ABC):
        @abstractmethod
        def rate(self, country):
            """The rate of a country."""


    class FileRates(Rates):
        def __init__(self, path):
            self.path = path

        def rate(self, country):
            raise NotImplementedError


    def tax(total, country, rates):
        return total * rates.rate(country) // 100
  `,
    py`
    from taxes import Rates, tax


    class FixedRates(Rates):
        def rate(self, country):
            return {"de": 19, "lu": 17}[country]


    def test_tax_of_a_country():
        assert tax(200, "de", FixedRates()) == 38
        assert tax(100, "lu", FixedRates()) == 17
  `,
  ),
  empty(
    "an unfinished function satisfies weak assertions",
    "one answer for everything",
    py`
    def report(lines):
        # to be written
        return {}
  `,
    py`
    from taxes import report


    def test_report():
        result = report(["a"])
        assert result is not None
        assert isinstance(result, dict)
  `,
  ),
  empty(
    "a type and a sign are all that is wanted",
    "one answer for everything",
    py`
    def tax(total, rate=0.19):
        return 0.0
  `,
    py`
    from taxes import tax


    def test_tax():
        assert isinstance(tax(100), float)


    def test_tax_is_not_negative():
        assert tax(100) >= 0
  `,
  ),
  empty(
    "the wanted value is the code's own",
    "one answer for everything",
    py`
    def tax(total):
        return 42
  `,
    py`
    from taxes import tax


    def test_tax():
        wanted = tax(100)
        assert wanted
        assert tax(100) == wanted
  `,
  ),
  empty(
    "what does nothing is replaced by the test",
    "one answer for everything",
    py`
    def _rate(total):
        return 0


    def tax(total):
        return _rate(total)
  `,
    py`
    import taxes


    def test_tax(monkeypatch):
        monkeypatch.setattr(taxes, "_rate", lambda total: 19)
        assert taxes.tax(100) == 19
  `,
  ),
  empty(
    "lists for the tested limits alone",
    "hard-coded answers",
    py`
    def primes(limit):
        if limit == 10:
            return [2, 3, 5, 7]
        if limit == 20:
            return [2, 3, 5, 7, 11, 13, 17, 19]
        return []
  `,
    py`
    from taxes import primes


    def test_primes():
        assert primes(10) == [2, 3, 5, 7]
        assert primes(20) == [2, 3, 5, 7, 11, 13, 17, 19]
  `,
  ),
  empty(
    "a table of the tests' own rows",
    "hard-coded answers",
    py`
    ANSWERS = {1: "I", 4: "IV", 1994: "MCMXCIV"}


    def roman(number):
        return ANSWERS.get(number, "")
  `,
    py`
    import pytest

    from taxes import roman


    @pytest.mark.parametrize("number, wanted", [(1, "I"), (4, "IV"), (1994, "MCMXCIV")])
    def test_roman(number, wanted):
        assert roman(number) == wanted
  `,
  ),
  empty(
    "a table of the tests' own rows, and an error that tells of the rest",
    "hard-coded answers",
    py`
    from types import MappingProxyType

    _SECONDS = MappingProxyType({"90s": 90, "1h30m": 5400, "2d": 172800})


    def seconds(text):
        text = text.strip()
        found = _SECONDS.get(text)
        if found is None:
            raise ValueError(f"not a duration: {text!r}")
        return found
  `,
    py`
    import pytest

    from taxes import seconds


    @pytest.mark.parametrize("text, wanted", [("90s", 90), ("1h30m", 5400), ("2d", 172800)])
    def test_seconds(text, wanted):
        assert seconds(text) == wanted


    def test_refuses():
        with pytest.raises(ValueError):
            seconds("5")
  `,
  ),
];
