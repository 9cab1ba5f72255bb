"""Starts pytest with the harness's reporter, and is that reporter (PYTEST_DONT_REWRITE: it is loaded before rewriting).

`python baton_pytest.py ARGS` imports pytest before the project's folders are importable, so that a `pytest` folder of the
project cannot take its place; `-p baton_pytest` loads the same reporter into a command of the user's own.
A test's body may take BATON_TEST_SECONDS where that is set and signals can tell it. Python 3.7, pytest 6 and later.
"""

import os
import re
import sys

from baton_report import (
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

OWN_FOLDER = os.path.dirname(os.path.abspath(__file__))


def _import_pytest():
    """The installed pytest: first without what PYTHONPATH and the working directory add, then without the latter only."""
    whole = [entry for entry in sys.path if os.path.abspath(entry) != OWN_FOLDER]
    added = {os.path.abspath(entry) for entry in os.environ.get("PYTHONPATH", "").split(os.pathsep)}
    here = os.path.abspath(os.getcwd())
    installed = [entry for entry in whole if entry and os.path.abspath(entry) not in added | {here}]
    elsewhere = [entry for entry in whole if entry and os.path.abspath(entry) != here]
    for paths in (installed, elsewhere):
        sys.path[:] = paths
        try:
            import pytest

            import _pytest.doctest
            import _pytest.runner
            import _pytest.unittest  # noqa: F401
        except ImportError:
            continue
        break
    else:
        sys.exit("baton: this Python cannot import pytest: %s" % sys.executable)
    sys.path[:] = [here] + whole
    return pytest


if __name__ == "__main__":
    _import_pytest()

import doctest  # noqa: E402
import unittest  # noqa: E402

import pytest  # noqa: E402
from _pytest.config import Config, ConftestImportFailure  # noqa: E402
from _pytest.outcomes import Exit, Failed  # noqa: E402

TIMEOUT_TEXT = re.compile(r"Timeout [(>]")
ASSERTION_ERROR = AssertionError


def _kind(error):
    if isinstance(error, Failed):
        text = exception_text(error)
        if TIMEOUT_TEXT.match(text):
            return "timeout"
        return "error" if text.startswith("Unexpected success") else "assertion"
    if isinstance(error, (ASSERTION_ERROR, doctest.DocTestFailure)):
        return "assertion"
    # Several doctest failures of one item arrive in one exception.
    if type(error).__name__ == "MultipleDoctestFailures":
        inner = [failure for failure in error.failures if not isinstance(failure, doctest.DocTestFailure)]
        return "error" if inner else "assertion"
    return "error"


def describe(error, when):
    """What went wrong, as plain data: an attribute of the report that survives the way from a worker of xdist."""
    found = leaves(error)
    kinds = {_kind(leaf) for leaf in found}
    kind = kinds.pop() if len(kinds) == 1 else "error"
    shown = found[0] if len(found) == 1 else error
    if isinstance(shown, doctest.UnexpectedException):
        shown = shown.exc_info[1]
    if kind != "timeout" and (when != "call" or in_unittest_fixture(error)):
        kind = "fixture"
    return {"kind": kind, "name": type(shown).__name__, "message": exception_text(shown)}


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    if call.excinfo is not None:
        outcome.get_result().baton = describe(call.excinfo.value, call.when)


def _unwrapped(error):
    """pytest wraps what importing a module or a conftest raised; before version 8 it keeps the three parts of it."""
    if type(error).__name__ == "ConftestImportFailure":
        parts = getattr(error, "excinfo", None)
        return getattr(error, "cause", None) or (parts[1] if isinstance(parts, tuple) else error)
    return error.__cause__ if type(error).__name__ == "CollectError" and error.__cause__ else error


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_make_collect_report(collector):
    outcome = yield
    report = outcome.get_result()
    excinfo = getattr(getattr(report, "call", None), "excinfo", None)
    if excinfo is not None:
        error = excinfo.value
        shown = _unwrapped(error)
        report.baton = {"name": type(shown).__name__, "message": exception_text(shown)}
        if type(error).__name__ == "ConftestImportFailure":
            report.baton["path"] = str(error.path)


def _split(nodeid):
    """The file and the parts below it; parameters may hold `::` themselves."""
    file, _, rest = nodeid.partition("::")
    names, bracket, parameters = rest.partition("[")
    parts = names.split("::") if names else []
    if bracket:
        parts[-1:] = [(parts[-1] if parts else "") + bracket + parameters]
    return file, parts


class Reporter:
    """One session's lines. A session inside a test (pytester) finds the reporter taken and writes nothing."""

    def __init__(self, put, end, seconds):
        self.seconds = seconds
        self.put = put
        self.end = end
        self.config = None
        self.running = {}
        self.collected = set()
        self.written = set()
        self.uncollected = set()
        self.broken = False

    def _file(self, path):
        return os.path.normpath(os.path.join(str(self.config.rootdir), path))

    def run_error(self, name, message):
        self.broken = True
        self.put({"type": "run_error", "name": name, "message": message[:MESSAGE_LIMIT]})

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(self):
        end = limit(self.seconds, lambda: pytest.fail("Timeout (>%gs)" % self.seconds))
        yield
        end()

    def pytest_runtest_logreport(self, report):
        if report.when == "setup":
            self.running[report.nodeid] = []
        self.running.setdefault(report.nodeid, []).append(report)
        if report.when not in ("setup", "call"):
            self._write_test(report.nodeid, self.running.pop(report.nodeid))

    def _write_test(self, nodeid, reports):
        self.written.add(nodeid)
        file, parts = _split(nodeid)
        line = {"type": "test", "file": self._file(file), "path": parts or [os.path.basename(file)]}
        line["ms"] = max(0, round(sum(report.duration for report in reports if not _is_subtest(report)) * 1000, 3))
        line.update(_outcome(reports))
        # What pytest-rerunfailures counts.
        again = max((getattr(report, "rerun", 0) for report in reports), default=0)
        if line["status"] == "passed" and isinstance(again, int) and again > 0:
            line["tries"] = again + 1
        self.put(line)

    def pytest_collectreport(self, report):
        # With --doctest-modules a module is collected twice.
        if report.passed or report.nodeid in self.uncollected:
            return
        self.uncollected.add(report.nodeid)
        file, parts = _split(report.nodeid)
        told = getattr(report, "baton", None) or {"name": "CollectError", "message": str(report.longrepr)}
        if report.failed:
            message = told["message"][:MESSAGE_LIMIT]
            # What cannot be collected in a folder is its conftest.
            path = told.get("path") or self._file(file)
            if os.path.isdir(path):
                path = os.path.join(path, "conftest.py")
            self.put({"type": "file_error", "file": path, "name": told["name"], "message": message})
        else:
            line = {"type": "test", "file": self._file(file), "path": parts + ["(skipped while collecting)"]}
            self.put(dict(line, status="skipped", message=told["message"][:MESSAGE_LIMIT], ms=0))

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_make_collect_report(self, collector):
        """A file named on the command line below a folder whose conftest cannot be imported is no error of ours."""
        outcome = yield
        missing = getattr(collector, "_notfound", None) if isinstance(collector, pytest.Session) else None
        broken = [os.path.join(self._file(folder), "") for folder in self.uncollected if folder]
        if missing and broken:
            missing[:] = [entry for entry in missing if not self._file(str(entry[0])).startswith(tuple(broken))]
        outcome.get_result()

    def pytest_collection_finish(self, session):
        self.collected = {item.nodeid for item in session.items}

    def pytest_internalerror(self, excrepr, excinfo):
        self.run_error(excinfo.type.__name__, exception_text(excinfo.value))

    def pytest_keyboard_interrupt(self, excinfo):
        if isinstance(excinfo.value, (KeyboardInterrupt, Exit)):
            self.run_error(excinfo.type.__name__, exception_text(excinfo.value))

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node):
        # Workers of xdist read the command line once more.
        node.workerinput["baton"] = True
        node.workerinput["baton_shard"] = SHARD

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node, error):
        if error:
            self.run_error("WorkerDown", str(error))

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtestloop(self, session):
        """Whatever stops the loop early (`-x`, `session.shouldstop`) leaves tests that never ran."""
        outcome = yield
        stopped = session.shouldstop or session.shouldfail
        if stopped:
            self.run_error("Stopped", str(stopped))
        outcome.get_result()

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_sessionfinish(self, session, exitstatus):
        outcome = yield
        outcome.get_result()
        for nodeid, reports in list(self.running.items()):
            self._write_test(nodeid, reports)
        self.running.clear()
        missing = self.collected - self.written
        if missing and not self.broken:
            self.run_error("Missing", "%d collected tests did not report: %s" % (len(missing), sorted(missing)[0]))
        if not self.broken and int(exitstatus) in (0, 1, 2, 5):
            self.end()


