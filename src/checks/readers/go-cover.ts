import type { Coverage } from "../../schema/coverage.ts";
import { countOf, createCoverageFiles, lineOf } from "./coverage-files.ts";
import { implausible, reading, unreadable, wholeLines, type Evidence } from "./evidence.ts";

const BLOCK = /^(.+):(\d+)\.(\d+),(\d+)\.(\d+) (\S+) (\S+)$/;
const BLOCK_LINES = 100_000;

/** Go's cover profile (modes set, count, atomic): a line ran when a block that holds it did. Paths are import paths. */
export const readGoCover = (source: Uint8Array): Evidence<Coverage> =>
  reading(() => {
    const files = createCoverageFiles();
    const [mode, ...blocks] = wholeLines(source);
    if (!/^mode: (?:set|count|atomic)$/.test(mode ?? "")) throw unreadable("the profile names no mode");
    for (const block of blocks) {
      if (/^mode: \w+$/.test(block)) continue; // Profiles of several packages, one after the other.
      const [, path = "", from, , to, , statements, count] = BLOCK.exec(block) ?? [];
      if (path === "") throw unreadable(`no block: ${block.slice(0, 120)}`);
      const [first, last] = [lineOf(from, "a block"), lineOf(to, "a block")];
      if (last < first || last - first > BLOCK_LINES) throw implausible(`a block from line ${first} to ${last}`);
      const hits = countOf(count, "the count of a block");
      if (countOf(statements, "the statements of a block") === 0) continue;
      const file = files.file(path);
      for (let line = first; line <= last; line += 1) file.line(line, hits);
    }
    return files.build();
  });
