"""Replaces classes: an added one by a plain class whose objects are equal only to themselves, so that comparing them
fails by assertion; a changed one loses only what head changes in it."""

import ast
import io
import tokenize

from .change import ASSIGNMENTS, assigned_names
from .stub_function import CONSTRUCTORS, VALUE, stub_constructor, stub_function
from .stub_value import is_fixed_name, is_literal, replaced_text
from .syntax import FUNCTIONS, decorator_names, dotted, is_docstring, last_name, scope_statements

ENUMS = {"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "ReprEnum"}
WITHOUT_BEHAVIOUR = {"Protocol", "TypedDict"}
RECORD_BASES = {"NamedTuple", "BaseModel", "Struct", "SQLModel"}
RECORD_DECORATORS = {"dataclass", "define", "frozen", "mutable", "attrs", "s", "dataclass_json", "total_ordering"}
DROPPED_DECORATORS = RECORD_DECORATORS | {"unique", "verify"}
VALIDATORS = {"validator", "field_validator", "model_validator", "root_validator", "computed_field", "field_serializer"}

# Methods that the plain class gives in a form that no stub value breaks.
GIVEN = {
    "__init__", "__post_init__", "__new__", "__eq__", "__ne__", "__hash__", "__getattr__", "__getattribute__",
    "__setattr__", "__delattr__", "__init_subclass__", "__class_getitem__", "__iter__", "__next__", "__len__",
    "__bool__", "__getitem__", "__setitem__", "__delitem__", "__contains__", "__lt__", "__le__", "__gt__", "__ge__",
    "__exit__", "__aexit__", "__enter__", "__aenter__", "__await__", "__missing__", "__set_name__",
}  # fmt: skip


def is_exception(node, classes, seen=()):
    for base in node.bases:
        name = last_name(base)
        if name.endswith(("Error", "Exception", "Warning", "Exit", "Interrupt")):
            return True
        if name in classes and name not in seen and is_exception(classes[name], classes, tuple(seen) + (name,)):
            return True
    return False


class AddedClass:
    """`kept` are the names of classes of the changed files that may stay as bases, with whether they are stubbed too."""

    def __init__(self, source, classes, kept):
        self.source = source
        self.classes = classes
        self.kept = kept

    def stub(self, node, qualified):
        names = {last_name(base) for base in node.bases}
        if names & WITHOUT_BEHAVIOUR:
            return []
        for index, decorator in enumerate(node.decorator_list):
            if last_name(decorator) in DROPPED_DECORATORS:
                self._drop_decorator(node, index)
        exception = is_exception(node, self.classes)
        if exception:
            inherited = any(last_name(base) in self.kept and self.kept[last_name(base)] for base in node.bases)
            bases = [self.source.segment(base) for base in node.bases]
            self._write_header(node, bases if inherited else ["_baton_stub.Error"] + bases)
        else:
            self._write_header(node, self._plain_bases(node, names))
        return [qualified] + self._stub_body(node, qualified, exception)

    def _plain_bases(self, node, names):
        bases = [base for base in node.bases if isinstance(base, ast.Name) and base.id in self.kept]
        texts = [base.id for base in bases]
        if not any(self.kept[base.id] for base in bases):
            texts.insert(0, "_baton_stub.Comparable" if self._compares(node, names) else "_baton_stub.Base")
        if names & ENUMS:
            texts.append("metaclass=_baton_stub.Meta")
        return texts

    @staticmethod
    def _compares(node, names):
        own = any(isinstance(inner, FUNCTIONS) and inner.name in ("__eq__", "__ne__") for inner in node.body)
        return own or bool(decorator_names(node) & RECORD_DECORATORS or names & RECORD_BASES)

    def _write_header(self, node, bases):
        start, end = header_range(self.source, node)
        self.source.replace(start, end, "(" + ", ".join(bases) + "):")

    def _drop_decorator(self, node, index):
        following = node.decorator_list[index + 1 :]
        end = self.source.decorator_start(following[0]) if following else self.source.keyword(node)
        self.source.replace(self.source.decorator_start(node.decorator_list[index]), end, "")

    def _stub_body(self, node, qualified, exception):
        symbols = []
        attributes = {
            name
            for statement in scope_statements(node.body)
            if isinstance(statement, ASSIGNMENTS)
            for name in assigned_names(statement) or []
        }
        for statement in scope_statements(node.body):
            if isinstance(statement, ast.ClassDef):
                symbols += self.stub(statement, qualified + "." + statement.name)
            elif isinstance(statement, FUNCTIONS):
                symbols += self._stub_method(statement, qualified, attributes)
            elif isinstance(statement, ASSIGNMENTS):
                self._stub_attribute(statement)
            elif isinstance(statement, ast.Expr) and not is_docstring(statement):
                self.source.replace(self.source.start(statement), self.source.end(statement), "pass")
        return symbols

    def _stub_method(self, node, qualified, attributes):
        if node.name in GIVEN:
            self.source.replace(self.source.start(node), self.source.end(node), "pass")
            return []
        for index, decorator in enumerate(node.decorator_list):
            if last_name(decorator) in VALIDATORS or dotted(decorator).partition(".")[0] in attributes:
                self._drop_decorator(node, index)
        stubbed = stub_function(self.source, node, in_class=True)
        return [qualified + "." + node.name] if stubbed else []

    def _stub_attribute(self, statement):
        names = assigned_names(statement) or []
        if any(name in ("__slots__", "__match_args__", "__hash__", "__eq__") for name in names):
            self.source.replace(self.source.start(statement), self.source.end(statement), "pass")
        elif names and not any(map(is_fixed_name, names)):
            if statement.value is None:
                self.source.insert(self.source.end(statement), " = " + VALUE)
            else:
                text = replaced_text(statement, in_class=True)
                self.source.replace(self.source.keyword(statement.value), self.source.end(statement.value), text)


def header_range(source, node):
    """From the bracket or colon after the class's name and type parameters to behind the colon before its body."""
    keyword = source.keyword(node)
    text = source.data[keyword : source.end(node)].decode("utf-8")
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    depth = 0
    opening = None
    for token in tokenize.generate_tokens(io.StringIO(text, newline="").readline):
        position = starts[token.start[0] - 1] + token.start[1]
        if depth == 0 and opening is None and token.string in ("(", ":"):
            opening = position
        if depth == 0 and token.string == ":":
            begin = keyword + len(text[:opening].encode("utf-8"))
            return begin, keyword + len(text[: position + 1].encode("utf-8"))
        depth += token.string in ("(", "[", "{") and token.type == tokenize.OP
        depth -= token.string in (")", "]", "}") and token.type == tokenize.OP
    raise AssertionError("a class statement has a colon")


class ExistingClass:
    """Changes only the methods and attributes that head adds or changes in a class that base has."""

    def __init__(self, source, change, nested):
        self.source = source
        self.change = change
        self.nested = nested

    def stub(self, node, qualified, computed):
        """`computed` says whether a value needs a stubbed one to be evaluated."""
        symbols = []
        hidden = []
        names = {last_name(base) for base in node.bases}
        methods = {inner.name for inner in node.body if isinstance(inner, FUNCTIONS)}
        record = bool(decorator_names(node) & RECORD_DECORATORS or names & RECORD_BASES)
        fixed = bool(names & ENUMS and methods & {"__init__", "__new__"}) or bool(names & WITHOUT_BEHAVIOUR)
        for statement in scope_statements(node.body):
            inner = qualified + "." + getattr(statement, "name", "")
            if isinstance(statement, ast.ClassDef):
                symbols += self.nested(statement, inner)
            elif isinstance(statement, FUNCTIONS):
                if self.change.is_changed(inner, statement) and self._stub_method(statement, inner):
                    symbols.append(inner)
            elif isinstance(statement, ASSIGNMENTS) and not fixed:
                symbols += self._stub_attribute(statement, qualified, record, hidden, computed)
        self._add(node, hidden, methods, symbols, qualified)
        return symbols

    def _stub_method(self, node, qualified):
        if node.name in CONSTRUCTORS:
            known = self.change.constructor_statements.get(qualified, set())
            return stub_constructor(self.source, node, known)
        return stub_function(self.source, node, in_class=True)

    def _stub_attribute(self, statement, qualified, record, hidden, computed):
        names = [name for name in assigned_names(statement) or [] if not is_fixed_name(name)]
        changed = [name for name in names if self.change.is_changed(qualified + "." + name, statement)]
        class_variable = "ClassVar" in dotted(getattr(statement, "annotation", None) or ast.Name(id=""))
        if changed and record and isinstance(statement, ast.AnnAssign) and not class_variable:
            hidden += changed
        elif statement.value is not None and (changed and is_literal(statement.value) or computed(statement.value)):
            text = replaced_text(statement, in_class=True)
            self.source.replace(self.source.keyword(statement.value), self.source.end(statement.value), text)
        else:
            return []
        return [qualified + "." + name for name in changed or names]

    def _add(self, node, hidden, methods, symbols, qualified):
        indentation = self.source.indentation(self.source.start(node.body[0]))
        if indentation is None:
            return
        if hidden and "__getattribute__" not in methods:
            body = "return %s if name in %r else object.__getattribute__(self, name)" % (VALUE, tuple(hidden))
            self.source.insert_after_line(node, indentation + "def __getattribute__(self, name): " + body)
        if qualified + ".__getitem__" in symbols and "__iter__" not in methods:
            # Without it, `for` asks for item 0, 1, 2, … until an IndexError that no longer comes.
            self.source.insert_after_line(node, indentation + "def __iter__(self): return iter(())")
