"""What head changes: declarations that no base text of the changed files has with the same syntax tree."""

import ast
import functools

from .syntax import FUNCTIONS, body_of, children, decorator_names, fingerprint, last_name, own_nodes, scope_statements, walk
from .text import parse

ASSIGNMENTS = (ast.Assign, ast.AnnAssign)


def declarations(body, prefix=""):
    """Functions, classes and assigned names of a module with their qualified names; not those inside functions."""
    for statement in scope_statements(body):
        if isinstance(statement, FUNCTIONS):
            yield prefix + statement.name, statement
        elif isinstance(statement, ast.ClassDef):
            yield prefix + statement.name, statement
            yield from declarations(statement.body, prefix + statement.name + ".")
        elif isinstance(statement, ASSIGNMENTS):
            for name in assigned_names(statement) or []:
                yield prefix + name, statement


def assigned_names(statement):
    """The names an assignment binds; None when it writes to anything else (an attribute, an item)."""
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    names = []
    for target in targets:
        for item in target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]:
            if not isinstance(item, ast.Name):
                return None
            names.append(item.id)
    return names


def value_key(statement):
    if statement.value is not None:
        return fingerprint(statement.value)
    return "annotation " + ast.dump(statement.annotation)


class Module:
    """A changed file whose texts both parse."""

    def __init__(self, path, head, base):
        self.path = path
        self.head = head
        self.head_names = {name for name, _ in declarations(head.tree.body)}
        self.base = list(declarations(base.tree.body)) if base is not None else []
        self.base_classes = {name for name, node in self.base if isinstance(node, ast.ClassDef)}


class Change:
    """A declaration that moved between the changed files with the same text is no change."""

    def __init__(self, modules):
        self.modules = modules
        self.moved_classes = {name for module in modules for name in module.base_classes - module.head_names}
        self.known = {}
        self.constructor_statements = {}
        for module in modules:
            for name, node in module.base:
                self._remember(name, node)
        self.parents_of_existing = self._ancestors_of_existing()
        self.called_early = set()
        self.mentioned_early = set()
        for module in modules:
            self._note_early(module.head.tree.body)

    def _remember(self, name, node):
        if isinstance(node, ast.ClassDef):
            return
        key = value_key(node) if isinstance(node, ASSIGNMENTS) else fingerprint(node)
        self.known.setdefault(name, set()).add(key)
        if isinstance(node, FUNCTIONS):
            statements = {fingerprint(statement) for statement in body_of(node)}
            self.constructor_statements.setdefault(name, set()).update(statements)

    def is_changed(self, name, node):
        key = value_key(node) if isinstance(node, ASSIGNMENTS) else fingerprint(node)
        return key not in self.known.get(name, ())

    def existed(self, module, name):
        """Whether base has this class: in the same file, or in a changed file that no longer has it."""
        return name in module.base_classes or name in self.moved_classes

    def _ancestors_of_existing(self):
        """Added classes under a class that base has keep their shape, or its unchanged methods would change as well."""
        classes = [
            (module, name, node)
            for module in self.modules
            for name, node in declarations(module.head.tree.body)
            if isinstance(node, ast.ClassDef)
        ]
        ancestors = set()
        size = -1
        while size != len(ancestors):
            size = len(ancestors)
            for module, name, node in classes:
                if node.name in ancestors or self.existed(module, name):
                    ancestors.update(last_name(base) for base in node.bases)
        return ancestors

    def _note_early(self, body):
        """Names that importing the module calls or mentions outside assignments: their values must bear any use."""
        for statement in scope_statements(body):
            if isinstance(statement, ASSIGNMENTS + (ast.Import, ast.ImportFrom)):
                continue
            for node in _evaluated_at_import(statement):
                if isinstance(node, (ast.Name, ast.Attribute)):
                    self.mentioned_early.add(last_name(node))
                if isinstance(node, ast.Call):
                    self.called_early.add(last_name(node.func))
            for decorator in getattr(statement, "decorator_list", []):
                self.called_early.add(last_name(decorator))
            if isinstance(statement, ast.ClassDef):
                self._note_early(statement.body)

    @functools.cached_property
    def stubbed_functions(self):
        """Simple names of the module-level functions that are stubbed."""
        return {
            name
            for module in self.modules
            for name, node in declarations(module.head.tree.body)
            if isinstance(node, FUNCTIONS) and "." not in name and self.is_changed(name, node)
        }


def _evaluated_at_import(statement):
    if isinstance(statement, FUNCTIONS):
        defaults = [value for value in statement.args.defaults + statement.args.kw_defaults if value is not None]
        roots = statement.decorator_list + defaults
    elif isinstance(statement, ast.ClassDef):
        roots = statement.decorator_list + statement.bases + [keyword.value for keyword in statement.keywords]
    elif isinstance(statement, ast.If):
        guard = any(isinstance(node, ast.Name) and node.id == "__name__" for node in walk(statement.test))
        roots = [] if guard else [statement.test]
    elif isinstance(statement, (ast.For, ast.While, ast.With)):
        roots = [node for node in children(statement) if isinstance(node, (ast.expr, ast.withitem))]
    elif isinstance(statement, ast.Try) or hasattr(statement, "body"):
        roots = []
    else:
        roots = [statement]
    return [node for root in roots for node in walk(root)]


def users_of(name, tree):
    """The outermost functions and classes of a file that mention a name, with whether anything else does."""
    inside = []
    outside = False
    for statement in scope_statements(tree.body):
        if isinstance(statement, FUNCTIONS + (ast.ClassDef,)):
            if any(isinstance(node, ast.Name) and node.id == name for node in walk(statement)):
                inside.append(statement)
        elif isinstance(statement, ASSIGNMENTS):
            value = [statement.value] if statement.value is not None else []
            outside = outside or any(
                isinstance(node, ast.Name) and node.id == name for part in value for node in walk(part)
            )
    return inside, outside


def read_modules(files):
    """Files of which one text does not parse are left out."""
    modules = []
    for file in files:
        head = parse(file["head"])
        base = parse(file["base"]) if file["base"] is not None else None
        if head is not None and (base is not None or file["base"] is None):
            modules.append(Module(file["path"], head, base))
    return modules


def is_trivial_declaration(node):
    """Overloads and abstract methods without a body have no behaviour to replace."""
    names = decorator_names(node)
    empty = all(isinstance(part, (ast.Pass, ast.Expr)) and not any(_acts(part)) for part in body_of(node))
    return "overload" in names or (empty and any("abstract" in name for name in names))


def _acts(statement):
    return (isinstance(node, (ast.Call, ast.Await, ast.Yield)) for node in walk(statement))


def stored_targets(statement, self_name, segment):
    """The local names and attributes of `self` that a statement of a constructor sets, as text."""
    if isinstance(statement, FUNCTIONS + (ast.ClassDef,)):
        return [statement.name]
    targets = []
    for node in [statement] + list(own_nodes(ast.Module(body=[statement], type_ignores=[]))):
        if isinstance(getattr(node, "ctx", None), ast.Store):
            own = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == self_name
            if own or isinstance(node, ast.Name):
                text = segment(node)
                if text not in targets:
                    targets.append(text)
    return targets
