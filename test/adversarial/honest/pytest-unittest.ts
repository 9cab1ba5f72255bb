import { py } from "../../support/python.ts";
import type { HonestCase } from "./case.ts";

const STORES = py`
  class Store:
      def show(self, key):
          return f"{key}"


  class LoudStore(Store):
`;

const STORE_TESTS = py`
  from stores import LoudStore, Store


  class TestStore:
      store = Store

      def test_shows(self):
          assert self.store().show("a").startswith("a")


  class TestLoudStore(TestStore):
      store = LoudStore
`;

const SHELF = py`
  class Shelf:
      def __init__(self):
          self.books = []

      def add(self, name):
          self.books.append(name)
`;

const SHELF_TESTS = py`
  from shelf import Shelf

  SHELF = Shelf()


  def test_adds():
      SHELF.add("Emma")
      assert len(SHELF.books) == 1
`;

/** Test cases of unittest, mocks, warnings, fixtures that make things. */
export const cases: HonestCase[] = [
  {
    name: "a test in the place of an inherited one",
    base: {
      "stores.py": `${STORES}    pass\n`,
      "tests/test_stores.py": STORE_TESTS,
    },
    head: {
      "stores.py": `${STORES}    def show(self, key):\n        return f"{key}!"\n`,
      "tests/test_stores.py": `${STORE_TESTS}\n    def test_shows(self):\n        assert self.store().show("a") == "a!"\n`,
    },
  },
  {
    name: "a test that goes on where the one before it ended",
    base: { "shelf.py": SHELF, "tests/test_shelf.py": SHELF_TESTS },
    head: {
      "shelf.py": `${SHELF}\n    def names(self):\n        return sorted(self.books)\n`,
      "tests/test_shelf.py": `${SHELF_TESTS}\n\ndef test_lists_names():\n    assert SHELF.names() == ["Emma"]\n`,
    },
  },
  {
    name: "a TestCase with setUp and subTest",
    head: {
      "roman.py": py`
        NUMERALS = [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC")]
        NUMERALS += [(50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]


        class RomanFormatter:
            def __init__(self, lower=False):
                self.lower = lower

            def format(self, number):
                if not 0 < number < 4000:
                    raise ValueError("out of range")
                text = ""
                for value, numeral in NUMERALS:
                    times, number = divmod(number, value)
                    text += numeral * times
                return text.lower() if self.lower else text
      `,
      "tests/test_roman.py": py`
        import unittest

        from roman import RomanFormatter


        class RomanFormatterTest(unittest.TestCase):
            def setUp(self):
                self.formatter = RomanFormatter()

            def test_numbers(self):
                for number, text in [(1, "I"), (4, "IV"), (1994, "MCMXCIV")]:
                    with self.subTest(number=number):
                        self.assertEqual(self.formatter.format(number), text)

            def test_lower(self):
                self.assertEqual(RomanFormatter(lower=True).format(6), "vi")

            def test_out_of_range(self):
                with self.assertRaisesRegex(ValueError, "range"):
                    self.formatter.format(0)
                self.assertRaises(ValueError, self.formatter.format, 4000)


        if __name__ == "__main__":
            unittest.main()
      `,
    },
  },
  {
    name: "an IsolatedAsyncioTestCase",
    head: {
      "mailbox_async.py": py`
        import asyncio


        class Mailbox:
            def __init__(self):
                self._queue = asyncio.Queue()

            async def send(self, message):
                await self._queue.put(message)

            async def receive(self, timeout=1.0):
                try:
                    return await asyncio.wait_for(self._queue.get(), timeout)
                except asyncio.TimeoutError:
                    return None
      `,
      "tests/test_mailbox_async.py": py`
        import unittest

        from mailbox_async import Mailbox


        class MailboxTest(unittest.IsolatedAsyncioTestCase):
            async def asyncSetUp(self):
                self.mailbox = Mailbox()

            async def test_receives_what_was_sent(self):
                await self.mailbox.send("hi")
                self.assertEqual(await self.mailbox.receive(), "hi")

            async def test_times_out(self):
                self.assertIsNone(await self.mailbox.receive(timeout=0.01))
      `,
    },
  },
  {
    name: "patched collaborators",
    head: {
      "weather.py": py`
        import json
        import urllib.request


        def fetch(city):
            with urllib.request.urlopen(f"http://weather.invalid/{city}") as answer:
                return json.load(answer)


        def advise(city):
            report = fetch(city)
            return "umbrella" if report["rain"] > 0.5 else "sunglasses"
      `,
      "tests/test_weather.py": py`
        from unittest import mock

        import pytest

        import weather


        @mock.patch("weather.fetch", return_value={"rain": 0.9})
        def test_rain(fetch):
            assert weather.advise("Bern") == "umbrella"
            fetch.assert_called_once_with("Bern")


        def test_sun():
            with mock.patch.object(weather, "fetch", return_value={"rain": 0.1}):
                assert weather.advise("Bern") == "sunglasses"


        def test_errors_are_passed_on(monkeypatch):
            def fail(url):
                raise OSError("no network")

            monkeypatch.setattr(weather.urllib.request, "urlopen", fail)
            with pytest.raises(OSError, match="no network"):
                weather.advise("Bern")
      `,
    },
  },
  {
    name: "an injected mock with a specification",
    head: {
      "checkout.py": py`
        class Gateway:
            def charge(self, card, cents):
                raise NotImplementedError


        def pay(gateway, card, items):
            total = sum(items)
            if total == 0:
                return None
            receipt = gateway.charge(card, total)
            return {"receipt": receipt, "total": total}
      `,
      "tests/test_checkout.py": py`
        from unittest.mock import Mock, create_autospec

        from checkout import Gateway, pay


        def test_charges_the_total():
            gateway = create_autospec(Gateway, instance=True)
            gateway.charge.return_value = "r-1"
            assert pay(gateway, "4242", [100, 250]) == {"receipt": "r-1", "total": 350}
            gateway.charge.assert_called_once_with("4242", 350)


        def test_free_baskets_are_not_charged():
            gateway = Mock()
            assert pay(gateway, "4242", []) is None
            gateway.charge.assert_not_called()
      `,
    },
  },
  {
    name: "only the calls to a collaborator are asserted",
    head: {
      "notify.py": py`
        def notify(users, send):
            for user in users:
                if user.get("subscribed"):
                    send(user["email"], subject=f"News for {user['name']}")
      `,
      "tests/test_notify.py": py`
        from unittest import mock

        from notify import notify


        def test_sends_to_subscribers_only():
            send = mock.Mock()
            notify([{"name": "A", "email": "a@x", "subscribed": True}, {"name": "B", "email": "b@x"}], send)
            assert send.mock_calls == [mock.call("a@x", subject="News for A")]
      `,
    },
  },
  {
    name: "a warning",
    head: {
      "old_api.py": py`
        import warnings


        def area(width, height=None, *, heigth=None):
            if heigth is not None:
                warnings.warn("heigth is now height", DeprecationWarning, stacklevel=2)
                height = heigth
            return width * (width if height is None else height)
      `,
      "tests/test_old_api.py": py`
        import warnings

        import pytest

        from old_api import area


        def test_old_name_warns_and_works():
            with pytest.warns(DeprecationWarning, match="now height"):
                assert area(2, heigth=3) == 6


        def test_new_name_is_quiet():
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                assert area(2, 3) == 6
                assert area(4) == 16
      `,
    },
  },
  {
    name: "a factory fixture, a module fixture and a skip for another platform",
    head: {
      "paths_norm.py": py`
        def normalise(path, separator="/"):
            parts = []
            for part in path.replace("\\", "/").split("/"):
                if part == ".." and parts:
                    parts.pop()
                elif part not in ("", ".", ".."):
                    parts.append(part)
            return separator.join(parts)
      `,
      "tests/test_paths_norm.py": py`
        import sys

        import pytest

        from paths_norm import normalise


        @pytest.fixture(scope="module")
        def separator():
            return "/"


        @pytest.fixture
        def make(separator):
            def _make(*parts):
                return normalise(separator.join(parts))

            return _make


        def test_parents(make):
            assert make("a", "..", "b") == "b"
            assert make("..", "a", ".", "b", "") == "a/b"


        def test_backslashes():
            assert normalise(r"a\b\..\c") == "a/c"


        @pytest.mark.skipif(sys.platform != "win32", reason="drives exist on Windows only")
        def test_drives():
            assert normalise("C:\\a") == "C:/a"
      `,
    },
  },
];
