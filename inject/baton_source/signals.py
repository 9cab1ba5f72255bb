"""Suspicious constructs that head adds (verification.md, What agents do to pass). A signal is a reason to look, no proof."""

import ast
import builtins
import collections
import io
import re
import tokenize

from .alias import Aliases
from .assertions import is_raises, swallows_assertion, swallows_given
from .chosen import chosen_rows
from .doubles import RUNNER_FOLDER, asks_of_double, asks_of_origin
from .cleared import clearing_functions, counts_cleared
from .equality import bound_equalities, compares, left_out, redefines_scalar, returns_only, sees_one_constant
from .looser import changed_equalities, looser_equalities
from .own_library import is_replaced, keeps_failure, overrides
from .refusals import missing_errors
from .strength import takes_any_failure
from .syntax import FUNCTIONS, body_of, children, decorator_names, dotted, last_name, own_nodes, text_of, walk
from .text import parse
from .tolerance import MEASURED, is_coarse
from .void_truth import is_void, own_methods
from .written_tests import classes_of

TEST_LIBRARIES = {"pytest", "_pytest", "unittest", "mock", "nose", "hypothesis", "doctest"}
TEST_VARIABLES = re.compile(r"^(PYTEST_\w+|\w*TESTING|TEST_MODE|TEST_ENV|BATON_\w+)$")
STACK_CALLS = {
    "inspect.stack", "inspect.currentframe", "inspect.getouterframes", "inspect.trace", "sys._getframe",
    "sys._current_frames", "traceback.extract_stack", "traceback.format_stack", "traceback.walk_stack",
}  # fmt: skip
# What the caller's own text says and holds, its expectations included.
CALLER_TEXT = {"code_context", "co_consts", "co_code", "line", "f_locals"}
STACK_DETAILS = {"filename", "function", "co_filename", "co_name", "f_code", "f_globals", "f_locals", "name"}
# What tests replace for good reasons: input and output, and how failures are shown.
HARMLESS_PATCHES = {
    "input", "print", "open", "exit", "quit", "help", "breakpoint", "__import__", "maxDiff", "longMessage", "_MAX_LENGTH",
}  # fmt: skip
TEST_SUPPORT = re.compile(r"(^|[/_])(testing|test_?utils?|test_?helpers?|fixtures|pytest_plugin|pytest_\w+)(/|\.py$)")
TEST_SIDE = {"pytester", "tests", "test", "testing", "fixtures"}
PATCHED_ROOTS = {"unittest", "builtins", "pytest", "_pytest", "__builtins__", "AssertionError"}
HARD_EXITS = {"os._exit", "os.abort", "signal.raise_signal", "pytest.exit"}
SOFT_EXITS = {"sys.exit", "exit", "quit", "SystemExit"}
ENTRY_NAME = re.compile(r"(^|_)(main|cli|command|run_from_command_line)(_|$)|^__main__$")
SUPPRESSION = re.compile(
    r"#\s*(pragma:\s*no\s+(cover|branch|mutate)|type:\s*ignore|noqa|(flake8|ruff):\s*noqa|nosec|pylint:\s*disable"
    r"|(pyright|mypy):\s*ignore|mypy:\s*disable)",
    re.IGNORECASE,
)
HARMLESS_HOOKS = {"pytest_addoption", "pytest_report_header", "pytest_generate_tests"}
# Statements, and what else holds a block of them.
WITH_BLOCKS = (ast.stmt, ast.mod, ast.excepthandler, getattr(ast, "match_case", ast.stmt))
OUTCOME_WORDS = {"outcome", "rep_call", "rep_setup", "makereport", "TestReport", "_pytest", "excinfo", "pluginmanager"}


def find_signals(files, role):
    found = []
    for file in files:
        head = parse(file["head"])
        base = parse(file["base"]) if file["base"] is not None else None
        if head is None or (base is None and file["base"] is not None):
            continue
        before = collections.Counter(
            (kind, excerpt) for kind, _, excerpt in (_Finder(base, file["path"], role).run() if base else [])
        )
        for kind, line, excerpt in _Finder(head, file["path"], role).run():
            if before[(kind, excerpt)] > 0:
                before[(kind, excerpt)] -= 1
            else:
                found.append({"kind": kind, "path": file["path"], "line": line, "excerpt": excerpt})
        for line, lost in looser_equalities(base, head) if base and role == "implementation" else ():
            excerpt = "%s (%s)" % (head.line(line).strip(), ", ".join(sorted(lost)))
            found.append({"kind": "looser_equality", "path": file["path"], "line": line, "excerpt": excerpt})
        for line in changed_equalities(base, head) if base and role == "test" else ():
            excerpt = head.line(line).strip()
            found.append({"kind": "changed_equality", "path": file["path"], "line": line, "excerpt": excerpt})
    return found


