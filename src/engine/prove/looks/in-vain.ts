import { calledInVain, type CalledInVain } from "../../../core/proof/looks/called-in-vain.ts";
import type { RedSearch } from "../../../core/proof/red.ts";
import { nameOf } from "../../../core/proof/looks/stand-ins.ts";
import { askAll } from "../ask-tools.ts";
import type { RedHost } from "../runs/red-host.ts";
import { sourcesOf } from "../test-texts.ts";

/** One or two look at what a function leaves alone. */
const FEWEST = 2;

/** Tests that call what the change adds and hold whatever that does, where they are more than those that depend on it. No run is made. */
export async function findInVain(host: RedHost, search: RedSearch): Promise<readonly CalledInVain[]> {
  const open = [...search.open].flatMap(([id, passes]) => (passes ? [id] : []));
  const ids = [...search.characterisation, ...open];
  if (ids.length < FEWEST || ids.length <= search.red.size) return [];
  const mutants = await askAll(host.tools, host.changed, (tool, own) => tool.mutants(own));
  const before = host.changed.map(({ base }) => base ?? "").join("\n");
  const isAdded = (name: string): boolean => !new RegExp(String.raw`\b${RegExp.escape(name)}\b`).test(before);
  const added = new Set(mutants.map(({ symbol }) => nameOf(symbol)).filter(isAdded));
  const found = calledInVain(sourcesOf(host.head, ids), ids, added);
  const vain = found.flatMap((one) => one.ids).length;
  return vain >= FEWEST && vain > search.red.size ? found : [];
}
