import type { Coverage } from "../../schema/coverage.ts";
import { countOf, createCoverageFiles, lineOf, type CoverageFile } from "./coverage-files.ts";
import { implausible, reading, unreadable, type Evidence } from "./evidence.ts";
import { walkXml } from "./xml.ts";

/** JaCoCo XML. A line ran when one of its instructions did; paths are package and file, as the compiler knows them. */
export const readJacoco = (source: Uint8Array): Evidence<Coverage> =>
  reading(() => {
    const files = createCoverageFiles();
    let folder = "";
    let file: CoverageFile | null = null;
    walkXml(source, {
      open(name, attributes, depth) {
        if (depth === 1 && name !== "report") throw unreadable(`<${name}> is no JaCoCo report`);
        if (name === "package") folder = attributes["name"] ?? "";
        if (name === "sourcefile") {
          const own = attributes["name"] ?? "";
          file = files.file(folder === "" || own === "" ? own : `${folder}/${own}`);
        }
        if (name !== "line") return;
        if (file === null) throw unreadable("a line outside a source file");
        const count = (key: string): number => countOf(attributes[key], `${key} of a line`);
        const line = lineOf(attributes["nr"], "nr of a line");
        if (count("ci") + count("mi") === 0) throw implausible(`line ${line} holds no instruction`);
        file.line(line, count("ci"));
        file.branches(line, count("mb") + count("cb"), count("cb"));
      },
      close(name) {
        if (name === "sourcefile") file = null;
        if (name === "package") folder = "";
      },
    });
    return files.build();
  });
