"""Where unittest's tests stand, and which of them are loaded."""

import doctest
import functools
import inspect
import os
import sys
import unittest
from unittest import case, loader, suite

SKIPPED_MODULE = "(skipped while collecting)"


class Place:
    """Where a test stands: its file, its names, and the class and module that unittest's fixtures name."""

    def __init__(self, test, file):
        kind = type(test)
        name = getattr(test, "_testMethodName", None)
        self.owner = "%s.%s" % (kind.__module__, kind.__qualname__)
        self.module = kind.__module__
        self.file = file
        self.path = [kind.__name__, name]
        if isinstance(test, doctest.DocTestCase):
            self.file = test._dt_test.filename or file
            self.path = [test._dt_test.name]
        elif isinstance(test, case.FunctionTestCase):
            self.file = inspect.getsourcefile(test._testFunc) or file
            self.path = [test._testFunc.__name__]
        elif kind.__name__ == "ModuleSkipped":
            self.path = [SKIPPED_MODULE]
        elif name is None:
            self.path = [test.id()]


class Loading:
    """What unittest's loader tells of where tests come from. A test is held with its file: its number may not go to another."""

    def __init__(self, files, shard=None):
        self.files = files
        self.shard = shard
        self.found = {}

    def install(self):
        wrap = functools.wraps
        match, by_module, by_name = (
            loader.TestLoader._match_path,
            loader.TestLoader.loadTestsFromModule,
            loader.TestLoader.loadTestsFromName,
        )

        @wrap(match)
        def _match_path(own, path, full_path, pattern):
            return match(own, path, full_path, pattern) and self.has(full_path)

        @wrap(by_module)
        def load_module(own, module, *args, **kwargs):
            loaded = by_module(own, module, *args, **kwargs)
            file = getattr(module, "__file__", None)
            for test in tests_of(loaded):
                # A module that could not be imported stands beside the tests of the package that it is in.
                if file and type(test).__name__ not in ("_FailedTest", "ModuleSkipped"):
                    self.found.setdefault(id(test), (file, test))
            return loaded

        @wrap(by_name)
        def load_name(own, name, module=None):
            loaded = by_name(own, name, module)
            for test in tests_of(loaded):
                if type(test).__name__ == "_FailedTest":
                    self.found.setdefault(id(test), (_file_of(own, name), test))
            return loaded

        loader.TestLoader._match_path = _match_path
        loader.TestLoader.loadTestsFromModule = load_module
        loader.TestLoader.loadTestsFromName = load_name

    def has(self, path):
        return self.files is None or os.path.realpath(path) in self.files

    def file(self, test):
        known = self.found.get(id(test))
        if known is not None:
            return known[0]
        if type(test).__name__ in ("_FailedTest", "ModuleSkipped"):
            return _file_of(unittest.defaultTestLoader, test._testMethodName)
        module = sys.modules.get(type(test).__module__)
        return getattr(module, "__file__", None) or os.path.abspath(sys.argv[0])


def _file_of(own, name):
    """The file of a dotted name, or of its longest part that is one."""
    parts = name.split(".")
    for folder in (getattr(own, "_top_level_dir", None), os.getcwd()):
        for count in range(len(parts), 0, -1):
            stem = os.path.join(folder or "", *parts[:count])
            for path in (stem + ".py", os.path.join(stem, "__init__.py")):
                if os.path.isfile(path):
                    return os.path.abspath(path)
    return os.path.abspath(os.path.join(*parts) + ".py")


def tests_of(tests):
    if isinstance(tests, suite.BaseTestSuite):
        for inner in tests:
            yield from tests_of(inner)
    elif tests is not None:
        yield tests


def keep(tests, wanted):
    """Takes out of a suite, however deep, the tests that are not wanted."""
    for inner in tests._tests:
        if isinstance(inner, suite.BaseTestSuite):
            keep(inner, wanted)
    tests._tests[:] = [inner for inner in tests._tests if isinstance(inner, suite.BaseTestSuite) or wanted(inner)]
