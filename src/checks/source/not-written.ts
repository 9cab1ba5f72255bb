/** Says of itself that it is not written yet. */
const NOT_WRITTEN =
  /\bnot[\s_-]*(?:yet[\s_-]*)?(?:implemented|written|done)\b|\bunimplemented\b|\bNotImplemented\w*|\bto-?do\b|\bfixme\b|\bimplement me\b/i;

export const saysNotWritten = (text: string): boolean => NOT_WRITTEN.test(text);
