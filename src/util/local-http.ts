import { hash, randomBytes, timingSafeEqual } from "node:crypto";

/** The only address that a local server of ours listens on. */
export const LOOPBACK = "127.0.0.1";

/** The most that a request's body may hold; more is refused before anybody is asked who they are. */
export const BODY_LIMIT_BYTES = 4 * 2 ** 20;

/** Why a request goes no further, as an HTTP status and one line. */
export interface HttpRefusal {
  readonly status: 401 | 403 | 413 | 415 | 421;
  readonly reason: string;
}

/** 256 bits, new at each start. */
export const createToken = (): string => randomBytes(32).toString("base64url");

/**
 * What every request to a local server must pass (security.md, Local HTTP), decided from its headers alone: no body is
 * read of a request that is refused. Null lets it pass.
 */
export function createLocalGuard({
  port,
  token,
}: {
  readonly port: number;
  readonly token: string;
}): (request: Request) => HttpRefusal | null {
  const hosts = new Set([`${LOOPBACK}:${port}`, `localhost:${port}`]);
  const origins = new Set([...hosts].map((host) => `http://${host}`));
  const expected = digest(`Bearer ${token}`);
  return ({ method, headers }) => {
    if (Number(headers.get("content-length") ?? 0) > BODY_LIMIT_BYTES)
      return { status: 413, reason: `the body is over ${BODY_LIMIT_BYTES} bytes` };
    // A name that resolves to us is not our name: DNS rebinding.
    if (!hosts.has(headers.get("host") ?? "")) return { status: 421, reason: "this server has another Host" };
    const site = headers.get("sec-fetch-site");
    if (site !== null && site !== "same-origin" && site !== "none")
      return { status: 403, reason: `Sec-Fetch-Site: ${site} is refused` };
    const origin = headers.get("origin");
    if (origin !== null && !origins.has(origin)) return { status: 403, reason: "the Origin is another site" };
    // A scheme is read without its case (RFC 9110, 11.1).
    const given = (headers.get("authorization") ?? "").replace(/^bearer /i, "Bearer ");
    if (!timingSafeEqual(digest(given), expected))
      return { status: 401, reason: "the token of this start is missing or wrong" };
    if (!READS.has(method) && !/^application\/json\s*(?:;|$)/i.test(headers.get("content-type") ?? ""))
      return { status: 415, reason: "Content-Type must be application/json" };
    return null;
  };
}

/** Methods without a body; everything else writes. */
const READS = new Set(["GET", "HEAD", "OPTIONS", "DELETE"]);

/** Equal lengths, so that the time a comparison takes says nothing. */
const digest = (text: string): Buffer => hash("sha256", text, "buffer");
