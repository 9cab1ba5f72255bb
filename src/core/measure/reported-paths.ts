import { inside, isBelow } from "../text/places.ts";

/**
 * The file of a tree that a report of `directory` means. Some tools name files as their compiler knows them: below a source folder
 * (`com/acme/Cart.java`), or behind the name of a module (`example.org/cart/cart.go`). Null where none is meant, or several may be.
 */
export function createReportedPaths(paths: Iterable<string>, directory: string): (reported: string) => string | null {
  const byName = Map.groupBy(
    [...paths].filter((path) => isBelow(directory, path)),
    nameOf,
  );
  return (reported) => {
    const own = byName.get(nameOf(reported)) ?? [];
    const exact = own.find((path) => path === reported || path === inside(directory, reported));
    if (exact !== undefined) return exact;
    const below = own.filter((path) => path.endsWith(`/${reported}`));
    if (below.length > 0) return below.length === 1 ? (below[0] ?? null) : null;
    const local = (path: string): string => (directory === "" ? path : path.slice(directory.length + 1));
    const behind = own.filter((path) => reported.endsWith(`/${local(path)}`));
    return behind.toSorted((a, b) => b.length - a.length)[0] ?? null;
  };
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