class _Finder:
    def __init__(self, source, path, role):
        self.source = source
        self.in_code = role == "implementation"
        self.test_support = bool(TEST_SUPPORT.search(path))
        self.entry_file = path.endswith(("__main__.py", "manage.py", "setup.py"))
        self.found = {}
        self.aliases = {}
        self.defined = {}
        self.functions = []
        self.classes = classes_of(source.tree)
        self.clearing = clearing_functions(source.tree)
        self.own_methods = own_methods(source.tree)
        self.renamed = Aliases(source.tree)
        self.guarded = self.entry_file

    def run(self):
        for node in walk(self.source.tree):
            self._note_aliases(node)
            if isinstance(node, FUNCTIONS):
                self.defined[node.name] = node
        self._visit(self.source.tree)
        for line in () if self.in_code else chosen_rows(self.source.tree):
            self._add("chosen_rows", line)
        for line in () if self.in_code else missing_errors(self.source.tree):
            self._add("missing_error", line)
        if self.in_code:
            self._comments()
        return sorted(self.found.values(), key=lambda signal: signal[1])

    def _add(self, kind, line):
        excerpt = " ".join(self.source.line(line).split())
        self.found.setdefault((kind, line), (kind, line, excerpt if len(excerpt) <= 120 else excerpt[:119] + "…"))

    def _note_aliases(self, node):
        if isinstance(node, ast.Import):
            for name in node.names:
                self.aliases[name.asname or name.name.partition(".")[0]] = (
                    name.name if name.asname else name.name.partition(".")[0]
                )
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            for name in node.names:
                self.aliases[name.asname or name.name] = "%s.%s" % (node.module, name.name)

    def _full(self, node):
        """The dotted name with its first part resolved through the file's imports."""
        first, dot, rest = dotted(node).partition(".")
        return self.aliases.get(first, first) + dot + rest

    def _visit(self, node):
        guarded = self.guarded
        if isinstance(node, ast.If) and any(isinstance(part, ast.Name) and part.id == "__name__" for part in walk(node.test)):
            self.guarded = True
        if isinstance(node, FUNCTIONS):
            self.functions.append(node)
            self._function(node)
        self._inspect(node)
        for child in children(node):
            self._visit(child)
        if isinstance(node, FUNCTIONS):
            self.functions.pop()
        self.guarded = guarded

    def _inspect(self, node):
        if isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign)):
            self._assignment(node)
        elif isinstance(node, ast.Call):
            self._call(node)
        elif isinstance(node, ast.Raise) and node.exc is not None and not isinstance(node.exc, ast.Call):
            self._exit(node, self._full(node.exc))
        elif isinstance(node, ast.ClassDef) and node.name == "AssertionError":
            self._add("assertion_patch", node.lineno)
        if self.in_code:
            self._in_code(node)
        elif isinstance(node, ast.Call):
            self._call_in_tests(node)
        elif isinstance(node, WITH_BLOCKS):
            self._block_in_tests(node)

    def _in_code(self, node):
        if not self.test_support and _names_test_file(node):
            self._add("test_code_in_code", node.lineno)
        self._equality(node)
        # A frame can be had without asking for one: that of an exception knows its caller.
        if isinstance(node, ast.Attribute) and node.attr == "tb_frame" and self._examines_stack("f_back"):
            self._add("stack_inspection", node.lineno)
        self._test_environment(node)
        self._imports(node)

    def _call_in_tests(self, call):
        if is_raises(call) and takes_any_failure(call):
            self._add("any_failure", call.lineno)
        if is_coarse(call) and not MEASURED.search(self._around()):
            self._add("coarse_tolerance", call.lineno)

    def _block_in_tests(self, node):
        for line in overrides(node, self.classes):
            self._add("own_library", line)
        for line in counts_cleared(node, self.clearing):
            self._add("cleared_double", line)
        if is_void(node, self.own_methods) or self.renamed.is_compared(node, self.functions):
            self._add("void_truth", node.lineno)
        if swallows_assertion(node) or swallows_given(node, self.functions):
            self._add("swallowed_assertion", node.lineno)

    def _around(self):
        """The text of the function that is read."""
        at = self.functions[-1] if self.functions else None
        return "" if at is None else self.source.data[self.source.start(at) : self.source.end(at)].decode("utf-8")

    def _imports(self, node):
        names = [name.name for name in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.Call) and last_name(node.func) in ("import_module", "__import__") and node.args:
            names = [text_of(node.args[0]) or ""]
        if isinstance(node, ast.ImportFrom) and node.level == 0:
            names = [node.module or ""]
        # `doctest.testmod()` under `__main__`, and what a package offers to its users' tests, is no trick.
        expected = self.guarded or self.test_support
        if not expected and any(name.partition(".")[0] in TEST_LIBRARIES for name in names):
            self._add("test_library_in_code", node.lineno)

    def _test_environment(self, node):
        if not self.test_support and asks_of_double(node):
            self._add("test_environment", node.lineno)
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if (node.value.startswith("PYTEST_") and TEST_VARIABLES.match(node.value)) or RUNNER_FOLDER.search(node.value):
                self._add("test_environment", node.lineno)
        elif isinstance(node, (ast.Compare, ast.Subscript, ast.Call)):
            names = {self._full(part) for part in walk(node) if isinstance(part, (ast.Name, ast.Attribute))}
            texts = {text for text in map(text_of, walk(node)) if text is not None}
            modules = "sys.modules" in names and {text.partition(".")[0] for text in texts} & TEST_LIBRARIES
            arguments = names & {"sys.argv", "sys.orig_argv"} and any("test" in text for text in texts)
            variables = names & {"os.environ", "os.getenv"} and any(map(TEST_VARIABLES.match, texts))
            if modules or arguments or variables or asks_of_origin(node, texts):
                self._add("test_environment", node.lineno)

    def _function(self, node):
        constant = returns_only(node, node.name == "__eq__") and node.name in ("__eq__", "__ne__")
        # A matcher among the tests may well ask for no more than a type.
        if constant or (self.in_code and node.name == "__eq__" and not compares(node)):
            self._add("always_equal", node.lineno)
        if not self.in_code:
            self._hook(node)

    def _equality(self, node):
        """An `__eq__` that is bound and not defined, and classes whose objects cannot differ."""
        for value in bound_equalities(node):
            function = self.defined.get(value.id) if isinstance(value, ast.Name) else value
            if isinstance(function, FUNCTIONS + (ast.Lambda,)) and not compares(function):
                self._add("always_equal", node.lineno)
        if not isinstance(node, ast.ClassDef):
            return
        out, fields = left_out(node, self.defined)
        if 0 < out == fields or sees_one_constant(node, self.source.tree):
            self._add("always_equal", node.lineno)
        # One that counts may be an id beside much that tests write down and nothing compares.
        elif out > 1 and 2 * out > fields:
            self._add("own_equality", node.lineno)
        if redefines_scalar(node):
            self._add("own_equality", node.lineno)

    def _hook(self, node):
        hook = node.name.startswith("pytest_") or decorator_names(node) & {"hookimpl"}
        if hook and node.name not in HARMLESS_HOOKS and not _only_adds_markers(node):
            self._add("runner_hook", node.lineno)
        for decorator in node.decorator_list:
            keywords = decorator.keywords if isinstance(decorator, ast.Call) else []
            automatic = any(keyword.arg == "autouse" for keyword in keywords)
            if automatic and last_name(decorator) == "fixture" and _words(node) & OUTCOME_WORDS:
                self._add("runner_hook", node.lineno)

    def _assignment(self, node):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        for target in targets:
            if not self.in_code and is_replaced(target) and not keeps_failure(node):
                self._add("own_library", node.lineno)
            if isinstance(target, (ast.Attribute, ast.Subscript)) and self._is_patched(target):
                self._add("assertion_patch", node.lineno)
            elif isinstance(target, ast.Name) and target.id == "AssertionError":
                self._add("assertion_patch", node.lineno)
            elif isinstance(target, ast.Name) and target.id == "pytest_plugins" and not self.in_code:
                if not _names_test_side(node.value):
                    self._add("runner_hook", node.lineno)
            elif isinstance(target, ast.Name) and target.id in ("collect_ignore", "collect_ignore_glob") and not self.in_code:
                self._add("runner_hook", node.lineno)
            elif isinstance(target, ast.Name) and target.id == "__eq__" and isinstance(node.value, ast.Lambda):
                if isinstance(node.value.body, ast.Constant) and node.value.body.value is True:
                    self._add("always_equal", node.lineno)

    def _is_patched(self, node, attribute=""):
        full = self._full(node) + ("." + attribute if attribute else "")
        return _decides_outcomes(full)

    def _call(self, node):
        name = self._full(node.func)
        first = node.args[0] if node.args else None
        second = text_of(node.args[1]) if len(node.args) > 1 else None
        text = text_of(first) if first is not None else None
        sets = name.rpartition(".")[2] in ("setattr", "delattr", "__setattr__") or name.endswith(("patch", "patch.object"))
        if sets and first is not None:
            if _decides_outcomes(text) if text is not None else self._is_patched(first, second or ""):
                self._add("assertion_patch", node.lineno)
        if self.in_code and name in STACK_CALLS and self._examines_stack():
            self._add("stack_inspection", node.lineno)
        if name.endswith(".addTypeEqualityFunc") and not self.in_code:
            self._add("own_library", node.lineno)
        if name.endswith("pluginmanager.register") and not self.in_code:
            self._add("runner_hook", node.lineno)
        own_process = self.in_code and name == "os.kill" and first is not None and "os.getpid" in self._full(first)
        self._exit(node, "os._exit" if own_process else name)

    def _exit(self, node, name):
        skips = self.in_code and name in ("pytest.skip", "pytest.xfail", "unittest.SkipTest")
        soft = name in SOFT_EXITS and not self.guarded and not any(map(_is_entry, self.functions))
        if not self.in_code:
            # Inside a test these are failures that pytest reports, or the very thing under test.
            soft = soft and not self.functions
            skips = skips or name == "os._exit"
        hard = name in HARD_EXITS and (self.in_code or name == "pytest.exit")
        if hard or skips or soft:
            self._add("early_exit", node.lineno)

    def _examines_stack(self, needed=""):
        """Reading the stack is common in logging; comparing names from it, or reading the caller's own text, is not."""
        scope = self.functions[-1] if self.functions else self.source.tree
        attributes = {node.attr for node in walk(scope) if isinstance(node, ast.Attribute)}
        if needed and needed not in attributes:
            return False
        looks = any(
            isinstance(node, (ast.Compare, ast.For, ast.comprehension))
            or (isinstance(node, ast.Call) and last_name(node.func) in ("startswith", "endswith", "search", "match", "find"))
            for node in walk(scope)
        )
        return bool(attributes & CALLER_TEXT) or (looks and bool(_words(scope) & STACK_DETAILS))

    def _comments(self):
        text = self.source.data.decode("utf-8")
        try:
            for token in tokenize.generate_tokens(io.StringIO(text).readline):
                if token.type == tokenize.COMMENT and SUPPRESSION.search(token.string):
                    self._add("suppression", token.start[0])
        except (tokenize.TokenError, SyntaxError):
            # The parser accepted the text; what the tokeniser read so far is kept.
            return


