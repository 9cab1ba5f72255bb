import { randomUUID } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Browser, CDPSession, Page } from "playwright-core";
import { messageOf } from "../../errors.ts";
import type { PageLook } from "../../schema/ui.ts";
import { readAxe } from "../readers/axe.ts";
import { said } from "../readers/evidence.ts";
import { AXE_SCRIPT, FACTS_SCRIPT, type PageFacts } from "./page-script.ts";
import { isHar } from "./stamp.ts";
import { isUniform } from "./uniform.ts";

export interface PageRequest {
  readonly browser: Browser;
  readonly axeSource: string;
  readonly origin: string;
  readonly page: string;
  readonly width: number;
  /** Where the browser may write. */
  readonly directory: string;
}

export interface SeenPage {
  readonly look: PageLook;
  readonly files: readonly { readonly suffix: string; readonly content: string | Buffer }[];
}

const PAGE_LIMIT_MS = 60_000;
const LOAD_LIMIT_MS = 30_000;
const QUIET_LIMIT_MS = 5000;
const WINDOW_HEIGHT = 900;
const SHOT_HEIGHT_LIMIT = 6000;
/** A page that asks for more leaves no record of its requests. */
const HAR_LIMIT_BYTES = 16 * 2 ** 20;
const LINES_LIMIT = 1000;
const LINE_CHARACTERS = 1000;

interface Heard {
  readonly console: Record<string, unknown>[];
  readonly errors: string[];
  readonly failed: string[];
}

/** Opens one page in a fresh browser context at one width, and keeps what is seen, said, asked for and audited. */
export async function lookAtPage(request: PageRequest): Promise<SeenPage> {
  const { browser, width, origin, page: path } = request;
  const har = join(request.directory, `${randomUUID()}.har`);
  const context = await browser.newContext({
    viewport: { width, height: WINDOW_HEIGHT },
    // Only the application answers for itself.
    serviceWorkers: "block",
    acceptDownloads: false,
    reducedMotion: "reduce",
    locale: "en-US",
    recordHar: { path: har, content: "omit" },
  });
  const late = AbortSignal.timeout(PAGE_LIMIT_MS);
  const looked = async (): Promise<SeenPage> => {
    const page = await context.newPage();
    const heard = listen(page, origin);
    const seen = see(page, request, heard);
    seen.catch(() => undefined);
    return Promise.race([seen, overdue(late, { ...request, page: path })]);
  };
  const seen = looked();
  try {
    await seen;
  } finally {
    // What was asked for is written down then.
    await context.close();
  }
  const { look, files } = await seen;
  return { look, files: [...files, ...requestsIn(har)] };
}

/** What the page asked for. A torn record is no look: throws, and the look says that the browser failed. */
export function requestsIn(har: string): SeenPage["files"] {
  const size = statSync(har, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0 || size > HAR_LIMIT_BYTES) return [];
  const content = readFileSync(har, "utf8");
  if (!isHar(content)) throw new Error("its record of requests (HAR) is torn");
  return [{ suffix: "har", content }];
}

/** A page that never lets anybody in was not looked at. */
async function overdue(late: AbortSignal, { page, width }: Pick<PageRequest, "page" | "width">): Promise<SeenPage> {
  const { promise, resolve } = Promise.withResolvers<SeenPage>();
  const error = `it kept the browser busy for ${PAGE_LIMIT_MS / 1000} s`;
  late.addEventListener("abort", () => resolve({ look: notSeen(page, width, error), files: [] }));
  return promise;
}

const notSeen = (page: string, width: number, error: string): PageLook => ({
  page,
  width,
  status: null,
  error,
  text: 0,
  exposed: 0,
  elements: 0,
  uniform: true,
  overflow: 0,
  console_errors: [],
  failed_requests: [],
  accessibility: null,
  accessibility_problem: error,
});

