/** The longest an entry of memory may be, in characters, what is no text as JSON: it is offered to agents among other things. */
export const ENTRY_LIMIT = 16_384;

/** A JSON value with a function applied to every text in it, keys included. */
export function mapTexts<T>(value: T, change: (text: string) => string): T {
  if (typeof value === "string") return change(value) as T;
  if (Array.isArray(value)) return value.map((one: unknown) => mapTexts(one, change)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [change(key), mapTexts(one, change)])) as T;
}

export const isTooLarge = (value: unknown): boolean =>
  (typeof value === "string" ? value : JSON.stringify(value)).length > ENTRY_LIMIT;

/** What cannot be refused is cut: the beginning of its text stays. */
export function cutToLimit(content: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(content);
  // Half, since quoting a text of quotes doubles it.
  return text.length <= ENTRY_LIMIT ? content : { cut_from: text.length, text: text.slice(0, ENTRY_LIMIT / 2) };
}
