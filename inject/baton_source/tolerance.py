"""Comparisons that are content with answers which are far off."""

import ast
import re

from .strength import ABSOLUTE, RELATIVE, number
from .syntax import last_name

COARSE = 0.25
# What is measured or drawn is what it is.
MEASURED = re.compile(
    r"elapsed|duration|perf_counter|monotonic|timeit|time\.time|random|sample|shuffle|seed|\bmean|average|variance|rng"
    r"|frequen|probab"
)


def is_coarse(call):
    """`approx(877.5, rel=0.5)`, `isclose(a, 12.0, abs_tol=4)`."""
    name = last_name(call.func)
    if name not in ("approx", "isclose", "assertAlmostEqual", "assert_allclose"):
        return False
    given = {keyword.arg: number(keyword.value) for keyword in call.keywords}
    if name == "approx":
        given.update(zip(("rel", "abs"), map(number, call.args[1:3])))
    wanted = [abs(value) for value in map(number, call.args[: 1 if name == "approx" else 2]) if value]
    for option, value in given.items():
        if value is not None and option in RELATIVE and value >= COARSE:
            return True
        if value is not None and option in ABSOLUTE and wanted and value >= COARSE * max(wanted):
            return True
    return False
