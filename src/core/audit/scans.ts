import type { AuditFacts } from "./facts.ts";
import { found, share, type Finding, type Measure } from "./measure.ts";

/** What a scanner looks at. Of any other tool only its name is known. */
type Look = "secrets" | "configuration" | "code" | "dependencies";

const LOOKS: Readonly<Record<string, Look>> = {
  secretlint: "secrets",
  gitleaks: "secrets",
  trivy: "configuration",
  bandit: "code",
  semgrep: "code",
  "npm-audit": "dependencies",
  "cargo-audit": "dependencies",
  govulncheck: "dependencies",
  "pip-audit": "dependencies",
  "osv-scanner": "dependencies",
};

const REPORT = "security_scan.json";

/** The looks of a task's scan. Trivy is started a second time where it reads lock files too. */
function looksOf(tools: readonly string[]): ReadonlySet<Look> {
  const looks = tools.flatMap((tool) => LOOKS[tool] ?? []);
  const isTwice = tools.filter((tool) => tool === "trivy").length > 1;
  return new Set(isTwice ? [...looks, "dependencies"] : looks);
}

interface Scanned {
  readonly clean: readonly string[];
  readonly covering: readonly string[];
  /** Who looked, and what of it was looked for. */
  readonly note: string;
  readonly reports: readonly string[];
}

/** The finished tasks whose scan is clean, and those of them where one of `wanted` was looked at. */
function scannedFor(wanted: readonly Look[], { done, checkOf, scannersOf, artifactsNamed }: AuditFacts): Scanned {
  const clean = done.filter((id) => checkOf(id, "security") === "pass");
  const covering = clean.filter((id) => wanted.some((look) => looksOf(scannersOf(id)).has(look)));
  const tools = [...new Set(clean.flatMap(scannersOf))];
  const looks = new Set(clean.flatMap((id) => [...looksOf(scannersOf(id))]));
  const missing = wanted.filter((look) => !looks.has(look));
  const by = tools.length === 0 ? "" : `, by ${tools.join(", ")}`;
  const none = missing.length === 0 ? "" : `; no scanner of ${missing.join(", and none of ")} ran`;
  const reports = artifactsNamed(REPORT);
  return { clean, covering, note: `${by}${none}`, reports: clean.flatMap((id) => reports.get(id) ?? []) };
}

/** Something of the kind must have been looked at: a scan for secrets alone finds no flaw of code. */
export const lookedFor =
  (...wanted: readonly Look[]): Measure =>
  (facts) => {
    const { covering, note, reports } = scannedFor(wanted, facts);
    const { length } = facts.done;
    return share(covering.length, length, `finished tasks passed a scan of ${wanted.join(" or ")}${note}`, reports);
  };

/** Any clean scan is a part of it. */
export const security: Measure = (facts): Finding => {
  const { clean, covering, note, reports } = scannedFor(["code", "dependencies"], facts);
  const whole = share(clean.length, facts.done.length, `finished tasks passed a security scan${note}`, reports);
  return covering.length < clean.length && whole.status === "evidenced"
    ? found("partial", whole.note, whole.artifacts)
    : whole;
};
