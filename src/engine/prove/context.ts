import { createHash } from "node:crypto";
import { parse as parseYaml } from "yaml";
import type { ZodType } from "zod";
import { guessEnvironment, layerInputs } from "../../core/environment/guess.ts";
import { createPathRoles, HARNESS_FILES, type PathRole } from "../../core/proof/paths.ts";
import { BatonError } from "../../errors.ts";
import type { Layer } from "../../checks/slots/slot.ts";
import { Config } from "../../schema/config.ts";
import type { Git } from "../../util/git/git.ts";
import { listTree, readBlobs, type TreeEntry } from "../../util/git/trees.ts";

/** A tree of the repository, readable by path. Blobs are fetched in one call a batch and kept. */
export interface TreeReader {
  readonly tree: string;
  readonly entries: ReadonlyMap<string, TreeEntry>;
  readonly paths: ReadonlySet<string>;
  read(path: string): string | null;
  /** Fetches many files at once; later reads of them are free. */
  preload(paths: Iterable<string>): void;
}

export function openTree(git: Git, tree: string): TreeReader {
  const entries = new Map(listTree(git, tree).map((entry) => [entry.path, entry]));
  const texts = new Map<string, string | null>();
  const preload = (paths: Iterable<string>): void => {
    const wanted = [...paths].flatMap((path) => (texts.has(path) ? [] : (entries.get(path) ?? [])));
    const files = wanted.filter(({ mode }) => mode !== "160000");
    const blobs = readBlobs(
      git,
      files.map(({ oid }) => oid),
    );
    for (const { path, oid } of files) texts.set(path, textOf(blobs.get(oid)));
  };
  return {
    tree,
    entries,
    paths: new Set(entries.keys()),
    preload,
    read(path) {
      preload([path]);
      return texts.get(path) ?? null;
    },
  };
}

/** Binary content reads as null: no rule looks into it. */
function textOf(blob: Buffer | undefined): string | null {
  return blob === undefined || blob.subarray(0, 8000).includes(0) ? null : blob.toString("utf8");
}

const CONFIG_NAMES = ["baton.config.json", "baton.config.yaml", "baton.config.yml"];

/** Base's configuration: head's never counts (security.md, Control files). Throws CONFIG_INVALID. */
export function readConfig(base: TreeReader): Config {
  const name = CONFIG_NAMES.find((candidate) => base.paths.has(candidate));
  return name === undefined ? Config.parse({}) : parseConfig(Config, base.read(name) ?? "", name);
}

/** Parses a configuration or policy file, JSON or YAML. Throws CONFIG_INVALID naming each wrong field. */
export function parseConfig<T>(schema: ZodType<T>, text: string, name: string): T {
  let value: unknown;
  try {
    value = name.endsWith(".json") ? JSON.parse(text) : parseYaml(text);
  } catch (error) {
    throw new BatonError("CONFIG_INVALID", `${name} cannot be read: ${error instanceof Error ? error.message : ""}`, {
      cause: error,
    });
  }
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join(".") || "(top)"}: ${message}`);
  throw new BatonError("CONFIG_INVALID", `${name}: ${problems.join("; ")}`, { details: { problems } });
}

/** The dependency layer of a tree: what it installs, under a key of everything that decides it. */
export function layerOf(tree: TreeReader, config: Config, initialized: boolean): Layer {
  const guessed = guessEnvironment(tree, initialized);
  const { prepare = guessed.prepare } = config.environment;
  const generate = config.environment.generate.length > 0 ? config.environment.generate : guessed.generate;
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
  return { key, prepare, generate };
}

/** True where `init` has been: its files are in base, so head's copies of them count for nothing. */
export const isInitialized = (tree: TreeReader): boolean => HARNESS_FILES.every((path) => tree.paths.has(path));

export function createRoles(config: Config): (path: string) => PathRole {
  return createPathRoles(config.test_files);
}

export const digest = (text: string): string => createHash("sha256").update(text).digest("hex");
/** Short enough to type, long enough not to be met by chance. */
export const approvalId = (text: string): string => digest(text).slice(0, 12);
