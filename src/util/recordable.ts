/** Deeper than any event of ours; a value that holds itself ends here too. */
const DEPTH_LIMIT = 64;

/**
 * Why a value would not be read back from JSON as it is, or null. Events hold well-formed text, safe integers,
 * booleans, null, arrays and plain objects: no floats, whose text differs between languages (design.md §3).
 */
export function findFlaw(value: unknown, path: string): string | null {
  return flawIn(value, 0)?.([path]) ?? null;
}

/** Says what is wrong, once it is told the way there. Ways are put together only for the value that is refused. */
type Flaw = (path: readonly string[]) => string;
const flaw =
  (what: string): Flaw =>
  (path) =>
    `${path.join(".")} ${what}`;

const NOT_TEXT = flaw("is not well-formed Unicode");
const NOT_A_NUMBER = flaw("is not a safe integer");
const TOO_DEEP = flaw(`is nested deeper than ${DEPTH_LIMIT}`);
const NOT_JSON = flaw("is neither text, integer, boolean, array nor object");
const BAD_KEY: Flaw = (path) => `a key in ${path.join(".")} is not well-formed Unicode`;

function flawIn(value: unknown, depth: number): Flaw | null {
  if (value === null || typeof value === "boolean") return null;
  if (typeof value === "string") return value.isWellFormed() ? null : NOT_TEXT;
  if (typeof value === "number") return Number.isSafeInteger(value) && !Object.is(value, -0) ? null : NOT_A_NUMBER;
  if (depth === DEPTH_LIMIT) return TOO_DEEP;
  if (Array.isArray(value)) {
    // By their numbers: a loop over what is there would pass holes by.
    for (let at = 0; at < value.length; at += 1) {
      const found = flawIn(value[at], depth + 1);
      if (found !== null) return (path) => found([...path, String(at)]);
    }
    return null;
  }
  if (typeof value !== "object" || !isPlain(value)) return NOT_JSON;
  for (const key of Object.keys(value)) {
    if (!key.isWellFormed()) return BAD_KEY;
    const found = flawIn((value as Record<string, unknown>)[key], depth + 1);
    if (found !== null) return (path) => found([...path, key]);
  }
  return null;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && !("toJSON" in value);
}
