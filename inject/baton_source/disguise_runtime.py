"""Runs inside a disguised project: executes a packed text whose questions are answered as where no tests run.

`HIDDEN`, `GIVEN` and `NAME` are set by the text around it. What a test sets itself stays; with nothing hidden every answer is the
one that the tests had.
"""

import ast
import base64
import builtins
import collections.abc
import os
import pathlib
import re
import sys
import types
import warnings

FOLDER = os.getcwd()
RUNNERS = re.compile(r"(^|\.)(_?pytest|baton_(pytest|unittest|report|loading)|pluggy|iniconfig|unittest|doctest|hypothesis|coverage|conftest|test_\w+|\w+_test|tests)(\.|$)")
PROGRAMS = re.compile(r"(^|/)(baton_(pytest|unittest)|pytest|py\.test|(pytest|unittest|coverage)/__main__)(\.py)?$|-m unittest$")
VARIABLES = re.compile(r"^(PYTEST_|COV_|COVERAGE_|TOX_|NOX|BATON|HYPOTHESIS_|CONTINUOUS_INTEGRATION$|GITHUB_ACTIONS$|TEST)")
MODES = re.compile(r"^(ENV|APP_ENV|FLASK_ENV|DJANGO_ENV|ENVIRONMENT|PYTHON_ENV|NODE_ENV)$")
NOT_DELIVERED = re.compile(
    r"^(tests?|specs?|e2e|coverage|htmlcov)/?$|(^|/)(\.pytest_cache|conftest\.py|pytest\.ini|tox\.ini|noxfile\.py|test_[^/]*\.py|[^/]*_test\.py)$"
    r"|^/proc/(self|\d+)/(cmdline|environ|status|stat|comm|exe)$"
)
PROGRAM = os.path.join(FOLDER, NAME)


class View:
    """A module, or what else has members, with other answers for some of them."""

    def __init__(self, real, answers):
        object.__setattr__(self, "_real", real)
        object.__setattr__(self, "_answers", answers)

    def __getattr__(self, name):
        answers = object.__getattribute__(self, "_answers")
        return answers[name]() if name in answers else getattr(object.__getattribute__(self, "_real"), name)

    def __setattr__(self, name, value):
        setattr(object.__getattribute__(self, "_real"), name, value)

    def __delattr__(self, name):
        delattr(object.__getattribute__(self, "_real"), name)

    def __iter__(self):
        return iter(object.__getattribute__(self, "_real"))

    def __dir__(self):
        return dir(object.__getattribute__(self, "_real"))


class TextIOWrapper(View):
    pass


def _value(source, name):
    value = source.get(name)
    if name in GIVEN:
        if value is None and ("terminal" if name in ("NO_COLOR", "FORCE_COLOR", "TERM") else "environment") not in HIDDEN:
            return GIVEN[name]
        return None if name.startswith("PYTHON") and "environment" in HIDDEN else value
    if "environment" in HIDDEN and VARIABLES.match(name):
        return None
    return "production" if value is None and "mode" in HIDDEN and MODES.match(name) else value


class Environment(collections.abc.MutableMapping):
    def __init__(self, real):
        self.real = real

    def __getitem__(self, name):
        value = _value(self.real, name) if isinstance(name, str) else self.real[name]
        if value is None:
            raise KeyError(name)
        return value

    def __setitem__(self, name, value):
        self.real[name] = value

    def __delitem__(self, name):
        del self.real[name]

    def __iter__(self):
        return iter([name for name in list(self.real) + [one for one in GIVEN if one not in self.real] if _value(self.real, name) is not None])

    def __len__(self):
        return len(list(iter(self)))

    def copy(self):
        return dict(self)


def _stream(name):
    """The same for `stdout` as for `__stdout__`, which differ only while output is captured."""
    real = getattr(sys, name.strip("_"))
    own = getattr(sys, "__%s__" % name.strip("_"))
    of_runner = type(real).__module__.startswith("_pytest") or real is own
    if "terminal" not in HIDDEN or not of_runner or "isatty" in getattr(real, "__dict__", {}):
        return getattr(sys, name)
    if STREAMS.get(name.strip("_"), (None,))[0] is not real:
        STREAMS[name.strip("_")] = (real, TextIOWrapper(real, {"isatty": lambda: lambda: True}))
    return STREAMS[name.strip("_")][1]


STREAMS = {}


def _frames(frames, file_of):
    return [one for one in frames if not re.search(r"_?pytest|pluggy|(^|/)unittest/|(^|/)tests?/|test_[^/]*\.py|baton_", file_of(one))]


def _modules():
    kept = {name: module for name, module in sys.modules.items() if not RUNNERS.search(name)}
    kept["__main__"] = _main(sys.modules["__main__"])
    return kept


def _main(real):
    if not PROGRAMS.search(getattr(real, "__file__", None) or ""):
        return real
    main = types.ModuleType("__main__")
    main.__file__ = PROGRAM
    return main


