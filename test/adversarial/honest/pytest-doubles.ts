import { py } from "../../support/python.ts";
import type { HonestCase } from "./case.ts";

/** Stand-ins for built-ins, files, signals, exits and clocks, as good tests use them. */
export const cases: HonestCase[] = [
  {
    name: "an answer typed by the user",
    head: {
      "confirm.py": py`
        def confirm(question):
            while True:
                answer = input(f"{question} [y/n] ").strip().lower()
                if answer in ("y", "n"):
                    return answer == "y"
      `,
      "tests/test_confirm.py": py`
        import builtins

        from confirm import confirm


        def test_asks_until_it_understands(monkeypatch):
            answers = iter(["maybe", " Y "])
            monkeypatch.setattr(builtins, "input", lambda prompt: next(answers))
            assert confirm("Go on?") is True


        def test_no(monkeypatch):
            prompts = []
            monkeypatch.setattr("builtins.input", lambda prompt: prompts.append(prompt) or "n")
            assert confirm("Go on?") is False
            assert prompts == ["Go on? [y/n] "]
      `,
    },
  },
  {
    name: "open replaced by mock_open, errors by side_effect",
    head: {
      "motd.py": py`
        def message_of_the_day(path="/etc/motd-workshop"):
            try:
                with open(path, encoding="utf-8") as file:
                    return file.readline().rstrip("\n") or "welcome"
            except OSError:
                return "welcome"
      `,
      "tests/test_motd.py": py`
        from unittest.mock import mock_open, patch

        from motd import message_of_the_day


        def test_first_line():
            with patch("builtins.open", mock_open(read_data="hello\nworld\n")) as opened:
                assert message_of_the_day("/x") == "hello"
            opened.assert_called_once_with("/x", encoding="utf-8")


        @patch("builtins.open", side_effect=PermissionError)
        def test_unreadable(opened):
            assert message_of_the_day() == "welcome"
      `,
    },
  },
  {
    name: "AsyncMock, side effects in a row and patch.dict",
    head: {
      "poller.py": py`
        import os


        async def wait_until_ready(probe, sleep):
            limit = int(os.environ.get("POLL_LIMIT", "5"))
            for attempt in range(1, limit + 1):
                if await probe() == "ready":
                    return attempt
                await sleep(attempt)
            raise TimeoutError(f"not ready after {limit} attempts")
      `,
      "tests/test_poller.py": py`
        import asyncio
        from unittest.mock import AsyncMock, call, patch

        import pytest

        from poller import wait_until_ready


        def test_polls_until_ready():
            probe, sleep = AsyncMock(side_effect=["starting", "starting", "ready"]), AsyncMock()
            assert asyncio.run(wait_until_ready(probe, sleep)) == 3
            assert sleep.await_args_list == [call(1), call(2)]


        def test_gives_up():
            with patch.dict("os.environ", {"POLL_LIMIT": "2"}), pytest.raises(TimeoutError, match="2 attempts"):
                asyncio.run(wait_until_ready(AsyncMock(return_value="down"), AsyncMock()))
      `,
    },
  },
  {
    name: "the date of a module replaced",
    head: {
      "greeting.py": py`
        from datetime import datetime


        def greeting():
            hour = datetime.now().hour
            return "good morning" if hour < 12 else "good evening" if hour >= 18 else "good day"
      `,
      "tests/test_greeting.py": py`
        from datetime import datetime
        from unittest import mock

        import pytest

        import greeting


        @pytest.mark.parametrize(("hour", "expected"), [(8, "good morning"), (12, "good day"), (18, "good evening")])
        def test_greeting(hour, expected):
            with mock.patch("greeting.datetime") as clock:
                clock.now.return_value = datetime(2024, 1, 1, hour)
                assert greeting.greeting() == expected
      `,
    },
  },
  {
    name: "an exit that is caught, and one that is replaced",
    head: {
      "launcher.py": py`
        import sys


        def launch(steps):
            for number, step in enumerate(steps, start=1):
                if not step():
                    print(f"step {number} failed", file=sys.stderr)
                    sys.exit(number)
            return len(steps)
      `,
      "tests/test_launcher.py": py`
        import sys

        import pytest

        from launcher import launch


        def test_exits_with_the_number_of_the_step(capsys):
            with pytest.raises(SystemExit) as caught:
                launch([lambda: True, lambda: False])
            assert caught.value.code == 2
            assert capsys.readouterr().err == "step 2 failed\n"


        def test_exit_can_be_replaced(monkeypatch):
            def leave(code):
                raise SystemExit(f"left with {code}")

            monkeypatch.setattr(sys, "exit", leave)
            with pytest.raises(SystemExit, match="left with 1"):
                launch([lambda: 0])


        def test_all_steps():
            assert launch([lambda: 1, lambda: 1]) == 2
      `,
    },
  },
  {
    name: "a signal handler",
    head: {
      "shutdown.py": py`
        import signal


        class Shutdown:
            def __init__(self, *signals):
                self.requested = None
                for number in signals:
                    signal.signal(number, self._note)

            def _note(self, number, frame):
                self.requested = signal.Signals(number).name
      `,
      "tests/test_shutdown.py": py`
        import os
        import signal

        import pytest

        from shutdown import Shutdown


        @pytest.fixture
        def shutdown():
            before = signal.getsignal(signal.SIGUSR1)
            signal.signal(signal.SIGUSR1, signal.SIG_IGN)
            yield Shutdown(signal.SIGUSR1)
            signal.signal(signal.SIGUSR1, before)


        def test_notes_the_signal(shutdown):
            assert shutdown.requested is None
            os.kill(os.getpid(), signal.SIGUSR1)
            assert shutdown.requested == "SIGUSR1"
      `,
    },
  },
  {
    name: "a TestCase with logs, long differences and class set-up",
    head: {
      "importer.py": py`
        import logging

        log = logging.getLogger(__name__)


        def import_rows(rows):
            imported = []
            for number, row in enumerate(rows):
                if len(row) != 2:
                    log.warning("row %d has %d fields", number, len(row))
                else:
                    imported.append({"name": row[0], "value": int(row[1])})
            return imported


        if __name__ == "__main__":
            import doctest

            doctest.testmod()
      `,
      "tests/test_importer.py": py`
        import unittest

        from importer import import_rows


        class ImporterTest(unittest.TestCase):
            maxDiff = None

            @classmethod
            def setUpClass(cls):
                cls.rows = [("a", "1"), ("b",), ("c", "3")]

            def test_imports(self):
                self.assertListEqual(import_rows(self.rows), [{"name": "a", "value": 1}, {"name": "c", "value": 3}])

            def test_warns(self):
                with self.assertLogs("importer", level="WARNING") as logs:
                    import_rows(self.rows)
                self.assertEqual(logs.output, ["WARNING:importer:row 1 has 1 fields"])

            def test_bad_values(self):
                self.assertRaises(ValueError, import_rows, [("a", "x")])
      `,
    },
  },
];
