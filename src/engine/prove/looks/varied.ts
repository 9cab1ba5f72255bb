import type { SourceTool } from "../../../checks/source/port.ts";
import type { ChangedSource, StubbedSource, Variation } from "../../../schema/source.ts";
import { askAll } from "../ask-tools.ts";

/** Each varied file holds the texts of the tests: what all of them may come to. */
const MOST_CHARACTERS = 2 ** 25;

/** Head's files that answer these tests otherwise; none where nothing can, or where it would be too much to write down. */
export async function variedTexts(
  tools: readonly SourceTool[],
  files: readonly ChangedSource[],
  variation: Variation,
): Promise<StubbedSource[]> {
  const characters = variation.tests.reduce((sum, { text }) => sum + text.length, 0);
  if (characters * files.length > MOST_CHARACTERS) return [];
  return askAll(tools, files, (tool, own) => tool.vary?.(own, variation));
}
