import { hasTool } from "./go.ts";

/** Whether tests that need Django can run, with the Python that Debian's package is for. */
export const HAS_DJANGO = hasTool("/usr/bin/python3", "-c", "import django");
