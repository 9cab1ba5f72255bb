import { hash } from "node:crypto";
import type { Disk } from "./disk.ts";
import type { createFileCalls, Kernel } from "./file-calls.ts";

/** A tree as git shows it: path to mode and object. Folders are no objects of their own here. */
type Tree = ReadonlyMap<string, { readonly mode: string; readonly oid: string }>;

interface Commit {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly subject: string;
}

export interface GitCall {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input: Buffer;
}

export interface GitAnswer {
  readonly status: number;
  readonly stdout: Buffer;
}

/**
 * Git as its documentation has it under `core.fsync=committed`: objects and refs are durable when it returns; index and
 * work tree are files that nobody synced. A ref moves by compare-and-swap.
 */
export interface SimulatedGit {
  call(call: GitCall): GitAnswer;
  ref(name: string): string | undefined;
  text(commit: string, path: string): string | null;
  isAncestor(older: string, newer: string): boolean;
  refs(): string;
  /** `git reset --hard`, by the user. */
  reset(commit: string, workTree: string): void;
}

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1;

class Refused extends Error {}
/** An everyday answer: where it came from is not looked up each time. */
const REFUSED = new Refused();
const refuse = (_why: string): never => {
  throw REFUSED;
};

const PREFIX = { blob: Buffer.from("blob\0"), tree: Buffer.from("tree\0"), commit: Buffer.from("commit\0") };

type Files = ReturnType<typeof createFileCalls>["calls"];

