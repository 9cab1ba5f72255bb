import { describe, expect, it } from "vitest";
import {
  givenMembers,
  givenNames,
  isOfTheWorld,
  isPatchedAnew,
  nameOf,
} from "../../../../src/core/proof/looks/stand-ins.ts";
import { hasTool } from "../../../support/go.ts";
import { proveFiles } from "../../../support/prove.ts";
import { py } from "../../../support/python.ts";
import type { Files } from "../../../support/repository.ts";

const PYTHON: Files = {
  "pyproject.toml": '[tool.pytest.ini_options]\npythonpath = ["."]\n',
  "cart.py": "def net(prices):\n    return sum(prices)\n",
  "tests/test_cart.py": "from cart import net\n\n\ndef test_net():\n    assert net([1, 2]) == 3\n",
};
const SHIPPING: Files = {
  "shipping.py": py`
    ZONES = {"DE": 1, "FR": 2}


    def quote(country):
        return ZONES[country] * 0


    def total(price, country):
        return price + quote(country)
  `,
};
const PATCHED = py`
  import shipping


  def test_total(monkeypatch):
      monkeypatch.setattr(shipping, "quote", lambda country: 5)
      assert shipping.total(2, "DE") == 7
`;
const NODE: Files = {
  "package.json": JSON.stringify({ name: "shop", version: "1.0.0", type: "module", scripts: { test: "node --test" } }),
  "src/account.js": "export class Account {\n  balance = 0;\n}\n",
  "test/account.test.js":
    'import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { Account } from "../src/account.js";\n\ntest("starts with nothing", () => assert.equal(new Account().balance, 0));\n',
};
const withdraw = (limit: string): Files => ({
  "src/account.js": `export class Account {\n  balance = 0;\n  withdraw(cents) {\n    if (!this.covers(cents)) throw new Error("not covered");\n    this.balance -= cents;\n    return this.balance;\n  }\n  covers(cents) {\n    return ${limit};\n  }\n}\n`,
});
const withdrawing = (made: string): string =>
  `import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { Account } from "../src/account.js";\n\nclass Rich extends Account {\n  covers(cents) {\n    return cents <= 100;\n  }\n}\n\ntest("withdraws", () => assert.equal(new ${made}().withdraw(10), -10));\ntest("refuses", () => assert.throws(() => new ${made}().withdraw(101), /not covered/));\n`;

