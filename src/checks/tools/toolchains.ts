import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ToolFindings } from "../../schema/tool-findings.ts";
import { findProgram } from "../../util/find-program.ts";
import { readClippy } from "../readers/compilers.ts";
import type { Evidence } from "../readers/evidence.ts";
import { readGoVet } from "../readers/go-vet.ts";
import { cargoPlace } from "../runners/cargo-test.ts";
import { foldersUp } from "../runners/environment.ts";
import { findGo, goPlace } from "../runners/go-test.ts";
import { versionSaid } from "../runners/program-version.ts";
import type { Tool, ToolPlace } from "./port.ts";
import { printed } from "./programs.ts";

/**
 * Clippy over every target of the workspace, as far as each compiles by itself. It exits 101 where there are errors, of the code or
 * of a lint that is denied.
 */
export const clippy: Tool = (place) => {
  const { treeDirectory, env } = place;
  const cargo = findProgram("cargo", env["PATH"]);
  const program = findProgram("cargo-clippy", env["PATH"]);
  if (cargo === null || program === null) return null;
  const flags = ["--workspace", "--all-targets", "--offline", "--message-format", "json"];
  const isPinned = pinsToolchain(place);
  const version = isPinned ? null : versionSaid(program, "--version", env);
  return {
    ...cargoPlace(treeDirectory, env),
    argv: [cargo, "clippy", ...flags, ...(!isPinned && goesOn(cargo, env) ? ["--keep-going"] : [])],
    ...(version === null ? {} : { version: version.replace(/^clippy /, "") }),
    codes: [0, 101],
    read: (outcome) => ownLints(printed(readClippy)(outcome)),
    agrees: (code, { findings }) => (code === 101) === findings.some(({ level }) => level === "error"),
    needs: "the crates that it depends on (cargo fetch)",
  };
};

/** What the compiler itself only warns of is no finding of Clippy's: code that nothing uses yet is what the next task begins with. */
function ownLints(evidence: Evidence<ToolFindings>): Evidence<ToolFindings> {
  if (evidence.problem !== null) return evidence;
  const findings = evidence.value.findings.filter(
    ({ level, rule }) => level === "error" || rule.startsWith("clippy::"),
  );
  return { ...evidence, value: { ...evidence.value, findings } };
}

/** Whether the tree says itself which toolchain it wants: another than answers outside of it. */
const pinsToolchain = ({ treeDirectory, plan }: ToolPlace): boolean =>
  foldersUp({ treeDirectory, unit: plan }).some((folder) =>
    ["rust-toolchain.toml", "rust-toolchain"].some((name) => existsSync(join(folder, name))),
  );

/** Whether this cargo knows how to go on with other targets after one that does not compile (1.74). */
function goesOn(cargo: string, env: Readonly<Record<string, string>>): boolean {
  const [, minor = "0"] = /^cargo 1\.(\d+)/.exec(versionSaid(cargo, "--version", env) ?? "") ?? [];
  return Number(minor) >= 74;
}

/** `go vet` over the module. Whatever it finds, with `-json` it exits 0; any other code says that it could not look. */
export const goVet: Tool = ({ treeDirectory, env }) => {
  const go = findGo(env);
  if (go === null) return null;
  const version = versionSaid(go, "version", env);
  return {
    ...goPlace(treeDirectory),
    argv: [go, "vet", "-json", "./..."],
    ...(version === null ? {} : { version: version.replace(/^go version /, "") }),
    codes: [0],
    read: ({ stdout, stderr }) => readGoVet(Buffer.concat([stdout, stderr])),
    agrees: () => true,
    needs: "a module that compiles, with the modules that it depends on (go mod download)",
  };
};
