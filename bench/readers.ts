import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SaxesParser } from "saxes";
import { readJunit } from "../src/checks/readers/junit.ts";
import { readReports } from "../src/checks/readers/ndjson.ts";
import { temporary } from "./places.ts";
import { bestOfBoth, rowOf, type Row, type RowGroup } from "./row.ts";

const TESTS = 40_000;
const FILES = 400;
const CHUNK_BYTES = 65_536;
const ROUNDS = 5;
const MEGABYTE = 1e6;

/** Report reading in MB/s, against the bare parser of each format over the same bytes. */
export const readerRows: RowGroup = { ndjson: ndjsonRow, junit: junitRow };

const nameOf = (at: number): string => `reads line ${at} of a report with a title of ordinary length`;
const failure = { kind: "assertion", name: "AssertionError", message: "Expected values to be strictly equal: 1 !== 2" };

async function ndjsonRow(): Promise<Row> {
  const directory = temporary(tmpdir());
  const tree = temporary(tmpdir());
  const tests = Array.from({ length: TESTS }, (_, at) => {
    const outcome = at % 50 === 0 ? { status: "failed", ...failure } : { status: "passed" };
    const file = join(tree, `test/file_${at % FILES}.test.js`);
    return { type: "test", file, path: ["a suite", nameOf(at)], ms: 1.25, ...outcome };
  });
  const lines = [{ type: "start", v: 1, runner: "node-test", version: "24" }, ...tests, { type: "end", tests: TESTS }];
  const path = join(directory, "report.ndjson");
  const text = `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
  writeFileSync(path, text);
  const best = await bestOfBoth(
    ROUNDS,
    () => expectTests(readReports(directory, tree).tests.length),
    () =>
      readFileSync(path, "utf8")
        .trimEnd()
        .split("\n")
        .map((line): unknown => JSON.parse(line)),
  );
  return speedRow("read our NDJSON report, against JSON.parse a line", Buffer.byteLength(text), best);
}

async function junitRow(): Promise<Row> {
  const cases = Array.from({ length: TESTS }, (_, at) => {
    const open = `<testcase classname="test/file_${at % FILES}.test.js" name="${nameOf(at)}" time="0.00125"`;
    return at % 50 === 0
      ? `${open}><failure message="${failure.message}" type="AssertionError"/></testcase>`
      : `${open}/>`;
  });
  const counts = `tests="${TESTS}" failures="${TESTS / 50}" errors="0" skipped="0"`;
  const bytes = Buffer.from(
    `<?xml version="1.0"?>\n<testsuite name="all" ${counts}>\n${cases.join("\n")}\n</testsuite>\n`,
  );
  const chunks = Array.from({ length: Math.ceil(bytes.length / CHUNK_BYTES) }, (_, at) =>
    bytes.subarray(at * CHUNK_BYTES, (at + 1) * CHUNK_BYTES),
  );
  const best = await bestOfBoth(
    ROUNDS,
    async () => expectTests((await readJunit(chunks)).report.tests.length),
    () => {
      const parser = new SaxesParser({ xmlns: false });
      const decoder = new TextDecoder();
      for (const chunk of chunks) parser.write(decoder.decode(chunk, { stream: true }));
      parser.close();
    },
  );
  return speedRow("read a JUnit report, against bare saxes", bytes.length, best);
}

function speedRow(name: string, bytes: number, { value, baseline }: { value: number; baseline: number }): Row {
  const speed = (milliseconds: number): number => bytes / MEGABYTE / (milliseconds / 1000);
  return rowOf({ name, value: speed(value), unit: "MB/s", baseline: speed(baseline), atLeast: 0.3 });
}

/** A reader that gives up early would be fast. */
function expectTests(count: number): void {
  if (count !== TESTS) throw new Error(`${count} tests were read of ${TESTS}`);
}
