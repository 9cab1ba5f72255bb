/** A set of names from a text: long lists read better without quotes. */
export function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
