import { parse } from "shell-quote";

/** A word of a command; `typed` is false for words that come from a script and not from the user. */
export interface Word {
  readonly text: string;
  readonly typed: boolean;
}

/**
 * Splits a command at `&&` outside quotes. Null when the shell does more than run one program after the other: variables,
 * substitution, pipes, `||`, `;`, background, subshells, redirection.
 */
export function splitChain(command: string): string[] | null {
  const parts: string[] = [];
  let quote: string | null = null;
  let from = 0;
  for (let index = 0; index < command.length; index += 1) {
    const character = command[index] ?? "";
    if (character === "\\" && quote !== "'") index += 1;
    else if (quote !== null) {
      if (character === quote) quote = null;
      else if (quote === '"' && /[$`]/.test(character)) return null;
    } else if (character === "'" || character === '"') quote = character;
    else if (character === "&" && command[index + 1] === "&") {
      parts.push(command.slice(from, index));
      from = index + 2;
      index += 1;
    } else if (/[|;&()<>$`\n]/.test(character)) return null;
  }
  parts.push(command.slice(from));
  const trimmed = parts.map((part) => part.trim());
  return quote === null && trimmed.every((part) => part !== "") ? trimmed : null;
}

/** The words of one program call, globs as they are written. */
export function wordsOf(command: string, typed: boolean): Word[] {
  return parse(withoutComments(command), (name) => `$${name}`).flatMap((entry): Word[] => {
    if (typeof entry === "string") return [{ text: entry, typed }];
    return "pattern" in entry ? [{ text: entry.pattern, typed }] : [];
  });
}

/** Only at the beginning of a word does `#` begin a comment; the parser sees one everywhere (`-Dtest=ATest#adds`). */
const withoutComments = (command: string): string =>
  command.replaceAll(/'[^']*'|"(?:\\.|[^"\\])*"|\\.|(?<=\S)#/gs, (part) => (part === "#" ? "\\#" : part));

/** The first word of every program call, also where `splitChain` gives up. */
export function programsOf(command: string): string[] {
  return command.split(/[|;&()\n]+/).flatMap((part) => {
    const first = part
      .trim()
      .split(/\s+/)
      .find((word) => !/^\w+=/.test(word));
    return first === undefined || first === "" ? [] : [first];
  });
}
