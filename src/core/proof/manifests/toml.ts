import { parse, type TomlTable, type TomlValue } from "smol-toml";

/** Null for what is no TOML: nothing is known of it. */
export function parseTable(text: string): TomlTable | null {
  try {
    return parse(text);
  } catch {
    return null;
  }
}

/** What is no table has nothing in it. */
export const tableOf = (value: TomlValue | undefined): TomlTable =>
  typeof value === "object" && !Array.isArray(value) && !(value instanceof Date) ? value : {};
