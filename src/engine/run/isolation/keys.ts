import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { PROFILES } from "../../../agents/profiles/table.ts";
import { isBelow, realOf } from "./visible.ts";

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Where programs keep keys, tokens and passwords, and shells what was typed: below the home folder, a file or a whole folder. */
const KEYS: readonly string[] = [
  ...words(".ssh .gnupg .password-store .netrc .pgpass .my.cnf .mylogin.cnf .vault-token .env"),
  ...words(".local/share/keyrings .local/share/kwalletd .config/op .config/rclone"),
  // Code hosts.
  ...words(".git-credentials .config/git/credentials .config/gh .config/hub .config/glab-cli .config/tea"),
  // Clouds and clusters.
  ...words(
    ".aws .azure .kube .docker .oci .s3cfg .boto .databrickscfg .terraform.d/credentials.tfrc.json .terraformrc",
  ),
  ...words(".config/gcloud .config/doctl .config/hcloud .config/containers/auth.json .config/netlify .fly/config.yml"),
  // Package registries.
  ...words(".npmrc .yarnrc .yarnrc.yml .pypirc .config/pypoetry/auth.toml .cargo/credentials .cargo/credentials.toml"),
  ...words(".m2/settings.xml .m2/settings-security.xml .gradle/gradle.properties .gem/credentials .bundle/config"),
  ...words(".composer/auth.json .config/composer/auth.json .nuget/NuGet/NuGet.Config .config/NuGet/NuGet.Config"),
  // Models: logins of other agents are in their profiles.
  ...words(".claude.json .gemini/.env .qwen/.env .config/github-copilot .huggingface .cache/huggingface/token .kaggle"),
  // Browsers.
  ...words(".mozilla .config/google-chrome .config/chromium .config/BraveSoftware .config/microsoft-edge"),
  // What was typed.
  ...words(
    ".bash_history .zsh_history .local/share/fish/fish_history .python_history .node_repl_history .psql_history",
  ),
  ...words(".mysql_history .sqlite_history .rediscli_history"),
  ...PROFILES.flatMap(({ home }) => home.flatMap(({ path, login }) => login.map((name) => join(path, name)))),
];

/** Those that are there, by their real folders; of a link also what it names, when that lies in the home folder as well. */
export function keysIn(home: string): Set<string> {
  const there = KEYS.map((name) => join(home, name)).filter((path) => existsSync(path));
  return new Set(
    there
      .flatMap((path) => [join(realOf(dirname(path)), basename(path)), realOf(path)])
      .filter((path) => path !== home && isBelow(home, path)),
  );
}
