/**
 * Text from outside, made safe for a terminal: no C0, C1 or DEL, no bidirectional or tag characters (security.md, Text).
 * Line breaks and tabs stay.
 */
export function plain(text: string): string {
  return text.replaceAll(UNSAFE, "");
}

/** The same of a name, which stands in one line: a commit's files are called as it likes. */
export const plainName = (name: string): string => plain(name).replaceAll("\n", "⏎");

const UNSAFE =
  // eslint-disable-next-line no-control-regex -- these are the characters to remove
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]|[\u{E0000}-\u{E007F}]/gu;
