import { basename } from "node:path/posix";
import { dataTable, isAllAsked } from "../../../core/proof/looks/data-tables.ts";
import { filledTables } from "../../../core/proof/looks/filled-tables.ts";
import type { Tabled } from "../../../core/proof/new-tests.ts";
import { byId, isFoundWrong, type RedSearch } from "../../../core/proof/red.ts";
import { areAsked, emptied, MOSTLY, sealed, type ShortCut, shortCuts } from "../../../core/proof/looks/tables.ts";
import { fileOf } from "../../../core/proof/test-ids.ts";
import type { TestResult } from "../../../schema/report.ts";
import type { SourceFile } from "../../../schema/source.ts";
import { composeTexts } from "../compose.ts";
import type { RedHost } from "../runs/red-host.ts";

const LANGUAGES = /\.(?:[cm]?[jt]sx?|py|go|rs|java)$/;

/**
 * Tables that the change adds beside work, and that hold what the RED tests ask for: without their entries nearly all of these fail, or
 * some fail and none asks for what is not in them. So none shows that the work is done.
 */
export async function findTabled(host: RedHost, { red }: RedSearch): Promise<readonly Tabled[]> {
  const ids = [...red.keys()];
  const tests = [...new Set(ids.map(fileOf))].map((path) => host.head.read(path) ?? "").join("\n");
  const run: RunOver = async (texts, label) =>
    byId(await host.run(composeTexts(host.git, host.head, texts), ids, label));
  return [...(await findInCode(host, { ids, tests, run })), ...(await findInData(host, { ids, tests, run }))];
}

interface Asked {
  readonly ids: readonly string[];
  /** The texts of their files. */
  readonly tests: string;
  readonly run: RunOver;
}

async function findInCode(host: RedHost, { ids, tests, run }: Asked): Promise<Tabled[]> {
  const found = host.changed
    .filter(({ path }) => LANGUAGES.test(path))
    .flatMap(({ path, base, head }): Found[] => {
      const all = [...shortCuts(base ?? "", head), ...filledTables(base ?? "", head)];
      const tables = all.filter((table) => areAsked(table, tests));
      return tables.length === 0 ? [] : [{ path, head, tables }];
    });
  if (found.length === 0) return [];
  const without = await run(
    found.map(({ path, head, tables }) => ({ path, text: emptied(head, tables) })),
    "without its tables",
  );
  const lost = ids.filter((id) => isFoundWrong(without.get(id)));
  if (lost.length === 0 || (lost.length < MOSTLY * ids.length && !(await asksNothingElse(found, ids, run)))) return [];
  return found.flatMap(({ path, tables }) => tables.map(({ name, line }) => ({ path, name, line, ids: lost })));
}

/**
 * Files of data of which tests ask for all that the change adds: what works without them answers several of these questions
 * wrong, so that it is read and not found.
 */
async function findInData(host: RedHost, { ids, tests, run }: Asked): Promise<Tabled[]> {
  const found = host.changed.flatMap(({ path, base, head }) => {
    const table = dataTable(path, base, head);
    return table !== null && isAllAsked(table, tests) ? [{ path, text: table.emptied }] : [];
  });
  if (found.length === 0) return [];
  const without = await run(found, "without what its data holds");
  const lost = ids.filter((id) => isFoundWrong(without.get(id)));
  if (lost.length < 2) return [];
  return found.map(({ path }) => ({ path, name: basename(path), line: 1, ids: lost }));
}

type RunOver = (texts: readonly SourceFile[], label: string) => Promise<ReadonlyMap<string, TestResult>>;

interface Found {
  readonly path: string;
  readonly head: string;
  readonly tables: readonly ShortCut[];
}

/** Whether all that the tests ask for is in the tables. */
async function asksNothingElse(found: readonly Found[], ids: readonly string[], run: RunOver): Promise<boolean> {
  const texts = found.flatMap(({ path, head, tables }): SourceFile[] => {
    const text = tables.every(({ goesOn }) => goesOn) ? sealed(path, head, tables) : null;
    return text === null ? [] : [{ path, text }];
  });
  if (texts.length < found.length) return false;
  const results = await run(texts, "with nothing beside its tables");
  return ids.every((id) => results.get(id)?.status === "passed");
}
