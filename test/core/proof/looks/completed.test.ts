import { expect, it } from "vitest";
import { completedAnswers } from "../../../../src/core/proof/looks/completed.ts";

const CHANGED = new Set(["change_plan", "changePlan", "ChangePlan", "createCart", "price"]);
const found = (text: string): string[] =>
  completedAnswers([{ path: "tests/helper", text }], CHANGED).map(
    ({ line, name, excerpt }) => `${line} ${name} ${excerpt}`,
  );

it.each([
  [
    "a fixture",
    "@pytest.fixture\ndef switch(sub):\n    def _switch(code):\n        invoice = sub.change_plan(code)\n        share = days(sub)\n        invoice.add(share)\n        return invoice\n\n    return _switch\n",
    ["4 change_plan invoice.add(share)"],
  ],
  [
    "a helper",
    "const switched = async (code) => {\n  const invoice = await sub.changePlan(code);\n  invoice.total = days * 3;\n  return { invoice, sub };\n};\n",
    ["2 changePlan invoice.total = days * 3;"],
  ],
  [
    "Go",
    "func switched(t *testing.T) Invoice {\n\tinvoice := sub.ChangePlan(code)\n\tinvoice.Add(3)\n\treturn invoice\n}\n",
    ["2 ChangePlan invoice.Add(3)"],
  ],
  [
    "what writes the answer anew",
    "const plan = (code) => {\n  return sub.changePlan(code)\n    .replace(/a/g, 'b')\n    .replace(/c/g, 'd')\n    .replaceAll('e', 'f')\n    .trim();\n};\n",
    ["2 changePlan .replace(/a/g, 'b')"],
  ],
  [
    "what takes out of it what differs from run to run",
    "const plan = (code) => sub.changePlan(code).replace(/\\d+ ms/, 'N ms').replace(root, 'ROOT');\n",
    [],
  ],
  ["what makes things to work with", "def cart():\n    cart = createCart()\n    cart.add(1)\n    return cart\n", []],
  [
    "a test",
    "def test_it():\n    invoice = sub.change_plan(code)\n    invoice.add(1)\n    assert invoice.total == 3\n",
    [],
  ],
  [
    "what only looks",
    "def switch():\n    invoice = sub.change_plan(code)\n    invoice.total == 3\n    return invoice\n",
    [],
  ],
  [
    "another function's answer",
    "def switch():\n    invoice = sub.other(code)\n    invoice.add(1)\n    return invoice\n",
    [],
  ],
  [
    "another block",
    "def a():\n    invoice = change_plan(1)\n\ndef b(invoice):\n    invoice.add(1)\n    return invoice\n",
    [],
  ],
])("what a helper adds to an answer: %s", (_what, text, expected) => {
  expect(found(text)).toEqual(expected);
});
