import picocolors from "picocolors";

/** Colour on a terminal only, unless FORCE_COLOR or NO_COLOR say otherwise; the library's own guess also colours in CI. */
export const colours = picocolors.createColors(isWanted(process.env));

function isWanted({ NO_COLOR, FORCE_COLOR, TERM }: Readonly<Record<string, string | undefined>>): boolean {
  if (NO_COLOR !== undefined && NO_COLOR !== "") return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== "") return FORCE_COLOR !== "0";
  return process.stdout.isTTY && TERM !== "dumb";
}
