import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, sep } from "node:path";
import type { Browser } from "playwright-core";
import { findProgram } from "../../util/find-program.ts";
import { packageRoot } from "../../util/package-root.ts";

const PROGRAMS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
/** Nothing of it calls home, and it runs where there is no display and no user namespace. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const require = createRequire(import.meta.url);

/** What a look needs: a browser of the machine, and two packages beside this one. */
export interface BrowserParts {
  readonly program: string;
  /** Where axe-core's source lies. */
  readonly axe: string;
}

/** What is there of a browser, or which parts are missing, as what a person types to get them. */
export function findBrowser(env: Readonly<Record<string, string | undefined>>): BrowserParts | { missing: string[] } {
  const program = PROGRAMS.map((name) => findProgram(name, env["PATH"])).find((found) => found !== null) ?? null;
  const playwright = resolved("playwright-core");
  const axe = resolved("axe-core/axe.min.js");
  if (program !== null && playwright !== null && axe !== null) return { program, axe };
  const packages = [...(playwright === null ? ["playwright-core"] : []), ...(axe === null ? ["axe-core"] : [])];
  return {
    missing: [
      ...(program === null ? ["apt-get install chromium"] : []),
      ...(packages.length === 0 ? [] : [installCommand(packageRoot(), packages)]),
    ],
  };
}

/** Packages are looked for where this one is installed: a repository that is judged says nothing of what drives the browser. */
export function installCommand(root: string, packages: readonly string[]): string {
  const at = root.lastIndexOf(`${sep}node_modules${sep}`);
  const folder = at < 0 ? null : root.slice(0, at);
  if (folder === null) return `npm install --save-dev ${packages.join(" ")}`;
  if (!existsSync(join(folder, "package.json"))) return `npm install --global ${packages.join(" ")}`;
  return `npm install --prefix ${folder} --save-dev ${packages.join(" ")}`;
}

/** Starts the browser; who starts it closes it. It ends with us, whatever happens: it hangs on our pipe. */
export async function openBrowser({ program }: BrowserParts): Promise<Browser> {
  const { chromium } = await import("playwright-core");
  return chromium.launch({
    executablePath: program,
    args: FLAGS,
    headless: true,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}

export const readAxeSource = ({ axe }: BrowserParts): string => readFileSync(axe, "utf8");

function resolved(name: string): string | null {
  try {
    return require.resolve(name);
  } catch {
    return null; // Not installed: the parts are optional.
  }
}
