import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { RequestPermissionRequest, RequestPermissionResponse } from "@agentclientprotocol/sdk";

export interface PermissionDecision {
  readonly response: RequestPermissionResponse;
  /** Paths outside the clone that the request names; empty when it was allowed. */
  readonly outside: readonly string[];
}

/**
 * Answers an agent's question without a person: once, what names no path outside its clone; everything else is refused. A
 * shell command is one opaque text: only isolation limits what it reaches.
 */
export function decidePermission(workspace: string, request: RequestPermissionRequest): PermissionDecision {
  const outside = pathsOf(request).filter((path) => !isInside(workspace, path));
  const wanted =
    outside.length === 0 ? (["allow_once", "allow_always"] as const) : (["reject_once", "reject_always"] as const);
  const option = wanted.flatMap((kind) => request.options.filter((one) => one.kind === kind)).at(0);
  return {
    response: {
      outcome: option === undefined ? { outcome: "cancelled" } : { outcome: "selected", optionId: option.optionId },
    },
    outside,
  };
}

/** What the question says it is about: locations, diffs, and whatever in its raw input is called a path. */
function pathsOf({ toolCall }: RequestPermissionRequest): string[] {
  const located = (toolCall.locations ?? []).map(({ path }) => path);
  const changed = (toolCall.content ?? []).flatMap((one) => (one.type === "diff" ? [one.path] : []));
  return [...new Set([...located, ...changed, ...namedPaths(toolCall.rawInput, 0)])];
}

const DEEPEST = 6;
const PATH_KEY = /(?:^|_)(?:path|paths|file|files|filename|dir|directory|folder|cwd|workdir|root|uri|target)$/;

function namedPaths(value: unknown, depth: number): string[] {
  if (typeof value !== "object" || value === null || depth > DEEPEST) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const isPath = PATH_KEY.test(key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
    // Codex names the files of a patch as keys.
    const keyed = isAbsolute(key) ? [key] : [];
    if (isPath && typeof inner === "string") return [...keyed, inner];
    if (isPath && Array.isArray(inner))
      return [...keyed, ...inner.filter((one) => typeof one === "string"), ...namedPaths(inner, depth + 1)];
    return [...keyed, ...namedPaths(inner, depth + 1)];
  });
}

/** By real path, so that a link inside the clone leads nowhere; what does not exist yet counts as where it would be. */
function isInside(workspace: string, path: string): boolean {
  if (path.includes("\0")) return false;
  const plain = path.startsWith("file:") ? filePath(path) : path;
  if (plain === null || plain.startsWith("~")) return false;
  const from = relative(realPlace(workspace), realPlace(resolve(workspace, plain)));
  return from === "" || (from !== ".." && !from.startsWith("../") && !isAbsolute(from));
}

function filePath(url: string): string | null {
  try {
    return fileURLToPath(url);
  } catch {
    return null;
  }
}

/** As far as it exists, by real path. A link that leads to nothing yet counts as where it leads. */
function realPlace(path: string, links = 0): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    if (parent === path || links > LINKS_LIMIT) return path;
    const place = join(realPlace(parent, links), basename(path));
    const isLink = lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    return isLink ? realPlace(resolve(dirname(place), readlinkSync(place)), links + 1) : place;
  }
}

const LINKS_LIMIT = 20;