def _decides_outcomes(full):
    """Whether replacing this dotted name changes what an assertion or the runner says."""
    root, dot, attribute = full.partition(".")
    last = full.rpartition(".")[2]
    if root not in PATCHED_ROOTS or (dot and last in HARMLESS_PATCHES):
        return False
    if full.startswith("unittest.mock."):
        return last.startswith(("assert", "__"))
    return root not in ("builtins", "__builtins__") or not dot or hasattr(builtins, attribute.partition(".")[0])


def _names_test_side(value):
    names = [text_of(item) for item in getattr(value, "elts", [value])]
    return all(name is not None and set(name.split(".")) & TEST_SIDE for name in names)


def _words(node):
    """Attribute names, names and string constants."""
    words = set()
    for part in walk(node):
        if isinstance(part, ast.Attribute):
            words.add(part.attr)
        elif isinstance(part, ast.Name):
            words.add(part.id)
        elif isinstance(part, ast.Constant) and isinstance(part.value, str):
            words.add(part.value)
    return words


def _is_entry(function):
    return bool(ENTRY_NAME.search(function.name)) or bool(decorator_names(function) & {"command", "group"})


def _only_adds_markers(node):
    return node.name == "pytest_configure" and all(
        isinstance(statement, ast.Expr) and last_name(statement.value) == "addinivalue_line" for statement in body_of(node)
    )


def _names_test_file(node):
    """`Path(…) / "tests" / "a.txt"`, `join(…, "tests", "a.txt")`, `open("tests/a.txt")`: what ships does not have it."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        parts = []
        while isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            parts.insert(0, text_of(node.right))
            node = node.left
    elif isinstance(node, ast.Call) and last_name(node.func) in ("join", "joinpath", "open", "Path"):
        parts = [text_of(argument) for argument in node.args]
    else:
        return False
    path = "/".join(part for part in parts if part is not None)
    return bool(re.search(r"^(\./)?(.*/)?tests?/(.*/)?[^/]+\.\w+$", path)) and not path.startswith("src/")