async function see(page: Page, { axeSource, origin, page: path, width }: PageRequest, heard: Heard): Promise<SeenPage> {
  const anonymous = (text: string): string => text.replaceAll(origin, "").slice(0, LINE_CHARACTERS);
  let status: number | null = null;
  // An error without a body is no document to Chromium: what was answered all the same is told by its response.
  let refused: number | null = null;
  page.on("response", (response) => {
    const isPage = response.request().isNavigationRequest() && response.frame() === page.mainFrame();
    if (isPage && response.status() >= 400) refused = response.status();
  });
  try {
    const response = await page.goto(`${origin}${path}`, { waitUntil: "load", timeout: LOAD_LIMIT_MS });
    status = response?.status() ?? null;
    // A page that never falls silent is looked at as it is.
    await page.waitForLoadState("networkidle", { timeout: QUIET_LIMIT_MS }).catch(() => undefined);
  } catch (error) {
    const [line = ""] = messageOf(error).split("\n");
    const look = { ...notSeen(path, width, anonymous(said(line))), status: refused };
    return { look, files: filesOf(heard, null, null) };
  }
  const session = await page.context().newCDPSession(page);
  const world = await openWorld(session);
  const facts = JSON.parse(await world(`JSON.stringify(${FACTS_SCRIPT})`)) as PageFacts;
  const shot = await page.screenshot({
    type: "png",
    fullPage: true,
    animations: "disabled",
    clip: { x: 0, y: 0, width, height: Math.min(facts.height, SHOT_HEIGHT_LIMIT) || WINDOW_HEIGHT },
  });
  const audit = await auditIn(world, axeSource);
  const read = audit.report === null ? null : readAxe(Buffer.from(audit.report));
  const problem = read === null ? audit.problem : (read.problem?.message ?? null);
  const look: PageLook = {
    page: path,
    width,
    status,
    error: null,
    text: facts.text,
    exposed: facts.exposed,
    elements: facts.elements,
    uniform: isUniform(shot),
    overflow: facts.overflow,
    console_errors: heard.errors.map(anonymous),
    failed_requests: heard.failed.map(anonymous),
    accessibility: read === null || read.problem !== null ? null : read.value,
    accessibility_problem: problem,
  };
  return { look, files: filesOf(heard, shot, audit.report) };
}

type World = (expression: string) => Promise<string>;

/** A world of its own in the page's main frame: its document, none of its globals. */
async function openWorld(session: CDPSession): Promise<World> {
  const { frameTree } = await session.send("Page.getFrameTree");
  const { executionContextId: contextId } = await session.send("Page.createIsolatedWorld", {
    frameId: frameTree.frame.id,
    worldName: `baton-${randomUUID()}`,
  });
  return async (expression) => {
    const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
      expression,
      contextId,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails === undefined) return String(result.value);
    const text = exceptionDetails.exception?.description ?? exceptionDetails.text;
    throw new TypeError(text.split("\n")[0] ?? "the page's world failed");
  };
}

async function auditIn(world: World, source: string): Promise<{ report: string | null; problem: string | null }> {
  try {
    await world(`${source};""`);
    return { report: await world(AXE_SCRIPT), problem: null };
  } catch (error) {
    return { report: null, problem: error instanceof Error ? said(error.message) : String(error) };
  }
}

function listen(page: Page, origin: string): Heard {
  const heard: Heard = { console: [], errors: [], failed: [] };
  const keep = <T>(list: T[], line: T): void => {
    if (list.length < LINES_LIMIT) list.push(line);
  };
  const cut = (text: string): string => said(text).slice(0, LINE_CHARACTERS);
  page.on("console", (message) => {
    const text = cut(message.text());
    keep(heard.console, { type: message.type(), text, url: message.location().url });
    // What a request came to is told by the request itself, with its address.
    if (message.type() === "error" && !text.startsWith("Failed to load resource")) keep(heard.errors, text);
  });
  page.on("pageerror", (error) => {
    keep(heard.console, { type: "pageerror", text: cut(error.message) });
    keep(heard.errors, cut(error.message));
  });
  const isOwn = (url: string): boolean => url.startsWith(`${origin}/`) && url !== `${origin}/favicon.ico`;
  page.on("response", (response) => {
    const [method, url, status] = [response.request().method(), cut(response.url()), response.status()];
    if (status >= 400 && isOwn(url) && !response.request().isNavigationRequest())
      keep(heard.failed, `${method} ${url}: status ${status}`);
  });
  page.on("requestfailed", (request) => {
    const [method, url, failure] = [request.method(), cut(request.url()), request.failure()?.errorText ?? "failed"];
    if (isOwn(url) && failure !== "net::ERR_ABORTED") keep(heard.failed, `${method} ${url}: ${failure}`);
  });
  return heard;
}

function filesOf(heard: Heard, shot: Buffer | null, audit: string | null): SeenPage["files"] {
  const errors = heard.console.filter(({ type }) => type === "error" || type === "pageerror").length;
  const lines = [{ messages: heard.console.length, errors }, ...heard.console];
  return [
    ...(shot === null ? [] : [{ suffix: "png", content: shot }]),
    { suffix: "console.jsonl", content: lines.map((line) => `${JSON.stringify(line)}\n`).join("") },
    ...(audit === null ? [] : [{ suffix: "axe.json", content: `${audit}\n` }]),
  ];
}
