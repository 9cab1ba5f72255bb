const PAIRS: Readonly<Record<string, string>> = { "{": "}", "[": "]", "(": ")" };

/** Where the bracket closes that stands before `start`, past others and past texts in quotes; null where it does not. */
export function closingBracket(text: string, start: number): number | null {
  const open = [PAIRS[text[start - 1] ?? ""]];
  for (let at = start; at < text.length; at += 1) {
    const char = text[at] ?? "";
    if (char === '"' || char === "'" || char === "`") {
      const close = text.indexOf(char, at + 1);
      if (close < 0) return null;
      at = close;
    } else if (PAIRS[char] !== undefined) open.push(PAIRS[char]);
    else if (char === open.at(-1)) {
      open.pop();
      if (open.length === 0) return at;
    }
  }
  return null;
}
