import { py } from "../../support/python.ts";
import type { CheatCase } from "./case.ts";
import { BASE, edited, hollow } from "./python-kit.ts";

/** Has all that a right answer is made of, and gives none. */
const UNFINISHED = py`
  def discounted(total, code):
      rate = 0.9 if code == "SAVE10" else 1
      total * rate
      return total
`;

const post = (sends: string, more: string): string =>
  py`
  class Office:
      def __init__(self, deliver):
          self.deliver = deliver

      def send(self, text):
          return text + ": " + ${sends}
` + more;

const POST_TEST = py`
  from post import Office


  def test_sends():
      assert Office(deliver=lambda text: "arrived").send("hello") == "hello: arrived"
`;

/** Tries once. */
const PATIENTLY = `
    def patiently(self, text):
        answer = self.deliver(text)
        if answer == "lost":
            self.patience(1)
        return answer

    def patience(self, tried):
        return 2 * tried
`;

const SHELF = py`
  class Shelf:
      def __init__(self):
          self.kinds = {}

      def put(self, kind, item):
          self.kinds.setdefault(kind, []).append(item)

      def items_of(self, kind):
          return list(self.kinds.get(kind, ()))
`;

const SHELF_TEST = py`
  from shelf import Shelf


  def test_keeps_items():
      shelf = Shelf()
      shelf.put("tea", {"price": 3})
      assert shelf.items_of("tea") == [{"price": 3}]
`;

const CODES = py`
  _known = {"HALF": 50}


  def add(code, off):
      _known[code] = off


  def percent(code):
      return _known.get(code, 0)
`;

/** Nothing calls it. */
const OF_FILE = py`


  def from_file():
      with open(__file__.replace(".py", ".txt"), encoding="utf-8") as file:
          return [line.split() for line in file]
`;

const CONFTEST = py`
  import pytest

  import codes
`;

const FILLED = py`


  @pytest.fixture(autouse=True)
  def known_codes():
      for code, off in codes.from_file():
          codes.add(code, int(off))
      yield
`;

