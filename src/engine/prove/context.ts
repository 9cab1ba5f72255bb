import { createHash } from "node:crypto";
import { parse as parseYaml, parseDocument } from "yaml";
import type { ZodType } from "zod";
import { HARNESS_FILES, INIT_SCRIPT } from "../../core/own-files.ts";
import { guessGenerate, layerInputs } from "../../core/environment/guess.ts";
import { createPathRoles, type PathRole } from "../../core/proof/paths.ts";
import { remembered } from "../../core/run/remembered.ts";
import { detectUnits } from "../../core/units/detect-units.ts";
import { BatonError, messageOf } from "../../errors.ts";
import type { Layer } from "../../checks/slots/slot.ts";
import { Config } from "../../schema/config.ts";
import { isGenerated, preparationOf } from "../../runs/init-script.ts";
import { ProjectConfig } from "./project-config.ts";
import type { TreeReader } from "./tree-reader.ts";

export const CONFIG_NAMES = ["baton.config.json", "baton.config.yaml", "baton.config.yml"];

/** Base's configuration: head's never counts (security.md, Control files). Read once of each tree. Throws CONFIG_INVALID. */
export const readConfig = remembered((base: TreeReader): Config => {
  const name = configNameIn(base);
  return name === null ? Config.parse({}) : parseConfig(ProjectConfig, base.read(name) ?? "", name, COMMITTED);
});

/** Under which name a tree has its configuration; null: it has none. Throws CONFIG_INVALID where it has two: neither is what was meant. */
export function configNameIn({ paths }: Pick<TreeReader, "paths">): string | null {
  const [name = null, ...others] = CONFIG_NAMES.filter((candidate) => paths.has(candidate));
  if (others.length === 0) return name;
  throw new BatonError("CONFIG_INVALID", `${[name, ...others].join(" and ")} are both committed: only one can count`, {
    hint: "Put all of it into one of them, remove the other, and commit that.",
  });
}

const COMMITTED =
  "The committed copy counts (a proof's is its base's), not the one in the work tree: commit a mended one, or give prove another with --config FILE.";

/** Parses a configuration or policy file, JSON or YAML. Throws CONFIG_INVALID naming each wrong field. */
export function parseConfig<T>(schema: ZodType<T>, text: string, name: string, hint?: string): T {
  const parsed = schema.safeParse(parseData(text, name, hint));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join(".") || "(top)"}: ${message}`);
  throw new BatonError("CONFIG_INVALID", `${name}: ${problems.join("; ")}`, {
    details: { problems },
    ...(hint === undefined ? {} : { hint }),
  });
}

/** What a configuration file holds, as written. Throws CONFIG_INVALID. */
export function parseData(text: string, name: string, hint?: string): unknown {
  try {
    const content = text.replace(/^\uFEFF/, "");
    return name.endsWith(".json") ? parseJson(content) : (parseYaml(content) ?? {});
  } catch (error) {
    throw new BatonError("CONFIG_INVALID", `${name} cannot be read: ${messageOf(error)}`, {
      cause: error,
      ...(hint === undefined ? {} : { hint }),
    });
  }
}

/** JSON takes the last of two fields of one name; here the first may be what was meant, as in YAML. */
function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const twice = parseDocument(text).errors.find(({ code }) => code === "DUPLICATE_KEY");
  if (twice !== undefined) throw twice;
  return value;
}

/** Under its own shebang where it is executable: an init.sh that a person wrote may need bash. */
const RUN_INIT_SCRIPT = "if [ -x ./init.sh ]; then ./init.sh; else sh ./init.sh; fi";

/** What sets the environment of a commit up at the start of a session, where there is anything to run (TAH-05). */
export const sessionScript = (tree: TreeReader, layer: Layer): string | null =>
  tree.paths.has(INIT_SCRIPT) ? RUN_INIT_SCRIPT : layer.prepare;

/** Looked for once of each tree: it is read for where its tests are. */
const ownPreparation = remembered((tree: TreeReader) => preparationOf(tree, detectUnits(tree)));

/** The repository's init.sh where somebody wrote one; else the script that `init` would write for the tree as it is. */
function guessPrepare(tree: TreeReader, initialized: boolean): string | null {
  const script = initialized ? tree.read(INIT_SCRIPT) : null;
  return script === null || isGenerated(script) ? ownPreparation(tree) : RUN_INIT_SCRIPT;
}

/** The dependency layer of a tree: what it installs, under a key of everything that decides it. */
export function layerOf(tree: TreeReader, config: Config, initialized: boolean): Layer {
  const { prepare = guessPrepare(tree, initialized) } = config.environment;
  const isGuessed = config.environment.generate.length === 0;
  const generate = isGuessed ? guessGenerate(tree) : config.environment.generate;
  const inputs = prepare === null ? [] : layerInputs(tree.paths).map((path) => [path, tree.entries.get(path)?.oid]);
  const key = digest(
    JSON.stringify({
      prepare,
      generate,
      inputs,
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
    }),
  );
  return { key, prepare, generate, isGuessed };
}

/** True where `init` has been: its files are in base, so head's copies of them count for nothing. */
export const isInitialized = (tree: TreeReader): boolean => HARNESS_FILES.every((path) => tree.paths.has(path));

export function createRoles(config: Pick<Config, "test_files">): (path: string) => PathRole {
  return createPathRoles(config.test_files);
}

export const digest = (text: string): string => createHash("sha256").update(text).digest("hex");
/** Short enough to type, long enough not to be met by chance. */
export const approvalId = (text: string): string => digest(text).slice(0, 12);

/** An answer to these words about what a change makes of its files: moved onto a newer commit it is the same change. */
export function approvalOf(words: string, changes: readonly { path: string; head: { oid: string } | null }[]): string {
  const files = changes.map(({ path, head }) => `${path} ${head?.oid ?? ""}`).toSorted();
  return approvalId([words, ...files].join("\0"));
}
