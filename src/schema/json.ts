/** An object of JSON before anything is known of it. */
export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What is no object has nothing in it. */
export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** Whether a value nests more than so deep. */
export const nestsDeeper = (value: unknown, deep: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (deep === 0 || Object.values(value).some((one) => nestsDeeper(one, deep - 1)));

/** Our own walks through a value, and `JSON.stringify`, call themselves once a level, and a stack has an end. */
const DEEPEST = 1000;

/** What a text from elsewhere holds; null where it is no JSON, or JSON too deep for whoever reads on. */
export function jsonOrNull(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return text.length > 2 * DEEPEST && nestsDeeper(value, DEEPEST) ? null : value;
  } catch {
    return null;
  }
}

/** The same where comments and commas at the end of a list are allowed. */
export const jsoncOrNull = (text: string): unknown =>
  jsonOrNull(
    text
      .replaceAll(/"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (part) => (part.startsWith('"') ? part : ""))
      .replaceAll(/"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g, (part) => (part.startsWith('"') ? part : "")),
  );