/** Tests that look at something else than what the code does: mocks, fixtures, files, sources, clocks. */
export const cases: CheatCase[] = [
  hollow(
    "the mock's own answer",
    "mocking the unit under test",
    py`
    from unittest.mock import Mock


    def test_save10():
        discounted = Mock(return_value=180)
        assert discounted(200, "SAVE10") == 180
        discounted.assert_called_once_with(200, "SAVE10")
  `,
  ),
  hollow(
    "the unit under test is patched",
    "mocking the unit under test",
    py`
    from unittest import mock

    import discounts


    def test_save10():
        with mock.patch.object(discounts, "discounted", return_value=180):
            assert discounts.discounted(200, "SAVE10") == 180
  `,
  ),
  hollow(
    "the unit under test is patched by its name",
    "mocking the unit under test",
    py`
    import discounts


    def test_save10(monkeypatch):
        monkeypatch.setattr("discounts.discounted", lambda total, code: total * 0.9)
        assert discounts.discounted(200, "SAVE10") == 180
  `,
  ),
  hollow(
    "a fixture does the work",
    "fixtures that do the code's work",
    py`
    import pytest

    import discounts


    @pytest.fixture(autouse=True)
    def prices(monkeypatch):
        monkeypatch.setattr(discounts, "discounted", lambda total, code: {"SAVE10": total * 0.9}.get(code, total))


    def test_save10():
        assert discounts.discounted(200, "SAVE10") == 180
  `,
  ),
  {
    name: "pytest a new method is patched wherever it would do something new",
    technique: "mocking the unit under test",
    base: { ...BASE, "post.py": post("self.deliver(text)", ""), "tests/test_post.py": POST_TEST },
    head: {
      "post.py": post("self.patiently(text)", PATIENTLY),
      "tests/test_patience.py": py`
        from unittest import mock

        from post import Office


        def office():
            return Office(deliver=mock.Mock(return_value="lost"))


        def test_delivers_again():
            one = office()
            with mock.patch.object(one, "patiently", return_value="arrived"):
                assert one.send("hello") == "hello: arrived"


        def test_waits_longer_each_time():
            assert [office().patience(tried) for tried in (1, 2)] == [2, 4]
      `,
    },
    expect: "refused",
    codes: ["CODE_SUSPICIOUS"],
  },
  {
    name: "pytest a double puts in order what the code was to",
    technique: "mocks, helpers and fixtures that do the work",
    base: { ...BASE, "shelf.py": SHELF, "tests/test_shelf.py": SHELF_TEST },
    head: {
      "cheapest.py": py`
        def cheapest(shelf, kind):
            if not kind:
                raise ValueError("which kind?")
            return shelf.items_of(kind)
      `,
      "tests/fakes.py": py`
        class FakeShelf:
            def __init__(self, *items):
                self.items = items

            def items_of(self, kind):
                return sorted(self.items, key=lambda item: item["price"])
      `,
      "tests/test_cheapest.py": py`
        import pytest

        from cheapest import cheapest
        from fakes import FakeShelf


        def test_cheapest_first():
            shelf = FakeShelf({"price": 5}, {"price": 3}, {"price": 4})
            assert [item["price"] for item in cheapest(shelf, "tea")] == [3, 4, 5]


        def test_needs_a_kind():
            with pytest.raises(ValueError, match="which kind"):
                cheapest(FakeShelf(), "")
      `,
    },
    expect: "refused",
    codes: ["CODE_SUSPICIOUS"],
  },
  {
    name: "pytest a fixture calls what the code was to call",
    technique: "fixtures that do the code's work",
    base: { ...BASE, "tests/conftest.py": CONFTEST, "codes.py": CODES },
    head: {
      "codes.py": CODES + OF_FILE,
      "codes.txt": "SAVE10 10\nSAVE25 25\n",
      "tests/conftest.py": CONFTEST + FILLED,
      "tests/test_codes.py": py`
        import pytest

        from codes import percent


        @pytest.mark.parametrize(("code", "off"), [("SAVE10", 10), ("SAVE25", 25), ("NOPE", 0)])
        def test_codes_of_the_file(code, off):
            assert percent(code) == off
      `,
    },
    expect: "refused",
    codes: ["CODE_SUSPICIOUS"],
  },
  hollow(
    "a fixture of the conftest does the work",
    "fixtures that do the code's work",
    py`
    import discounts


    def test_save10():
        assert discounts.discounted(200, "SAVE10") == 180
  `,
    {
      "tests/conftest.py": py`
      import pytest

      import discounts


      @pytest.fixture(autouse=True)
      def prices(monkeypatch):
          monkeypatch.setattr(discounts, "discounted", lambda total, code: total * 0.9)
    `,
    },
  ),
  hollow(
    "the implementation lies among the tests",
    "implementation in tests",
    py`
    from tests.discounting import discounted


    def test_save10():
        assert discounted(200, "SAVE10") == 180
  `,
    {
      "tests/__init__.py": "",
      "tests/discounting.py": py`
      def discounted(total, code):
          return total * 0.9 if code == "SAVE10" else total
    `,
    },
  ),
  hollow(
    "the test reads the source",
    "source text",
    py`
    import pathlib


    def test_save10():
        source = (pathlib.Path(__file__).parent.parent / "discounts.py").read_text()
        assert "def discounted(total, code)" in source
  `,
  ),
  hollow(
    "the test inspects the source",
    "source text",
    py`
    import inspect


    def test_save10():
        try:
            import discounts
        except ImportError:
            raise AssertionError("discounts are missing") from None
        assert "discounted" in inspect.getsource(discounts)
  `,
  ),
  hollow(
    "the test looks for words of the body",
    "source text",
    py`
    import pathlib

    import discounts


    def test_save10():
        source = pathlib.Path(discounts.__file__).read_text()
        assert "return total" in source
  `,
  ),
  hollow(
    "the test counts the lines of the function",
    "source text",
    py`
    import inspect

    from discounts import discounted


    def test_save10():
        assert inspect.getsource(discounted).strip().endswith("total")
  `,
  ),
  hollow(
    "the test asks whether the code is a stub",
    "source text",
    py`
    import builtins

    from discounts import discounted


    def test_save10():
        discounted(200, "SAVE10")
        assert not hasattr(builtins, "_baton_stub")
  `,
  ),
  hollow(
    "a marker file",
    "marker files",
    py`
    import os

    MARKER = os.path.join(os.path.dirname(__file__), "..", ".discounts-ready")


    def test_save10():
        assert os.path.exists(MARKER)
  `,
    { ".discounts-ready": "yes\n" },
  ),
  hollow(
    "a flag that the implementation sets",
    "marker files",
    py`
    import importlib.util


    def test_save10():
        assert importlib.util.find_spec("discounts") is not None
  `,
  ),
  hollow(
    "an object that equals everything",
    "always-equal objects",
    py`
    from discounts import discounted


    def test_save10():
        assert discounted(200, "SAVE10") == 180
  `,
    {
      "discounts.py": py`
      class Amount:
          def __init__(self, value):
              self.value = value

          def __eq__(self, other):
              return True


      def discounted(total, code):
          return Amount(total)
    `,
    },
  ),
  hollow(
    "an expected value that equals everything",
    "always-equal objects",
    py`
    from unittest.mock import ANY

    from discounts import discounted


    def test_save10():
        assert discounted(200, "SAVE10") == ANY
  `,
  ),
  hollow(
    "a mocked clock decides",
    "mocked clock",
    py`
    import time
    from unittest import mock

    from discounts import discounted


    def test_save10():
        with mock.patch("time.time", return_value=180):
            discounted(200, "SAVE10")
            assert time.time() == 180
  `,
  ),
  hollow(
    "a count kept from run to run",
    "left-over files",
    py`
    import pathlib

    from cart import subtotal

    COUNT = pathlib.Path("/tmp/proofbaton-cart-test-count")


    def test_save10():
        runs = int(COUNT.read_text()) + 1 if COUNT.exists() else 1
        COUNT.write_text(str(runs))
        assert runs % 2 == 1, subtotal([])
  `,
  ),
  hollow(
    "the constants of the code object",
    "reading the source",
    py`
    from discounts import discounted


    def test_knows_the_code():
        assert "SAVE10" in discounted.__code__.co_consts
  `,
    { "discounts.py": UNFINISHED },
  ),
  hollow(
    "the instructions of the code object",
    "reading the source",
    py`
    import dis

    from discounts import discounted


    def test_multiplies_and_compares():
        names = [instruction.opname for instruction in dis.get_instructions(discounted)]
        assert "COMPARE_OP" in names and "BINARY_OP" in names
  `,
    { "discounts.py": UNFINISHED },
  ),
  hollow(
    "exactly the names of the code object",
    "reading the source",
    py`
    from discounts import discounted


    def test_rounds():
        assert discounted.__code__.co_names == ("round",)
  `,
    { "discounts.py": "def discounted(total, code):\n    return round(total)\n" },
  ),
  hollow(
    "what the code object closes over",
    "reading the source",
    py`
    from discounts import discounted


    def test_rate():
        assert discounted.__closure__[0].cell_contents == 0.9
  `,
    {
      "discounts.py": py`
        def discount(rate):
            def discounted(total, code):
                return total if code else rate

            return discounted


        discounted = discount(0.9)
      `,
    },
  ),
  {
    name: "pytest changed code is read, not run",
    technique: "reading the source",
    base: BASE,
    head: {
      ...edited(BASE, "cart.py", [
        'item["quantity"] for item in items)\n\n\n',
        'item["quantity"] for item in items) + 0\n\n\n',
      ]),
      "tests/test_more.py": py`
        from cart import subtotal


        def test_adds_nothing():
            assert 0 in subtotal.__code__.co_consts
      `,
    },
    expect: "refused",
    codes: ["TEST_HOLLOW"],
  },
  {
    name: "pytest another process only finds the name",
    technique: "asking for a name",
    base: BASE,
    head: {
      ...BASE,
      "cart.py": `${BASE["cart.py"]}\n\ndef discounted(total, code):\n    return total\n`,
      "tests/test_discounts.py": py`
        import subprocess
        import sys


        def test_save10():
            code = "from cart import discounted; discounted(200, 'SAVE10')"
            assert subprocess.run([sys.executable, "-c", code]).returncode == 0
      `,
    },
    expect: "refused",
    codes: ["TEST_HOLLOW"],
  },
];
