import { BatonError } from "../errors.ts";
import { textOrStdin } from "./read-input.ts";

const MAX_CHARACTERS = 100_000;

/** The text that the governor is to read, well-formed. Throws INPUT_INVALID where there is none, or too much. */
export function readQuestion(given: string | undefined, missing: string): string {
  const text = textOrStdin(given).toWellFormed();
  if (text.trim() === "")
    throw new BatonError("INPUT_INVALID", missing, {
      hint: "Write the question in quotes, or give - and write it on standard input.",
    });
  if (text.length > MAX_CHARACTERS)
    throw new BatonError("INPUT_INVALID", `${text.length} characters are more than ${MAX_CHARACTERS}`);
  return text;
}
