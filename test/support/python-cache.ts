import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where all tests keep what our readers of Python compile to. */
export const PYTHON_CACHE = join(tmpdir(), "baton-python-cache");