describe("a changed function that tests stand in for", () => {
  it("asks a person where a patch answers for it", async () => {
    const proof = await proveFiles(PYTHON, { ...SHIPPING, "tests/test_shipping.py": PATCHED });
    expect(proof.verdict.status).toBe("person_needed");
    expect(proof.findings.map(({ code, message }) => [code, message.split(":").slice(0, 2).join(":")])).toEqual([
      ["CODE_SUSPICIOUS", "shipping.py:4 quote can lose its body and every test still passes"],
    ]);
    expect(proof.findings[0]?.message).toContain("tests/test_shipping.py:5");
  });

  it("asks a person where a fixture of conftest.py answers for it", async () => {
    const fixture =
      'import pytest\nimport shipping\n\n\n@pytest.fixture\ndef cheap(monkeypatch):\n    monkeypatch.setattr(shipping, "quote", lambda country: 5)\n';
    const uses = 'import shipping\n\n\ndef test_total(cheap):\n    assert shipping.total(2, "DE") == 7\n';
    const head = { ...SHIPPING, "tests/conftest.py": fixture, "tests/test_shipping.py": uses };
    const { findings } = await proveFiles(PYTHON, head);
    expect(findings.find(({ code }) => code === "CODE_SUSPICIOUS")?.message).toContain("tests/conftest.py:7");
  });

  it("is proven where another test asks it", async () => {
    const both = `${PATCHED}\n\ndef test_quote():\n    assert shipping.quote("FR") == 0\n`;
    const proof = await proveFiles(PYTHON, { ...SHIPPING, "tests/test_shipping.py": both });
    expect([proof.verdict.status, proof.findings]).toEqual(["proven", []]);
  });

  it("is proven where it stands between the code and the world", async () => {
    const clock = {
      "shipping.py":
        "import time\n\n\ndef quote():\n    return time.time()\n\n\ndef later():\n    return quote() + 5\n",
    };
    const patched = PATCHED.replace("lambda country: 5", "lambda: 5").replace('total(2, "DE") == 7', "later() == 10");
    const proof = await proveFiles(PYTHON, { ...clock, "tests/test_shipping.py": patched });
    expect([proof.verdict.status, proof.findings]).toEqual(["proven", []]);
  });

  it.each([
    ["Rich", "cents > 0", "person_needed"],
    ["Account", "cents <= 100", "proven"],
  ])("asks about a subclass of the tests: %s", async (made, limit, status) => {
    const proof = await proveFiles(NODE, { ...withdraw(limit), "test/withdraw.test.js": withdrawing(made) });
    expect(proof.verdict.status).toBe(status);
    const asked = proof.findings.map(({ path, message }) => [path, message.includes("Account.covers")]);
    expect(asked).toEqual(status === "proven" ? [] : [["src/account.js", true]]);
  });

  it("asks about an override that does the work, though older tests need what it overrides", async () => {
    const sender = (more: string): string =>
      `class Sender:\n    def __init__(self, transport, tries=1):\n        self.transport = transport\n        self.tries = tries\n\n    def send(self, text):\n        return ${more}\n`;
    const base: Files = {
      "pyproject.toml": PYTHON["pyproject.toml"] ?? "",
      "sender.py": sender("self.transport.deliver(text)"),
      "tests/test_sender.py":
        "from sender import Sender\n\n\nclass Fake:\n    def deliver(self, text):\n        return text\n\n\ndef test_send():\n    assert Sender(Fake()).send('a') == 'a'\n",
    };
    const retry = (body: string, made: string): Files => ({
      "sender.py": `${sender("self._deliver(text)")}\n    def _deliver(self, text):\n${body}`,
      "tests/test_retry.py": py`
        from sender import Sender


        class Busy:
            def __init__(self, times):
                self.times = times

            def deliver(self, text):
                self.times -= 1
                if self.times >= 0:
                    raise OSError("busy")
                return text


        class Patient(Sender):
            def _deliver(self, text):
                for left in reversed(range(self.tries)):
                    try:
                        return self.transport.deliver(text)
                    except OSError:
                        if left == 0:
                            raise


        def test_tries_again():
            assert ${made}(Busy(2), tries=3).send("a") == "a"
      `,
    });
    const once = "        return self.transport.deliver(text)\n";
    const again =
      "        for left in reversed(range(self.tries)):\n            try:\n                return self.transport.deliver(text)\n            except OSError:\n                if left == 0:\n                    raise\n";
    const { verdict, findings } = await proveFiles(base, retry(once, "Patient"));
    expect(verdict.status).toBe("person_needed");
    expect(findings[0]?.message).toContain(
      "_deliver can lose its body and every new test still passes: tests have one that does its work in its place (tests/test_retry.py:16)",
    );
    expect((await proveFiles(base, retry(again, "Sender"))).verdict.status).toBe("proven");
  });

  it.skipIf(!hasTool)("asks about a fake of an interface in Go", async () => {
    const base: Files = {
      "go.mod": "module example.com/shop\n\ngo 1.18\n",
      "store.go":
        "package shop\n\ntype Memory struct{ keys []string }\n\nfunc (m *Memory) Add(key string) { m.keys = append(m.keys, key) }\n",
      "store_test.go":
        'package shop\n\nimport "testing"\n\nfunc TestAdd(t *testing.T) {\n\tm := &Memory{}\n\tm.Add("a")\n\tif len(m.keys) != 1 {\n\t\tt.Errorf("%v", m.keys)\n\t}\n}\n',
    };
    const head: Files = {
      "size.go":
        "package shop\n\ntype Sized interface{ Size() int }\n\nfunc (m *Memory) Size() int { return len(m.keys) + 7 }\n\nfunc Double(s Sized) int { return 2 * s.Size() }\n",
      "size_test.go":
        'package shop\n\nimport "testing"\n\ntype fake struct{}\n\nfunc (fake) Size() int { return 3 }\n\nfunc TestDouble(t *testing.T) {\n\tif got := Double(fake{}); got != 6 {\n\t\tt.Errorf("got %d", got)\n\t}\n}\n',
    };
    const { verdict, findings } = await proveFiles(base, head);
    expect([verdict.status, findings.map(({ path }) => path)]).toEqual(["person_needed", ["size.go"]]);
  });
});

