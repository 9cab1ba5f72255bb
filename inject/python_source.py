"""Answers questions of `src/checks/source/python.ts` about Python source: a JSON request a line on stdin, each answered by a line.

Only reads syntax trees: no line of the project is imported or executed. Run it with `python -I -S -B`, so that neither
the environment, nor `.pth` files, nor the working directory can put the project's code into this process.
"""

import importlib
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))


def own(name):
    """A module of ours, loaded when it is asked for: loading all of them takes longer than most answers."""
    return importlib.import_module("baton_source." + name)


def each_file(request, answer_for):
    """One answer a file that parses; the others are left out, as the port says."""
    parse = own("text").parse
    answers = []
    for file in request["files"]:
        source = parse(file["text"])
        if source is not None:
            answers.append(dict(answer_for(source), path=file["path"]))
    return answers


def tests_of(request):
    parse, fixtures_of, find_tests = own("text").parse, own("names").fixtures_of, own("written_tests").find_tests
    parsed = [(file["path"], parse(file["text"])) for file in request["files"]]
    sources = [(path, source) for path, source in parsed if source is not None]
    shared = [fixture for path, source in sources if path.endswith("conftest.py") for fixture in fixtures_of(source.tree)]
    told = []
    for path, source in sources:
        known = source.once(("tests", path, *shared), lambda: find_tests(source, path, shared))
        told += [dict(test, path=path) for test in known]
    return told


def canaries_of(request):
    add_canary = own("canary").add_canary
    return [
        answer
        for file in request["files"]
        for answer in each_file({"files": [file]}, lambda source: add_canary(source, request["token"], file.get("runner")))
    ]


def flips_of(request):
    flip_assertions = own("flip").flip_assertions
    return each_file(request, lambda source: flip_assertions(source, request.get("which")))


def together_of(request):
    project, listed_rows, tests_alone = own("project"), own("listed").listed_rows, own("alone").tests_alone
    files, around = project.files_in(request), project.Project(request)
    by_path = {file.path: file for file in files}
    return [signal for file in files for signal in listed_rows(file, around) + tests_alone(file, by_path, around)]


OPERATIONS = {
    "tests": tests_of,
    "stub": lambda request: own("stub").stub_files(request["files"], request["value"]),
    "mark": lambda request: own("mark").mark_files(request["files"]),
    "vary": lambda request: own("vary").vary_files(
        request["files"], request["tests"], request["isLoud"], request.get("isFrozen", False), request.get("isNear", False), request.get("only")
    ),
    "echo": lambda request: own("echo").echo_files(request["files"], request.get("only")),
    "graft": lambda request: own("graft").graft_files(request["files"]),
    "mutants": lambda request: own("mutants").mutate_files(request["files"]),
    "flip": flips_of,
    "keep": lambda request: own("keep").keep_examples(request["files"]),
    "canary": canaries_of,
    "disguise": lambda request: own("disguise").disguise_files(request["files"], request["hidden"]),
    "signals": lambda request: own("signals").find_signals(request["files"], request["role"]),
    "together": together_of,
    "bodies": lambda request: own("bodies").find_bodies(request["files"]),
    "words": lambda request: own("bodies").find_words(request["files"]),
    "saysOnly": lambda request: own("said_only").find_said_only(request["files"]),
}


def main():
    sys.setrecursionlimit(5000)
    for line in sys.stdin.buffer:
        request = json.loads(line.decode("utf-8"))
        answer = OPERATIONS[request["operation"]](request)
        sys.stdout.write(json.dumps({"answer": answer}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
