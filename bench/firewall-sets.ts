import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { rot13 } from "../src/core/governor/firewall/decode.ts";

/** A text with what kind it is, and who it is from. */
export interface Sample {
  readonly kind: string;
  readonly source: string;
  readonly text: string;
}

export interface Sets {
  readonly attacks: readonly Sample[];
  readonly benign: readonly Sample[];
}

const OWN = fileURLToPath(new URL("../test/fixtures/firewall", import.meta.url));

/** Our own small set: `attacks.jsonl` and `benign.jsonl`, a JSON object with kind and text on a line. */
export const ownSets = (): Sets => ({
  attacks: samples(join(OWN, "attacks.jsonl"), "own"),
  benign: samples(join(OWN, "benign.jsonl"), "own"),
});

/** The same from a folder of public text: `firewall-attacks.jsonl`, `firewall-benign.jsonl`, each line with its source. */
export const setsOf = (folder: string): Sets => ({
  attacks: samples(join(folder, "firewall-attacks.jsonl"), "?"),
  benign: samples(join(folder, "firewall-benign.jsonl"), "?"),
});

function samples(path: string, source: string): Sample[] {
  if (!existsSync(path)) throw new Error(`${path} is not there`);
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => ({ source, ...(JSON.parse(line) as Omit<Sample, "source">) }));
}

/** The repository that a text is from. */
export const sourceOf = ({ source }: Sample): string => source.replace(/@.*$/, "").replace(/^github\.com\//, "");

/** Half of the texts, by their own bytes: rules were made looking at `train` only. */
export const halfOf = ({ text }: Pick<Sample, "text">): "train" | "dev" =>
  (createHash("sha256").update(text).digest()[0] ?? 0) % 2 === 1 ? "train" : "dev";

/** How an instruction gets into an answer. */
export const STYLES: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  "list item": (text) => `- ${text.replaceAll("\n", " ")}`,
  "block quote": (text) => text.replaceAll(/^/gm, "> "),
  "HTML comment": (text) => `<!-- ${text.replaceAll("-->", "")} -->`,
  "code comment": (text) =>
    `\`\`\`js\nconst total = sum(items);\n${text.replaceAll(/^/gm, "// ")}\nreturn total;\n\`\`\``,
  bold: (text) => `**${text.replaceAll("\n", " ").trim()}**`,
  base64: (text) => Buffer.from(text).toString("base64"),
  hex: (text) => Buffer.from(text).toString("hex"),
  rot13,
  percent: (text) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
  "zero width": (text) => text.replaceAll(/(\p{L})(?=\p{L})/gu, "$1\u200B"),
};

/** A generator of the same numbers each time (Lehmer). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** The host with the text at a place between two of its lines. */
export function splice(host: string, text: string, random: () => number): string {
  const lines = host.split("\n");
  const at = Math.floor(random() * (lines.length + 1));
  return [...lines.slice(0, at), text, ...lines.slice(at)].join("\n");
}
