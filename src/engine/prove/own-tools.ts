import { packageVersion } from "../../util/package-root.ts";

/** What starts, reads and judges. */
export const OWN_TOOLS = [
  { name: "proofbaton", version: packageVersion() },
  { name: "node", version: process.version },
];
