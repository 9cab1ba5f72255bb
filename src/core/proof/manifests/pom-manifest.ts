import { inside, parseXml, type Element } from "../../text/xml-tree.ts";
import { additive, addsOnly, control } from "./manifest-words.ts";
import type { ProtectedVerdict } from "../protected.ts";

/** What of a project says nothing about how tests are built and run. */
const FREE = new Set(
  "version name description url inceptionYear organization licenses developers contributors mailingLists scm issueManagement ciManagement".split(
    " ",
  ),
);

/** What a new module has to say besides. */
const OF_NEW = new Set("modelVersion parent groupId artifactId packaging".split(" "));

/**
 * Dependencies and modules may be added, and properties that hold a version; plugins, profiles and the rest decide what
 * runs. `joins`: a new module of a reactor that base has. Its plugins run in the same Maven as the tests of the others.
 */
export function pomVerdict(baseText: string | null, headText: string, joins = false): ProtectedVerdict {
  const head = parseXml(headText, "project");
  if (head === null) return control("is not valid XML");
  if (baseText === null && !joins) return additive("a new module");
  const base = parseXml(baseText ?? "", "project") ?? { name: "project", attributes: {}, text: "", children: [] };
  const added: string[] = [];
  for (const name of new Set([...base.children, ...head.children].map((child) => child.name))) {
    const [before, after] = [inside(base, name), inside(head, name)];
    if (
      FREE.has(name) ||
      (baseText === null && OF_NEW.has(name)) ||
      before.map(written).join() === after.map(written).join()
    )
      continue;
    const isFree = baseText === null && name === "properties" ? isOfCompiler : MAY_GROW[name];
    const moved = isFree === undefined ? name : movedEntry(entries(name, before), entries(name, after), isFree);
    if (moved !== null) return control(`<${name}>: ${moved} is changed, removed, or may not be added`);
    if (/ependenc/.test(name)) added.push(...newNames(entries(name, before), entries(name, after)));
  }
  return addsOnly(added);
}

/** Which entries may be new where. A path of this machine is no registry. */
const MAY_GROW: Readonly<Record<string, (name: string, text: string) => boolean>> = {
  dependencies: (_, text) => !text.includes("<systemPath"),
  dependencyManagement: (_, text) => !text.includes("<systemPath"),
  modules: () => true,
  properties: (name) => /(?:^version\.|[.-]version$)/.test(name) && !/^(?:maven|surefire|junit)\b/.test(name),
};

const isOfCompiler = (name: string): boolean =>
  MAY_GROW["properties"]?.(name, "") === true || /^(?:maven\.compiler|project|java)\./.test(name);

/** As written: how Maven joins what a module and its parent say stands in the attributes. */
const written = ({ name, attributes, text, children }: Element): string => {
  const sorted = Object.entries(attributes)
    .map(([key, value]) => ` ${key}=${JSON.stringify(value)}`)
    .toSorted()
    .join("");
  return `<${name}${sorted}>${text.trim()}${children.map(written).join("")}</>`;
};

function entries(name: string, found: readonly Element[]): Map<string, string> {
  const list = found
    .flatMap(({ children }) => children)
    .flatMap((child) => (name === "dependencyManagement" ? child.children : [child]));
  return new Map(list.map((one) => [keyOf(one), written(one)]));
}

function keyOf(element: Element): string {
  if (element.name === "module") return element.text.trim();
  if (element.name !== "dependency") return element.name;
  const parts = ["groupId", "artifactId", "classifier", "type", "scope"].flatMap((name) => inside(element, name));
  return parts.map(({ text }) => text.trim()).join(":");
}

function movedEntry(
  base: ReadonlyMap<string, string>,
  head: ReadonlyMap<string, string>,
  isFree: (name: string, text: string) => boolean,
): string | null {
  const moved = [...base].find(([name, text]) => head.get(name) !== text);
  const refused = [...head].find(([name, text]) => !base.has(name) && !isFree(name, text));
  return (moved ?? refused)?.[0] ?? null;
}

const newNames = (base: ReadonlyMap<string, string>, head: ReadonlyMap<string, string>): string[] =>
  [...head.keys()].filter((name) => !base.has(name));
