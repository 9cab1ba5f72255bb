/** Weights of the base metrics of CVSS 3.0 and 3.1; privileges weigh more where the scope changes. */
const WEIGHTS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  AV: { N: 0.85, A: 0.62, L: 0.55, P: 0.2 },
  AC: { L: 0.77, H: 0.44 },
  PR: { N: 0.85, L: 0.62, H: 0.27 },
  UI: { N: 0.85, R: 0.62 },
  C: { H: 0.56, L: 0.22, N: 0 },
  I: { H: 0.56, L: 0.22, N: 0 },
  A: { H: 0.56, L: 0.22, N: 0 },
};
const CHANGED_PRIVILEGES: Readonly<Record<string, number>> = { N: 0.85, L: 0.68, H: 0.5 };

/** The base score of a CVSS 3 vector, 0 to 10 with one decimal; null: of another version, or none. */
export function cvss3Score(vector: string): number | null {
  const [version, ...metrics] = vector.split("/");
  if (version !== "CVSS:3.0" && version !== "CVSS:3.1") return null;
  const given = new Map(metrics.map((metric) => metric.split(":") as [string, string]));
  const changed = given.get("S") === "C";
  const weight = (metric: string): number => {
    const value = given.get(metric) ?? "";
    const table = metric === "PR" && changed ? CHANGED_PRIVILEGES : WEIGHTS[metric];
    return table?.[value] ?? Number.NaN;
  };
  const lost = 1 - (1 - weight("C")) * (1 - weight("I")) * (1 - weight("A"));
  const impact = changed ? 7.52 * (lost - 0.029) - 3.25 * (lost - 0.02) ** 15 : 6.42 * lost;
  const exploitability = 8.22 * weight("AV") * weight("AC") * weight("PR") * weight("UI");
  if (Number.isNaN(impact + exploitability) || !["C", "U"].includes(given.get("S") ?? "")) return null;
  return impact <= 0 ? 0 : roundUp(Math.min((changed ? 1.08 : 1) * (impact + exploitability), 10));
}

/** Up to one decimal, as the specification does it, without the noise of binary fractions. */
function roundUp(value: number): number {
  const whole = Math.round(value * 100_000);
  return whole % 10_000 === 0 ? whole / 100_000 : (Math.floor(whole / 10_000) + 1) / 10;
}