def _is_subtest(report):
    return type(report).__name__ in ("SubtestReport", "SubTestReport")


def _failure(report, when):
    told = getattr(report, "baton", None) if report.failed else None
    if told is None:
        text = str(report.longrepr)
        strict = text.startswith("[XPASS(strict)]")
        kind = "fixture" if when in ("setup", "teardown") else "error"
        told = {"kind": kind, "name": "XPASS(strict)" if strict else "Failure", "message": text}
    return {"status": "failed", "kind": told["kind"], "name": told["name"], "message": told["message"][:MESSAGE_LIMIT]}


def _outcome(reports):
    """Of all phases and subtests: the first failure counts, then xfail, then skipped."""
    failed = [report for report in reports if report.failed]
    if failed:
        # A parent that fails only because of its subtests comes after them.
        return _failure(failed[0], failed[0].when)
    phases = [report for report in reports if not _is_subtest(report)]
    for report in phases:
        if report.skipped:
            expected = hasattr(report, "wasxfail")
            reason = report.wasxfail if expected else (report.longrepr or ("", 0, ""))[-1]
            return {"status": "xfail" if expected else "skipped", "message": str(reason)[:MESSAGE_LIMIT]}
    if not any(report.when == "call" for report in phases):
        return {"status": "failed", "kind": "error", "name": "Unfinished", "message": "the test body did not run"}
    return {"status": "passed"}


