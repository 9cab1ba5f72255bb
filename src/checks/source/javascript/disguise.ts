import { randomBytes } from "node:crypto";
import { addedTo } from "../added.ts";
import { appended, applyEdits, around } from "../edits.ts";
import type { Asking, ChangedSource, DisguisedSource, Surrounding } from "../port.ts";
import { COLOUR, type Question, questionsOf } from "./asks.ts";
import { javaScriptWorld } from "../world.ts";
import { parseSource, type Source } from "./parse.ts";
import { createScope } from "./registrations.ts";
import { uncheckedEdits } from "./stub.ts";
import { endOf, startOf } from "./tree.ts";

/** What every run sets for a runner's sake, as the files were answered while the tests ran. */
const GIVEN = { CI: "true", NO_COLOR: "1", FORCE_COLOR: "0", TERM: "dumb" };
const EXCERPT_LENGTH = 120;

/** Head's files whose new questions are answered as where no tests run, as far as they are about what is hidden. */
export async function disguised(
  files: readonly ChangedSource[],
  hidden: readonly Surrounding[],
): Promise<DisguisedSource[]> {
  const answers: DisguisedSource[] = [];
  // Nobody can write code that knows where it is asked for by a name which is another one each time.
  const world = `world${randomBytes(6).toString("hex")}`;
  for (const { path, base, head } of files) {
    const source = /\.d\.[cm]?ts$/.test(path) ? null : await parseSource({ path, text: head });
    if (source === null) continue;
    const before = base === null ? null : await parseSource({ path, text: base });
    const questions = newQuestions(before, source);
    const asks = questions.filter(({ words }) => words !== COLOUR).flatMap((one) => askings(one, source));
    if (asks.length > 0)
      answers.push({
        path,
        text: rewritten(source, questions, hidden).replaceAll(/__batonWorld|baton\.world/g, world),
        asks,
      });
  }
  return answers;
}

/** Those of head that base has not, as often, in the same words. */
function newQuestions(base: Source | null, head: Source): Question[] {
  const keyIn =
    (source: Source) =>
    ({ node }: Question): string =>
      source.normalised(source.parents.get(node) ?? node);
  const known = base === null ? [] : questionsOf(createScope(base)).map(keyIn(base));
  return addedTo(known, questionsOf(createScope(head)), keyIn(head));
}

function askings({ node, about, words }: Question, source: Source): Asking[] {
  const line = node.loc?.start.line ?? 1;
  const excerpt = (source.text.split("\n")[line - 1] ?? "").trim().slice(0, EXCERPT_LENGTH);
  return about.map((one) => ({ about: one, path: source.path, line, excerpt, words }));
}

/** A program that the file itself names, which may be the one that it asks for; not itself, which would then start. */
function programOf({ path, nodes }: Source): string {
  const texts = nodes.flatMap((node) => (node.type === "StringLiteral" ? [node.value] : []));
  const named = texts.map((text) => /^(?:.*\/)?([\w-]+\.[cm]?[jt]s)$/.exec(text)?.[1]);
  return named.find((name) => name !== undefined && !path.endsWith(name)) ?? "server.js";
}

function rewritten(source: Source, questions: readonly Question[], hidden: readonly Surrounding[]): string {
  const edits = questions.flatMap(({ node, by }) => {
    const parent = source.parents.get(node);
    const isShort = parent?.type === "ObjectProperty" && parent.shorthand && parent.value === node;
    const before = isShort ? `${source.textOf(node)}: ` : "";
    return around(startOf(node), endOf(node), `${before}__batonWorld().${by}`, ")");
  });
  const runtime = javaScriptWorld()
    .replace("Set(HIDDEN)", () => `Set(${JSON.stringify(hidden)})`)
    .replace("= GIVEN", () => `= ${JSON.stringify(GIVEN)}`)
    .replace("= PROGRAM", () => `= ${JSON.stringify(programOf(source))}`);
  const tail = appended(source.text, source.eol, [runtime]);
  return applyEdits(source.text, [...(source.isTypeScript ? uncheckedEdits(source) : []), ...edits]) + tail;
}