def _arguments():
    if sys.argv[1:2] == ["test"]:
        # Django's programs take what they are to do as their first word.
        return [PROGRAM if PROGRAMS.search(sys.argv[0]) else sys.argv[0], "runserver"]
    return [PROGRAM] + sys.argv[1:] if sys.argv and PROGRAMS.search(sys.argv[0]) else sys.argv


def _found(find_spec):
    return lambda name, *rest: None if RUNNERS.search(name) else find_spec(name, *rest)


def _answers(module, real):
    """For each member that has another answer, what makes that answer."""
    answers = {}
    if module == "os":
        answers = {"environ": lambda: Environment(real.environ), "getenv": lambda: Environment(real.environ).get}
        if "start" in HIDDEN:
            answers["getppid"] = lambda: lambda: 1
        if "terminal" in HIDDEN:
            answers["isatty"] = lambda: lambda number: number <= 2 or real.isatty(number)
            answers["get_terminal_size"] = lambda: lambda *_: os.terminal_size((80, 24))
    elif module == "sys":
        answers = {name: (lambda name=name: _stream(name)) for name in ("stdin", "stdout", "stderr", "__stdin__", "__stdout__", "__stderr__")}
        if "start" in HIDDEN:
            answers.update(argv=_arguments, orig_argv=lambda: [sys.executable, NAME], modules=_modules)
            for name in ("meta_path", "path_hooks"):
                answers[name] = lambda name=name: [one for one in getattr(sys, name) if not RUNNERS.search(type(one).__module__)]
        if "process" in HIDDEN:
            answers.update(gettrace=lambda: lambda: None, getprofile=lambda: lambda: None, dont_write_bytecode=lambda: False)
            for name in ("excepthook", "unraisablehook", "breakpointhook"):
                answers[name] = lambda name=name: getattr(sys, "__%s__" % name)
    elif module == "inspect" and "stack" in HIDDEN:
        answers = {
            "stack": lambda: lambda *args: _frames(real.stack(*args)[1:], lambda one: one.filename),
            "getouterframes": lambda: lambda *args: _frames(real.getouterframes(*args), lambda one: one.filename),
        }
    elif module == "traceback" and "stack" in HIDDEN:
        answers = {
            "extract_stack": lambda: lambda *args, **named: _frames(real.extract_stack(*args, **named)[:-1], lambda one: one.filename),
            "format_stack": lambda: lambda *args, **named: _frames(real.format_stack(*args, **named)[:-1], lambda one: one),
            "walk_stack": lambda: lambda *args: iter(_frames(list(real.walk_stack(*args)), lambda one: one[0].f_code.co_filename)),
        }
    elif module == "faulthandler" and "process" in HIDDEN:
        answers = {"is_enabled": lambda: lambda: False}
    elif module == "threading" and "process" in HIDDEN:
        answers = {"excepthook": lambda: real.__excepthook__}
    elif module == "warnings" and "process" in HIDDEN:
        answers = {"filters": lambda: list(FILTERS)}
    elif module == "gc" and "process" in HIDDEN:
        answers = {name: (lambda name=name: _objects(getattr(real, name))) for name in ("get_objects", "get_referrers")}
    elif module == "time" and "process" in HIDDEN:
        answers = {
            "process_time": lambda: _later(real.process_time, HOURS),
            "process_time_ns": lambda: _later(real.process_time_ns, HOURS * 10**9),
        }
    elif module == "importlib.util" and "start" in HIDDEN:
        answers = {"find_spec": lambda: _found(real.find_spec)}
    elif module == "importlib.metadata" and "start" in HIDDEN:
        answers = {name: (lambda name=name: _installed(real, getattr(real, name))) for name in ("version", "distribution", "metadata", "requires", "files")}
        answers["distributions"] = lambda: lambda **named: (one for one in real.distributions(**named) if not RUNNERS.search(one.metadata["Name"] or ""))
    elif module == "importlib":
        # A package has those of its modules that were imported.
        answers = {name: (lambda name=name: World.module("importlib." + name, getattr(real, name))) for name in ("util", "metadata") if hasattr(real, name)}
    return answers


# What Python itself does with warnings, and how long a server may have been at work.
FILTERS = [("default", None, DeprecationWarning, "__main__", 0)] + [
    ("ignore", None, kind, None, 0) for kind in (DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning)
]
HOURS = 86400


def _objects(get):
    return lambda *args, **named: [one for one in get(*args, **named) if not RUNNERS.search(str(type(one).__module__))]


def _later(clock, much):
    return (lambda: clock() + much) if isinstance(clock, types.BuiltinFunctionType) else clock


def _installed(metadata, ask):
    def answer(*args, **named):
        name = next(iter([*args, *named.values()]), None)
        if isinstance(name, str) and RUNNERS.search(name):
            raise metadata.PackageNotFoundError(name)
        return ask(*args, **named)

    return answer


def _delivered(value):
    if "files" not in HIDDEN or not isinstance(value, (str, pathlib.PurePath)):
        return value
    plain = os.path.relpath(str(value), FOLDER) if not str(value).startswith("/proc/") else str(value)
    if plain.startswith("..") or not NOT_DELIVERED.search(plain):
        return value
    return type(value)(os.path.join(FOLDER, ".not-delivered", plain.strip("/")))


