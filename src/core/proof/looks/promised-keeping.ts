import type { Finding } from "../../../errors.ts";
import type { SourceFile } from "../../../schema/source.ts";
import { counted } from "../../text/counted.ts";
import { tokensOf } from "../../text/tokens.ts";
import type { ChangedSides } from "./new-test-lines.ts";
import { titleOf, wordsOfTitle } from "./test-titles.ts";

/** What a test is about that promises something to outlive the process. */
const PROMISES: readonly RegExp[] = [
  /\b(?:survives?|surviving|outlives?) (?:a |an |the )?(?:\w+ )?(?:re-?starts?|reboots?|process|crash(?:es)?|reopen\w*)\b/i,
  /\b(?:after|across|between|over) (?:a |an |the )?(?:process |server |program )?(?:re-?starts?|reboots?|reopen\w*|processes)\b/i,
  /^(?!.*(?:\bnot\b|n't|\bdont\b|\bnever\b)).*\bpersist(?:s|ed|ence)?\b(?! when\b)/i,
  /\b(?:in|by|to|for|from) (?:a |the )?(?:second|next|later|new) process\b/i,
  /\b(?:kept|keeps?|sav(?:es?|ed)|writ(?:es?|ten)|stor(?:es?|ed))\b.* (?:on|to|in|into) (?:a |an |the |its )?(?:file|disk|database)\b/i,
];
/** Words of code that reads or writes anything outside of it, or hands that to others. */
const REACHES = new Set(
  "fs io os open read reads reader readers write writes written writer append sqlite sqlite3 sql query execute exec storage redis db database fetch http https request requests response persist persistence persisted persistent dump dumps load loads loader serialize serializer serialise deserialize marshal unmarshal pickle shelve repository repo backend adapter driver client env environ cookie cookies session cursor connection conn transaction stream disk disc flush fsync mmap prisma knex mongo orm entity bucket kv journal wal unlink mkdir socket subprocess gateway dao mapper jdbc jpa localstorage indexeddb preferences".split(
    " ",
  ),
);
/** `FileStore`, `toFile`; not the names of files. */
const OF_FILES = /^(?!.*(?:name|path|url|ext|size|folder))(?:\w+file|file\w+)s?$/i;
const LOADS = /^\s*(?:import\b|from\b|use\b|export\b.*\bfrom\b|(?:const|let|var)\b.*\brequire\()/;
const CODE = /\.(?:[cm]?[jt]sx?|pyi?|go|rs|java)$/;
/** What is no program. */
const WORDS_ONLY = /\.(?:md|mdx|rst|txt|json|ya?ml|toml|css|html?|lock)$/;

/**
 * New tests that promise by their names what outlives the process, where the changed code reads and writes nothing at all, nor does what it
 * stands on (`beside`): what they find again they carried over themselves.
 */
export function judgePromisedKeeping(
  { tests, code }: ChangedSides,
  beside: (files: readonly SourceFile[]) => readonly SourceFile[],
  approvalOf: (words: string) => string,
): Finding[] {
  const changed = code.filter(({ path }) => !WORDS_ONLY.test(path)).map(({ path, head }) => ({ path, text: head }));
  const promising = tests.flatMap(({ path, base, head }) => {
    const titles = head.split("\n").flatMap((line) => titleOf(line) ?? []);
    const isNew = (title: string): boolean => base?.includes(title) !== true;
    const names = titles.filter((title) => isNew(title) && promisesToKeep(title));
    return names.length === 0 ? [] : [{ path, names }];
  });
  if (promising.length === 0 || changed.length === 0) return [];
  if (changed.some((file) => reachesOut(file))) return [];
  const asking = [...changed, ...tests.map(({ path, head }) => ({ path, text: head }))];
  if (beside(asking).some((file) => CODE.test(file.path) && reachesOut(file))) return [];
  return promising.map(({ path, names }): Finding => {
    const message = `${path}: ${counted(names.length, "new test promises", "new tests promise")} by name what outlives the process (${names.join("; ").slice(0, 200)}), and the changed code reads and writes nothing; keep it, or say to a person where it is kept`;
    const approval = approvalOf(`promised keeping ${path} ${names.join(" ")}`);
    return { code: "CODE_SUSPICIOUS", severity: "person", path, message, approval };
  });
}

const promisesToKeep = (title: string): boolean => PROMISES.some((pattern) => pattern.test(wordsOfTitle(title)));

/** Whether code has any word of reading and writing, outside of comments and texts; what it loads counts as it is named. */
function reachesOut({ path, text }: SourceFile): boolean {
  if (!CODE.test(path)) return true;
  const loads = text.split("\n").filter((line) => LOADS.test(line));
  const names = tokensOf(path, text).filter((token) => /^[\p{L}_$]/u.test(token.text));
  const loaded = loads.flatMap((line) => line.match(/\w+/g) ?? []);
  return [...names.map((token) => token.text), ...loaded].some(
    (name) =>
      OF_FILES.test(name) ||
      wordsOfTitle(name)
        .toLowerCase()
        .split(/[ $]+/)
        .some((word) => REACHES.has(word)),
  );
}
