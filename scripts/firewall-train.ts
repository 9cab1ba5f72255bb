import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { halfOf, ownSets, seeded, setsOf, sourceOf, splice, type Sample } from "../bench/firewall-sets.ts";
import { scoreText, THRESHOLD } from "../src/core/governor/firewall/score.ts";
import type { Wording } from "../src/core/governor/firewall/wording.ts";
import { honestAnswers } from "../test/support/firewall/honest.ts";
import { orders } from "../test/support/firewall/orders.ts";
import { fit, lessons } from "./firewall-fit.ts";

/**
 * `npm run firewall:fit -- FOLDER [--measure]`: fits the wording's weights and writes them; with `--measure`, only what a model that
 * never saw a source makes of that source, beside no model at all.
 */
const [folder, mode] = process.argv.slice(2);
const TARGET = fileURLToPath(new URL("../src/core/governor/firewall/wording-weights.ts", import.meta.url));
const DOCS = fileURLToPath(new URL("../docs", import.meta.url));

function source({ bias, weights }: Wording): string {
  const lines = new Map<number, string[]>();
  for (const [term, weight] of [...weights].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    if (weight !== 0) lines.set(weight, [...(lines.get(weight) ?? []), term]);
  const rows = [...lines].toSorted(([a], [b]) => b - a).map(([weight, terms]) => `${weight}\t${terms.join("|")}`);
  const about = "/** Written by `npm run firewall:fit`: log odds in hundredths, and the terms that have them. */";
  return `${about}\nexport const BIAS = ${bias};\nexport const TERMS = \`${rows.join("\n").replaceAll(/[\\`]|\$\{/g, "\\$&")}\`;\n`;
}

interface Held {
  readonly name: string;
  readonly groups: readonly string[];
  readonly texts: readonly string[];
  readonly isOrder: boolean;
}

function measure(data: string): void {
  const all = lessons(data, DOCS);
  const { attacks, benign } = setsOf(data);
  const hosts = benign.filter(({ kind }) => kind === "agent-output-localize").map(({ text }) => text);
  const of = (samples: readonly Sample[]): string[] => samples.map(({ text }) => text);
  const dev = (samples: readonly Sample[]): string[] => of(samples.filter((one) => halfOf(one) === "dev"));
  const from = (name: string): Sample[] => attacks.filter((one) => sourceOf(one).includes(name));
  const names = [...new Set(attacks.map(sourceOf))];
  const held: Held[] = [
    { name: "dev half", groups: [], texts: dev(attacks), isOrder: true },
    ...["PurpleLlama", "garak"].map((name) => {
      const groups = names.filter((one) => one.includes(name));
      return { name, groups, texts: of(from(name)), isOrder: true };
    }),
    { name: "our own and orders", groups: ["own", "orders"], texts: [...of(ownSets().attacks), ...orders()], isOrder: true },
    { name: "dev half, all kinds", groups: [], texts: dev(benign), isOrder: false },
    ...["agent-output-localize", "commit-message", "github-issue", "doc-technical", "doc-security-mention"].map((name) => ({
      name,
      groups: [name],
      texts: of(benign.filter(({ kind }) => kind === name)),
      isOrder: false,
    })),
    ...[0, 1].map((half) => ({
      name: `honest templates ${half}`,
      groups: [`honest ${half}`],
      texts: honestAnswers().filter(({ template }) => template % 2 === half).map(({ text }) => text),
      isOrder: false,
    })),
  ]; // prettier-ignore
  for (const { name, groups, texts, isOrder } of held) {
    const count = (wording: Wording): number => {
      const random = seeded(20_261);
      const inHost = (text: string): string =>
        isOrder ? splice(hosts[Math.floor(random() * hosts.length)] ?? "", text, random) : text;
      return texts.filter((text) => scoreText(inHost(text), wording).score >= THRESHOLD).length;
    };
    const without = count({ bias: 0, weights: new Map() });
    const fitted = count(fit(all.filter(({ group }) => !groups.includes(group))));
    const what = isOrder ? "found" : "false alarms";
    process.stdout.write(`${name}: ${what} ${fitted} of ${texts.length}, without the model ${without}\n`);
  }
}

if (folder === undefined) {
  process.stderr.write("type: npm run firewall:fit -- FOLDER [--measure]\n");
  process.exit(2);
} else if (mode === "--measure") measure(folder);
else writeFileSync(TARGET, source(fit(lessons(folder, DOCS))));
