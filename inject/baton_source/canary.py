"""Adds a test that must hold and a test that must fail to a test file (verification.md, R4)."""

import ast

from .written_tests import classes_of, holds_tests, is_test_case

FUNCTIONS = """

def test_baton_{token}_holds():
    measured = "baton {{}}".format(1)
    assert measured == "baton 1"


def test_baton_{token}_fails():
    measured = "baton {{}}".format(1)
    assert measured == "baton 2"
"""

METHODS = """

class TestBaton{token}({base}):
    def test_baton_{token}_holds(self):
        self.assertEqual("baton {{}}".format(1), "baton 1")

    def test_baton_{token}_fails(self):
        self.assertEqual("baton {{}}".format(1), "baton 2")
"""


def add_canary(source, token, runner):
    """The tests use no name that the file could have replaced, except those that its own tests use as well."""
    text = FUNCTIONS.format(token=token)
    base = test_case_base(source, runner)
    if base is not None:
        text += METHODS.format(token=token, base=base)
    ended = not source.data or source.data[-1:] in (b"\n", b"\r")
    source.insert(len(source.data), ("" if ended else source.newline) + text.replace("\n", source.newline))
    return {"text": source.edited()}


def test_case_base(source, runner):
    """The base class of the file's first TestCase, as the file writes it; where pytest does not run it, of its first class with
    tests: only classes are run there, and any base of theirs is one."""
    classes = classes_of(source.tree)
    nodes = [node for node in source.tree.body if isinstance(node, ast.ClassDef)]
    for node in nodes:
        for base in node.bases:
            if is_test_case(base, classes):
                return source.segment(base)
    tests = [node for node in nodes if node.bases and holds_tests(node, classes)]
    return source.segment(tests[0].bases[0]) if tests and runner in ("unittest", "django") else None
