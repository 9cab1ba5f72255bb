import { SaxesParser } from "saxes";
import { messageOf } from "../../errors.ts";
import type { RunReport } from "../../schema/report.ts";
import { type FoundTest, withIds } from "./ids.ts";
import { addCase } from "./junit-cases.ts";
import { createJunitTree, type JunitTree, ReportRefused } from "./junit-tree.ts";
import { type ReportReading, readingOf, SIZE_LIMIT_BYTES } from "./reading.ts";

/**
 * Reads JUnit XML of vitest, jest-junit, node:test, Playwright, pytest, Surefire, gotestsum, nextest and their like. Streaming
 * and strict: truncated or malformed XML, document types, entities, size and depth over the cap, no test case, and counts that
 * disagree with the test cases make it incomplete. Paths are as the tool wrote them.
 */
export async function readJunit(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<ReportReading> {
  const problems: string[] = [];
  const tree = createJunitTree(problems);
  try {
    await parse(source, tree);
  } catch (error) {
    problems.push(messageOf(error));
  }
  if (tree.cases.length === 0) problems.push("the report holds no test case");
  const found: FoundTest[] = [];
  const fileErrors: RunReport["fileErrors"] = [];
  for (const one of tree.cases) addCase(one, found, fileErrors);
  return readingOf({ tests: withIds(found), fileErrors, runErrors: [] }, problems);
}

/** Throws on the first thing that is not well-formed XML of the kind we read. */
async function parse(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, tree: JunitTree): Promise<void> {
  const parser = createParser(tree);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let sizeBytes = 0;
  for await (const chunk of source) {
    sizeBytes += chunk.length;
    if (sizeBytes > SIZE_LIMIT_BYTES) throw new ReportRefused(`the report is larger than ${SIZE_LIMIT_BYTES} bytes`);
    parser.write(decoder.decode(chunk, { stream: true }));
  }
  parser.write(decoder.decode()).close();
}

function createParser(tree: JunitTree): SaxesParser {
  const parser = new SaxesParser({ xmlns: false });
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("doctype", () => {
    throw new ReportRefused("the report has a document type");
  });
  parser.on("opentag", ({ name, attributes }) => tree.open(name, attributes));
  parser.on("text", (text) => tree.text(text));
  parser.on("cdata", (text) => tree.text(text));
  parser.on("closetag", ({ name }) => tree.close(name));
  return parser;
}
