import { readFileSync } from "node:fs";
import { join } from "node:path";
import { AssignmentPacket } from "../schema/packet.ts";
import { writeFileAtomic } from "../util/atomic-file.ts";

/** In the clone's git folder: nothing that a repository holds can lie there, and it never enters a tree. */
const FILE = "baton-assignment.json";

/** Tells whoever works in a clone, whatever started them, which attempt it belongs to. */
export function layAssignment(directory: string, packet: string): void {
  writeFileAtomic(join(directory, ".git", FILE), packet);
}

/** The assignment of the attempt that a folder's clone was made for; null when it is no such clone. */
export function readAssignment(gitDirectory: string): AssignmentPacket | null {
  try {
    return AssignmentPacket.safeParse(JSON.parse(readFileSync(join(gitDirectory, FILE), "utf8"))).data ?? null;
  } catch {
    return null;
  }
}
