import { noticingNaN } from "../../../core/proof/looks/not-a-number.ts";
import { byId } from "../../../core/proof/red.ts";
import { fileOf } from "../../../core/proof/test-ids.ts";
import type { SourceFile } from "../../../schema/source.ts";
import { composeTexts } from "../compose.ts";
import { importedHelpers } from "../imported-helpers.ts";
import type { RedHost } from "../runs/red-host.ts";
import { textsOf } from "../tree-reader.ts";

const COMPARES = /\.(?:go|py|[cm]?[jt]sx?)$/;

/**
 * Tests of the change, all green, that fail once what they compare distances with notices NaN: the code answers no number, and they never
 * saw.
 */
export async function findNaN({ git, head, run }: RedHost, subjects: readonly string[]): Promise<readonly string[]> {
  const read = (paths: readonly string[]): SourceFile[] =>
    textsOf(
      head,
      paths.filter((path) => COMPARES.test(path)),
    );
  const own = read([...new Set(subjects.map(fileOf))]);
  const beside = read(importedHelpers(own, head.paths).filter((path) => /_test\.go$|(?:^|\/)tests?\//.test(path)));
  const texts = [...own, ...beside].flatMap(({ path, text }): SourceFile[] => {
    const noticing = noticingNaN(text, path.endsWith(".py") ? "not " : "!");
    return noticing === null ? [] : [{ path, text: noticing }];
  });
  if (texts.length === 0) return [];
  const results = byId(await run(composeTexts(git, head, texts), subjects, "noticing NaN"));
  return subjects.filter((id) => results.get(id)?.status === "failed");
}
