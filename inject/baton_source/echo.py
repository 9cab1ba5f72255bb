"""Head's text, whose changed functions give back what they are given first."""

from .change import Change, declarations, read_modules
from .stub_function import before_body
from .syntax import FUNCTIONS, body_of, decorator_names, is_generator


def echo_files(files, only):
    change = Change(read_modules(files))
    return [answer for module in change.modules for answer in _echoed(change, module, only)]


def _echoed(change, module, only):
    source = module.head
    symbols = []
    for name, node in declarations(source.tree.body):
        if not isinstance(node, FUNCTIONS) or not change.is_changed(name, node) or (only is not None and name not in only):
            continue
        given = _first_parameter(node, "." in name)
        text = given and before_body(source, node, "return " + given)
        if text:
            source.insert(source.start(body_of(node)[0]), text)
            symbols.append(name)
    return [{"path": module.path, "text": source.edited(), "symbols": symbols}] if symbols else []


def _first_parameter(node, in_class):
    """By its name; None where it has none, where Python itself asks, and for a generator, whose answer is not what it yields."""
    if (node.name.startswith("__") and node.name.endswith("__")) or is_generator(node):
        return None
    parameters = [parameter.arg for parameter in getattr(node.args, "posonlyargs", []) + node.args.args]
    own = in_class and "staticmethod" not in decorator_names(node)
    return next(iter(parameters[1:] if own else parameters), None)
