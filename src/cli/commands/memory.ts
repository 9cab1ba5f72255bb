import { counted } from "../../core/text/counted.ts";
import { soughtIn } from "../../core/memory/relevance.ts";
import { BatonError } from "../../errors.ts";
import { EntryType, MemoryTarget } from "../../schema/memory.ts";
import { textOf } from "../../store/bus/text-index.ts";
import { answered, type Answer } from "../output.ts";
import { episodeLine, episodeNamed, beginning, oneOf, targetOf, versionOf } from "../memory-words.ts";
import { plain } from "../render/plain.ts";
import type { Surroundings } from "../surroundings.ts";
import { withMemory } from "../with-memory.ts";

/** `baton memory get KEY|ID [--at N]`. */
export async function memoryGetCommand(
  ref: string,
  flags: { readonly at?: string },
  around: Surroundings,
): Promise<Answer> {
  const [, cited = ref, number] = /^(.*)@(\d+)$/.exec(ref) ?? [];
  const version = flags.at === undefined ? versionOf(ref, number) : versionOf(`--at ${flags.at}`, flags.at);
  return withMemory(around, "read", (stores) => {
    const target = version === undefined ? targetOf(stores, ref) : "shared_reference";
    if (target === "working_set") {
      const set = stores.working.get(ref);
      return answered({ target, ...set }, stores.working.exportSummary(ref));
    }
    if (target === "episodic") {
      const episode = episodeNamed(stores, ref);
      return answered({ target, ...episode }, [episodeLine(episode), textOf(episode.content)]);
    }
    if (target === "synthesis") {
      const found = stores.synthesis.getPattern(ref);
      const evidence = stores.synthesis.getEvidenceChain(ref);
      const lines = [`${ref} · confidence ${found.confidence.toFixed(2)}`, found.description, "Evidence:"];
      return answered({ target, ...found, evidence }, [...lines, ...evidence.map(episodeLine)]);
    }
    const found = stores.shared.get(cited, version);
    const citation = `${found.key}@${found.version}`;
    const head = `${citation} · from ${found.source} · ${found.updated_at}`;
    return answered({ target, citation, ...found }, [head, textOf(found.value)]);
  });
}

/** `baton memory search WORDS`. */
export async function memorySearchCommand(
  text: string,
  flags: { readonly compartment?: string },
  around: Surroundings,
): Promise<Answer> {
  const wanted = soughtIn(text);
  if (wanted.length === 0)
    throw new BatonError("USAGE_INVALID", "no word to look for", {
      hint: "Give words or numbers: baton memory search rounding cents",
    });
  const target = flags.compartment === undefined ? undefined : compartment(flags.compartment);
  return withMemory(around, "read", (stores) => {
    const hits = stores.search(wanted, target === undefined ? {} : { target });
    const lines = hits.map(
      ({ target: where, ref, text }) => `  ${where.padEnd(16)}  ${plain(ref)}  ${plain(beginning(text))}`,
    );
    const next = hits.length === 0 ? ["Next: baton memory list shows everything that is remembered."] : [];
    return answered({ hits }, [`${hits.length} found`, ...lines, ...next]);
  });
}

/** `baton memory versions KEY`. */
export async function memoryVersionsCommand(key: string, around: Surroundings): Promise<Answer> {
  return withMemory(around, "read", (stores) => {
    const newest = stores.shared.get(key);
    const versions = stores.shared.listVersions(key).map((version) => stores.shared.get(key, version));
    const lines = versions.map(
      ({ version, source, updated_at: at, value }) =>
        `  @${version}  ${at}  ${plain(source)}  ${plain(beginning(textOf(value)))}`,
    );
    return answered({ key, newest: newest.version, versions }, [
      `${plain(key)}: ${counted(versions.length, "version")}`,
      ...lines,
    ]);
  });
}

/** `baton memory list [--compartment NAME]`. */
export async function memoryListCommand(
  flags: {
    readonly compartment?: string;
    readonly problem?: string;
    readonly tag?: readonly string[];
    readonly type?: string;
  },
  around: Surroundings,
): Promise<Answer> {
  const target = listedOf(flags);
  return withMemory(around, "read", (stores) => {
    const wants = (one: MemoryTarget): boolean => target === null || target === one;
    const shared = wants("shared_reference") ? stores.shared.list() : [];
    const synthesis = wants("synthesis") ? stores.synthesis.search() : [];
    const working = wants("working_set") ? stores.working.list() : [];
    const episodic = wants("episodic") ? stores.episodic.query(queryOf(flags)) : [];
    const lines = [
      ...shared.map(
        ({ key, version, source, value }) =>
          `  ${plain(key)}@${version}  from ${plain(source)}  ${plain(beginning(textOf(value)))}`,
      ),
      ...synthesis.map(
        ({ id, confidence, description }) => `  ${id}  ${confidence.toFixed(2)}  ${plain(beginning(description))}`,
      ),
      ...working.map(({ problem_id: id, expires_at: until }) => `  working set of ${plain(id)} until ${until}`),
      ...episodic.map((episode) => `  ${episodeLine(episode)}`),
    ];
    const head = [
      counted(shared.length, "shared reference"),
      counted(synthesis.length, "synthesis", "syntheses"),
      counted(working.length, "working set"),
      counted(episodic.length, "episode"),
    ].join(" · ");
    const next = lines.length === 0 ? ['Next: baton memory add KEY "what agents should know"'] : [];
    return answered({ shared_reference: shared, synthesis, working_set: working, episodic }, [head, ...lines, ...next]);
  });
}

type ListFlags = Parameters<typeof memoryListCommand>[0];

/** The one compartment that is listed; null: all. Tags, types and problems are of episodes alone. */
function listedOf({ compartment: named, problem, tag, type }: ListFlags): MemoryTarget | null {
  const target = named === undefined ? null : compartment(named);
  if (problem === undefined && tag === undefined && type === undefined) return target;
  if (target === null || target === "episodic") return "episodic";
  throw new BatonError("USAGE_INVALID", `--problem, --tag and --type are of episodes, not of ${target}`);
}

const EPISODES_LISTED = 50;

function queryOf({ problem, tag, type }: ListFlags) {
  return {
    limit: EPISODES_LISTED,
    ...(problem === undefined ? {} : { problemId: problem }),
    ...(tag === undefined ? {} : { tags: tag }),
    ...(type === undefined ? {} : { entryType: oneOf("--type", type, EntryType.options) }),
  };
}

const compartment = (text: string): MemoryTarget => oneOf("--compartment", text, MemoryTarget.options);
