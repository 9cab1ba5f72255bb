import { tmpdir } from "node:os";
import { join } from "node:path";

/** The reader of Go source is built once for all tests of this machine; its name has the digest of its own. */
export const GO_CACHE = join(tmpdir(), "baton-go-cache");
