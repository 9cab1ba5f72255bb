/** Fake secrets, put together here so that no file holds one: a scanner of this repository finds none. */
const fill = (alphabet: string, length: number): string =>
  Array.from({ length }, (_, at) => alphabet[(at * 7 + 3) % alphabet.length]).join("");
const MIXED = "aB3dE5gH7jK9mN1pQ2sT4vW6xY8z";
const DIGITS = "0123456789abcdef";

export const SECRETS: Readonly<Record<string, string>> = {
  "AWS key id": ["AK", "IA", fill("ABCDEFGH23456789", 16)].join(""),
  "GitHub token": ["gh", "p_", fill(MIXED, 36)].join(""),
  "GitHub fine-grained token": ["github", "_pat_", fill(MIXED, 82)].join(""),
  "GitLab token": ["gl", "pat-", fill(MIXED, 20)].join(""),
  "Slack token": ["xo", "xb-", fill("1234567890", 12), "-", fill(MIXED, 24)].join(""),
  "Slack webhook": [
    "https://hooks.sl",
    "ack.com/services/T",
    fill("ABC123", 9),
    "/B",
    fill("ABC123", 9),
    "/",
    fill(MIXED, 24),
  ].join(""),
  "npm token": ["np", "m_", fill(MIXED, 36)].join(""),
  "OpenAI key": ["sk", "-proj-", fill(MIXED, 48)].join(""),
  "Anthropic key": ["sk", "-ant-", "api03-", fill(MIXED, 60)].join(""),
  "Stripe key": ["sk", "_live_", fill(MIXED, 30)].join(""),
  "Google key": ["AI", "za", fill(MIXED, 35)].join(""),
  "Hugging Face token": ["h", "f_", fill(MIXED, 34)].join(""),
  "SendGrid key": ["S", "G.", fill(MIXED, 22), ".", fill(MIXED, 43)].join(""),
  JWT: ["ey", "J", fill(MIXED, 20), ".ey", "J", fill(MIXED, 30), ".", fill(MIXED, 43)].join(""),
};

/** Secrets that stand in a place: the text, and what of it must be gone. */
export const PLACED: Readonly<Record<string, readonly [text: string, secret: string]>> = {
  "private key": [
    ["-----BEGIN RSA PRIV", "ATE KEY-----\n", fill(MIXED, 64), "\n-----END RSA PRIV", "ATE KEY-----"].join(""),
    fill(MIXED, 64),
  ],
  "password in an address": [["postgres://app:", fill(MIXED, 14), "@db.internal:5432/app"].join(""), fill(MIXED, 14)],
  "line of an environment file": [["DEPLOY", "_PASSWORD=", fill(MIXED, 18)].join(""), fill(MIXED, 18)],
  "line whose name says nothing else": [["PASS", "WORD=", fill(MIXED, 8)].join(""), fill(MIXED, 8)],
  "quoted assignment": [["CI", "_API_KEY: '", fill(DIGITS, 32), "'"].join(""), fill(DIGITS, 32)],
  "bearer token": [["Authorization: Be", "arer ", fill(MIXED, 40)].join(""), fill(MIXED, 40)],
};
