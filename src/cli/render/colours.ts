import { fstatSync } from "node:fs";
import { styleText } from "node:util";

type Style = Exclude<Parameters<typeof styleText>[0], readonly unknown[]>;

const wanted = isWanted(process.env);

/** Colour on a terminal only, unless FORCE_COLOR or NO_COLOR say otherwise. */
export const colours = {
  green: painter("green"),
  yellow: painter("yellow"),
  red: painter("red"),
  dim: painter("dim"),
  bold: painter("bold"),
} as const;

function painter(style: Style): (text: string) => string {
  return (text) => (wanted ? styleText(style, text, { validateStream: false }) : text);
}

function isWanted({ NO_COLOR, FORCE_COLOR, TERM }: Readonly<Record<string, string | undefined>>): boolean {
  if (NO_COLOR !== undefined && NO_COLOR !== "") return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== "") return FORCE_COLOR !== "0";
  // A terminal, or a device that nobody reads. Asking Node's stream would make it, see `print` in output.ts.
  return fstatSync(1).isCharacterDevice() && TERM !== "dumb";
}
