/** An object of JSON before anything is known of it. */
export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What is no object has nothing in it. */
export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** What a text from elsewhere holds; null where it is no JSON. */
export function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
