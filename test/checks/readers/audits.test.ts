import { describe, expect, it } from "vitest";
import { readCargoAudit, readPipAudit } from "../../../src/checks/readers/audits.ts";
import { cvss3Score } from "../../../src/checks/readers/cvss.ts";
import { readTrivy } from "../../../src/checks/readers/trivy.ts";

const bytes = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));

describe("CVSS 3 base scores", () => {
  it.each([
    ["CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H", 9.8],
    ["CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N", 6.1],
    ["CVSS:3.1/AV:L/AC:L/PR:L/UI:N/S:C/C:H/I:H/A:H", 8.8],
    ["CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H", 7.5],
    ["CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:L/A:L", 5.6],
    ["CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N", 0],
    ["CVSS:3.1/AV:N/AC:L", null],
    ["CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N", null],
    ["", null],
  ])("%s is %s", (vector, score) => expect(cvss3Score(vector)).toBe(score));
});

describe("answers of auditors", () => {
  const cargo = (count: number, dependencies = 3, known = 900): Uint8Array =>
    bytes({
      database: { "advisory-count": known },
      lockfile: { "dependency-count": dependencies },
      vulnerabilities: { found: count > 0, count, list: [] },
      warnings: {},
    });
  it.each([
    ["counts and lists other numbers", cargo(1), "EVIDENCE_IMPLAUSIBLE"],
    ["looked at nothing", cargo(0, 0), "EVIDENCE_EMPTY"],
    ["knows nothing", cargo(0, 3, 0), "EVIDENCE_EMPTY"],
    ["is none", Buffer.from("error: couldn't load advisory database"), "EVIDENCE_UNREADABLE"],
  ])("one of cargo-audit that %s measured nothing", (_, answer, code) =>
    expect(readCargoAudit(answer).problem?.code).toBe(code),
  );

  it("an unrated advisory of cargo-audit is high, a rated one what its vector says, a warning low", () => {
    const one = (id: string, cvss: string | null) => ({
      advisory: { id, title: "t", cvss },
      package: { name: "p", version: "1" },
    });
    const answer = {
      database: { "advisory-count": 1 },
      lockfile: { "dependency-count": 1 },
      vulnerabilities: {
        found: true,
        count: 2,
        list: [one("A", null), one("B", "CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:L/A:L")],
      },
      warnings: { yanked: [{ kind: "yanked", package: { name: "p", version: "1" }, advisory: null }] },
    };
    const { value } = readCargoAudit(bytes(answer));
    expect(value?.vulnerabilities.map(({ id, severity }) => `${id} ${severity}`)).toEqual([
      "A high",
      "B medium",
      "yanked low",
    ]);
  });

  it("pip-audit that looked at nothing measured nothing", () =>
    expect(readPipAudit(bytes({ dependencies: [], fixes: [] })).problem?.code).toBe("EVIDENCE_EMPTY"));
});

describe("trivy's report", () => {
  it("holds vulnerabilities by weakness, what passed is no finding, and of a secret only its place is kept", () => {
    const { value } = readTrivy(
      bytes({
        SchemaVersion: 2,
        ArtifactName: ".",
        ArtifactType: "filesystem",
        Results: [
          {
            Target: "package-lock.json",
            Class: "lang-pkgs",
            Type: "npm",
            Vulnerabilities: [
              {
                VulnerabilityID: "CVE-2019-11358",
                PkgName: "jquery",
                InstalledVersion: "3.3.9",
                Severity: "MEDIUM",
                Title: "Prototype pollution",
                CweIDs: ["CWE-79"],
              },
              { VulnerabilityID: "CVE-0", PkgName: "x", InstalledVersion: "1", Severity: "UNKNOWN" },
            ],
          },
          {
            Target: "Dockerfile",
            Class: "config",
            Misconfigurations: [{ ID: "DS001", Severity: "LOW", Status: "PASS" }],
          },
          {
            Target: "a.sh",
            Class: "secret",
            Secrets: [
              {
                RuleID: "aws-access-key-id",
                Category: "AWS",
                Severity: "CRITICAL",
                Title: "AWS",
                StartLine: 3,
                EndLine: 3,
                Match: "key=AKIA",
              },
            ],
          },
        ],
      }),
    );
    expect(
      value?.findings.map(({ path, line, rule, severity, cwe }) => `${path}:${line} ${rule} ${severity} ${cwe.join()}`),
    ).toEqual([
      "package-lock.json:0 CVE-2019-11358 medium 79",
      "package-lock.json:0 CVE-0 high 1395",
      "a.sh:3 aws-access-key-id critical 798",
    ]);
    expect(JSON.stringify(value)).not.toContain("AKIA");
  });

  it("of another schema is none", () =>
    expect(readTrivy(bytes({ SchemaVersion: 1 })).problem?.code).toBe("EVIDENCE_UNREADABLE"));
});
