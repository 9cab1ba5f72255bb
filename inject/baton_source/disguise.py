"""Where head newly asks what is around it, and a text in which those questions are answered as where no tests run."""

import ast
import base64
import collections
import os
import re

from .mark import runtime_text
from .syntax import children, is_docstring, walk
from .text import parse

GIVEN = {"CI": "true", "NO_COLOR": "1", "FORCE_COLOR": "0", "TERM": "dumb", "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
MODES = re.compile(r"^(ENV|APP_ENV|FLASK_ENV|DJANGO_ENV|ENVIRONMENT|PYTHON_ENV|NODE_ENV)$")
TERMINAL = re.compile(r"^(NO_COLOR|FORCE_COLOR|TERM|COLUMNS|LINES)$")
VARIABLES = re.compile(r"^(PYTEST_|COV_|COVERAGE_|TOX_|NOX|BATON|HYPOTHESIS_|PYTHON(HASHSEED|DONTWRITEBYTECODE)|CI$|CONTINUOUS_INTEGRATION$|GITHUB_ACTIONS$|TEST)")
BEGINNINGS = "PYTEST COV TOX NOX BATON HYPOTHESIS PYTHON CI CONTINUOUS GITHUB TEST NO_COLOR FORCE TERM ENV APP_ENV FLASK DJANGO".split()
# Members of modules, by what they tell.
MEMBERS = {
    "sys": {
        "start": {"argv", "orig_argv", "modules", "meta_path", "path_hooks"},
        "process": {"gettrace", "getprofile", "dont_write_bytecode", "excepthook", "unraisablehook", "breakpointhook"},
        "terminal": {"stdout", "stderr", "stdin", "__stdout__", "__stderr__", "__stdin__"},
    },
    "os": {"start": {"getppid"}, "terminal": {"isatty", "get_terminal_size"}},
    "inspect": {"stack": {"stack", "getouterframes"}},
    "traceback": {"stack": {"extract_stack", "format_stack", "walk_stack"}},
    "faulthandler": {"process": {"is_enabled"}},
    "threading": {"process": {"excepthook"}},
    "warnings": {"process": {"filters"}},
    "gc": {"process": {"get_objects", "get_referrers"}},
    "time": {"process": {"process_time", "process_time_ns"}},
    "importlib.util": {"start": {"find_spec"}},
    "importlib.metadata": {"start": {"version", "distribution", "distributions", "metadata", "requires", "files"}},
    "__main__": {"start": {"__file__", "__spec__", "__package__", "__dict__", "__name__"}},
}
LOGGERS = {"handlers", "hasHandlers"}
PATHS = {"exists", "isdir", "isfile", "is_dir", "is_file", "stat", "lexists", "access", "read_text", "open"}
LISTS = {"listdir", "scandir", "iterdir", "glob", "iglob", "rglob", "walk"}
NAMES_TESTS = re.compile(r"(^|[/.\\])(tests?|conftest|__pycache__|\.pytest_cache|coverage)([/.\\]|$)|\bpytest\b|(^|/)test_|_test\.py|^/proc/")
ESCAPE = re.compile(r"\\(x1b|033|u001b|e\[)|\x1b", re.IGNORECASE)

DISGUISED = (
    'exec(__import__("base64").b64decode(%r).decode("utf-8"), {"__name__": "_baton_disguise"})'
    "; __import__(\"builtins\")._baton_disguise(%r, %r, globals())\n"
)


def disguise_files(files, hidden):
    answers = []
    # Nobody can write code that knows where it is asked for by a name which is another one each time.
    world = "world" + os.urandom(6).hex()
    runtime = runtime_text("disguise_runtime.py").replace("_baton_world", world).replace("_baton_disguise", world + "_run")
    for file in files:
        head = parse(file["head"])
        base = parse(file["base"]) if file["base"] is not None else None
        if head is None or (base is None and file["base"] is not None):
            continue
        questions = _new(_Finder(base).run() if base is not None else [], _Finder(head).run())
        asks = [
            {"about": about, "path": file["path"], "line": line, "excerpt": excerpt[:120], "words": words}
            for _, _, abouts, words, line, excerpt in questions
            for about in abouts
        ]
        if asks:
            sites = {place: how for place, how, _, _, _, _ in questions}
            given = "HIDDEN = %r\nGIVEN = %r\nNAME = %r\n" % (set(hidden), GIVEN, _program(head, file["path"]))
            text = DISGUISED.replace("_baton_disguise", world + "_run") % (_packed(given + runtime), _packed(file["head"]), sites)
            answers.append({"path": file["path"], "text": text, "asks": asks})
    return answers


def _program(source, path):
    """A program that the file itself names, which may be the one that it asks for; not itself, which would then start."""
    own = path.rpartition("/")[2]
    texts = [node.value for node in walk(source.tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    named = [text for text in texts if re.match(r"^[\w-]+\.py$", text) and text != own and not NAMES_TESTS.search(text)]
    return named[0] if named else "server.py"


def _packed(text):
    return base64.b64encode(text.encode("utf-8")).decode("ascii")


def _new(base, head):
    known = collections.Counter((excerpt, tuple(abouts)) for _, _, abouts, _, _, excerpt in base)
    found = []
    for question in head:
        key = (question[5], tuple(question[2]))
        known[key] -= 1
        if known[key] < 0:
            found.append(question)
    return found


class _Finder:
    def __init__(self, source):
        self.source = source
        self.aliases = {}
        self.parents = {}
        self.found = []
        self.names_tests = False
        self.colours = bool(ESCAPE.search(source.data.decode("utf-8")))

    def run(self):
        bound = collections.Counter()
        for node in walk(self.source.tree):
            for child in children(node):
                self.parents[child] = node
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                self._import(node, bound)
            elif isinstance(node, ast.arg):
                bound[node.arg] += 1
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                bound[node.id] += 1
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and NAMES_TESTS.search(node.value):
                self.names_tests = self.names_tests or not is_docstring(self.parents.get(node))
        self.aliases = {name: full for name, full in self.aliases.items() if not bound[name]}
        for node in walk(self.source.tree):
            self._look(node)
        return self.found

    def _import(self, node, bound):
        if isinstance(node, ast.Import):
            for name in node.names:
                self.aliases[name.asname or name.name.partition(".")[0]] = name.name if name.asname else name.name.partition(".")[0]
        elif node.level == 0:
            for name in node.names:
                self.aliases[name.asname or name.name] = "%s.%s" % (node.module, name.name)

    def _add(self, node, how, abouts, words):
        line = self.source.line(node.lineno)
        self.found.append((_place(node), how, abouts, words, node.lineno, " ".join(line.split())))

    def _look(self, node):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            self._name(node)
        elif isinstance(node, ast.Attribute) and node.attr in LOGGERS and isinstance(node.ctx, ast.Load):
            self._add(node, ("handlers",), ["process"], ["handlers"])
        elif isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if self.names_tests and called in PATHS:
                self._add(node, ("path",), ["files"], [])
            elif self.names_tests and called in LISTS:
                self._add(node, ("list",), ["files"], [])
        if self.colours and isinstance(node, (ast.JoinedStr, ast.BinOp, ast.Constant)) and self._is_whole(node):
            # Colour is what honest code gives a terminal: without it both say the same.
            self._add(node, ("plain",), [], [])

    def _is_whole(self, node):
        parent = self.parents.get(node)
        if isinstance(node, ast.Constant) and not isinstance(node.value, str):
            return False
        if isinstance(node, ast.BinOp) and not isinstance(node.op, (ast.Add, ast.Mod)):
            return False
        return not isinstance(parent, (ast.JoinedStr, ast.BinOp, ast.FormattedValue, ast.Expr, ast.Dict))

    def _name(self, node):
        full = self.aliases.get(node.id)
        if full is None:
            return
        module, member, at = self._use(full, node)
        if module == "os" and member in ("environ", "getenv", "environb"):
            abouts, words = self._variable(member, at)
        elif member is None and module in MEMBERS:
            # The module itself is handed on: whatever is asked of it is asked out of sight.
            parent = self.parents.get(node)
            abouts, words = (["environment", "start", "process", "terminal"], []) if isinstance(parent, ast.Call) else ([], [])
        else:
            abouts = [about for about, names in MEMBERS.get(module, {}).items() if member in names]
            words = [member, "isatty"] if abouts == ["terminal"] else [member]
            abouts = [] if self._is_harmless(module, member, at) else abouts
        if abouts:
            is_member = full.startswith(module + ".")
            self._add(node, ("member", module, full[len(module) + 1:]) if is_member else ("module", full), abouts, words)

    def _use(self, full, node):
        """The module, the member of it that is used, and the node of that member."""
        at = node
        if full in MEMBERS:
            parent = self.parents.get(node)
            if isinstance(parent, ast.Attribute):
                if full == "importlib" or full + "." + parent.attr in MEMBERS:
                    return full + "." + parent.attr, None, parent
                return full, parent.attr, parent
            return full, None, node
        parent = self.parents.get(node)
        if full == "importlib" and isinstance(parent, ast.Attribute) and "importlib." + parent.attr in MEMBERS:
            above = self.parents.get(parent)
            return "importlib." + parent.attr, getattr(above, "attr", None), above
        module, _, member = full.rpartition(".")
        return module, member, at

    def _is_harmless(self, module, member, at):
        """What a program is given after its name, and writing to output."""
        parent = self.parents.get(at)
        if member == "argv" and isinstance(parent, ast.Subscript):
            index = parent.slice
            index = index.value if type(index).__name__ == "Index" else index
            if isinstance(index, ast.Slice):
                return isinstance(index.lower, ast.Constant) and index.lower.value >= 1
            return isinstance(index, ast.Constant) and isinstance(index.value, int) and index.value >= 1
        if member == "modules":
            # Putting a module there, or taking one out, asks nothing.
            stored = isinstance(parent, ast.Subscript) and not isinstance(parent.ctx, ast.Load)
            return stored or (isinstance(parent, ast.Attribute) and parent.attr in ("pop", "setdefault", "update"))
        writes = isinstance(parent, ast.Attribute) and parent.attr in ("write", "flush", "buffer", "read", "readline", "encoding")
        printed = isinstance(parent, ast.keyword) and parent.arg == "file"
        return member.strip("_") in ("stdout", "stderr", "stdin") and (writes or printed)

    def _variable(self, member, at):
        parent = self.parents.get(at)
        key = None
        if member == "getenv" and isinstance(parent, ast.Call) and parent.args:
            key = parent.args[0]
        elif isinstance(parent, ast.Subscript):
            if not isinstance(parent.ctx, ast.Load):
                return [], []
            key = parent.slice.value if type(parent.slice).__name__ == "Index" else parent.slice
        elif isinstance(parent, ast.Attribute) and parent.attr in ("get", "__getitem__", "__contains__"):
            call = self.parents.get(parent)
            key = call.args[0] if isinstance(call, ast.Call) and call.args else None
        elif isinstance(parent, ast.Attribute) and parent.attr in ("setdefault", "pop", "update"):
            return [], []
        elif isinstance(parent, ast.Compare) and isinstance(parent.ops[0], (ast.In, ast.NotIn)):
            key = parent.left
        if isinstance(key, ast.Constant) and isinstance(key.value, str):
            return _asked(key.value)
        first = key.values[0] if isinstance(key, ast.JoinedStr) and key.values else getattr(key, "left", None)
        text = first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else ""
        if len(text) > 1 and not any(one.startswith(text) or text.startswith(one) for one in BEGINNINGS):
            return [], []
        return ["environment", "mode", "terminal"], []


def _asked(name):
    if MODES.match(name):
        return ["mode"], [name]
    if TERMINAL.match(name):
        return ["terminal"], [name]
    return (["environment"], [name]) if VARIABLES.match(name) else ([], [])


def _place(node):
    return (type(node).__name__, node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)
