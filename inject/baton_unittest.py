"""Starts a program that runs unittest, with the harness's reporter in it: `python baton_unittest.py -m unittest ARGS`,
`python baton_unittest.py manage.py test ARGS`.

unittest is imported before the project's folders are importable, so that a file of the project cannot take its place. Every
outermost suite that runs becomes a report. BATON_TEST_FILES (a JSON list of paths) lets only the tests of these files load.
A test may take BATON_TEST_SECONDS, set-up and tear-down included. Python 3.7 and later.
"""

import collections
import functools
import json
import os
import re
import runpy
import sys
import time

OWN_FOLDER = os.path.dirname(os.path.abspath(__file__))
FILES_VARIABLE = "BATON_TEST_FILES"


def _own_paths_only():
    """What PYTHONPATH adds is importable again once unittest is loaded."""
    whole = [entry for entry in sys.path if os.path.abspath(entry) != OWN_FOLDER]
    added = {os.path.abspath(entry) for entry in os.environ.get("PYTHONPATH", "").split(os.pathsep) if entry}
    sys.path[:] = [OWN_FOLDER] + [entry for entry in whole if entry and os.path.abspath(entry) not in added]
    return whole


WHOLE = _own_paths_only() if __name__ == "__main__" else None

from unittest import case, suite  # noqa: E402

from baton_loading import Loading, Place, keep, tests_of  # noqa: E402
from baton_report import (  # noqa: E402
    MESSAGE_LIMIT,
    dealt,
    exception_text,
    in_unittest_fixture,
    leaves,
    limit,
    open_report,
    take_place,
    take_shard,
)

LAST_LINE = re.compile(r"^([A-Za-z_][\w.]*)(?::\s*(.*))?$")
FIXTURE = re.compile(r"^(setUp|tearDown)(Class|Module) \((.*)\)$")
ASSERTION_ERROR = AssertionError


class Expired(BaseException):
    """Nothing that a test catches as an `Exception`."""


def _failure(error):
    kinds = {_kind(leaf) for leaf in leaves(error)}
    kind = kinds.pop() if len(kinds) == 1 else "error"
    if kind != "timeout" and in_unittest_fixture(error):
        kind = "fixture"
    return _failed(kind, type(error).__name__, exception_text(error))


def _kind(error):
    if isinstance(error, Expired):
        return "timeout"
    if not isinstance(error, ASSERTION_ERROR):
        return "error"
    text = exception_text(error)
    # A doctest tells of any exception by an assertion.
    return "error" if text.startswith("Failed doctest test for") and "\nException raised:\n" in text else "assertion"


def _failed(kind, name, message):
    return {"status": "failed", "kind": kind, "name": name, "message": message[:MESSAGE_LIMIT]}


def _loaded(tests):
    return (test for test in tests_of(tests) if type(test).__name__ != "_FailedTest")


