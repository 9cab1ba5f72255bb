import { describe, expect, it } from "vitest";
import { createPythonSource } from "../../../src/checks/source/python.ts";
import { withHelpers } from "../../../src/core/proof/old-tests/helped-tests.ts";
import { compareWrittenTests } from "../../../src/core/proof/old-tests/written-tests.ts";
import { PYTHON_CACHE } from "../../support/python-cache.ts";

const tool = createPythonSource({
  python: "python3",
  env: { PATH: process.env["PATH"] ?? "" },
  directory: PYTHON_CACHE,
});
const IMPORTS = `import pytest
from unittest.mock import Mock
from cart import subtotal, lines, cart, save, check

ROWS = [(1, 2), (3, 4)]

`;

/** What an edit of a test, or of what stands above it, lets it say less of; null where it says as much. */
async function lessOf(before: string, after: string, helpers: readonly [string, string] = ["", ""]) {
  const [old = [], now = []] = await Promise.all(
    [before, after].map((text, at) =>
      tool.tests([
        { path: "test_a.py", text: `${IMPORTS}${text}` },
        { path: "helpers.py", text: helpers[at] ?? "" },
      ]),
    ),
  );
  const edits = compareWrittenTests(withHelpers(old), withHelpers(now));
  const edit = edits.find(({ name }) => name === "test_x");
  return edit?.kind === "weakened" ? edit.detail : (edit?.less ?? null);
}

const t = (body: string, parameters = ""): string =>
  `def test_x(${parameters}):\n${body
    .split("\n")
    .map((line) => `    ${line}`)
    .join("\n")}\n`;
const ONE = "assert subtotal([4, 3]) == 12",
  LIST = 'assert lines("a,b,c") == ["a", "b", "c"]',
  REC = 'assert cart(3) == {"id": 3, "total": 12, "items": ["tea"]}';
