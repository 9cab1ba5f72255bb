/** A text on one line: a stretch of white space is one space. Most are so already, and are answered as they are. */
export const oneLine = (text: string): string => (BROKEN.test(text) ? text.replaceAll(/\s+/g, " ").trim() : text);

const BROKEN = /[^\S ]|\s\s|^ | $/;
