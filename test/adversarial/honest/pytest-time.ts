import { py } from "../../support/python.ts";
import type { HonestCase } from "./case.ts";

/** Clocks, retries, threads, queues, chance. */
export const cases: HonestCase[] = [
  {
    name: "an injected clock",
    head: {
      "tokens.py": py`
        from datetime import datetime, timedelta, timezone


        class Token:
            def __init__(self, lifetime, now=lambda: datetime.now(timezone.utc)):
                self._now = now
                self.expires = now() + timedelta(seconds=lifetime)

            @property
            def expired(self):
                return self._now() >= self.expires

            def remaining(self):
                return max(0, int((self.expires - self._now()).total_seconds()))
      `,
      "tests/test_tokens.py": py`
        from datetime import datetime, timedelta, timezone

        from tokens import Token


        class Clock:
            def __init__(self):
                self.time = datetime(2024, 2, 28, 23, 59, 30, tzinfo=timezone.utc)

            def __call__(self):
                return self.time

            def advance(self, seconds):
                self.time += timedelta(seconds=seconds)


        def test_expires():
            clock = Clock()
            token = Token(60, now=clock)
            assert not token.expired
            clock.advance(59)
            assert token.remaining() == 1
            clock.advance(1)
            assert token.expired


        def test_crosses_midnight_of_a_leap_year():
            assert Token(60, now=Clock()).expires.isoformat() == "2024-02-29T00:00:30+00:00"
      `,
    },
  },
  {
    name: "a retry with a fake sleep",
    head: {
      "retrying.py": py`
        import time


        def retry(action, times=3, delay=1.0, sleep=time.sleep):
            for attempt in range(1, times + 1):
                try:
                    return action()
                except OSError:
                    if attempt == times:
                        raise
                    sleep(delay * 2 ** (attempt - 1))
      `,
      "tests/test_retrying.py": py`
        import pytest

        from retrying import retry


        def failing(times):
            calls = []

            def action():
                calls.append(1)
                if len(calls) <= times:
                    raise OSError("again")
                return len(calls)

            return action


        def test_backs_off():
            slept = []
            assert retry(failing(2), sleep=slept.append) == 3
            assert slept == [1.0, 2.0]


        def test_gives_up():
            slept = []
            with pytest.raises(OSError):
                retry(failing(9), times=2, sleep=slept.append)
            assert len(slept) == 1


        def test_other_errors_are_not_retried():
            with pytest.raises(ZeroDivisionError):
                retry(lambda: 1 / 0, sleep=None)
      `,
    },
  },
  {
    name: "threads and a lock",
    head: {
      "tally.py": py`
        import threading


        class Tally:
            def __init__(self):
                self._lock = threading.Lock()
                self._counts = {}

            def add(self, name, by=1):
                with self._lock:
                    self._counts[name] = self._counts.get(name, 0) + by

            def snapshot(self):
                with self._lock:
                    return dict(self._counts)
      `,
      "tests/test_tally.py": py`
        import threading

        from tally import Tally


        def test_counts_from_many_threads():
            tally = Tally()
            threads = [threading.Thread(target=lambda: [tally.add("x") for _ in range(200)]) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert tally.snapshot() == {"x": 800}


        def test_snapshot_is_a_copy():
            tally = Tally()
            tally.snapshot()["x"] = 1
            assert tally.snapshot() == {}
      `,
    },
  },
  {
    name: "a worker with a queue",
    head: {
      "worker.py": py`
        import queue
        import threading


        class Worker:
            def __init__(self, handle):
                self._tasks = queue.Queue()
                self.results = []
                self._thread = threading.Thread(target=self._run, args=(handle,), daemon=True)
                self._thread.start()

            def submit(self, task):
                self._tasks.put(task)

            def close(self):
                self._tasks.put(None)
                self._thread.join(timeout=5)

            def _run(self, handle):
                while (task := self._tasks.get()) is not None:
                    self.results.append(handle(task))
      `,
      "tests/test_worker.py": py`
        from worker import Worker


        def test_handles_in_order():
            worker = Worker(lambda n: n * n)
            for number in (1, 2, 3):
                worker.submit(number)
            worker.close()
            assert worker.results == [1, 4, 9]
      `,
    },
  },
  {
    name: "seeded chance",
    head: {
      "dice.py": py`
        import random


        def roll(dice, rng=random):
            count, _, sides = dice.partition("d")
            return [rng.randint(1, int(sides)) for _ in range(int(count or 1))]
      `,
      "tests/test_dice.py": py`
        import random

        from dice import roll


        def test_same_seed_same_rolls():
            first = roll("5d6", random.Random(7))
            assert first == roll("5d6", random.Random(7))
            assert len(first) == 5


        def test_stays_within_the_sides():
            rng = random.Random(1)
            assert {number for _ in range(200) for number in roll("d4", rng)} == {1, 2, 3, 4}
      `,
    },
  },
];
