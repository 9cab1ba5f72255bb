"""One Python text with its syntax tree, changed by byte positions so that all other text stays as it is."""

import ast
import bisect
import collections
import copy
import re
import warnings

# So much text is kept parsed: the next question is mostly about the same files.
KEPT_CHARACTERS = 2000000
_kept = collections.OrderedDict()


class Source:
    """`data` is the text in UTF-8 without its byte order mark, because the tree counts columns in UTF-8 bytes."""

    def __init__(self, text):
        self.mark = "\ufeff" if text.startswith("\ufeff") else ""
        body = text[len(self.mark):]
        self.data = body.encode("utf-8")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.tree = ast.parse(body)
        breaks = list(re.finditer(rb"\r\n|\r|\n", self.data))
        self.line_starts = [0] + [found.end() for found in breaks]
        self.newline = breaks[0].group().decode("ascii") if breaks else "\n"
        self.known = {}
        self.edits = []

    def afresh(self):
        other = copy.copy(self)
        other.edits = []
        return other

    def once(self, key, find):
        """What is found out of a text is found out once, however often it is asked."""
        if key not in self.known:
            self.known[key] = find()
        return self.known[key]

    def offset(self, line, column):
        return self.line_starts[line - 1] + column

    def start(self, node):
        """Where a statement begins, its decorators included."""
        decorators = getattr(node, "decorator_list", None)
        if decorators:
            return self.decorator_start(decorators[0])
        return self.offset(node.lineno, node.col_offset)

    def decorator_start(self, decorator):
        return self.data.rfind(b"@", 0, self.offset(decorator.lineno, decorator.col_offset))

    def keyword(self, node):
        """Where `def`, `async def` or `class` stands, after the decorators."""
        return self.offset(node.lineno, node.col_offset)

    def end(self, node):
        return self.offset(node.end_lineno, node.end_col_offset)

    def line_end(self, node):
        """The end of the node's last line, its line break included."""
        return self.line_starts[node.end_lineno] if node.end_lineno < len(self.line_starts) else len(self.data)

    def line_start(self, position):
        return self.line_starts[bisect.bisect_right(self.line_starts, position) - 1]

    def indentation(self, position):
        """The white space before `position`; None when other text stands before it in its line."""
        before = self.data[self.line_start(position):position].decode("utf-8", "replace")
        return before if not before.strip() else None

    def segment(self, node):
        return self.data[self.offset(node.lineno, node.col_offset):self.end(node)].decode("utf-8")

    def line(self, number):
        start = self.line_starts[number - 1]
        end = self.line_starts[number] if number < len(self.line_starts) else len(self.data)
        return self.data[start:end].decode("utf-8").strip()

    def replace(self, start, end, text):
        self.edits.append((start, end, text))

    def insert(self, position, text):
        self.replace(position, position, text)

    def edited(self):
        """The text after all edits; one that lies inside another's range is dropped."""
        pieces = []
        cursor = 0
        for start, end, text in sorted(self.edits, key=lambda edit: (edit[0], edit[1] > edit[0], -edit[1])):
            if start < cursor:
                continue
            pieces += [self.data[cursor:start], text.encode("utf-8")]
            cursor = end
        pieces.append(self.data[cursor:])
        return self.mark + b"".join(pieces).decode("utf-8")

    def insert_after_line(self, node, text):
        """Adds whole lines after the statement's last line."""
        position = self.line_end(node)
        ended = position == 0 or self.data[position - 1:position] in (b"\n", b"\r")
        self.insert(position, ("" if ended else self.newline) + text + self.newline)


def parse(text):
    """A source with edits of its own, over a tree that others read as well; None for what this interpreter cannot parse."""
    if text in _kept:
        _kept.move_to_end(text)
    else:
        _kept[text] = parse_apart(text)
        while len(_kept) > 1 and sum(map(len, _kept)) > KEPT_CHARACTERS:
            _kept.popitem(last=False)
    return _kept[text] and _kept[text].afresh()


def parse_apart(text):
    """A source whose tree nobody else reads: whoever changes that changes nothing else; None as above."""
    try:
        return Source(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
