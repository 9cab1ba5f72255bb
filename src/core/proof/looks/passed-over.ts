import { basename, dirname, join } from "node:path/posix";
import type { Finding } from "../../../errors.ts";
import type { SourceFile } from "../../../schema/source.ts";
import { createMatcher } from "../../pattern/matcher.ts";
import { counted } from "../../text/counted.ts";
import { withoutComments } from "../../text/java-comments.ts";
import { ancestors, folderOf, isBelow } from "../../text/places.ts";

/** A file of the change that holds tests, and that the runner of its place never opens. */
export interface PassedOver {
  readonly path: string;
  readonly ids: readonly string[];
  readonly runner: string;
}

/** What nobody runs proves nothing, and reads as if it did. */
export function judgePassedOver(files: readonly PassedOver[], digest: (text: string) => string): Finding[] {
  return files.map(({ path, ids, runner }) => ({
    code: "TEST_SKIPPED",
    severity: "person",
    path,
    ids,
    message: `${path} holds ${counted(ids.length, "test")} of this change, and ${runner} runs none of that file; give it a name and a place that ${runner} looks for, or name it in the configuration of the tests`,
    approval: digest(["passed over", path, ...ids.toSorted()].join("\n")),
  }));
}

/** Code that tests read, generate or show, and what other runners than ours run. */
const IS_MATERIAL =
  /(?:^|\/)(?:_*fixtures?_*|_*mocks?_*|test-?data|examples?|samples?|demos?|templates?|stubs?|snapshots?|vendor|third_party|node_modules|docs?|archetype-resources|\.[^/]+)\/|\.test-d\.[cm]?tsx?$|\.stories\.|\.bench\./;
const OTHER_RUNNER =
  /["'](?:@playwright\/test|bun:test|@wdio\/[\w-]+|cypress|k6(?:\/[\w-]+)?|testcafe|detox|jsr:[^"']+|https:[^"']+)["']|\bDeno\.test\(/;
/** Left out by a tag, a platform or a feature, or the base of others. */
const IS_APART =
  /^\/\/(?:go:build| ?\+build)|^#!\[cfg\(|^\s*@(?:Tag|Tags|Category|EnabledIf\w*|EnabledOn\w*|DisabledOn\w*|IntegrationTest)\b|\bgroups\s*=/m;

export const isMaterial = ({ path, text }: SourceFile): boolean =>
  IS_MATERIAL.test(path) || OTHER_RUNNER.test(text) || IS_APART.test(text) || isInherited(path, text);

/** `abstract class StoreContract`: its tests are those of the classes that extend it. */
const isInherited = (path: string, text: string): boolean =>
  /\.(?:java|kt)$/.test(path) &&
  new RegExp(String.raw`\b(?:abstract\s[^{;]*?class|interface)\s+${stemOf(path)}\b`).test(text);

const stemOf = (path: string): string => basename(path).replace(/\..*$/, "");

/** Whether others call or extend what is in a file, by what its language names it by; of JavaScript files are loaded by their paths. */
export function isUsed({ path, text }: SourceFile, others: readonly SourceFile[]): boolean {
  const stem = RegExp.escape(/^(?:mod|index|__init__)$/.test(stemOf(path)) ? basename(dirname(path)) : stemOf(path));
  const users = others.filter((other) => other.path !== path).map((other) => withoutComments(other.path, other.text));
  const uses = (pattern: string): boolean => users.some((user) => new RegExp(pattern).test(user));
  if (/\.(?:java|kt)$/.test(path))
    return uses(String.raw`\b(?:extends|implements|new)\s+${stem}\b|\b${stem}(?:\.class|::class|\.\w|\s*\()`);
  if (path.endsWith(".rs"))
    return uses(String.raw`\bmod\s+(?:r#)?${stem}\b|["/]${RegExp.escape(basename(path))}"|\bautomod::`);
  if (path.endsWith(".go")) {
    const names = [...text.matchAll(/^func (Test\w*)\(/gm)].map(([, name = ""]) => name);
    return names.some((name) => uses(String.raw`\b${name}\b`)) || /^package \w*(?:test|suite|conformance)/m.test(text);
  }
  if (path.endsWith(".py")) return uses(String.raw`\b(?:from|import)\b[^\n]*\b${stem}\b|["'][\w.]*\b${stem}["']`);
  return false;
}

/** Folders above a file in which no test runs, without packages. */
export const quietFolders = (path: string, heard: readonly string[]): string[] =>
  ancestors(folderOf(path)).filter(
    (folder) => folder !== "" && !OF_PACKAGE.test(folder) && !heard.some((file) => isBelow(folder, file)),
  );
const OF_PACKAGE = /(?:^|\/)src\/\w+\/(?:java|kotlin|groovy)\//;

interface Place {
  readonly path: string;
  readonly heard: readonly string[];
  /** Folders above it that hold nothing but tests, none of which runs. */
  readonly quiet: readonly string[];
}

/** Whether a project says in its configuration, scripts or CI what is to become of a file: by its name, a folder's or a pattern that fits no test which runs. */
export function isNamed({ path, heard, quiet }: Place, configuration: readonly SourceFile[]): boolean {
  const names = new Set(quiet.map((folder) => basename(folder)));
  return configuration.some((config) => {
    if (/\bfailsafe\b/.test(config.text) && /(?:^|\/)(?:IT\w*|\w*IT|\w*ITCase)\.\w+$/.test(path)) return true;
    return wordsIn(config.text.replaceAll(DESCRIBED, "")).some((word) => {
      const place = join(dirname(config.path), word.replace(/^!/, "")).replace(/\/$/, "");
      if (basename(word) === basename(path) || (/\.(?:java|kt)$/.test(path) && word.split(".").at(-1) === stemOf(path)))
        return true;
      if (quiet.includes(place) || quiet.includes(word.replace(/^\/|\/$/g, ""))) return true;
      if (!/[*{]/.test(word))
        return names.has(word.replaceAll(/^[./]+|[/.]+$/g, "")) && !heard.some((file) => isBelow(place, file));
      const fits = createMatcher([place, `${place}/**`]);
      return fits(path) && !heard.some(fits);
    });
  });
}

const DESCRIBED = /"description"\s*:\s*"[^"]*"|^description\s*=.*$|<(?:name|description)>[^<]*(?=<)/gm;
const QUOTED = /"([^"\n]+)"|'([^'\n]+)'|`([^`\n]+)`|>([^<\n]+)</g;

function wordsIn(text: string): string[] {
  const quoted = [...text.matchAll(QUOTED)].map((found) => found.slice(1).find((one) => one !== undefined) ?? "");
  const words = [...quoted, ...text.split("\n")].flatMap((one) => [one, ...one.split(/[\s=:'"]+/)]);
  return [...new Set(words.map((one) => one.trim()))].filter((one) => /^[\w./!@*{][\w./*{},!@?-]{2,120}$/.test(one));
}

/** What a file's name says of its kind: `x.e2e.test.ts` is as `y.e2e.test.ts`, `ParseSpecs.java` as `FormatSpecs.java`, `check_a.py` as `check_b.py`. */
export function kindOf(path: string): string {
  const name = basename(path);
  const [stem = "", ...rest] = name.split(".");
  const ending = rest.join(".");
  if (/\.(?:java|kt)$/.test(name)) return `${/(?:[A-Z][a-z]+|[A-Z]+)\d*$/.exec(stem)?.[0] ?? stem}.${ending}`;
  if (rest.length > 1) return `.${ending}`;
  return `${/^[a-z]+_/i.exec(stem)?.[0] ?? stem}.${ending}`;
}
