/**
 * The name that an artifact was made under. What is made again never takes the place of the first: it stands beside it, as
 * `proof-2.json`, and the newest is the one that counts.
 */
export function artifactName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/^([^.]+)-\d+(?=\.|$)/, "$1");
}
