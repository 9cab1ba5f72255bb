import { isAbsolute, join } from "node:path";
import type { Coverage } from "../../schema/coverage.ts";
import { countOf, createCoverageFiles, lineOf, type CoverageFile } from "./coverage-files.ts";
import { implausible, reading, unreadable, type Evidence } from "./evidence.ts";
import { walkXml } from "./xml.ts";

/** Cobertura XML of coverage.py, Istanbul, gcovr and others. Lines of classes are counted; lines of methods repeat them. */
export const readCobertura = (source: Uint8Array): Evidence<Coverage> =>
  reading(() => {
    const files = createCoverageFiles();
    const folder = sourceOf(source);
    let file: CoverageFile | null = null;
    let inMethod = false;
    walkXml(source, {
      open(name, attributes, depth) {
        if (depth === 1 && name !== "coverage") throw unreadable(`<${name}> is no Cobertura report`);
        for (const rate of ["line-rate", "branch-rate"]) checkRate(attributes[rate], name);
        if (name === "class") {
          const path = attributes["filename"] ?? "";
          file = files.file(isAbsolute(path) || folder === null || path === "" ? path : join(folder, path));
        } else if (name === "method") inMethod = true;
        else if (name === "line" && !inMethod) {
          if (file === null) throw unreadable("a line outside a class");
          const line = lineOf(attributes["number"], "a line");
          file.line(line, countOf(attributes["hits"], `the hits of line ${line}`));
          const [, taken, total] = /\((\d+)\/(\d+)\)/.exec(attributes["condition-coverage"] ?? "") ?? [];
          if (attributes["branch"] === "true") {
            const missing = attributes["missing-branches"]?.split(",") ?? [];
            file.branches(line, countOf(total, "branches"), countOf(taken, "branches"), missing);
          }
        }
      },
      close(name) {
        if (name === "class") file = null;
        if (name === "method") inMethod = false;
      },
    });
    return files.build();
  });

function checkRate(rate: string | undefined, name: string): void {
  if (rate === undefined) return;
  const value = Number(rate);
  if (rate.trim() === "" || !Number.isFinite(value)) throw unreadable(`<${name}> has the rate ${rate.slice(0, 40)}`);
  if (value < 0 || value > 1) throw implausible(`<${name}> has the rate ${rate.slice(0, 40)}`);
}

/** File names are relative to the one folder that `sources` names; with several nobody can tell. */
function sourceOf(source: Uint8Array): string | null {
  const head = Buffer.from(source.subarray(0, 2 ** 16)).toString("utf8");
  const folders = [...head.matchAll(/<source>([^<&]*)<\/source>/g)].map(([, folder = ""]) => folder.trim());
  return folders.length === 1 && folders[0] !== "" ? (folders[0] ?? null) : null;
}