/** `common` is the folder that has the refs, each a file of its own. */
export function createGit(disk: Disk, files: Files, kernel: Kernel, common: string): SimulatedGit {
  const blobs = new Map<string, Buffer>();
  const trees = new Map<string, Tree>();
  const commits = new Map<string, Commit>();
  const refs = new Map<string, string>();
  const setRef = (ref: string, oid: string): void => {
    refs.set(ref, oid);
    const paths = ref.split("/").map((_, at, names) => [common, ...names.slice(0, at + 1)].join("/"));
    const path = `${common}/${ref}`;
    for (const folder of paths.slice(0, -1)) if (disk.find(folder) === null) disk.createFolder(folder);
    const file = disk.find(path) ?? disk.createFile(path, 0o644);
    if (file.kind === "file") file.bytes = Buffer.from(`${oid}\n`);
    for (const each of paths) syncAt(each);
  };
  const syncAt = (path: string): void => {
    const node = disk.find(path);
    if (node !== null) disk.sync(node);
  };
  const name = (kind: keyof typeof PREFIX, content: string | Buffer): string =>
    hash("sha1", typeof content === "string" ? `${kind}\0${content}` : Buffer.concat([PREFIX[kind], content]));
  const writeBlob = (content: Buffer): string => {
    const oid = name("blob", content);
    blobs.set(oid, content);
    return oid;
  };
  const writeTree = (tree: Tree): string => {
    const sorted = new Map([...tree].toSorted(([one], [other]) => (one < other ? -1 : 1)));
    const oid = name("tree", [...sorted].map(([path, { mode, oid: id }]) => `${mode} ${id}\t${path}`).join("\n"));
    trees.set(oid, sorted);
    return oid;
  };
  const commitOf = (revision: string): string | null => {
    const plain = revision.replace(/\^\{(?:commit|tree)\}$/, "");
    const parent = plain.endsWith("^");
    const id = refs.get(plain.replace(/\^$/, "")) ?? plain.replace(/\^$/, "");
    const found = commits.get(id);
    if (found === undefined) return null;
    return parent ? (found.parents[0] ?? null) : id;
  };
  const treeIdOf = (revision: string): string => {
    const id = revision.replace(/\^\{tree\}$/, "");
    if (trees.has(id)) return id;
    return commits.get(commitOf(id) ?? "")?.tree ?? refuse(`no tree ${revision}`);
  };
  const treeOf = (revision: string): Tree => trees.get(treeIdOf(revision)) ?? refuse(`no tree ${revision}`);
  const ancestors = (commit: string): Set<string> => {
    const all = new Set<string>();
    for (const queue = [commit]; queue.length > 0;) {
      const next = queue.pop() ?? "";
      if (all.has(next)) continue;
      all.add(next);
      queue.push(...(commits.get(next)?.parents ?? []));
    }
    return all;
  };
  const changes = (from: Tree, to: Tree) =>
    [...new Set([...from.keys(), ...to.keys()])]
      .toSorted()
      .filter((path) => from.get(path)?.oid !== to.get(path)?.oid || from.get(path)?.mode !== to.get(path)?.mode)
      .map((path) => ({ path, old: from.get(path), fresh: to.get(path) }));
  const readIndex = (path: string): Map<string, { mode: string; oid: string }> => {
    if (!files.existsSync(path)) return new Map();
    const text = String(files.readFileSync(path, "utf8"));
    if (!text.endsWith("]")) return refuse("index file corrupt");
    return new Map(JSON.parse(text) as [string, { mode: string; oid: string }][]);
  };
  let syncsIndex = false;
  const writeIndex = (path: string, tree: Tree): void => {
    files.writeFileSync(`${path}.lock`, JSON.stringify([...tree]));
    files.renameSync(`${path}.lock`, path);
    if (!syncsIndex) return;
    for (const each of [path, path.slice(0, path.lastIndexOf("/"))]) syncAt(each);
  };
  const writeWork = (workTree: string, path: string, oid: string): void => {
    const full = `${workTree}/${path}`;
    files.mkdirSync(full.slice(0, full.lastIndexOf("/")), { recursive: true });
    files.rmSync(full, { force: true });
    files.writeFileSync(full, blobs.get(oid) ?? Buffer.alloc(0));
  };
  const mergeBase = (one: string, other: string): string => {
    const known = ancestors(one);
    return [...ancestors(other)].find((commit) => known.has(commit)) ?? refuse("no common commit");
  };
  const workFile = (workTree: string, path: string): string | null => {
    const node = disk.find(`${workTree}/${path}`, false);
    return node?.kind === "file" ? name("blob", node.bytes) : null;
  };

  const commands: Record<string, (args: readonly string[], call: GitCall) => string | Buffer> = {
    init: (args, { env }) => {
      for (const folder of [args.at(-1) ?? "", env["GIT_DIR"] ?? ""]) files.mkdirSync(folder, { recursive: true });
      files.writeFileSync(`${env["GIT_DIR"]}/HEAD`, "ref: refs/heads/work\n");
      return "";
    },
    config: () => "",
    fetch: (args, { env }) => {
      files.writeFileSync(`${env["GIT_DIR"]}/FETCH_HEAD`, args.at(-1) ?? "");
      return "";
    },
    checkout: (_, { env }) => {
      const commit = String(files.readFileSync(`${env["GIT_DIR"]}/FETCH_HEAD`, "utf8"));
      for (const [path, { oid }] of treeOf(commit)) writeWork(env["GIT_WORK_TREE"] ?? "", path, oid);
      return "";
    },
    var: () => "Ada <ada@example.invalid> 0 +0000",
    mktree: () => writeTree(new Map()),
    "hash-object": (args, { input }) => (args.includes("-w") ? writeBlob(input) : name("blob", input)),
    "rev-parse": (args) => {
      const revision = args.at(-1) ?? "";
      return revision.endsWith("^{tree}") ? treeIdOf(revision) : (commitOf(revision) ?? refuse(`no ${revision}`));
    },
    "update-ref": (args) => {
      const [ref = "", to = "", old] = args.filter((arg, at) => !arg.startsWith("-") && args[at - 1] !== "-m");
      const now = refs.get(ref) ?? "0".repeat(to.length);
      if (old !== undefined && old !== now) return refuse(`${ref} is at ${now}`);
      setRef(ref, to);
      return "";
    },
    "commit-tree": ([tree = "", ...rest], { input, env }) => {
      const parents = rest.filter((arg) => arg !== "-p");
      const oid = name("commit", [tree, ...parents, env["GIT_AUTHOR_DATE"], input.toString()].join("\n"));
      commits.set(oid, { tree, parents, subject: input.toString().split("\n", 1)[0] ?? "" });
      return oid;
    },
    "ls-tree": (all) => {
      const [args, only] = all.includes("--") ? [all.slice(0, all.indexOf("--")), all.slice(all.indexOf("--"))] : [all];
      const tree = new Map([...treeOf(args.at(-1) ?? "")].filter(([path]) => only?.includes(path) ?? true));
      const shown = args.includes("--name-only")
        ? [...tree.keys()]
        : [...tree].map(([path, { mode, oid }]) => `${mode} blob ${oid}\t${path}`);
      return shown.map((line) => `${line}\0`).join("");
    },
    "diff-tree": (args) => {
      const [from = "", to = "", ...paths] = args.filter((arg) => !arg.startsWith("-"));
      const left = new Set(paths.map((path) => path.replace(/^:\(exclude\)/, "")));
      const all = changes(treeOf(from), treeOf(to)).filter(({ path }) => !left.has(path));
      if (args.includes("--name-only")) return all.map(({ path }) => `${path}\0`).join("");
      if (args.includes("-p")) return all.map(({ path }) => `diff of ${path}\n`).join("");
      const blank = { mode: "000000", oid: "0".repeat(40) };
      return all
        .map(
          ({ path, old = blank, fresh = blank }) => `:${old.mode} ${fresh.mode} ${old.oid} ${fresh.oid} M\0${path}\0`,
        )
        .join("");
    },
    "cat-file": ([kind = "", oid = ""], { input }) => {
      if (kind === "blob") return blobs.get(oid) ?? refuse("no blob");
      const wanted = input.toString().split("\n").filter(Boolean);
      return Buffer.concat(
        wanted.flatMap((id) => {
          const bytes = blobs.get(id);
          return bytes === undefined
            ? [Buffer.from(`${id} missing\n`)]
            : [Buffer.from(`${id} blob ${bytes.length}\n`), bytes, Buffer.from("\n")];
        }),
      );
    },
    "merge-base": (args) => {
      const [one = "", other = ""] = args.filter((arg) => !arg.startsWith("-"));
      if (!args.includes("--is-ancestor")) return mergeBase(one, other);
      return ancestors(commitOf(other) ?? other).has(commitOf(one) ?? one) ? "" : refuse("no ancestor");
    },
    "merge-tree": (args) => {
      const [tip = "", other = ""] = args.filter((arg) => !arg.startsWith("-"));
      const base = treeOf(mergeBase(tip, other));
      const merged = new Map(treeOf(tip));
      for (const { path, old, fresh } of changes(base, treeOf(other))) {
        const theirs = merged.get(path);
        if (theirs?.oid !== old?.oid && theirs?.oid !== fresh?.oid) return refuse(`conflict in ${path}`);
        if (fresh === undefined) merged.delete(path);
        else merged.set(path, fresh);
      }
      return writeTree(merged);
    },
    "rev-list": () => "",
    // Nobody rebases here: what the branch has no more came back under no other name.
    cherry: ([to = "", from = ""]) => {
      const kept = ancestors(to);
      const gone = [...ancestors(from)].filter((commit) => !kept.has(commit));
      return gone.map((commit) => `+ ${commit}`).join("\n");
    },
    log: ([, range = ""]) => {
      const [from = "", to = ""] = range.split("..");
      const known = ancestors(from);
      const fresh = [...ancestors(to)].filter((commit) => !known.has(commit));
      return fresh.map((commit) => `${commit.slice(0, 7)} Ada: ${commits.get(commit)?.subject}`).join("\n");
    },
    "for-each-ref": (args) =>
      [...refs]
        .filter(([ref]) => args.some((prefix) => ref === prefix || ref.startsWith(`${prefix}/`)))
        .toSorted(byName)
        .map(([ref, oid]) => `${ref} ${oid}`)
        .join("\n"),
    "read-tree": (args, { env }) => {
      const index = env["GIT_INDEX_FILE"] ?? "";
      const [from = "", to] = args.filter((arg) => !arg.startsWith("-"));
      if (!args.includes("-m")) {
        writeIndex(index, treeOf(from));
        return "";
      }
      const workTree = env["GIT_WORK_TREE"] ?? "";
      const target = treeOf(to ?? from);
      const start: Tree = to === undefined ? new Map() : treeOf(from);
      const all = changes(start, target);
      const present = readIndex(index);
      for (const { path, old, fresh } of all) {
        const [staged, work] = [present.get(path)?.oid, workFile(workTree, path) ?? undefined];
        const fits = (oid: string | undefined): boolean => oid === old?.oid || oid === fresh?.oid;
        if (!fits(staged) || !fits(work)) return refuse(`${path} is not up to date`);
      }
      if (args.includes("-n")) return "";
      for (const { path, fresh } of all) {
        if (fresh === undefined) files.rmSync(`${workTree}/${path}`, { force: true });
        else if (workFile(workTree, path) !== fresh.oid) writeWork(workTree, path, fresh.oid);
      }
      const next = new Map(present);
      for (const { path, fresh } of all) {
        if (fresh === undefined) next.delete(path);
        else next.set(path, fresh);
      }
      writeIndex(index, next);
      return "";
    },
    "update-index": (args, { env, input }) => {
      if (!args.includes("--index-info")) return "";
      const index = env["GIT_INDEX_FILE"] ?? "";
      const next = readIndex(index);
      for (const line of input.toString().split("\0").filter(Boolean)) {
        const [meta = "", path = ""] = line.split("\t");
        const [mode = "", oid = ""] = meta.split(" ");
        if (mode === "0") next.delete(path);
        else next.set(path, { mode, oid });
      }
      writeIndex(index, next);
      return "";
    },
    "checkout-index": (_, { env, input }) => {
      const index = readIndex(env["GIT_INDEX_FILE"] ?? "");
      for (const path of input.toString().split("\0").filter(Boolean))
        writeWork(env["GIT_WORK_TREE"] ?? "", path, index.get(path)?.oid ?? "");
      return "";
    },
    "write-tree": (_, { env }) => writeTree(readIndex(env["GIT_INDEX_FILE"] ?? "")),
    add: (_, { env }) => {
      const workTree = env["GIT_WORK_TREE"] ?? "";
      const listed = files.readdirSync(workTree, { withFileTypes: true, recursive: true }) as {
        name: string;
        parentPath: string;
        isFile(): boolean;
      }[];
      const paths = listed
        .filter((entry) => entry.isFile())
        .map(({ name: file, parentPath }) => `${parentPath}/${file}`.slice(workTree.length + 1))
        .filter((path) => !path.startsWith(".git/") && !path.startsWith("artifacts/"));
      const before = readIndex(env["GIT_INDEX_FILE"] ?? "");
      writeIndex(
        env["GIT_INDEX_FILE"] ?? "",
        new Map(
          paths.map((path) => [
            path,
            {
              mode: before.get(path)?.mode ?? "100644",
              oid: writeBlob(Buffer.from(files.readFileSync(`${workTree}/${path}`))),
            },
          ]),
        ),
      );
      return "";
    },
    "ls-files": (args, { env }) =>
      args.includes("--stage")
        ? [...readIndex(env["GIT_INDEX_FILE"] ?? "")]
            .map(([path, { mode, oid }]) => `${mode} ${oid} 0\t${path}\0`)
            .join("")
        : "",
    "diff-index": () => "",
  };
  const CHANGING = new Set(["update-ref", "commit-tree", "hash-object", "write-tree"]);
  return {
    call({ args, env, input }) {
      syncsIndex = args[0] === "-c" && args[1] === "core.fsync=added";
      const [command = "", ...rest] = args[0] === "-c" ? args.slice(2) : args;
      const run = commands[command];
      if (run === undefined) throw new Error(`the simulated git knows no ${args.join(" ")}`);
      if (CHANGING.has(command)) kernel.strike(`git ${command}`, env["GIT_DIR"] ?? "");
      try {
        const stdout = run(rest, { args: rest, env, input });
        return { status: 0, stdout: Buffer.from(stdout as Buffer) };
      } catch (error) {
        if (error instanceof Refused) return { status: 1, stdout: Buffer.from("") };
        throw error;
      }
    },
    ref: (ref) => refs.get(ref),
    refs: () => [...refs].toSorted(byName).join("\n"),
    text(commit, path) {
      const oid = treeOf(commit).get(path)?.oid;
      return oid === undefined ? null : (blobs.get(oid)?.toString("utf8") ?? null);
    },
    isAncestor: (older, newer) => ancestors(newer).has(older),
    reset(commit, workTree) {
      const tree = treeOf(commit);
      files.rmSync(`${workTree}/.git/index`, { force: true });
      writeIndex(`${workTree}/.git/index`, tree);
      for (const folder of ["src", "test", "init.sh", "feature_list.json", "agent_state.json", "claude-progress.txt"])
        files.rmSync(`${workTree}/${folder}`, { recursive: true, force: true });
      for (const [path, { oid }] of tree) writeWork(workTree, path, oid);
    },
  };
}
