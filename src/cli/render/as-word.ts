import { plain } from "./plain.ts";

/** One word as it is typed in a shell. */
export const asWord = (text: string): string =>
  /^[\w@%+=:,./~-]+$/.test(text) ? text : `'${plain(text).replaceAll("'", String.raw`'\''`)}'`;
