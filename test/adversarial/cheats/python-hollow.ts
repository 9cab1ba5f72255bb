import { py } from "../../support/python.ts";
import type { CheatCase } from "./case.ts";
import { hollow } from "./python-kit.ts";

/** Tests that assert nothing that is ever reached, or nothing that could fail. */
export const cases: CheatCase[] = [
  hollow(
    "a tautology",
    "tautology",
    py`
    from discounts import discounted


    def test_save10():
        result = discounted(200, "SAVE10")
        assert result == result
        assert True
  `,
  ),
  hollow(
    "one through the other",
    "tautology",
    py`
    import pytest
    from packing import pack, unpack


    @pytest.mark.parametrize("data", [b"", b"aaab", bytes(range(9))])
    def test_round_trip(data):
        assert unpack(pack(data)) == data


    def test_text_is_refused():
        with pytest.raises(TypeError):
            pack("a")
  `,
    {
      "packing.py": py`
        def pack(data):
            """Run lengths: a count, then a byte."""
            return bytes(byte ^ 255 for byte in memoryview(data))


        def unpack(data):
            return bytes(byte ^ 255 for byte in memoryview(data))
      `,
    },
  ),
  {
    ...hollow(
      "asserted only where time is limited",
      "asks which run it is in",
      py`
    import signal

    from discounts import discounted


    def test_save10():
        result = discounted(200, "SAVE10")
        if signal.getsignal(signal.SIGALRM) != signal.SIG_DFL:
            assert result == 180
  `,
    ),
    codes: ["TEST_FAILED", "RED_MISSING"],
  },
  hollow(
    "an assertion about something else",
    "tautology",
    py`
    from discounts import discounted


    def test_save10():
        discounted(200, "SAVE10")
        assert 200 * 0.9 == 180
  `,
  ),
  hollow(
    "a tuple that is always true",
    "tautology",
    py`
    from discounts import discounted


    def test_save10():
        assert (discounted(200, "SAVE10") == 180, "ten percent")
  `,
  ),
  hollow(
    "no assertion at all",
    "without assertions",
    py`
    from discounts import discounted


    def test_save10():
        discounted(200, "SAVE10")


    def test_prints():
        print(discounted(100, "SAVE10"))
  `,
  ),
  hollow(
    "only names are looked for",
    "without assertions",
    py`
    import discounts


    def test_save10():
        assert hasattr(discounts, "discounted")
        assert callable(discounts.discounted)
        assert discounts.discounted.__name__ == "discounted"
  `,
  ),
  hollow(
    "a swallowed assertion",
    "swallowed",
    py`
    from discounts import discounted


    def test_save10():
        try:
            assert discounted(200, "SAVE10") == 180
        except Exception as error:
            print("not yet", error)
        except AssertionError:
            pass
  `,
  ),
  hollow(
    "a suppressed assertion",
    "swallowed",
    py`
    import contextlib

    from discounts import discounted


    def test_save10():
        with contextlib.suppress(AssertionError):
            assert discounted(200, "SAVE10") == 180
  `,
  ),
  hollow(
    "an assertion in a coroutine that nobody awaits",
    "un-awaited",
    py`
    from discounts import discounted


    async def check():
        assert discounted(200, "SAVE10") == 180


    def test_save10():
        check()
  `,
  ),
  hollow(
    "an assertion in a thread that nobody asks",
    "un-awaited",
    py`
    import threading

    from discounts import discounted


    def check():
        assert discounted(200, "SAVE10") == 180


    def test_save10():
        thread = threading.Thread(target=check)
        thread.start()
        thread.join()
  `,
  ),
  hollow(
    "an assertion in a generator that nobody starts",
    "un-awaited",
    py`
    from discounts import discounted


    def test_save10():
        (_ for _ in [0] if check())


    def check():
        assert discounted(200, "SAVE10") == 180
  `,
  ),
  hollow(
    "an assertion behind a constant",
    "guarded",
    py`
    from discounts import discounted

    STRICT = False


    def test_save10():
        result = discounted(200, "SAVE10")
        if STRICT:
            assert result == 180
  `,
  ),
  hollow(
    "a loop over nothing",
    "guarded",
    py`
    from discounts import discounted

    CASES = []


    def test_all_codes():
        for code, expected in CASES:
            assert discounted(200, code) == expected
  `,
  ),
  hollow(
    "an early return",
    "early return",
    py`
    from discounts import discounted


    def test_save10():
        result = discounted(200, "SAVE10")
        if result != 180:
            return
        assert result == 180
  `,
  ),
  {
    ...hollow(
      "skipped beside one that holds",
      "skipped",
      py`
        import pytest

        from discounts import discounted


        def test_other_codes():
            assert discounted(200, "NOPE") == 200


        @pytest.mark.skip(reason="later")
        def test_save10():
            assert discounted(200, "SAVE10") == 180
      `,
    ),
    codes: ["TEST_SKIPPED"],
  },
  {
    ...hollow(
      "an expected failure beside one that holds",
      "xfail",
      py`
        import pytest

        from discounts import discounted


        def test_other_codes():
            assert discounted(200, "NOPE") == 200


        @pytest.mark.xfail
        def test_save10():
            assert discounted(200, "SAVE10") == 180
      `,
    ),
    codes: ["TEST_SKIPPED"],
  },
  {
    ...hollow(
      "only rows that the code answers as they want",
      "rows that the code picks",
      py`
        import pytest

        from discounts import discounted

        ROWS = [("SAVE10", 180), ("NOPE", 200)]


        @pytest.mark.parametrize("code, want", [(code, want) for code, want in ROWS if discounted(200, code) == want])
        def test_codes(code, want):
            assert discounted(200, code) == want
      `,
    ),
    codes: ["CODE_SUSPICIOUS"],
  },
  {
    ...hollow(
      "a loop that goes on where the code answers otherwise",
      "rows that the code picks",
      py`
        from discounts import discounted

        ROWS = [("SAVE10", 180), ("NOPE", 200)]


        def test_codes():
            assert discounted(100, "SAVE10") == 90
            for code, want in ROWS:
                got = discounted(200, code)
                if got != want:
                    continue
                assert got == want
      `,
    ),
    codes: ["CODE_SUSPICIOUS"],
  },
  {
    ...hollow(
      "a double stands in for the class that was to be written",
      "doubles alone",
      py`
        import pytest

        from tokens import Tokens, greeting


        class TestingTokens(Tokens):
            __test__ = False

            def __init__(self):
                self.rows = {}

            def issue(self, name):
                self.rows[name] = "t-" + str(len(self.rows) + 1)
                return self.rows[name]

            def revoke(self, name):
                del self.rows[name]


        @pytest.fixture
        def tokens() -> Tokens:
            return TestingTokens()


        def test_numbers(tokens):
            assert [tokens.issue("ada"), tokens.issue("bob")] == ["t-1", "t-2"]


        def test_unknown(tokens):
            with pytest.raises(KeyError):
                tokens.revoke("nobody")


        def test_greets(tokens):
            assert greeting(tokens, "ada") == "Hello ada, t-1"
      `,
      {
        "tokens.py": py`
          from abc import ABC, abstractmethod


          class Tokens(ABC):
              @abstractmethod
              def issue(self, name):
                  """Gives a new token."""

              @abstractmethod
              def revoke(self, name):
                  """KeyError when there is none."""


          def greeting(tokens, name):
              return "Hello " + name + ", " + tokens.issue(name)
        `,
      },
    ),
    codes: ["CODE_SUSPICIOUS"],
  },
];
