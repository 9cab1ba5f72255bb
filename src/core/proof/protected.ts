import type { Finding } from "../../errors.ts";
import type { Policy } from "../../schema/config.ts";
import type { Signal } from "../../schema/source.ts";
import { folderOf } from "../text/places.ts";
import { widensLib } from "./manifests/compiler-lib.ts";
import { lockVerdict } from "./manifests/locks.ts";
import { joinsOld, manifestVerdict } from "./manifests/manifests.ts";
import { ownVersions } from "./manifests/own-versions.ts";
import type { PathRole } from "./paths.ts";

/** One changed path with what is needed to class it; text is null where the side does not exist or is binary. */
export interface ProtectedChange {
  readonly path: string;
  readonly role: PathRole;
  readonly base: string | null;
  readonly head: string | null;
  /** Names exactly this diff, for an approval. */
  readonly approval: string;
  readonly signals: readonly Signal[];
  /** Whether head's text is what the harness writes for the project as head has it. */
  readonly isOurs?: boolean;
}

/** What a change of a protected file amounts to. `additive` is allowed and listed. */
export interface ProtectedVerdict {
  readonly kind: "additive" | "control";
  readonly reason: string;
}

/**
 * Classes changes outside code and tests (verification.md, Changes to protected paths). `baseFolders` are folders that
 * base has, to tell a shadowing folder from one that was always there; `guarded` says that this product's own files
 * are in base and nobody but it may write them.
 */
export function judgeProtectedPaths(
  changes: readonly ProtectedChange[],
  policy: Policy,
  facts: { readonly baseFolders: ReadonlySet<string>; readonly guarded: boolean },
): Finding[] {
  return changes.flatMap((change) => judgeChange(change, changes, policy, facts) ?? []);
}

function judgeChange(
  change: ProtectedChange,
  changes: readonly ProtectedChange[],
  policy: Policy,
  facts: { readonly baseFolders: ReadonlySet<string>; readonly guarded: boolean },
): Finding | null {
  const { path, role } = change;
  switch (role) {
    case "implementation":
    case "documentation":
    case "test":
    case "snapshot":
      return null;
    case "harness":
      if (!facts.guarded) return null;
      return { code: "CONTROL_TOUCHED", severity: "error", path, message: `${path} is written by Proofbaton alone` };
    case "forbidden": {
      if (change.base === null && !facts.baseFolders.has(folderOf(path))) {
        const message = `${path} would shadow or replace what the tests run on`;
        return { code: "TEST_TAMPERED", severity: "error", path, message };
      }
      return isInstalled(path) ? judged(change, { kind: "control", reason: "is a dependency's own code" }) : null;
    }
    case "lock":
      return judged(change, dependencyPolicy(lockVerdict(path, change.base, change.head), policy));
    case "manifest":
      return judged(
        change,
        dependencyPolicy(
          manifestVerdict(path, change.base, change.head, {
            inNewFolder: !facts.baseFolders.has(folderOf(path)),
            joins: joinsOld(path, changes),
            own: ownVersions(changes),
          }),
          policy,
        ),
      );
    case "test_config":
      return judged(change, testConfigVerdict(change));
    case "control":
      return judged(change, controlVerdict(change));
  }
}

/** What a project has committed of its dependencies; those of fixtures are data. */
const isInstalled = (path: string): boolean =>
  /(?:^|\/)(?:node_modules|\.venv|site-packages)\//.test(path) &&
  !/(?:^|\/)(?:tests?|__tests__|specs?|e2e|fixtures?|__fixtures__|examples?)\//.test(path);

function controlVerdict({ path, base, head, isOurs = false }: ProtectedChange): ProtectedVerdict {
  if (isOurs) return { kind: "additive", reason: "is what `baton init` writes for this project" };
  const isCompilers = /(?:^|\/)tsconfig[^/]*\.json$/.test(path);
  if (isCompilers && base !== null && head !== null && widensLib(base, head))
    return { kind: "additive", reason: "has more in `lib`, and nothing else" };
  return { kind: "control", reason: "decides how the project is built, checked or run" };
}

function judged(change: ProtectedChange, verdict: ProtectedVerdict & { readonly denied?: boolean }): Finding {
  const { path, approval } = change;
  if (verdict.denied === true) {
    return {
      code: "SCOPE_EXCEEDED",
      severity: "error",
      path,
      message: `${path}: ${verdict.reason}; the policy denies it`,
    };
  }
  if (verdict.kind === "additive") {
    return { code: "PROTECTED_PATH", severity: "info", path, message: `${path} ${verdict.reason}` };
  }
  return { code: "PROTECTED_PATH", severity: "person", path, approval, message: `${path}: ${verdict.reason}` };
}

function dependencyPolicy(verdict: ProtectedVerdict, policy: Policy): ProtectedVerdict & { readonly denied?: boolean } {
  if (verdict.kind === "control" || !verdict.reason.includes("dependenc")) return verdict;
  if (policy.dependencies === "ask") return { ...verdict, kind: "control" };
  return policy.dependencies === "deny" ? { ...verdict, denied: true } : verdict;
}

/** A conftest.py that only adds fixtures is a helper; one with hooks decides outcomes. Other test configuration always does. */
function testConfigVerdict({ path, head, signals }: ProtectedChange): ProtectedVerdict {
  if (!path.endsWith("conftest.py") || head === null) {
    return { kind: "control", reason: "decides which tests run and how" };
  }
  const hook = signals.find(
    ({ kind }) => kind === "runner_hook" || kind === "assertion_patch" || kind === "early_exit",
  );
  if (hook === undefined) return { kind: "additive", reason: "has fixtures and helpers alone, no hooks" };
  return { kind: "control", reason: `line ${hook.line} hooks into the test run: ${hook.excerpt}` };
}
