import type { Unheard } from "../../../core/proof/new-tests.ts";
import { printedIn } from "../../../core/proof/looks/printed.ts";
import { hasTitle } from "../../../core/proof/looks/test-titles.ts";
import type { RedSearch } from "../../../core/proof/red.ts";
import { sourcesOf } from "../test-texts.ts";
import type { TreeReader } from "../tree-reader.ts";

/** Of the new tests that pass whatever the changed code returns those that print or drop it. */
export function findPrinted(head: TreeReader, { open, unreached }: RedSearch): Unheard[] {
  const hollow = [...open].flatMap(([id, passes]) => (passes && unreached?.has(id) !== true ? [id] : []));
  return sourcesOf(head, hollow).flatMap(({ path, text }): Unheard[] => {
    const printed = printedIn(path, text);
    const isOf = (id: string): boolean => id.startsWith(`${path}::`);
    const ids = hollow.filter((id) => isOf(id) && printed.some(({ title }) => hasTitle(id, title)));
    const first = printed.find(({ title }) => ids.some((id) => hasTitle(id, title)));
    return first === undefined ? [] : [{ path, line: first.line, excerpt: first.excerpt, ids }];
  });
}
