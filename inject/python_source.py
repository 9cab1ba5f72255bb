"""Answers one question of `src/checks/source/python.ts` about Python source: a JSON request on stdin, JSON on stdout.

Only reads syntax trees: no line of the project is imported or executed. Run it with `python -I -S -B`, so that neither
the environment, nor `.pth` files, nor the working directory can put the project's code into this process.
"""

import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from baton_source.bodies import find_bodies, find_words  # noqa: E402
from baton_source.canary import add_canary  # noqa: E402
from baton_source.disguise import disguise_files  # noqa: E402
from baton_source.flip import flip_assertions  # noqa: E402
from baton_source.graft import graft_files  # noqa: E402
from baton_source.keep import keep_examples  # noqa: E402
from baton_source.mark import mark_files  # noqa: E402
from baton_source.mutants import mutate_files  # noqa: E402
from baton_source.said_only import find_said_only  # noqa: E402
from baton_source.signals import find_signals  # noqa: E402
from baton_source.stub import stub_files  # noqa: E402
from baton_source.text import parse  # noqa: E402
from baton_source.vary import vary_files  # noqa: E402
from baton_source.names import fixtures_of  # noqa: E402
from baton_source.written_tests import find_tests  # noqa: E402


def each_file(request, answer_for):
    """One answer a file that parses; the others are left out, as the port says."""
    answers = []
    for file in request["files"]:
        source = parse(file["text"])
        if source is not None:
            answers.append(dict(answer_for(source), path=file["path"]))
    return answers


def tests_of(request):
    parsed = [(file["path"], parse(file["text"])) for file in request["files"]]
    sources = [(path, source) for path, source in parsed if source is not None]
    shared = [fixture for path, source in sources if path.endswith("conftest.py") for fixture in fixtures_of(source.tree)]
    return [dict(test, path=path) for path, source in sources for test in find_tests(source, shared)]


OPERATIONS = {
    "tests": tests_of,
    "stub": lambda request: stub_files(request["files"], request["value"]),
    "mark": lambda request: mark_files(request["files"]),
    "vary": lambda request: vary_files(
        request["files"], request["tests"], request["isLoud"], request.get("isFrozen", False), request.get("only")
    ),
    "graft": lambda request: graft_files(request["files"]),
    "mutants": lambda request: mutate_files(request["files"]),
    "flip": lambda request: each_file(request, lambda source: flip_assertions(source, request.get("which"))),
    "keep": lambda request: keep_examples(request["files"]),
    "canary": lambda request: [
        answer
        for file in request["files"]
        for answer in each_file({"files": [file]}, lambda source: add_canary(source, request["token"], file.get("runner")))
    ],
    "disguise": lambda request: disguise_files(request["files"], request["hidden"]),
    "signals": lambda request: find_signals(request["files"], request["role"]),
    "bodies": lambda request: find_bodies(request["files"]),
    "words": lambda request: find_words(request["files"]),
    "saysOnly": lambda request: find_said_only(request["files"]),
}


def main():
    sys.setrecursionlimit(5000)
    request = json.loads(sys.stdin.buffer.read().decode("utf-8"))
    answer = OPERATIONS[request["operation"]](request)
    sys.stdout.write(json.dumps({"answer": answer}))


if __name__ == "__main__":
    main()
