import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

/** Programs put on PATH under the names of scanners; they write what those write. */
export interface Scanners {
  /** `body` is JavaScript: `args`, `flag(name)`, `read(path)`, `has(path)` of the folder it runs in, `write(path, value)`, `end(code)`. */
  add(name: string, body: string): void;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How each was started, in order. */
  started(): string[];
  remove(): void;
}

const PREAMBLE = `
const fs = require("node:fs");
const args = process.argv.slice(2);
const flag = (name) => args[args.indexOf(name) + 1] ?? "";
const has = (path) => fs.existsSync(path);
const read = (path) => (has(path) ? fs.readFileSync(path, "utf8") : "");
const write = (path, value) => fs.writeFileSync(path, typeof value === "string" ? value : JSON.stringify(value));
const print = (value) => write(1, value);
const end = (code) => process.exit(code);
if (/^(?:--)?version$/.test(args[0])) {
  print(process.argv[1].split("/").at(-1) + " version: 8.21.2\\ndatabase of 2026\\n");
  end(0);
}
`;

export function createScanners(): Scanners {
  const folder = mkdtempSync(join(tmpdir(), "baton-scanners-"));
  const log = join(folder, "started.log");
  return {
    add(name, body) {
      const path = join(folder, name);
      const text = `#!${process.execPath}\n${PREAMBLE}fs.appendFileSync(${JSON.stringify(log)}, ${JSON.stringify(name)} + " " + args.join(" ") + "\\n");\n${body}\n`;
      writeFileSync(path, text);
      chmodSync(path, 0o755);
    },
    env: { ...process.env, PATH: [folder, process.env["PATH"] ?? ""].join(delimiter) },
    started: () => (existsSync(log) ? readFileSync(log, "utf8").trimEnd().split("\n") : []),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** SARIF of Semgrep: a hit wherever a file calls `danger`. */
export const SEMGREP = `
const hits = fs.readdirSync("src").flatMap((name) => read("src/" + name).split("\\n").flatMap((line, at) => line.includes("danger(") ? [{
  ruleId: "semgrep.danger",
  message: { text: "danger is called with what a user typed" },
  locations: [{ physicalLocation: { artifactLocation: { uri: "src/" + name, uriBaseId: "%SRCROOT%" }, region: { startLine: at + 1, startColumn: 1, endLine: at + 1, endColumn: 8, snippet: { text: line } } } }],
  fingerprints: { "matchBasedId/v1": "0" },
  properties: {},
  ...(line.includes("nosemgrep") ? { suppressions: [{ kind: "inSource" }] } : {}),
}] : []));
write(flag("--output"), {
  $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json",
  version: "2.1.0",
  runs: [{
    invocations: [{ executionSuccessful: true, toolExecutionNotifications: has("src/torn.js") ? [{ descriptor: { id: "Syntax error" }, level: "error", message: { text: "Syntax error at line src/torn.js:1" } }] : [] }],
    results: hits,
    tool: { driver: { name: "Semgrep OSS", semanticVersion: "1.97.0", rules: [{
      id: "semgrep.danger", name: "semgrep.danger", defaultConfiguration: { level: "error" },
      properties: { precision: "very-high", tags: ["CWE-78: Improper Neutralization of Special Elements used in an OS Command", "OWASP-A03:2021 - Injection", "security"] },
    }] } },
  }],
});
`;

/** SARIF of Gitleaks: a secret in each file that says so. */
export const GITLEAKS = `
const found = fs.readdirSync("src").filter((name) => read("src/" + name).includes("SECRET")).map((name) => ({
  message: { text: "generic-api-key has detected secret for file src/" + name + "." },
  ruleId: "generic-api-key",
  locations: [{ physicalLocation: { artifactLocation: { uri: "src/" + name }, region: { startLine: 1, startColumn: 1, endLine: 1, endColumn: 2, snippet: { text: "REDACTED" } } } }],
  partialFingerprints: { commitSha: "", email: "", author: "", date: "", commitMessage: "" },
}));
write(flag("--report-path"), {
  $schema: "https://schemastore.azurewebsites.net/schemas/json/sarif-2.1.0-rtm.5.json",
  version: "2.1.0",
  runs: [{ tool: { driver: { name: "gitleaks", semanticVersion: "v8.0.0", informationUri: "", rules: [{ id: "generic-api-key", shortDescription: { text: "A key" } }] } }, results: found }],
});
end(found.length > 0 ? 1 : 0);
`;

/** Trivy without a database: misconfigurations and secrets it finds, vulnerabilities it cannot look for. */
export const TRIVY = `
if (flag("--scanners").includes("vuln")) {
  fs.writeSync(2, "2026-01-01T00:00:00Z\\tFATAL\\tFatal error\\tinit error: DB error: database error: --skip-db-update cannot be specified on the first run\\n");
  end(1);
}
const results = has("Dockerfile") ? [{
  Target: "Dockerfile", Class: "config", Type: "dockerfile", MisconfSummary: { Successes: 26, Failures: 1 },
  Misconfigurations: [{ Type: "Dockerfile Security Check", ID: "DS002", AVDID: "AVD-DS-0002", Title: "Image user should not be 'root'", Message: "Specify at least 1 USER command in Dockerfile", Severity: "HIGH", Status: "FAIL", CauseMetadata: { Provider: "Dockerfile", Service: "general" } }],
}] : [];
write(flag("--output"), { SchemaVersion: 2, CreatedAt: "2026-01-01T00:00:00Z", ArtifactName: ".", ArtifactType: "filesystem", ...(results.length > 0 ? { Results: results } : {}) });
`;
