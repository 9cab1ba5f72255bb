/** What a provider's error means for a turn: its key is refused, nobody pays on, or another try may help. */
export type ProviderFailure = "unauthorized" | "budget_spent" | "transient";

interface Rule {
  readonly failure: ProviderFailure;
  readonly statuses: readonly RegExp[];
  readonly words: RegExp;
}

/** In order: an account without money may answer 429 as well, and a refused key is not mended by waiting. */
const RULES: readonly Rule[] = [
  {
    failure: "budget_spent",
    statuses: [/^402$/],
    words:
      /payment required|insufficient_quota|credit balance is too low|insufficient (?:credits?|funds|balance)|budget (?:is |was )?spent|budget_spent/i,
  },
  {
    failure: "unauthorized",
    statuses: [/^401$/, /^403$/],
    words:
      /\bunauthori[sz]ed\b|authentication_(?:error|failed)|authentication (?:required|failed)|auth_required|(?:invalid|incorrect|missing|no)[ _](?:x-)?api[ _-]?key|api[ _-]?key (?:is |was )?(?:not valid|invalid|missing|not set|not found)|api_key_invalid|oauth token has expired|not logged in|please run \/login|403 forbidden|\bpermission_(?:error|denied)\b/i,
  },
  {
    failure: "transient",
    statuses: [/^408$/, /^425$/, /^429$/, /^5\d\d$/],
    words:
      /overloaded|rate[ _-]?limit|too many requests|internal server error|bad gateway|service unavailable|gateway time-?out|\bE(?:CONNREFUSED|CONNRESET|CONNABORTED|PIPE|TIMEDOUT|AI_AGAIN|HOSTUNREACH|NETUNREACH)\b|UND_ERR_|(?:connection|socket) (?:error|refused|reset|closed|was closed|hang up|timed out)|unable to connect|connectionrefused|failed to connect|error sending request|fetch failed|network error|stream (?:disconnected|closed|ended|error)|(?:premature|unexpected) (?:close|end of)|(?:^|")terminated(?:$|"| \(cause)|request timed out|exceeded retry limit|reconnecting/im,
  },
];

/** A three-digit number where an error names its HTTP status, not any number of a text. */
const STATUS =
  /(?:\b(?:status(?:_?code)?|http(?:\/[\d.]+)?|error|code|response|returned)\b[^\w\n]{0,6}(?:(?:status|code|with|of)\b[^\w\n]{0,4}){0,2}|^[ \t]*(?=\d+(?:$|: |[ :]*[{"(]))|"(?:details|message)":\s*")([45]\d\d)\b(?![.\d])/gim;

/**
 * What a provider's error means, or null when the text tells of none. `text` must be an error that an agent, its adapter
 * or its provider reported: in the prose of an answer, the same words mean nothing.
 */
export function classifyFailure(text: string): ProviderFailure | null {
  const statuses = [...text.matchAll(STATUS)].map(([, status = ""]) => status);
  const rule = RULES.find(
    (one) => statuses.some((status) => one.statuses.some((pattern) => pattern.test(status))) || one.words.test(text),
  );
  return rule?.failure ?? null;
}
