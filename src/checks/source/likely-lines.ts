/** Languages whose bodies stand in braces; what has none of them is read line by line. */
const IN_BRACES = /\.(?:kts?|scala|groovy|php|cs|c|cc|cpp|cxx|h|hpp|swift|mm?|dart)$/;
const LINE_COMMENT: readonly (readonly [RegExp, RegExp])[] = [
  [/\.(?:rb|exs?)$/, /#.*/g],
  [/\.(?:lua|hs)$/, /--.*/g],
  [/\.erl$/, /%.*/g],
  [/\.clj$/, /;.*/g],
];
/** Words that only lay code out. */
const FRAME =
  /^(?:end|else|begin|do|then|(?:module|class|namespace|open|import|require|alias|use|-module)\b.*|[)\]}]+)$/;
/** What opens a type, whatever stands in its head. */
const TYPE = /\b(?:class|interface|struct|enum|object|namespace|trait|protocol|extension|record|union)\b/;
const BODY = /\)|=>?\s*$|->\s*$|\b(?:init|get|set|do|try|finally|static|lazy)\s*$/;
/** A value that something makes, or a function that is one expression. */
const MADE = /[^=!<>]=(?![=>])\s*[^;]*\(|\b(?:def|fun)\b.*=\s*\S/;

/**
 * Lines that may run of a language that nothing here parses, by their look: inside of a body, or beside a value that a call makes.
 * Declarations alone (an interface, a header) have none.
 */
export function likelyLines(path: string, text: string): number[] {
  if (!IN_BRACES.test(path)) {
    const comment = LINE_COMMENT.find(([files]) => files.test(path))?.[1] ?? /\/\/.*/g;
    return numbersOf(text.replaceAll(comment, ""), (line) => line !== "" && !FRAME.test(line));
  }
  const plain = text
    .replaceAll(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, '""')
    .replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ""))
    .replaceAll(/\/\/.*|^\s*#.*/gm, "");
  const inside = linesInBodies(plain);
  return numbersOf(plain, (line, at) => /\w/.test(line) && (inside.has(at) || MADE.test(line)));
}

const numbersOf = (text: string, runs: (line: string, at: number) => boolean): number[] =>
  text.split("\n").flatMap((line, at) => (runs(line.trim(), at + 1) ? [at + 1] : []));

function linesInBodies(text: string): Set<number> {
  const open: boolean[] = [];
  const lines = new Set<number>();
  let [head, line] = ["", 1];
  for (const char of text) {
    if (char === "{") open.push(open.at(-1) === true || (!TYPE.test(head) && BODY.test(head)));
    else if (char === "}") open.pop();
    else if (open.at(-1) === true && /\S/.test(char)) lines.add(line);
    if (char === "\n") line += 1;
    head = "{};".includes(char) ? "" : head + char;
  }
  return lines;
}
