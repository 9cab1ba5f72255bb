const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Marks that would show a text otherwise than it is read, and controls. */
const HIDDEN = /[\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]|(?![\n\t])\p{Cc}/gu;

/** Text from outside as text in a page or an attribute, never as markup. */
export function escapeHtml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(HIDDEN, "")
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
