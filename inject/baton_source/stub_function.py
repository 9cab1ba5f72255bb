"""Answers in the place of functions and constructors; signature, decorators and docstring stay.

The body stays as well, behind an answer that is given while `_baton_stub.on`: a test that only looks for something in the
function's text or code object finds it in the stub too, and proves nothing.
"""

import ast

from .change import is_trivial_declaration, stored_targets
from .syntax import body_of, decorator_names, fingerprint, is_generator, last_name

VALUE = "_baton_stub.D"
CONSTANT = "_baton_stub.constant()"
STUBBED = "_baton_stub.on"
YIELD_ONCE = {"contextmanager", "asynccontextmanager", "fixture", "yield_fixture"}
CONSTRUCTORS = {"__init__", "__post_init__"}

# Python gives these methods a meaning that a stub value breaks before any test could judge it.
UNTOUCHED = {
    "__new__", "__init_subclass__", "__getattribute__", "__setattr__", "__delattr__", "__class_getitem__",
    "__set_name__", "__reduce__", "__reduce_ex__", "__getstate__", "__setstate__", "__prepare__", "__subclasshook__",
    "__mro_entries__", "__dir__", "__del__", "__getnewargs__", "__getnewargs_ex__", "__aiter__",
}  # fmt: skip
SPECIAL = {
    "__str__": "return str(%s)" % VALUE,
    "__repr__": "return str(%s)" % VALUE,
    "__format__": "return str(%s)" % VALUE,
    "__fspath__": 'return ""',
    "__bytes__": 'return b""',
    "__bool__": "return bool(%s)" % VALUE,
    "__float__": "return 0.0",
    "__complex__": "return 0j",
    "__iter__": "return iter(())",
    "__reversed__": "return iter(())",
    "__next__": "raise StopIteration",
    "__anext__": "raise StopAsyncIteration",
    "__contains__": "return False",
    "__exit__": "return False",
    "__aexit__": "return False",
    "__await__": "return _baton_stub.awaited()",
}
SPECIAL.update(dict.fromkeys(("__len__", "__hash__", "__index__", "__int__", "__sizeof__", "__length_hint__"), "return 0"))


def stub_function(source, node, in_class, early=False):
    """Returns whether the body was replaced. `early`: called while modules are imported, so it answers every use."""
    if is_trivial_declaration(node) or (in_class and node.name in UNTOUCHED):
        return False
    text = answer_of(node, in_class, early)
    guarded = before_body(source, node, "if %s: %s" % (STUBBED, text))
    if guarded is None:
        replace_body(source, node, text)
    else:
        source.insert(source.start(body_of(node)[0]), guarded)
    return True


def before_body(source, node, text):
    """What goes before the first statement to have this text there; None where nothing can stand there."""
    body = body_of(node)
    if not body:
        return None
    indentation = source.indentation(source.start(body[0]))
    if indentation is not None:
        return text + source.newline + indentation
    if len(body) < len(node.body):
        return None
    line = source.newline + (source.indentation(source.keyword(node)) or "") + "    "
    return line + text + line


def replace_body(source, node, text):
    body = body_of(node)
    if body:
        source.replace(source.start(body[0]), source.end(body[-1]), text)
    else:
        source.insert(source.end(node.body[-1]), "; " + text)


def answer_of(node, in_class, early):
    """The statements of a stub, on one line."""
    value = "_baton_stub.PROXY" if early else VALUE
    parameters = [parameter.arg for parameter in getattr(node.args, "posonlyargs", []) + node.args.args]
    if is_generator(node):
        if decorator_names(node) & YIELD_ONCE:
            return "yield %s; return" % value
        # An asynchronous generator may not return a value.
        return "return" if isinstance(node, ast.AsyncFunctionDef) else "return " + value
    if in_class and node.name in SPECIAL:
        return SPECIAL[node.name]
    if in_class and node.name in ("__enter__", "__aenter__") and parameters:
        return "return " + parameters[0]
    if in_class and node.name == "__getattr__" and len(parameters) == 2:
        return "return object.__getattribute__(%s, %s) if %s[:2] == '__' else %s" % (*parameters, parameters[1], value)
    return "return " + value


def stub_constructor(source, node, known):
    """Statements that base has stay, so that unchanged attributes keep their values; what others set becomes the value."""
    parameters = getattr(node.args, "posonlyargs", []) + node.args.args
    self_name = parameters[0].arg if parameters else ""
    replaced = False
    for statement in body_of(node):
        if fingerprint(statement) in known or _is_parent_call(statement):
            continue
        if isinstance(statement, (ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal, ast.Pass)):
            continue
        targets = stored_targets(statement, self_name, source.segment)
        if isinstance(statement, (ast.Assign, ast.AnnAssign)) and statement.value is not None and len(targets) == 1:
            either(source, statement.value)
        else:
            text = " = ".join(targets + [VALUE]) if targets else _raw_setting(source, statement) or "pass"
            source.replace(source.start(statement), source.end(statement), text)
        replaced = True
    return replaced


def either(source, expression):
    """The stub value or what the text says."""
    source.insert(source.keyword(expression), "(%s if %s else (" % (VALUE, STUBBED))
    source.insert(source.end(expression), "))")


def _is_parent_call(statement):
    call = statement.value if isinstance(statement, ast.Expr) else None
    return isinstance(call, ast.Call) and last_name(call.func) in CONSTRUCTORS


def _raw_setting(source, statement):
    """`object.__setattr__(self, name, value)`, as frozen classes write it."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    if isinstance(call, ast.Call) and last_name(call.func) == "__setattr__" and len(call.args) == 3:
        owner, name, _ = (source.segment(argument) for argument in call.args)
        return "object.__setattr__(%s, %s, %s)" % (owner, name, VALUE)
    return None
