import { beforeAll, describe, expect, it } from "vitest";
import { findPython } from "../../../src/checks/runners/python.ts";
import { createPythonSource } from "../../../src/checks/source/python.ts";
import type { SourceTool } from "../../../src/schema/source.ts";
import { PYTHON_CACHE } from "../../support/python-cache.ts";

const env = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "" };
let tool: SourceTool;
beforeAll(async () => {
  tool = createPythonSource({ python: (await findPython(env, "", "")) ?? "", env, directory: PYTHON_CACHE });
});

const FAKE = `from typing import TYPE_CHECKING

from notes.http import Response

if TYPE_CHECKING:
    from notes.server import Server


class FakeApi:
    def __init__(self, text, send=None):
        self.text = text

    def put(self, etag=None):
        return Response(428 if etag is None else 412)


def make_api():
    return FakeApi("one")
`;
const ABOVE = `import pytest
from notes.client import Client
from notes.server import Server
from .support.fake_api import FakeApi, make_api


class Memory:
    def put(self):
        return 428


@pytest.fixture
def api():
    return FakeApi("one")


@pytest.fixture
def client():
    return Client(FakeApi("one"))


`;

interface Given {
  /** Code that the change adds. */
  readonly outbox?: string;
  /** Code that it leaves alone. */
  readonly around?: string;
  readonly base?: string | null;
  readonly fake?: string;
  readonly oldFake?: string | null;
  readonly path?: string;
}

async function alone(tests: string, given: Given = {}): Promise<string[]> {
  const { base = null, fake = FAKE, oldFake = null, path = "tests/test_locking.py" } = given;
  const head = ABOVE + tests;
  const helper = "tests/support/fake_api.py";
  const code = ["notes/client.py", "notes/server.py"];
  const texts = new Map([
    ...code.map((one) => [one, "class Client:\n    pass\n\n\nclass Server:\n    pass\n"] as const),
    ...(given.outbox === undefined ? [] : [["notes/outbox.py", given.outbox] as const]),
  ]);
  const signals = await tool.together?.({
    code: [...texts].map(([one, text]) => ({ path: one, text })),
    before: [],
    tests: [
      { path: helper, base: oldFake, head: fake },
      { path, base: base === null ? null : ABOVE + base, head },
    ],
    paths: new Set([...texts.keys(), "notes/__init__.py", "notes/http.py", "src/notes/store.py", helper, path]),
    testPaths: [helper, path],
    read: (paths) =>
      paths.includes("src/notes/store.py") ? [{ path: "src/notes/store.py", text: given.around ?? "" }] : [],
  });
  return (signals ?? []).map(({ kind }) => kind);
}

const ALONE = "def test_a():\n    assert FakeApi('one').put().status == 428\n\n";

describe("a Python test of a double that its own change brings", () => {
  it.each([
    ALONE,
    "def test_a():\n    api = make_api()\n    assert api.put().status == 428\n",
    "def test_a(api):\n    assert api.put().status == 428\n",
    "def test_a():\n    assert Memory().put() == 428\n",
    "def put(api):\n    return api.put()\n\n\ndef test_a():\n    assert put(FakeApi('one')).status == 428\n",
    "class TestApi:\n    def test_a(self):\n        assert FakeApi('one').put().status == 428\n",
    "class ApiTest(TestCase):\n    def setUp(self):\n        self.api = make_api()\n\n    def test_a(self):\n        self.assertEqual(make_api().put().status, 428)\n",
    "@pytest.mark.parametrize('status', [428])\ndef test_a(status):\n    assert FakeApi('one').put().status == status\n",
  ])("is asked about: %s", async (tests) => {
    expect(await alone(tests)).toEqual(["double_alone"]);
  });

  it("is asked about where an older double answers it since this change", async () => {
    const oldFake = FAKE.replace("428", "200");
    expect(await alone(ALONE, { oldFake })).toEqual(["double_alone"]);
    expect(await alone(ALONE, { oldFake: FAKE })).toEqual([]);
  });

  it.each([
    ["code beside it", "def test_a():\n    assert Client(FakeApi('one')).read() == 'one'\n"],
    ["code by a fixture", "def test_a(client):\n    assert client.read() == FakeApi('one').text\n"],
    ["a fixture of elsewhere", "def test_a(server):\n    assert server(FakeApi('one')).status == 200\n"],
    [
      "code by setUp",
      "class ApiTest(TestCase):\n    def setUp(self):\n        self.api = Client(make_api())\n\n    def test_a(self):\n        self.assertEqual(self.api.put(FakeApi), 428)\n",
    ],
    [
      "code by a function of the file",
      "def put(api):\n    return Client(api).put()\n\n\ndef test_a():\n    assert put(FakeApi('one')) == 428\n",
    ],
    [
      "code by a method",
      "class ApiTest(TestCase):\n    def wrap(self, api):\n        return Client(api)\n\n    def test_a(self):\n        self.assertEqual(self.wrap(FakeApi('one')).put(), 428)\n",
    ],
    [
      "code that is patched",
      "class ApiTest(TestCase):\n    def test_a(self):\n        with unittest.mock.patch('notes.client.send', FakeApi):\n            self.assertEqual(FakeApi('one').put(), 428)\n",
    ],
    [
      "a class of elsewhere",
      "class ApiTest(Base):\n    def test_a(self):\n        self.assertEqual(self.run_with(FakeApi('one')), 428)\n",
    ],
    [
      "a program",
      "import subprocess\n\n\ndef test_a():\n    assert subprocess.run([FakeApi('one').text]).returncode == 0\n",
    ],
    ["nothing that the change brings", "def test_a():\n    assert 1 + 1 == 2\n"],
    ["no assertion", "def test_a():\n    FakeApi('one').put()\n"],
  ])("is none: %s", async (_, tests) => {
    expect(await alone(tests)).toEqual([]);
  });

  it("is none where the helper leads to code that changes", async () => {
    expect(await alone(ALONE, { fake: FAKE.replace("notes.http", "notes.server") })).toEqual([]);
    expect(await alone(ALONE, { fake: `from notes import Server\n${FAKE}` })).toEqual([]);
  });

  it.each(["tests/test_fake_api.py", "tests/test_support.py"])(
    "is none in the helper's own tests: %s",
    async (path) => {
      expect(await alone(ALONE, { path })).toEqual([]);
    },
  );

  it("is none where base has the test", async () => {
    expect(await alone(ALONE, { base: ALONE })).toEqual([]);
  });
});

