import { createTreeSitter, type EachFile } from "../tree-sitter.ts";

/** Loads its grammar at the first use. */
export const createRustParser = (): EachFile => createTreeSitter("tree-sitter-rust", withoutRaw);

/** The grammar takes every `&raw` for the beginning of `&raw const`. */
const withoutRaw = (text: string): string => text.replaceAll(/(&\s*)raw\b(?!\s+(?:const|mut)\b)/g, "$1row");
