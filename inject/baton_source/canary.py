"""Adds a test that must hold and a test that must fail to a test file (verification.md, R4)."""

import ast

from .syntax import FUNCTIONS
from .written_tests import classes_of, collect, holds_tests, is_test_case

PLAIN = """

def test_baton_{token}_holds():
    measured = "baton {{}}".format(1)
    assert measured == "baton 1"


def test_baton_{token}_fails():
    measured = "baton {{}}".format(1)
    assert measured == "baton 2"
"""

METHODS = """
{indent}def test_baton_{token}_holds(self):
{indent}    self.assertEqual("baton {{}}".format(1), "baton 1")

{indent}def test_baton_{token}_fails(self):
{indent}    self.assertEqual("baton {{}}".format(1), "baton 2")
"""

EXAMPLES = '''

def baton_{token}_holds():
    """
    >>> "baton {{}}".format(1)
    'baton 1'
    """


def baton_{token}_fails():
    """
    >>> "baton {{}}".format(1)
    'baton 2'
    """
'''

UNITTEST = ("unittest", "django")


def add_canary(source, token, runner):
    """The tests use no name that the file could have replaced, except those that its own tests use as well."""
    # Of code whose examples a suite of unittest's loads nothing else is run.
    is_code = runner in UNITTEST and not any(collect(source))
    text = (EXAMPLES if is_code else PLAIN).format(token=token)
    base = test_case_base(source, runner)
    if base is not None:
        text += "\n\nclass TestBaton%s(%s):" % (token, base) + METHODS.format(indent="    ", token=token)
    ended = not source.data or source.data[-1:] in (b"\n", b"\r")
    source.insert(len(source.data), ("" if ended else source.newline) + text.replace("\n", source.newline))
    if runner in UNITTEST and loads_by_itself(source):
        for node in classes_with_tests(source):
            indent = source.indentation(source.start(node.body[-1]))
            if indent:
                source.insert_after_line(node, METHODS.format(indent=indent, token=token).replace("\n", source.newline))
    return {"text": source.edited()}


def loads_by_itself(source):
    """Whether the file says which of its classes are run: a new one would not be."""
    return any(isinstance(node, FUNCTIONS) and node.name == "load_tests" for node in source.tree.body)


def classes_with_tests(source):
    classes = classes_of(source.tree)
    return [node for node in source.tree.body if isinstance(node, ast.ClassDef) and node.bases and holds_tests(node, classes)]


def test_case_base(source, runner):
    """The base class of the file's first TestCase, as the file writes it; where pytest does not run it, of its first class with
    tests: only classes are run there, and any base of theirs is one."""
    classes = classes_of(source.tree)
    nodes = [node for node in source.tree.body if isinstance(node, ast.ClassDef)]
    for node in nodes:
        for base in node.bases:
            if is_test_case(base, classes):
                return source.segment(base)
    tests = classes_with_tests(source) if runner in UNITTEST else []
    return source.segment(tests[0].bases[0]) if tests else None
