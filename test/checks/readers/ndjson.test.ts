import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ReportLine } from "../../../src/schema/report.ts";
import { readReports } from "../../../src/checks/readers/ndjson.ts";

let folder: string;
let tree: string;
let reports: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "baton-ndjson-")));
  tree = join(folder, "tree");
  reports = join(folder, "reports");
  mkdirSync(join(tree, "test"), { recursive: true });
  mkdirSync(reports);
});
afterEach(() => rmSync(folder, { recursive: true }));

const start = { type: "start", v: 1, runner: "vitest", version: "5.0.0" };
const test = (title: string, rest: object = {}): object => ({
  type: "test",
  file: join(tree, "test/a.test.ts"),
  path: ["suite", title],
  status: "passed",
  ms: 1,
  ...rest,
});
const end = (tests: number): object => ({ type: "end", tests });
const text = (lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join("");
const write = (name: string, ...lines: readonly object[]): void => writeFileSync(join(reports, name), text(lines));
const read = (): ReturnType<typeof readReports> => readReports(reports, tree);
const problems = (): string[] =>
  read()
    .runErrors.filter(({ name }) => name === "ReportInvalid")
    .map(({ message }) => message);

describe("the harness's own report", () => {
  it("is complete when it begins, counts right and ends", () => {
    write(
      "r.ndjson",
      start,
      test("a"),
      test("b", { status: "failed", kind: "assertion", name: "X", message: "m" }),
      end(2),
    );
    expect(read()).toEqual({
      complete: true,
      tests: [
        { id: "test/a.test.ts::suite > a", file: "test/a.test.ts", status: "passed", durationMs: 1 },
        {
          id: "test/a.test.ts::suite > b",
          file: "test/a.test.ts",
          status: "failed",
          failure: { kind: "assertion", name: "X", message: "m" },
          durationMs: 1,
        },
      ],
      fileErrors: [],
      runErrors: [],
      tools: [{ name: "vitest", version: "5.0.0" }],
    });
  });

  it.each<[string, () => void, string]>([
    ["nothing was written", () => undefined, "no report was written"],
    ["the end is missing", () => write("r.ndjson", start, test("a")), "the report has no end"],
    ["the count is wrong", () => write("r.ndjson", start, end(1)), "the report names 1 tests and holds 0"],
    ["a line is unknown", () => write("r.ndjson", start, { type: "verdict" }, end(0)), "a line is no report line"],
    ["the start is missing", () => write("r.ndjson", end(0)), "the report does not begin with its start"],
    ["two runs share a file", () => write("r.ndjson", start, start, end(0)), "the report starts twice"],
    ["lines follow the end", () => write("r.ndjson", start, end(0), test("a")), "the report goes on after its end"],
    ["another file lies there", () => write("r.txt", start, end(0)), "r.txt is no report"],
    [
      "one of two files is cut",
      () => (write("a.ndjson", start, end(0)), write("b.ndjson", start)),
      "the report has no end",
    ],
    [
      "the last line is torn",
      () => writeFileSync(join(reports, "r.ndjson"), text([start, end(0)]).trimEnd()),
      "the last line is torn",
    ],
    [
      "a line is not UTF-8",
      () => writeFileSync(join(reports, "r.ndjson"), Buffer.from([0xff, 0xfe, 0x0a])),
      "a line is no report line",
    ],
    [
      "a line is longer than a mebibyte",
      () => write("r.ndjson", start, test("x".repeat(2 ** 20)), end(1)),
      "a line is longer than 1048576 bytes",
    ],
  ])("is incomplete when %s, and says so", (_what, prepare, problem) => {
    prepare();
    expect(read().complete).toBe(false);
    expect(problems()).toContain(problem);
  });

  it("does not follow a symbolic link to a report made elsewhere", () => {
    writeFileSync(join(folder, "forged.ndjson"), text([start, end(0)]));
    symlinkSync(join(folder, "forged.ndjson"), join(reports, "r.ndjson"));
    expect(problems()).toContain("r.ndjson is no report");
  });

  it("makes files relative to the tree also when either is reached through a link", () => {
    symlinkSync(tree, join(folder, "link"));
    write("r.ndjson", start, test("a", { file: join(folder, "link/test/gone.test.ts") }), end(1));
    expect(readReports(reports, join(folder, "link")).tests[0]?.file).toBe("test/gone.test.ts");
    expect(read().tests[0]?.file).toBe("test/gone.test.ts");
  });

  it.each(["/etc/passwd", "relative.test.ts"])(
    "takes a test of %s, outside the tree, for an error of the run",
    (file) => {
      write("r.ndjson", start, test("a", { file }), end(1));
      const report = read();
      expect(report.tests).toEqual([]);
      expect(report.runErrors).toMatchObject([{ name: "OutsideTree" }]);
    },
  );

  it("numbers repeated ids over all files", () => {
    write("a.ndjson", start, test("a"), test("a"), end(2));
    write("b.ndjson", start, test("a"), end(1));
    const title = "test/a.test.ts::suite > a";
    expect(read().tests.map(({ id }) => id)).toEqual([title, `${title} #2`, `${title} #3`]);
  });

  it("reads on over a line that is not UTF-8, and counts characters and bytes apart", () => {
    const broken = Buffer.from(text([start, test("ü"), test("?"), test("b"), end(2)]));
    broken[broken.indexOf("?")] = 0xff;
    writeFileSync(join(reports, "r.ndjson"), broken);
    expect(read().tests.map(({ id }) => id)).toEqual(["test/a.test.ts::suite > ü", "test/a.test.ts::suite > b"]);
    expect(problems()).toEqual(["a line is no report line"]);
    write("r.ndjson", start, test("ü".repeat(2 ** 19)), end(1));
    expect(problems()).toContain("a line is longer than 1048576 bytes");
  });

  it("names the project only of files that ran in several", () => {
    const other = { file: join(tree, "test/b.test.ts") };
    write(
      "r.ndjson",
      start,
      test("a", { project: "node" }),
      test("a", { project: "dom" }),
      test("b", { ...other, project: "dom" }),
      end(3),
    );
    expect(read().tests.map(({ id }) => id)).toEqual([
      "test/a.test.ts::suite > a [node]",
      "test/a.test.ts::suite > a [dom]",
      "test/b.test.ts::suite > b",
    ]);
  });

  it("keeps errors of files and of the run", () => {
    write(
      "r.ndjson",
      start,
      { type: "file_error", file: join(tree, "test/a.test.ts"), name: "SyntaxError", message: "x" },
      { type: "run_error", name: "TypeError", message: "y" },
      end(0),
    );
    expect(read()).toEqual({
      complete: true,
      tests: [],
      fileErrors: [{ file: "test/a.test.ts", name: "SyntaxError", message: "x" }],
      runErrors: [{ name: "TypeError", message: "y" }],
      tools: [{ name: "vitest", version: "5.0.0" }],
    });
  });

  it("is never complete when it is cut anywhere", () => {
    const whole = Buffer.from(text([start, test("a"), test("ü"), end(2)]));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: whole.length - 1 }), (length) => {
        writeFileSync(join(reports, "r.ndjson"), whole.subarray(0, length));
        expect(read().complete).toBe(false);
      }),
    );
  });

  it("takes as a test exactly what the schema takes", () => {
    const odd = [undefined, null, 1, -1, "", "x", "failed", "assertion", [], ["a"], ["a", 1], {}, "1e999"];
    const names = ["type", "file", "path", "project", "status", "kind", "name", "message", "ms"];
    for (const [name, value] of names.flatMap((field) => odd.map((one) => [field, one] as const))) {
      const told = JSON.stringify({ ...test("a"), [name]: value }).replace('"1e999"', "1e999");
      writeFileSync(join(reports, "r.ndjson"), `${text([start])}${told}\n${text([end(1)])}`);
      const parsed = ReportLine.safeParse(JSON.parse(told));
      expect([told, problems().length === 0]).toEqual([told, parsed.success]);
    }
  });

  it("answers for any lines", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.json(), fc.string())), (lines) => {
        writeFileSync(join(reports, "r.ndjson"), lines.join("\n"));
        expect(read().complete).toBe(false);
      }),
    );
  });
});