const OUTBOX = `from abc import ABC, abstractmethod


class Unknown(KeyError):
    """No such letter."""


class Outbox(ABC):
    """Keeps letters."""

    limit: int
    name = "outbox"

    def __init__(self, path):
        self.path = path

    @abstractmethod
    def put(self, text):
        """Keeps it."""

    def count(self) -> int:
        raise NotImplementedError("count")
`;
const EXTENDING = `from notes.outbox import Outbox, Unknown


class TestingOutbox(Outbox):
    def __init__(self):
        super().__init__("")
        self.rows = []

    def put(self, text):
        if not text:
            raise Unknown(text)
        self.rows.append(text)

    def count(self):
        return len(self.rows)


@pytest.fixture
def box() -> Outbox:
    return TestingOutbox()


def test_a(box: Outbox):
    box.put("a")
    assert box.count() == 1


def test_b(box):
    with pytest.raises(Unknown):
        box.put("")
`;
const BOTH = ["double_alone", "double_alone"];

describe("a Python double that extends a class of the project", () => {
  it("reaches no code of a class that only says what others have to do", async () => {
    expect(await alone(EXTENDING, { outbox: OUTBOX })).toEqual(BOTH);
    const protocol = OUTBOX.replace("import ABC, abstractmethod", "import abstractmethod\nfrom typing import Protocol");
    expect(await alone(EXTENDING, { outbox: protocol.replace("(ABC)", "(Protocol[int])") })).toEqual(BOTH);
    const above = OUTBOX.replace("Outbox(ABC)", "Keeper(ABC)") + "\n\nclass Outbox(Keeper):\n    pass\n";
    expect(await alone(EXTENDING, { outbox: above })).toEqual(BOTH);
  });

  it("reaches none of what it answers itself", async () => {
    const outbox = OUTBOX.replace('raise NotImplementedError("count")', "return len(self.path)");
    expect(await alone(EXTENDING, { outbox })).toEqual(BOTH);
  });

  it("reaches none by a module that it names", async () => {
    const tests = EXTENDING.replace("import Outbox, Unknown", "import Unknown\nfrom notes import outbox");
    expect(
      await alone(tests.replaceAll("Outbox)", "outbox.Outbox)").replaceAll(/ -> Outbox|: outbox.Outbox/g, ""), {
        outbox: OUTBOX,
      }),
    ).toEqual(BOTH);
  });

  it("reaches none of code that the change leaves alone", async () => {
    const tests = EXTENDING.replace("notes.outbox", "notes.store");
    expect(await alone(tests, { around: OUTBOX })).toEqual(BOTH);
    expect(await alone(tests, { around: OUTBOX.replace("(ABC)", "(Store)") })).toEqual([]);
  });

  it("reaches none by the helper that it stands in", async () => {
    const [double = "", tests = ""] = EXTENDING.split("@pytest.fixture");
    const given = { outbox: OUTBOX, fake: double };
    const above = "from .support.fake_api import TestingOutbox\nfrom notes.outbox import Unknown\n\n\n@pytest.fixture";
    expect(await alone(above + tests.replaceAll(/ -> Outbox|: Outbox/g, ""), given)).toEqual(BOTH);
    expect(
      await alone(above + tests.replaceAll(/ -> Outbox|: Outbox/g, ""), {
        ...given,
        fake: `${double}\n\nOutbox.put(1)\n`,
      }),
    ).toEqual([]);
  });

  it.each([
    [
      "a body that it leaves alone",
      OUTBOX + "\n    def add(self, texts):\n        for text in texts:\n            self.put(text)\n",
      EXTENDING,
    ],
    [
      "a body that it calls",
      OUTBOX.replace('raise NotImplementedError("count")', "return len(self.path)"),
      EXTENDING.replace("len(self.rows)", "super().count()"),
    ],
    ["a constructor that works", OUTBOX.replace("self.path = path", "self.path = open(path)"), EXTENDING],
    ["a base that nobody knows", OUTBOX.replace("(ABC)", "(Model)"), EXTENDING],
    ["a decorator", OUTBOX.replace("class Outbox", "@dataclass\nclass Outbox"), EXTENDING],
    ["a value that is made", OUTBOX.replace('"outbox"', "make()"), EXTENDING],
  ])("reaches code by %s", async (_, outbox, tests) => {
    expect(await alone(tests, { outbox })).toEqual([]);
  });

  it("reaches code where a test asks that beside it", async () => {
    const real = "def test_a(box: Outbox):\n    assert Outbox.join(box)\n";
    expect(
      await alone(EXTENDING.replace("def test_a(box: Outbox):\n", real), {
        outbox: `${OUTBOX}\n    @staticmethod\n    def join(box):\n        return box.put(1)\n`,
      }),
    ).toEqual([]);
  });
});
