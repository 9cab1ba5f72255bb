import { join } from "node:path";
import { BatonError, type Code } from "../../errors.ts";
import type { Limits } from "../../schema/config.ts";
import type { UiSettings } from "../../schema/ui.ts";
import type { Isolation } from "../../util/isolation.ts";
import { LOOPBACK } from "../../util/local-http.ts";
import { startProcess } from "../../util/process.ts";
import { said } from "../readers/evidence.ts";
import { freePort } from "../ports.ts";
import { projectPath } from "../run-suite.ts";
import type { Slot } from "../slots/slot.ts";
import { serveFiles } from "./serve-files.ts";
import { shell } from "../../util/shell.ts";

/** What is started: a command of the project's, or files that are handed out as they are. */
export type AppStart =
  { readonly kind: "command"; readonly command: string } | { readonly kind: "files"; readonly directory: string };

export interface AppRequest {
  /** On the tree already. */
  readonly slot: Pick<Slot, "tree" | "switchTo" | "temporary" | "services">;
  readonly start: AppStart;
  readonly settings: UiSettings;
  readonly env: Readonly<Record<string, string>>;
  readonly isolation: Isolation;
  readonly hidden: readonly string[];
  readonly limits: Limits;
  readonly signal?: AbortSignal;
}

/** A running application; `close` ends it and all that it started. */
export interface App {
  readonly origin: string;
  close(): Promise<void>;
}

export interface StartProblem {
  readonly problem: { readonly code: Code; readonly message: string };
}

const POLL_MS = 100;
const MEBIBYTE = 2 ** 20;
/** Longer than any look; a look that hangs is ended by its own limit. */
const APP_LIMIT_MS = 3_600_000;

const FIXED_PORT = /:(\d+)\/?$/;

/** Whether the application listens where the project says, and not where it is told. */
export const hasFixedPort = ({ url }: Pick<UiSettings, "url">): boolean => FIXED_PORT.test(url);

/** Starts the application of a tree and waits until it answers. Throws INTERRUPTED. */
export async function startApp(request: AppRequest): Promise<App | StartProblem> {
  const { start, slot } = request;
  return start.kind === "files" ? serveFiles(join(slot.tree, start.directory)) : startCommand(request, start.command);
}

async function startCommand(request: AppRequest, start: string): Promise<App | StartProblem> {
  const { slot, settings, isolation, signal } = request;
  const port = FIXED_PORT.exec(settings.url)?.[1] ?? String(await freePort());
  const origin = settings.url.replace("{port}", port).replace(/\/$/, "");
  const command = start.replaceAll("{port}", port);
  // Whoever answers there already is somebody else: the user's own server, with the user's own files.
  if (await answers(origin)) return notStarted(`something else answers at ${origin}; let ui.url say {port}`);
  const scratch = slot.temporary("tmp");
  const app = startProcess({
    argv: isolation.wrap(shell(command), {
      cwd: slot.tree,
      writable: [slot.tree, scratch],
      readOnly: [join(slot.tree, "node_modules"), join(slot.tree, ".venv")],
      hidden: request.hidden,
    }),
    cwd: slot.tree,
    env: {
      ...request.env,
      ...slot.services.variables,
      PATH: projectPath(slot.tree, "", request.env["PATH"] ?? ""),
      TMPDIR: scratch,
      PORT: port,
      HOST: LOOPBACK,
      BROWSER: "none",
      CI: "true",
      NO_COLOR: "1",
    },
    timeoutMs: APP_LIMIT_MS,
    memoryLimitBytes: request.limits.memory_mb * MEBIBYTE,
    ...(signal === undefined ? {} : { signal }),
  });
  const { ended } = app;
  app.stdin.end();
  const close = async (): Promise<void> => {
    app.stop("aborted");
    await ended;
  };
  const state = { isOver: false };
  const over = ended.then(() => (state.isOver = true));
  const deadline = performance.now() + settings.ready_seconds * 1000;
  while (!state.isOver && performance.now() < deadline) {
    if ((await answers(origin)) && !state.isOver) return { origin, close };
    await Promise.race([over, new Promise((resolve) => setTimeout(resolve, POLL_MS))]);
  }
  const why = state.isOver ? "it ended" : `it did not answer at ${origin} within ${settings.ready_seconds} s`;
  await close();
  const { stdout, stderr, code } = await ended;
  if (signal?.aborted === true) throw new BatonError("INTERRUPTED", `stopped while ${command} started`);
  const exit = state.isOver && code !== null ? ` with code ${code}` : "";
  const output = said(`${stdout}\n${stderr}`.trim().split("\n").slice(-8).join("\n").slice(-1500));
  // The port is another one each time: what is said of two starts can be compared.
  return notStarted(`${start}: ${why}${exit}: ${output}`.replaceAll(port, "PORT"));
}

const notStarted = (message: string): StartProblem => ({ problem: { code: "UI_NOT_STARTED", message } });

async function answers(origin: string): Promise<boolean> {
  try {
    const response = await fetch(origin, { redirect: "manual", signal: AbortSignal.timeout(5000) });
    await response.body?.cancel();
    return true;
  } catch {
    return false; // Nobody there yet.
  }
}
