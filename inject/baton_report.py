"""What the reporters of Python share: a report that nothing else can write to, and how a failure is told.

Lines are those of `ReportLine` (src/schema/report.ts), in a new file in BATON_REPORT_DIR. Python 3.7 and later.
"""

import collections
import json
import os
import signal
import sys
import threading
import unittest

REPORT_VARIABLE = "BATON_REPORT_DIR"
LIMIT_VARIABLE = "BATON_TEST_SECONDS"
SHARD_VARIABLE = "BATON_SHARD"
MESSAGE_LIMIT = 2000
GROUP = getattr(__import__("builtins"), "BaseExceptionGroup", None) or ()


def take_place():
    """The folder for reports and the limit of a test in seconds, taken out of the environment: what a test starts cannot find
    or join the report. None where there is no folder."""
    directory = os.environ.pop(REPORT_VARIABLE, None)
    seconds = float(os.environ.pop(LIMIT_VARIABLE, None) or 0)
    return (directory, seconds) if directory else None


def take_shard():
    """Which shard this is and of how many, taken out of the environment; None where one process runs everything."""
    at, _, of = os.environ.pop(SHARD_VARIABLE, "").partition("/")
    return (int(at), int(of)) if of else None


def dealt(files, shard):
    """The files that a shard runs, of one entry a test: each file whole, the longest first to whoever has the fewest tests."""
    at, of = shard
    loads = [0] * of
    own = set()
    for file, tests in sorted(collections.Counter(files).items(), key=lambda entry: (-entry[1], entry[0])):
        least = loads.index(min(loads))
        loads[least] += tests
        if least == at:
            own.add(file)
    return own


INSTALLED = os.sep + "site-packages" + os.sep, os.sep + "dist-packages" + os.sep
COPIES_LIMIT = 20


def copies(root):
    """Modules that the project has below `root`, and that were loaded from a copy: an installed one, or another checkout."""
    library = os.path.dirname(os.path.realpath(os.__file__)) + os.sep
    found = []
    for name in sorted(_own_modules(root) & set(sys.modules)):
        try:
            file = os.path.realpath(sys.modules[name].__file__)
        except Exception:  # built in, a namespace, or whatever a test put there
            continue
        is_installed = any(folder in file for folder in INSTALLED)
        if is_installed or not file.startswith((root + os.sep, library)):
            found.append({"name": name, "file": file})
    return found[:COPIES_LIMIT]


def _own_modules(root):
    """The names of modules that lie in a project's root or its `src`."""
    names = set()
    for folder in (root, os.path.join(root, "src")):
        for entry in os.listdir(folder) if os.path.isdir(folder) else ():
            if entry.endswith(".py"):
                names.add(entry[:-3])
            elif os.path.isfile(os.path.join(folder, entry, "__init__.py")):
                names.add(entry)
    return names


def open_report(directory, write=os.write, dumps=json.dumps, own_process=os.getpid, close=os.close):
    """Everything needed later is held here, so that code which replaces `os.write` or `json.dumps` changes nothing."""
    path = os.path.join(directory, os.urandom(16).hex() + ".ndjson")
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    owner = own_process()
    root = os.path.realpath(os.getcwd())
    count = [0]

    def put(line):
        # A test that forks and runs on must not write a second copy of the session.
        if own_process() != owner:
            return
        data = (dumps(line) + "\n").encode("utf-8")
        while data:
            data = data[write(descriptor, data) :]
        count[0] += line["type"] == "test"

    def end():
        found = copies(root)
        put(dict({"type": "end", "tests": count[0]}, **({"copies": found} if found else {})))
        close(descriptor)

    return put, end


def exception_text(error):
    try:
        return str(error)[:MESSAGE_LIMIT].encode("utf-8", "replace").decode("utf-8")
    except Exception:  # whatever a project's own exception does when it is printed
        return "the message cannot be read"


def leaves(error):
    """The exceptions of a group, however deep."""
    if GROUP and isinstance(error, GROUP):
        return [leaf for inner in error.exceptions for leaf in leaves(inner)]
    return [error]


def in_unittest_fixture(error):
    """unittest runs setUp and tearDown within the test: only the frames tell."""
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        fixture = code.co_name in ("_callSetUp", "_callTearDown", "_callCleanup", "doCleanups")
        if fixture and code.co_filename == unittest.case.__file__:
            return True
        trace = trace.tb_next
    return False


def limit(seconds, expire):
    """Calls `expire` in what runs after so many seconds, where signals can; answers how to take that back."""
    if not (seconds and hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()):
        return lambda: None
    before = signal.signal(signal.SIGALRM, lambda _number, _frame: expire())
    signal.setitimer(signal.ITIMER_REAL, seconds)

    def end():
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)

    return end
