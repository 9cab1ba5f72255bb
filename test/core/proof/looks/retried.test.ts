import { expect, test } from "vitest";
import { retriedIn } from "../../../../src/core/proof/looks/retried.ts";

const retried = (path: string, head: string, base: string | null = null) => retriedIn([{ path, base, head }]);

const PYTHON = `def eventually(scenario, attempts=200):
    last = None
    for _ in range(attempts):
        try:
            return scenario()
        except AssertionError as error:
            last = error
    raise last
`;

test("a loop until something passes once lets the first failure count", () => {
  const [found] = retried("tests/support.py", PYTHON);
  expect(found).toEqual({
    path: "tests/support.py",
    text: PYTHON.replace("except AssertionError as error:", "except () as error:"),
    lines: [3],
  });
});

test.each([
  [
    "JavaScript",
    "a.test.js",
    "for (let n = 0; n < 9; n++) {\n  try {\n    await scenario();\n    break;\n  } catch (error) {\n    last = error;\n  }\n}\n",
    "} catch (error) { if (true) throw error;",
  ],
  [
    "TypeScript, without a name",
    "a.test.ts",
    "while (true) {\n  try {\n    return scenario();\n  } catch {\n    tries += 1;\n  }\n}\n",
    "} catch (again) { if (true) throw again;",
  ],
  [
    "Java",
    "ATest.java",
    "  for (int n = 0; n < 9; n++) {\n    try {\n      run();\n      return;\n    } catch (AssertionError | RuntimeException error) {\n      last = error;\n    }\n  }\n",
    "} catch (AssertionError | RuntimeException error) { if (true) throw error;",
  ],
  [
    "Python, with an else",
    "test_a.py",
    "for _ in range(9):\n    try:\n        run()\n    except Exception:\n        continue\n    else:\n        break\n",
    "except ():",
  ],
])("so it is in %s", (_, path, text, thrown) => {
  expect(
    retried(path, text)[0]
      ?.text.split("\n")
      .map((line) => line.trim()),
  ).toContain(thrown);
});

test.each([
  ["which waits for something", PYTHON.replace("last = error", "time.sleep(0.01)")],
  ["which has a time until when", PYTHON.replace("for _ in range(attempts)", "while time.monotonic() < end")],
  ["that calls what fails each time", PYTHON.replace("return scenario()", "breaker.call(fail)")],
  [
    "that is to fail",
    "for one in wrong:\n    try:\n        loads(one)\n    except ValueError:\n        break\n    else:\n        fail()\n",
  ],
  ["without anything to catch", "for a in b:\n    try:\n        run()\n        break\n    finally:\n        close()\n"],
])("no loop %s", (_, text) => {
  expect(retried("tests/support.py", text)).toEqual([]);
});

test("what base has stays", () => {
  expect(retried("tests/support.py", `${PYTHON}\n\nx = 1\n`, PYTHON)).toEqual([]);
});
