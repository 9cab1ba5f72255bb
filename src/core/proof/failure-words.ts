const SHOWN = 200;
/** How jest says below what it called. */
const COMPARED = /^(?:Expected|Received)\b[^:]*:/;

/** What a failure says, in one line: its first words, and what these lead to. */
export function failureWords(message = ""): string {
  const lines = message.split("\n").map((line) => line.trim());
  const [first = "", ...rest] = lines.filter((line) => line !== "");
  const told = first.endsWith(":") ? rest.slice(0, 2) : rest.filter((line) => COMPARED.test(line));
  return [first, ...told].join(" ").slice(0, SHOWN);
}