class Session:
    """The report of one outermost suite. Lines wait until their class is done, whose tear-down may fail after them."""

    def __init__(self, place, loading):
        directory, self.seconds = place
        self.put, self.end = open_report(directory)
        self.loading = loading
        self.places = {}
        self.left = collections.Counter()
        self.pending = {}
        self.owner = None
        self.broken = False
        self.put({"type": "start", "v": 1, "runner": "unittest", "version": ".".join(map(str, sys.version_info[:3]))})

    def collect(self, tests):
        if self.loading.files is not None:
            keep(tests, lambda test: type(test).__name__ == "_FailedTest" or self.loading.has(self.loading.file(test)))
        if self.loading.shard is not None:
            own = dealt((self.loading.file(test) for test in _loaded(tests)), self.loading.shard)
            keep(tests, lambda test: type(test).__name__ == "_FailedTest" or self.loading.file(test) in own)
        for test in tests_of(tests):
            if type(test).__name__ == "_FailedTest":
                self.load_error(test)
            elif id(test) not in self.places:
                self.places[id(test)] = Place(test, self.loading.file(test))
                self.left[id(test)] = 1
            else:
                self.left[id(test)] += 1
        self.loading.found.clear()

    def load_error(self, test):
        text = exception_text(test._exception)
        found = LAST_LINE.match((text.strip().splitlines() or [""])[-1])
        name, message = (found.group(1), found.group(2) or text) if found else (type(test._exception).__name__, text)
        file = os.path.abspath(self.loading.file(test))
        self.put({"type": "file_error", "file": file, "name": name.split(".")[-1], "message": message})

    def watch(self, result):
        """The project's own result hears everything as before, and stops for nothing but a person."""
        result.failfast = False
        for name in ("startTest", "stopTest", "addSuccess", "addError", "addFailure", "addSkip", "addExpectedFailure"):
            self._before(result, name, getattr(self, name))
        self._before(result, "addUnexpectedSuccess", self.addUnexpectedSuccess)
        if hasattr(result, "addSubTest"):
            self._before(result, "addSubTest", self.addSubTest)

    def _before(self, result, name, hear):
        original = getattr(result, name)

        @functools.wraps(original)
        def heard(*args, **kwargs):
            hear(*args, **kwargs)
            return original(*args, **kwargs)

        setattr(result, name, heard)

    def record(self, test):
        """What is told of a test so far; None of one that is not ours to tell."""
        test = test.test_case if isinstance(test, case._SubTest) else test
        place = self.places.get(id(test))
        if place is None:
            return None
        if place.owner != self.owner:
            self.flush()
            self.owner = place.owner
        if id(test) not in self.pending:
            self.pending[id(test)] = {"place": place, "outcome": None, "ms": 0, "since": time.perf_counter()}
        return self.pending[id(test)]

    def tell(self, test, outcome):
        """The first failure counts, then what kept the test from passing, then that it passed."""
        record = self.record(test)
        if record is None:
            return
        told = record["outcome"]
        if told is None or told["status"] != "failed" and outcome["status"] != "passed":
            record["outcome"] = outcome

    def startTest(self, test):
        again = self.pending.pop(id(test), None)
        if again is not None:
            self.write(again, id(test))
        record = self.record(test)
        if record is not None:
            record["limit"] = limit(self.seconds, self.expire)

    def expire(self):
        raise Expired("Timeout (>%gs)" % self.seconds)

    def stopTest(self, test):
        record = self.record(test)
        if record is not None:
            record.pop("limit", lambda: None)()
            record["ms"] = max(0, round((time.perf_counter() - record["since"]) * 1000, 3))

    def addSuccess(self, test):
        self.tell(test, {"status": "passed"})

    def addFailure(self, test, err):
        self.addError(test, err)

    def addError(self, test, err):
        if type(test).__name__ == "_ErrorHolder":
            told = _failure(err[1])
            self.fixture(test.description, _failed("fixture", told["name"], told["message"]))
        else:
            self.tell(test, _failure(err[1]))

    def addSubTest(self, test, subtest, err):
        if err is not None:
            self.tell(test, _failure(err[1]))

    def addSkip(self, test, reason):
        outcome = {"status": "skipped", "message": str(reason)[:MESSAGE_LIMIT]}
        if type(test).__name__ == "_ErrorHolder":
            self.fixture(test.description, outcome)
        else:
            self.tell(test, outcome)

    def addExpectedFailure(self, test, err):
        self.tell(test, {"status": "xfail", "message": exception_text(err[1])})

    def addUnexpectedSuccess(self, test):
        self.tell(test, _failed("error", "UnexpectedSuccess", "expected to fail, and passed"))

    def fixture(self, description, outcome):
        """A fixture of a class or module: set-up keeps all its tests from running, tear-down is told of the last of them."""
        found = FIXTURE.match(description)
        if found is None:
            return
        step, level, name = found.groups()
        if step == "setUp":
            self.flush()
            for key, place in self.places.items():
                if self.left[key] > 0 and name == (place.owner if level == "Class" else place.module):
                    self.write({"place": place, "outcome": outcome, "ms": 0}, key)
        elif self.pending:
            last = list(self.pending.values())[-1]
            if (last["outcome"] or {}).get("status") != "failed":
                last["outcome"] = outcome
        else:
            self.run_error(description, outcome.get("message", ""))

    def flush(self):
        for key, record in self.pending.items():
            self.write(record, key)
        self.pending = {}

    def write(self, record, key=None):
        place = record["place"]
        if key is not None:
            self.left[key] -= 1
        line = {"type": "test", "file": os.path.abspath(place.file), "path": place.path, "ms": record["ms"]}
        line.update(record["outcome"] or _failed("error", "Unfinished", "the test did not say how it ended"))
        self.put(line)

    def run_error(self, name, message):
        self.broken = True
        self.put({"type": "run_error", "name": name, "message": message[:MESSAGE_LIMIT]})

    def finish(self, error):
        self.flush()
        missing = [self.places[key] for key, count in self.left.items() if count > 0]
        if error is not None:
            self.run_error(type(error).__name__, exception_text(error))
        elif missing:
            first = " > ".join(missing[0].path)
            self.run_error("Missing", "%d collected tests did not report: %s" % (len(missing), first))
        if not self.broken:
            self.end()


def install(take, files=None, shard=None):
    """Reports every outermost suite of this process from now on; `take` says once where to and how long a test may take."""
    loading = Loading(files, shard)
    loading.install()
    original, running, taken = suite.TestSuite.run, [], []

    @functools.wraps(original)
    def run(self, result, *args, **kwargs):
        place = None if running else (taken or [take()])[0]
        if place is None:
            return original(self, result, *args, **kwargs)
        taken[:] = [place]
        session = Session(place, loading)
        running.append(session)
        error = None
        try:
            session.collect(self)
            session.watch(result)
            return original(self, result, *args, **kwargs)
        except BaseException as caught:
            error = caught
            raise
        finally:
            running.pop()
            session.finish(error)

    suite.TestSuite.run = run


def install_later():
    """Leaves the place of reports in the environment until tests run: pytest may be the one to take it."""
    install(take_place)


def _main():
    place = take_place()
    files = os.environ.pop(FILES_VARIABLE, None)
    wanted = None if files is None else {os.path.realpath(path) for path in json.loads(files)}
    install(lambda: place, wanted, take_shard())
    sys.path[:] = [entry for entry in WHOLE if entry]
    if sys.argv[1] == "-m":
        del sys.argv[:2]
        sys.path.insert(0, os.getcwd())
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
    else:
        del sys.argv[0]
        sys.path.insert(0, os.path.dirname(os.path.abspath(sys.argv[0])))
        runpy.run_path(sys.argv[0], run_name="__main__")


if __name__ == "__main__":
    _main()
