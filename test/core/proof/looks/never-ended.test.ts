import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { attemptsIn, withMarks } from "../../../../src/core/proof/looks/never-ended.ts";

const JAVA = `class Rates {
    void read() {
        try {
            for (String line : lines()) { into(line); }
        } catch (Exception e) {
            all.clear();
        }
    }
}
`;
const SCRIPT = `export function read(text) {
  try {
    if (text === "") return;
    return JSON.parse(text);
  } catch {
    return {};
  }
}
`;
const PYTHON = `def read(text, log=None):
    try:
        for row in text.split(
            ";"
        ):
            if row == "first": return row
        return int(text), \\
            text
    except (ValueError, KeyError) as error:  # not a number
        log = [error]
    except Exception:
        return {}
    finally:
        print("read")
    return log
`;
const at = (path: string, head: string, base: string | null = null) => ({ path, base, head });
const MARK = 'if (true) throw new Error("baton: Rates.java:3 ends");';

/** What Python's `read` answers to each, or says it fails by. */
const answersOf = (program: string, given: readonly string[]): string[] => {
  const asked = given.map((one) => `try: said(read(${one}))\nexcept BaseException as e: answers.append(str(e))\n`);
  const said =
    "import json\nanswers = []\ndef said(it): answers.append(type(it[0]).__name__ if isinstance(it, list) else json.dumps(it))\n";
  const answer = execFileSync("python3", ["-c", `${program}${said}${asked.join("")}print(json.dumps(answers))`], {
    encoding: "utf8",
  });
  return JSON.parse(answer.trim().split("\n").at(-1) ?? "") as string[];
};

describe("what is tried", () => {
  it("is marked where it comes to its end, past its own catch", () => {
    const file = at("Rates.java", JAVA);
    expect(attemptsIn([file])).toEqual([{ path: "Rates.java", line: 3 }]);
    const text = JAVA.replace("        } catch (Exception e) {", `        ${MARK} } catch (Exception e) {`);
    expect(withMarks([file], [{ path: "Rates.java", line: 3 }], "ends")).toEqual([{ path: "Rates.java", text }]);
    const wide = at("Rates.java", JAVA.replace("(Exception e)", "(Throwable e)"));
    expect(withMarks([wide], [{ path: "Rates.java", line: 3 }], "ends")[0]?.text).toContain(
      "throw (Error) (Throwable) e;",
    );
  });

  it("is marked before what it answers in JavaScript, and throws it past its own catch", async () => {
    const file = at("read.js", SCRIPT);
    const attempts = attemptsIn([file]);
    const read = async (place: "begins" | "ends") => {
      const text = withMarks([file], attempts, place)[0]?.text ?? "";
      const module = (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as {
        readonly read: (given: string) => unknown;
      };
      return module.read;
    };
    const [ends, begins] = [await read("ends"), await read("begins")];
    expect(ends("{")).toEqual({});
    for (const given of ["", "[1]"]) expect(() => ends(given)).toThrow("baton: read.js:2 ends");
    expect(() => begins("{")).toThrow("baton: read.js:2 begins");
  });

  it("is marked in Python, where a block ends with the lines that stand deeper, and passes what catches everything", () => {
    const wide = PYTHON.replace("except Exception:", "except:");
    const [ended, begun] = ["ends", "begins"].map((place) => {
      const file = at("read.py", wide);
      expect(attemptsIn([file])).toEqual([{ path: "read.py", line: 2 }]);
      return withMarks([file], attemptsIn([file]), place as "begins" | "ends")[0]?.text ?? "";
    });
    expect(answersOf(ended ?? "", ['"a"', '"1"', '"first"', "None"])).toEqual([
      "ValueError",
      "baton: read.py:2 ends",
      "baton: read.py:2 ends",
      "{}",
    ]);
    expect(answersOf(begun ?? "", ['"a"'])).toEqual(["baton: read.py:2 begins"]);
  });

  it.each([
    ["is thrown on", PYTHON.replace("return {}", "raise")],
    ["loads", PYTHON.replace("return int(text)", "import json; return int(text)")],
    ["is a generator", PYTHON.replace("return int(text)", "yield text; return int(text)")],
    [
      "takes what an inner one takes",
      PYTHON.replace("return int(text)", "try: int(text)\n        except: pass\n        return int(text)"),
    ],
    ["has no handler", PYTHON.replace(/ {4}except[^]*\{\}\n/, "")],
  ])("is left alone in Python where it %s", (_, head) => {
    expect(attemptsIn([at("read.py", head)])).toEqual([]);
  });

  it.each([
    ["base has as well", SCRIPT, SCRIPT],
    ["is thrown on", SCRIPT.replace("return {};", "throw new Error(text);"), null],
    ["has answered before it ends", SCRIPT.replace("return JSON.parse(text);", "resolve(text);"), null],
    ["only cleans up", SCRIPT.replace("return JSON.parse(text);", "rmSync(text);"), null],
  ])("is left alone where it %s", (_, head, base) => {
    expect(attemptsIn([at("read.js", head, base)])).toEqual([]);
  });
});