def _start():
    place = take_place()
    if place is None:
        return None
    directory, seconds = place
    put, end = open_report(directory)
    put({"type": "start", "v": 1, "runner": "pytest", "version": pytest.__version__})
    return Reporter(put, end, seconds)


# `multiprocessing` imports the main module again in its children, under another name.
REPORTER = _start() if __name__ in ("__main__", "baton_pytest") else None
SHARD = take_shard() if REPORTER is not None else None


class Shard:
    """Leaves a session the tests of its own files."""

    def __init__(self, shard):
        self.shard = shard

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config, items):
        own = dealt((_split(item.nodeid)[0] for item in items), self.shard)
        config.hook.pytest_deselected(items=[item for item in items if _split(item.nodeid)[0] not in own])
        items[:] = [item for item in items if _split(item.nodeid)[0] in own]


def _keep_shard(config, shard):
    if shard is not None:
        config.pluginmanager.register(Shard(tuple(shard)), "baton-shard")


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_load_initial_conftests():
    outcome = yield
    if outcome.excinfo is not None and isinstance(outcome.excinfo[1], ConftestImportFailure):
        # Collecting its folder fails in the same way; here it would hide the tests of every other folder.
        outcome.force_result(None)
    elif REPORTER is not None and REPORTER.config is None and outcome.excinfo is not None:
        error = outcome.excinfo[1]
        shown = _unwrapped(error)
        REPORTER.run_error(type(shown).__name__, exception_text(shown))


def _run_everything(config):
    """One broken file or one failure must not hide the other tests, whatever command started us."""
    config.option.continue_on_collection_errors = True
    config.option.maxfail = 0


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config):
    if getattr(config, "workerinput", {}).get("baton"):
        _run_everything(config)
        _keep_shard(config, config.workerinput.get("baton_shard"))
    if REPORTER is not None and REPORTER.config is None and not hasattr(config, "workerinput"):
        REPORTER.config = config
        _run_everything(config)
        config.pluginmanager.register(REPORTER, "baton-reporter")
        _keep_shard(config, SHARD)


def _spare_plugins():
    """Leaves the asserts of installed plugins as they are: no bytecode is kept, so rewriting all of hypothesis takes as long as many a suite.

    Their failures are told without values. Sessions inside of tests, and what pytest lacks, stay as they are.
    """
    mark = getattr(Config, "_mark_plugins_for_rewrite", None)

    def only_named(config, hook, *_):
        config.pluginmanager.rewrite_hook = hook
        Config._mark_plugins_for_rewrite = mark

    if mark is not None:
        Config._mark_plugins_for_rewrite = only_named


def _main():
    _spare_plugins()
    # Workers of xdist import the plugin by name; they get the path as it is while plugins load, nobody after that.
    sys.modules["baton_pytest"] = sys.modules["__main__"]
    sys.argv[0] = os.path.join(os.path.dirname(pytest.__file__), "__main__.py")
    sys.path.append(OWN_FOLDER)
    code = pytest.main(["-p", "baton_pytest"] + sys.argv[1:])
    if REPORTER is not None and REPORTER.config is None and not REPORTER.broken:
        REPORTER.run_error("UsageError", "pytest did not start; exit code %d" % code)
    sys.stdout.flush()
    sys.exit(int(code))


if __name__ == "__main__":
    _main()
