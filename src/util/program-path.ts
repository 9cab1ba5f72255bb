import { delimiter, isAbsolute, join } from "node:path";

const PACKAGES = join("node_modules", ".bin");

/**
 * Where programs are looked for that the harness starts for itself: PATH without folders of packages, which a repository may have
 * committed, and without any that depend on where one stands.
 */
export const programPath = (path: string | undefined): string =>
  (path ?? "")
    .split(delimiter)
    .filter((entry) => isAbsolute(entry) && !entry.includes(PACKAGES))
    .join(delimiter);