const EACH = "for a, b in ROWS:\n    assert subtotal(a) == b";
const RAISE = 'with pytest.raises(ValueError, match="no items"):\n    check([])';
const SPY = 'send = Mock()\nsave(send, 3)\nsend.assert_called_with("EUR", 3)';
const LESS: readonly (readonly [string, string])[] = [
  [t(ONE), t("cast = lambda kind, n: 12\nassert cast(int, subtotal([4, 3])) == 12")],
  [t(ONE), t("assert min(subtotal([4, 3]), 12) == 12")],
  [t(ONE), t("assert (subtotal([4, 3]) or 12) == 12")],
  [t(ONE), t("assert subtotal([]) == 0")],
  [t(ONE), t("want = subtotal([4, 3])\nassert subtotal([4, 3]) == want")],
  [t(ONE), t("total = subtotal([4, 3])\ntotal = 12\nassert total == 12")],
  [t(ONE), t("total = subtotal([4, 3])\nif total != 12:\n    total = 12\nassert total == 12")],
  [t(ONE), t("fix = lambda n: 12\nassert fix(subtotal([4, 3])) == 12")],
  [t(ONE), t("subtotal = Mock(return_value=12)\nassert subtotal([4, 3]) == 12")],
  [t(ONE), t("assert subtotal([4, 3]) % 2 == 0")],
  [t(ONE), t("assert subtotal([4, 3]) in (12, 13)")],
  [t(ONE), t("assert {subtotal([4, 3]), 12} & {12} == {12}")],
  [t(ONE), t("assert round(subtotal([4, 3]), -1) == 10")],
  [t(LIST), t('assert lines("a,b,c")[:1] == ["a"]')],
  [t(LIST), t('assert lines("a,b,c")[0] == "a"')],
  [t(LIST), t('first, *_ = lines("a,b,c")\nassert first == "a"')],
  [t(LIST), t('assert sorted(lines("a,b,c")) == ["a", "b", "c"]')],
  [t(LIST), t('self.assertCountEqual(lines("a,b,c"), ["a", "b", "c"])')],
  [t(LIST), t('assert [x for x in lines("a,b,c") if x in "abc"] == ["a", "b", "c"]')],
  [t(LIST), t('got = lines("a,b,c")\ngot.sort()\nassert got == ["a", "b", "c"]')],
  [t(REC), t('assert cart(3)["id"] == 3')],
  [t(REC), t('assert {**cart(3), "total": 12} == {"id": 3, "total": 12, "items": ["tea"]}')],
  [t(REC), t('got = cart(3)\ngot["total"] = 12\nassert got == {"id": 3, "total": 12, "items": ["tea"]}')],
  [t(REC), t('assert set(cart(3)) == {"id", "total", "items"}')],
  [t(EACH), t(EACH.replace("ROWS", "ROWS[:1]"))],
  [t(EACH), t(EACH.replace("ROWS", "[r for r in ROWS if subtotal(r[0]) == r[1]]"))],
  [t(EACH), t(EACH + "\n    break")],
  [t(RAISE), t(RAISE + '\n    raise ValueError("no items")')],
  [t(RAISE), t('with pytest.raises(ValueError, match="n"):\n    check([])')],
  [t(RAISE), t('with pytest.raises(ValueError, match="no items"):\n    raise ValueError("no items")')],
  [t(SPY), t(SPY.replace("save(send, 3)", 'save(send, 3)\nsend("EUR", 3)'))],
  [
    "@pytest.fixture\ndef total():\n    return subtotal([4, 3])\n\n" + t("assert total == 12", "total"),
    "@pytest.fixture\ndef total():\n    return subtotal([4, 3]) and 12\n\n" + t("assert total == 12", "total"),
  ],
  [
    "def check_it(a, b):\n    assert subtotal(a) == b\n\n" + t("check_it([4], 4)"),
    "def check_it(a, b):\n    assert min(subtotal(a), b) == b\n\n" + t("check_it([4], 4)"),
  ],
  [
    "def check_it(a, b):\n    assert subtotal(a) == b\n\n" + t("check_it([4], 4)"),
    "def check_it(a, b):\n    assert subtotal(a) == b\n\n" + t("check_it([], 0)"),
  ],
  [t(ONE), "def most(n):\n    return min(n, 12)\n\n" + t("assert most(subtotal([4, 3])) == 12")],
  [
    t(LIST),
    `def own(rows):\n    return [row for row in rows if row]\n\n${t('assert own(lines("a,b,c")) == ["a", "b", "c"]')}`,
  ],
];
const AS_MUCH: readonly (readonly [string, string, string])[] = [
  ["names", t(ONE), t("items = [4, 3]\ngot = subtotal(items)\nassert got == 12")],
  ["an input that is put together", t(ONE), t("assert subtotal(Items().with_(4).with_(3).build()) == 12")],
  ["a type for checkers", t(ONE), `import typing as ty\n${t("assert ty.cast(int, subtotal([4, 3])) == 12")}`],
  [
    "a type for checkers, by its name",
    t(ONE),
    `from typing import cast\n${t("assert cast(int, subtotal([4, 3])) == 12")}`,
  ],
  ["more", t(ONE), t(ONE + "\nassert str(subtotal([])) == '0'")],
  [
    "members",
    t(REC),
    t('got = cart(3)\nassert got["id"] == 3\nassert got["total"] == 12\nassert got["items"] == ["tea"]'),
  ],
  [
    "loop",
    t(ONE + "\nassert subtotal([7]) == 7"),
    t("for a, b in [([4, 3], 12), ([7], 7)]:\n    assert subtotal(a) == b"),
  ],
  [
    "param",
    t(ONE),
    '@pytest.mark.parametrize(("a", "b"), [([4, 3], 12), ([7], 7)])\n' + t("assert subtotal(a) == b", "a, b"),
  ],
  [
    "helper",
    t(ONE + "\nassert subtotal([7]) == 7"),
    "def check_it(a, b):\n    assert subtotal(a) == b\n\n" + t("check_it([4, 3], 12)\ncheck_it([7], 7)"),
  ],
  [
    "fixture",
    t(ONE),
    "@pytest.fixture\ndef items():\n    return [4, 3]\n\n" + t("assert subtotal(items) == 12", "items"),
  ],
  [
    "fixture2",
    t(ONE),
    "@pytest.fixture\ndef total():\n    return subtotal([4, 3])\n\n" + t("assert total == 12", "total"),
  ],
  [
    "a helper that does what the test did itself",
    `from itertools import islice\n${t("assert list(islice(lines('abc'), 2)) == ['a', 'b']")}`,
    `from itertools import islice\n\ndef first(n, all):\n    """Of many."""\n    return list(islice(all, n))\n\n${t("assert first(2, lines('abc')) == ['a', 'b']")}`,
  ],
  ["renamed", t(ONE), "from cart import total_of\n" + t("assert total_of([4, 3]) == 12")],
  ["module", t(ONE), "import cart\n" + t("assert cart.subtotal([4, 3]) == 12")],
  ["unpacked", t("got = lines('a')\nassert got[0] == 'a'"), t("(first,) = lines('a')\nassert first == 'a'")],
  ["unittest", t(ONE), t("assert 12 == subtotal([4, 3]), 'the total'")],
];

describe("an edited test of Python says less", () => {
  it.each(LESS.map(([before, after]) => ({ before, after })))("as $after", async ({ before, after }) => {
    expect(await lessOf(before, after)).not.toBeNull();
    expect(await lessOf(after, after)).toBeNull();
  });

  it("as a helper of another file caps the answer, whether it was there or not", async () => {
    const helper = "from cart import subtotal\ndef check_it(items, wanted):\n    assert subtotal(items) == wanted\n";
    const capped = helper.replace("subtotal(items) ==", "min(subtotal(items), wanted) ==");
    const calling = `from helpers import check_it\n${t("check_it([4, 3], 12)")}`;
    expect(await lessOf(t(ONE), calling, ["", helper])).toBeNull();
    expect(await lessOf(calling, calling, [helper, capped])).toContain("`min`");
    expect(await lessOf(t(ONE), calling, ["", capped])).toContain("`min`");
  });
});

describe("an edited test of Python says as much", () => {
  it.each(AS_MUCH)("with %s", async (_, before, after) => {
    expect(await lessOf(before, after)).toBeNull();
  });

  it("with names that are given one another again and again", async () => {
    const grown = t(`a = b = ""\n${"a = a + b\nb = b + a\n".repeat(40)}a = "x"\nassert [a, b] == ["a"]`);
    expect(await lessOf(grown, grown)).toBeNull();
  });
});
