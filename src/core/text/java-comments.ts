/** Text blocks, texts and characters stay as they are: what looks like a comment there is none. */
const TOKENS = /"""[\s\S]*?(?<!\\)"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)+'|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;

/** Java without its comments; as it is where escapes (`\u002f`) may begin or end one, and what is no Java. */
export function withoutComments(path: string, text: string): string {
  if (!path.endsWith(".java") || /\\u+00[0-7]/.test(text)) return text;
  return text.replaceAll(TOKENS, (token) => (token.startsWith("/") ? " " : token));
}
