import type { Envelope, EvidenceKey } from "../../schema/envelope.ts";

/** Files of the harness's look at the user interface, by the kind of evidence that they are. */
const LOOKED: Readonly<Record<EvidenceKey, RegExp>> = {
  screenshots: /\/ui-[^/]+\/.*\.png$/,
  a11y: /\/ui-[^/]+\/.*\.axe\.json$/,
  console: /\/ui-[^/]+\/.*\.console\.jsonl$/,
  reports: /\/ui-[^/]+\/.*\.har$/,
};

/** EVIDENCE that cites, of these kinds, what the harness saw and gave to its reviewer. */
export function citeLook(
  given: readonly { readonly path: string }[],
  kinds: readonly EvidenceKey[],
): Envelope["EVIDENCE"] {
  const cited = (kind: EvidenceKey): string[] =>
    kinds.includes(kind) ? given.map(({ path }) => path).filter((path) => LOOKED[kind].test(path)) : [];
  return {
    screenshots: cited("screenshots"),
    a11y: cited("a11y"),
    console: cited("console"),
    reports: cited("reports"),
  };
}