describe("names that tests give something of their own", () => {
  it.each([
    ["def size(self):", "size"],
    ["func (f *fake) Size() int {", "Size"],
    ["fn size(&self) -> usize {", "size"],
    ["    protected override size(): number {", "size"],
    ["    @Override\n    protected int size(List<String> all) throws IOException {", "size"],
    ["  size: vi.fn(),", "size"],
    ["store.size = () => 3;", "size"],
    ['@patch("shop.store.size")', "size"],
    ['vi.spyOn(store, "size")', "size"],
    ['mock.patch.object(store, "size", return_value=3)', "size"],
  ])("%s", (text, name) => {
    expect([...givenNames([{ path: "a", text: `\n${text}\n` }])]).toContainEqual([
      name,
      `a:${text.includes("\n") ? 3 : 2}`,
    ]);
  });

  it.each(["if (size) {", "size(3);", "expect(store.size).toBe(1)", "for (const one of all) {"])("not %s", (text) => {
    expect([...givenNames([{ path: "a", text: `${text}\n` }]).keys()]).toEqual([]);
  });

  it("knows a member by its last name, with or without parameters", () => {
    expect(
      ["Store.size", "*Memory.Size", "Reader.accepts(Contact, List<String>)", "impl Ring::len", "f"].map(nameOf),
    ).toEqual(["size", "Size", "accepts", "len", "f"]);
  });

  it.each([
    ["now", "return Date.now();", true],
    ["send", "smtplib.SMTP(host).send(text)", true],
    ["save", "def save(self, order):\n    self._session.add(order)", true],
    ["sweep", "func (s *Memory) Sweep(now time.Time) int { return s.n }", false],
    ["open", "def open(self):\n    return self.door", false],
    ["close", "def close(self):\n    raise NotImplementedError", true],
    ["setTimeout", "export const realClock = { setTimeout: (call, ms) => setTimeout(call, ms) };", true],
    ["send", "  send(mail) {\n    return this.queue.shift();\n  }", false],
  ])("%s is of the world: %s", (name, body, wanted) => {
    expect(isOfTheWorld(name, body)).toBe(wanted);
  });

  it("takes what tests give an object to call for no world", () => {
    const code =
      "def __init__(self, send, sleep):\n    self.send = send\n    self.sleep = sleep\n    self.fetch = get\n";
    const given = givenMembers(code, [{ path: "a", text: "Client(send=Mock(), fetch=3)\nsleep(1)" }]);
    expect([...given]).toEqual(["send"]);
    const worlds = ["self.send(url)", "self.sleep(3)", "send(url)"].map((body) => isOfTheWorld("once", body, given));
    expect(worlds).toEqual([false, true, true]);
  });

  it("knows a new function that decides by itself, and that tests patch", () => {
    const body = "def retry(self):\n    if self.busy:\n        return None\n";
    const tests = [{ path: "a", text: 'patch.object(client, "retry", side_effect=[1])' }];
    const patched = (base: string, text = body): boolean => isPatchedAnew("retry", text, base, tests);
    expect([patched("def get(self):\n"), patched("def retry(self):\n"), patched("    if self.busy:\n")]).toEqual([
      true,
      false,
      false,
    ]);
    expect(patched("", "def retry(self):\n    return 1\n")).toBe(false);
    expect(isPatchedAnew("retry", body, "", [{ path: "a", text: "def retry(self): pass" }])).toBe(false);
    const mocked = (text: string, own = body): boolean => isPatchedAnew("retry", own, "", [{ path: "a", text }]);
    const doubles = [
      "{ retry: jest.fn() }",
      "a.retry.mockResolvedValue(1)",
      "a.retry.return_value = 1",
      "retry=Mock()",
    ];
    expect(doubles.filter((text) => !mocked(text))).toEqual([]);
    const choices = ["  return a ? b : 1;", "    return b if a else 1"];
    expect(choices.filter((line) => !mocked("{ retry: vi.fn() }", line))).toEqual([]);
    expect(mocked("{ retry: vi.fn() }", "  return a?.b;")).toBe(false);
  });
});
