import { describe, expect, it } from "vitest";
import { attemptsIn, withMarks } from "../../../src/core/proof/never-ended.ts";

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
const at = (path: string, head: string, base: string | null = null) => ({ path, base, head });
const MARK = 'if (true) throw new Error("baton: Rates.java:3 ends");';

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

  it.each([
    ["base has as well", SCRIPT, SCRIPT],
    ["is thrown on", SCRIPT.replace("return {};", "throw new Error(text);"), null],
    ["has answered before it ends", SCRIPT.replace("return JSON.parse(text);", "resolve(text);"), null],
    ["only cleans up", SCRIPT.replace("return JSON.parse(text);", "rmSync(text);"), null],
  ])("is left alone where it %s", (_, head, base) => {
    expect(attemptsIn([at("read.js", head, base)])).toEqual([]);
  });
});
