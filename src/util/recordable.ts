/** Deeper than any event of ours; a value that holds itself ends here too. */
const DEPTH_LIMIT = 64;

/**
 * Why a value would not be read back from JSON as it is, or null. Events hold well-formed text, safe integers,
 * booleans, null, arrays and plain objects: no floats, whose text differs between languages (design.md §3).
 */
export function findFlaw(value: unknown, path: string, depth = 0): string | null {
  if (value === null || typeof value === "boolean") return null;
  if (typeof value === "string") return value.isWellFormed() ? null : `${path} is not well-formed Unicode`;
  if (typeof value === "number") {
    return Number.isSafeInteger(value) && !Object.is(value, -0) ? null : `${path} is not a safe integer`;
  }
  if (depth === DEPTH_LIMIT) return `${path} is nested deeper than ${DEPTH_LIMIT}`;
  if (Array.isArray(value)) {
    // Array.from sees holes, which a loop over keys would pass by.
    return firstFlaw(
      Array.from(value, (item: unknown, at) => [String(at), item] as const),
      path,
      depth,
    );
  }
  if (typeof value !== "object" || !isPlain(value))
    return `${path} is neither text, integer, boolean, array nor object`;
  return firstFlaw(Object.entries(value), path, depth);
}

function firstFlaw(items: Iterable<readonly [string, unknown]>, path: string, depth: number): string | null {
  for (const [key, item] of items) {
    if (!key.isWellFormed()) return `a key in ${path} is not well-formed Unicode`;
    const flaw = findFlaw(item, `${path}.${key}`, depth + 1);
    if (flaw !== null) return flaw;
  }
  return null;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && !("toJSON" in value);
}
