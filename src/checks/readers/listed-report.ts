import { textOf, unreadable } from "./evidence.ts";

/** Stands between the files that a linter lists and its report, where one starts it twice. */
const LIST_END = "\f";

/** What was printed before the mark and after it. */
export function listAndReport(source: Uint8Array): { readonly list: readonly string[]; readonly report: string } {
  const [list = "", report, more] = textOf(source).split(LIST_END);
  if (report === undefined || more !== undefined) throw unreadable("the output is not a list of files and a report");
  return { list: list.split("\n"), report };
}
