import { createMatcher } from "../pattern/matcher.ts";
import { createPathRoles } from "../proof/paths.ts";
import { ancestors, folderOf, inside, withoutDots } from "../text/places.ts";
import { tokensOf } from "../text/tokens.ts";

/** A tree whose files can be read; many at once first. */
export interface UiTree {
  readonly paths: ReadonlySet<string>;
  read(path: string): string | null;
  preload(paths: Iterable<string>): void;
}

/**
 * Whether any of the changed paths is the user interface's: by the patterns, as a script that a page loads, itself or by way of others, or, where
 * there is an application to look at (`isStarted`), as code that writes markup: elsewhere that is mail, or what a library is for. `trees`: before
 * and after. The test of a component is none, nor is what the last pattern for it takes away (`!mail`).
 */
export function changesUi({ patterns, changed, isStarted }: UiChange, trees: readonly UiTree[]): boolean {
  const isListed = listing(patterns);
  const own = withoutTests(changed);
  if (own.some((path) => isListed(path) === true)) return true;
  const others = own.filter((path) => isListed(path) === null);
  if (isStarted && trees.some((tree) => others.some((path) => writesMarkup(path, tree)))) return true;
  const scripts = others.filter((path) => SCRIPT.test(path));
  return scripts.length > 0 && trees.some((tree) => isLoaded(new Set(scripts), tree));
}

export interface UiChange {
  readonly patterns: readonly string[];
  readonly changed: readonly string[];
  readonly isStarted: boolean;
}

/** What the last pattern that matches says, one with `!` before it no; null: none does. */
function listing(patterns: readonly string[]): (path: string) => boolean | null {
  const said = patterns.map((pattern) => {
    const isAway = pattern.startsWith("!");
    return { matches: createMatcher([isAway ? pattern.slice(1) : pattern]), isListed: !isAway };
  });
  return (path) => said.findLast(({ matches }) => matches(path))?.isListed ?? null;
}

function withoutTests(paths: Iterable<string>): string[] {
  const roleOf = createPathRoles([]);
  return [...paths].filter((path) => roleOf(path) !== "test" && roleOf(path) !== "snapshot");
}

const SCRIPT = /\.[cm]?[jt]sx?$/;
const CODE = /\.(?:[cm]?[jt]s|py|go|rs|java|kt|scala|cs|rb|exs?|swift|dart|php)$/;
const TAGS =
  "html|head|body|main|nav|header|footer|section|article|aside|div|span|p|h[1-6]|ul|ol|li|dl|dt|dd|table|thead|tbody|tr|td|th|form|" +
  "fieldset|legend|label|input|button|select|option|textarea|img|svg|canvas|dialog|details|summary|iframe|a|em|strong|pre";
const MARKUP = new RegExp(String.raw`<!doctype html|<\/(?:${TAGS})>|<(?:${TAGS})\s[^<>=]*=`, "i");
/** What puts something on a page without a tag. */
const DRAWS = /\.(?:innerHTML|outerHTML)\b|\binsertAdjacentHTML\b|\bdocument\.(?:createElement|body|write)\b/;

/** In its texts: a tag in a comment is documentation. */
function writesMarkup(path: string, tree: UiTree): boolean {
  const text = CODE.test(path) && tree.paths.has(path) ? (tree.read(path) ?? "") : "";
  if (!MARKUP.test(text) && !DRAWS.test(text)) return false;
  const tokens = tokensOf(path, text).map((token) => token.text);
  const texts = path.endsWith(".php") ? [text] : tokens.filter((token) => /^["'`]/.test(token));
  return texts.some((one) => MARKUP.test(one)) || (SCRIPT.test(path) && DRAWS.test(tokens.join("")));
}

const PAGE =
  /\.(?:x?html?|hbs|handlebars|mustache|ejs|pug|jade|njk|liquid|erb|twig|jinja2?|j2|cshtml|vue|svelte|astro)$/;
const SOURCE = /<script\b[^<>]*?\bsrc\s*=\s*["']?([^"'\s<>]+)/gi;
const IMPORT = /\b(?:from|import|require)\s*\(?\s*["']([^"'\n]+)["']/g;

/** Walks from the pages over what they load until one of the scripts is met. */
function isLoaded(scripts: ReadonlySet<string>, tree: UiTree): boolean {
  const seen = new Set<string>();
  let next = withoutTests(tree.paths).filter((path) => PAGE.test(path));
  while (next.length > 0) {
    tree.preload(next);
    for (const path of next) seen.add(path);
    const loaded = new Set(next.flatMap((path) => loadedBy(path, tree)));
    if (!loaded.isDisjointFrom(scripts)) return true;
    next = [...loaded.difference(seen)];
  }
  return false;
}

function loadedBy(path: string, tree: UiTree): string[] {
  const text = tree.read(path) ?? "";
  const isPage = PAGE.test(path);
  const sources = isPage ? [...text.matchAll(SOURCE)].map(([, source = ""]) => source) : [];
  // A page names its scripts from where it lies, with a dot or without.
  const plain = sources.map((source) => (/^(?:[./]|\w+:)/.test(source) ? source : `./${source}`));
  const imported = [...text.matchAll(IMPORT)].map(([, module = ""]) => module);
  return [...plain, ...imported].flatMap((module) => placeOf(module.replace(/[?#].*$/, ""), path, tree) ?? []);
}

/** The file behind the name; a name from the root is looked for from every folder above. */
function placeOf(module: string, from: string, tree: UiTree): string | undefined {
  const folders = module.startsWith("/") ? ancestors(folderOf(from)) : [folderOf(from)];
  if (!/^\.{0,2}\//.test(module) || module.startsWith("//")) return undefined;
  const places = folders.flatMap((folder) => withoutDots(inside(folder, module)) ?? []);
  return places.flatMap(withEndings).find((path) => tree.paths.has(path));
}

/** As written, as TypeScript writes what becomes `.js`, and as bundlers complete it. */
const withEndings = (path: string): string[] => [
  path,
  path.replace(/\.([cm]?)js(x?)$/, ".$1ts$2"),
  ...["js", "ts", "mjs", "jsx", "tsx", "vue", "svelte"].map((ending) => `${path}.${ending}`),
  ...["js", "ts", "jsx", "tsx"].map((ending) => `${path}/index.${ending}`),
];
