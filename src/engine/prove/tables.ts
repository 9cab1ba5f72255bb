import type { Tabled } from "../../core/proof/new-tests.ts";
import { byId, isAssertionFailure, type RedSearch } from "../../core/proof/red.ts";
import { areAsked, emptied, MOSTLY, shortCuts } from "../../core/proof/tables.ts";
import { fileOf } from "../../core/proof/test-ids.ts";
import { composeTexts } from "./compose.ts";
import type { RedHost } from "./red-runs.ts";

const LANGUAGES = /\.(?:[cm]?[jt]sx?|py|go)$/;

/**
 * Tables that the change adds beside work, and that hold what the RED tests ask for: without their entries nearly all of these fail, so none
 * of them shows that the work is done.
 */
export async function findTabled(host: RedHost, { red }: RedSearch): Promise<readonly Tabled[]> {
  const ids = [...red.keys()];
  const tests = [...new Set(ids.map(fileOf))].map((path) => host.head.read(path) ?? "").join("\n");
  const found = host.changed
    .filter(({ path }) => LANGUAGES.test(path))
    .flatMap(({ path, base, head }) => {
      const tables = shortCuts(base ?? "", head).filter((table) => areAsked(table, tests));
      return tables.length === 0 ? [] : [{ path, head, tables }];
    });
  if (found.length === 0) return [];
  const texts = found.map(({ path, head, tables }) => ({ path, text: emptied(head, tables) }));
  const results = byId(await host.run(composeTexts(host.git, host.head, texts), ids, "without its tables"));
  const lost = ids.filter((id) => isAssertionFailure(results.get(id)));
  if (lost.length < MOSTLY * ids.length) return [];
  return found.flatMap(({ path, tables }) => tables.map(({ name, line }) => ({ path, name, line, ids: lost })));
}