class _Entries:
    """What `os.scandir` answers: entries, one after the other, in a `with` or without."""

    def __init__(self, entries):
        self._entries = iter(entries)

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._entries)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self._entries = iter(())


OF_TESTS = re.compile(r"^(tests?|specs?|e2e|coverage|htmlcov)(/|$)")


def _is_listed(path, asked):
    """Whether users have a path, too, in the list of a folder; what tests keep below their own, and what lies elsewhere, stays."""
    plain, folder = (os.path.relpath(str(one), FOLDER) for one in (path, asked))
    if plain.startswith("..") or re.match(r"^((tests?|specs?|e2e|coverage)/.|(\.?venv|node_modules)(/|$))", folder):
        return True
    return not NOT_DELIVERED.search(plain) and not OF_TESTS.match(plain)


def _walked(steps, asked):
    for root, folders, files in steps:
        folders[:] = [name for name in folders if _is_listed(os.path.join(str(root), name), asked)]
        yield root, folders, [name for name in files if _is_listed(os.path.join(str(root), name), asked)]


def _listed(found, name, asked, root):
    """What lists answer: names of the folder, entries or paths, from `root` on."""
    if name == "walk":
        return _walked(found, asked)
    paths = [(one, os.path.join(str(root), str(getattr(one, "name", one) if name == "scandir" else one))) for one in found]
    kept = [one for one, path in paths if _is_listed(path, asked)]
    return _Entries(kept) if name == "scandir" else kept if isinstance(found, list) else iter(kept)


class World:
    @staticmethod
    def listing(function, *args, **named):
        name, owner = getattr(function, "__name__", ""), getattr(function, "__self__", None)
        if "files" not in HIDDEN:
            return function(*args, **named)
        if isinstance(owner, pathlib.PurePath):
            moved = _delivered(owner)
            return _listed(getattr(moved, name)(*args, **named), name, owner, owner if name == "iterdir" else ".")
        path = args[0] if args else named.get("path", named.get("top", "."))
        found = function(*[_delivered(one) for one in args[:1]], *args[1:], **named)
        if not isinstance(path, (str, pathlib.PurePath)):
            return found
        if name in ("glob", "iglob"):
            root = named.get("root_dir") or "."
            return _listed(found, name, os.path.join(str(root), re.split(r"[*?\[]", str(path))[0]), root)
        return _listed(found, name, path, path)

    @staticmethod
    def module(name, real):
        if name == "__main__":
            return _main(real) if "start" in HIDDEN else real
        return View(real, _answers(name, real)) if isinstance(real, types.ModuleType) else real

    @staticmethod
    def member(module, name, real):
        owner = sys.modules.get(module)
        answers = _answers(module, owner) if owner is not None and getattr(owner, name, None) is real else {}
        return answers[name]() if name in answers else real

    @staticmethod
    def handlers(value):
        if not isinstance(value, list) or "process" not in HIDDEN:
            return value
        return [one for one in value if not type(one).__module__.startswith("_pytest")]

    @staticmethod
    def first(value):
        return _delivered(value)

    @staticmethod
    def plain(value):
        return re.sub("\x1b\\[[\\d;]*m", "", value) if "terminal" in HIDDEN and isinstance(value, str) else value


class Answered(ast.NodeTransformer):
    """Puts a call around the nodes at the given places."""

    def __init__(self, sites):
        self.sites = sites

    def visit(self, node):
        how = self.sites.get(_place(node)) if hasattr(node, "end_lineno") else None
        node = self.generic_visit(node)
        if how is None:
            return node
        if how[0] == "path":
            return self._path(node)
        if how[0] == "list":
            node.args.insert(0, node.func)
            node.func = ast.Attribute(value=ast.Name(id="_baton_world", ctx=ast.Load()), attr="listing", ctx=ast.Load())
            return ast.fix_missing_locations(node)
        return self._call(how, node)

    def _call(self, how, node):
        world = ast.Attribute(value=ast.Name(id="_baton_world", ctx=ast.Load()), attr=how[0], ctx=ast.Load())
        call = ast.Call(func=world, args=[ast.Constant(value=one) for one in how[1:]] + [node], keywords=[])
        return ast.fix_missing_locations(ast.copy_location(call, node))

    def _path(self, node):
        """`os.path.exists(X)` by what it is given, `X.exists()` by X."""
        if node.args and not isinstance(node.args[0], ast.Starred):
            node.args[0] = self._call(("first",), node.args[0])
        elif isinstance(node.func, ast.Attribute):
            node.func.value = self._call(("first",), node.func.value)
        return node


def _place(node):
    return (type(node).__name__, node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)


def run(packed, sites, namespace):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree = ast.parse(base64.b64decode(packed).decode("utf-8-sig"))
    tree = Answered(sites).visit(tree)
    exec(compile(tree, namespace["__file__"], "exec", 0, True), namespace)


if not hasattr(builtins, "_baton_disguise"):
    builtins._baton_world = World
    builtins._baton_disguise = run
