"""A TestCase that puts its own in the place of what unittest compares, raises or runs: a failure of its tests may be none."""

import ast
import unittest

from .syntax import FUNCTIONS, last_name
from .written_tests import holds_tests, is_test_case

FAILURE = "failureException"
ASSERTS = {name for name in dir(unittest.TestCase) if name.startswith("assert")} | {FAILURE}
# What nobody else than unittest calls a method.
INNER = {"_callTestMethod", "_callSetUp", "_callTearDown", "_callCleanup", "_addError", "_addSkip", "_feedErrorsToResult"}
RUNS = {"fail", "run", "__call__", "debug", "defaultTestResult", "doCleanups"}
RESULTS = {"addError", "addFailure", "addSubTest", "addSuccess", "wasSuccessful"}


def overrides(node, classes):
    """The lines where a class does so, or where what it is made of depends on an answer; a mixin has no TestCase above it."""
    if not isinstance(node, ast.ClassDef):
        return
    own = any(is_test_case(base, classes) for base in node.bases) or bool(node.bases) and holds_tests(node, classes)
    for base in node.bases if own else ():
        if isinstance(base, (ast.IfExp, ast.BoolOp)):
            yield base.lineno
    for statement in node.body:
        names = {statement.name} if isinstance(statement, FUNCTIONS) else given_names(statement)
        if names & (ASSERTS | INNER | (RUNS if own else set())) and not keeps_failure(statement):
            yield statement.lineno


def given_names(statement):
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return {target.id for target in targets if isinstance(target, ast.Name)}


def keeps_failure(statement):
    return isinstance(statement, ast.Assign) and last_name(statement.value) in ("AssertionError", FAILURE)


def is_replaced(target):
    """`self.assertEqual = …`, `result.addFailure = …`"""
    return isinstance(target, ast.Attribute) and target.attr in ASSERTS | INNER | RESULTS
