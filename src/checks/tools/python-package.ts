import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { librariesBelow, namesIn } from "../machine.ts";

/**
 * Which version of a Python package put a program where it is, by what installers write beside it; null where nothing says so, or
 * several say different things.
 */
export function pythonPackageVersion(program: string, packageName: string): string | null {
  const folder = `${packageName.replaceAll("-", "_")}-`;
  const versions = new Set(
    librariesBelow(dirname(dirname(realpathSync.native(program))))
      .flatMap(namesIn)
      .flatMap((name) =>
        name.startsWith(folder)
          ? (/^[\w.-]+?-(\d[\w.+!]*?)(?:-py[\d.]+)?\.(?:dist|egg)-info$/.exec(name)?.[1] ?? [])
          : [],
      ),
  );
  const [version] = versions;
  return versions.size === 1 && version !== undefined ? version : null;
}
