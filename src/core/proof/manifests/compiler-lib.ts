/** The list of libraries that a `tsconfig.json` names: what is there to be called, no rule for what is written. */
const LIB = /"lib"\s*:\s*(\[[^\]]*\])/g;
const YEAR = /^es(\d{4}|next|[56])(\..+)?$/i;

/**
 * Whether all that differs between two texts of a `tsconfig.json` is that `lib` offers more: further libraries, or those of a later
 * year. It lets nothing go that was checked before.
 */
export function widensLib(base: string, head: string): boolean {
  if (base.replaceAll(LIB, "") !== head.replaceAll(LIB, "")) return false;
  const [before, after] = [listsIn(base), listsIn(head)];
  return before.length === after.length && before.every((list, at) => offersAll(list, after[at] ?? []));
}

function listsIn(text: string): string[][] {
  return [...text.matchAll(LIB)].map(([, list = ""]) => [...list.matchAll(/"([^"]*)"/g)].map(([, name = ""]) => name));
}

const offersAll = (before: readonly string[], after: readonly string[]): boolean =>
  before.every((name) => after.some((other) => offers(other, name)));

/** The same library, or that of a later year; what is a part of one stays a part. */
function offers(after: string, before: string): boolean {
  const [was, is] = [YEAR.exec(before), YEAR.exec(after)];
  if (was === null || is === null || (was[2] ?? "") !== (is[2] ?? ""))
    return after.toLowerCase() === before.toLowerCase();
  return yearOf(is[1]) >= yearOf(was[1]);
}

const yearOf = (year = ""): number => (year.toLowerCase() === "next" ? Infinity : Number(year));
