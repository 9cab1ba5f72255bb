import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { constants, Script } from "node:vm";

/**
 * Does `work` with what a CommonJS script exports, run with the code that V8 had made of it when the same work was last done.
 * Node's own cache keeps what is compiled before anything runs: every function that is called is compiled again each time,
 * a tenth of a short command (design.md §9). `path` names its content, as `NAME-HASH.cjs`; a null `folder` keeps nothing. Nor is anything
 * kept of work that answers with another exit code than 0: it ran less than it can.
 */
export async function withKeptCode<Exports>(
  path: string,
  { folder, purpose }: { readonly folder: string | null; readonly purpose: string },
  work: (exports: Exports) => Promise<number>,
): Promise<number> {
  const kept = folder === null ? null : join(folder, `${basename(path, ".cjs")}.${purpose}`);
  const code = kept === null ? null : readKept(kept);
  const script = new Script(`(function (module) {${readFileSync(path, "utf8")}\n})`, {
    filename: path,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    ...(code === null ? {} : { cachedData: code }),
  });
  const module = { exports: {} as Exports };
  (script.runInThisContext() as (module: { exports: Exports }) => void)(module);
  const exitCode = await work(module.exports);
  if (kept !== null && exitCode === 0 && (code === null || script.cachedDataRejected === true))
    keep(kept, script.createCachedData());
  return exitCode;
}

/** V8 runs whatever it is given, damaged or not. To compare two copies takes less than any sum over one. */
function readKept(path: string): Buffer | null {
  let both: Buffer;
  try {
    both = readFileSync(path);
  } catch {
    return null;
  }
  const half = both.length / 2;
  const code = both.subarray(0, half);
  return code.equals(both.subarray(half)) ? code : null;
}

/** Takes the place of what older scripts of this name left for any purpose. Nothing is lost where it cannot be written. */
function keep(path: string, code: Buffer): void {
  const [folder, script, temporary] = [dirname(path), basename(path).split(".")[0] ?? "", `${path}.${process.pid}.tmp`];
  const name = script.slice(0, script.lastIndexOf("-") + 1);
  try {
    writeFileSync(temporary, Buffer.concat([code, code]), { mode: 0o600, flush: true });
    renameSync(temporary, path);
    for (const other of readdirSync(folder))
      if (other.startsWith(name) && !other.startsWith(`${script}.`)) rmSync(join(folder, other), { force: true });
  } catch {
    // The next command compiles again.
  }
}
