import { readdirSync } from "node:fs";
import { join } from "node:path";
import { ON_PLATFORM } from "../../schema/junit-names.ts";
import { sourceText } from "./source-text.ts";

/** What a file of tests may be written in on the Java platform. */
const JVM_FILE = /\.(?:java|kt|groovy)$/;
const TYPE =
  /(?:^|(?:[;})]|@[\w.]+)[ \t]*)(?:(?:public|final|abstract|sealed|open|data|internal|strictfp)\s+)*(?:class|record|interface|enum|object)\s+(\w+)/gm;

/** The names of the top-level types of a file, with their package. */
export function typesIn(text: string): string[] {
  const around = /^\s*package\s+([\w.]+)/m.exec(text)?.[1];
  return [...text.matchAll(TYPE)].map(([, name = ""]) => (around === undefined ? name : `${around}.${name}`));
}

/** The types of these files of a tree; the name of a file that cannot be read. */
export function classesIn(tree: string, files: readonly string[]): string[] {
  const names = files.flatMap((file) => {
    const types = typesIn(sourceText(join(tree, file)));
    return types.length > 0 ? types : [(file.split("/").at(-1) ?? file).replace(JVM_FILE, "")];
  });
  return [...new Set(names)];
}

/** Files of the Java platform below a folder, as absolute paths; what is built or brought along is left out. */
export const jvmFiles = (folder: string): string[] => filesBelow(folder, JVM_FILE);

function filesBelow(folder: string, wanted: RegExp): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return /^(?:target|build|node_modules|\..*)$/.test(entry.name) ? [] : filesBelow(path, wanted);
    return entry.isFile() && wanted.test(entry.name) ? [path] : [];
  });
}

/** Whether build scripts or tests below a folder name JUnit's platform. */
export function namesPlatform(folder: string): boolean {
  const isNamed = (path: string): boolean => ON_PLATFORM.test(sourceText(path));
  return filesBelow(folder, BUILD_FILE).some(isNamed) || jvmFiles(folder).some(isNamed);
}

const BUILD_FILE = /\.(?:gradle|kts|toml)$|^pom\.xml$/;
