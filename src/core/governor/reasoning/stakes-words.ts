import { wordList } from "./signal.ts";

/** What a project can lose by, as words of a text and as words of a path (design.md §6: stakes come from what is touched). */
export interface Hazard {
  readonly topic: "auth" | "payment" | "secrets" | "migration" | "deletion" | "ci" | "production";
  readonly text: RegExp;
  readonly path: ReadonlySet<string>;
}

const pathWords = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

export const HAZARDS: readonly Hazard[] = [
  {
    topic: "auth",
    text: wordList(`
      auth, authn, authz, authentication, authenticate*, authorization, authorisation, authorize*, login, log in, logging in,
      log-in, signin, sign in, sign-in, sign up, signup, password*, oauth*, oidc, sso, saml, jwt, 2fa, mfa, rbac, acl,
      permission*, access control, session token*, session cookie*, admin rights, privilege*, csrf, anmeldung, anmelden,
      passwort*, authentifi*, autorisi*, mot de passe, connexion, contraseña*, autentica*, авторизаци*, аутентификаци*,
      пароль*, 登录, 密码, 认证, 权限, ログイン, パスワード, 認証, 権限`),
    path: pathWords(`auth authn authz authentication authorization login signin signup password passwords oauth oauth2 oidc sso
      saml jwt mfa rbac acl permission permissions session sessions iam csrf`),
  },
  {
    topic: "payment",
    text: wordList(`
      payment*, billing, bill customers, invoice*, refund*, checkout, stripe, paypal, credit card*, charge*, payout*,
      subscription*, price calculation, wallet, zahlung*, rechnung*, paiement*, facturation, pago*, factura*, pagamento*,
      платеж*, оплат*, 支付, 付款, 退款, 決済, 支払`),
    path: pathWords(`payment payments billing invoice invoices refund refunds checkout stripe paypal payout payouts
      subscription subscriptions wallet ledger`),
  },
  {
    topic: "secrets",
    text: wordList(`
      secret, secrets, api key*, apikey*, access token*, refresh token*, private key*, credential*, encryption key*, encrypt*,
      decrypt*, certificate*, signing key*, personal data, pii, gdpr, geheimnis*, schlüssel, clé privée, clave privada,
      секретн*, ключ*, 密钥, 秘密鍵, 個人情報`),
    path: pathWords(
      `secret secrets credential credentials pem key keys vault kms env crypto encryption certs certificates`,
    ),
  },
  {
    topic: "migration",
    text: wordList(`
      migration*, migrate the database, migrate the schema, schema change*, alter table, add a column, drop column, rename the column,
      rename column, backfill*, database schema, datenbankschema, datenmigration, schéma de la base, esquema de la base,
      миграци*, 迁移, 数据库结构, マイグレーション`),
    path: pathWords(`migration migrations migrate alembic flyway liquibase`),
  },
  {
    topic: "ci",
    text: wordList(`
      ci pipeline, ci workflow*, ci/cd, github actions, gitlab ci, release pipeline, deployment pipeline, build pipeline,
      branch protection, ci job*, ci config*, ci-pipeline, 持续集成`),
    path: pathWords(
      `workflows jenkinsfile circleci gitlab-ci azure-pipelines buildkite deploy deployment terraform tf helm k8s`,
    ),
  },
  {
    topic: "production",
    text: wordList(`
      production, prod, live system*, live database*, live data, customer data, customers' data, user data, produktion,
      produktiv*, produktionsdatenbank, base de producción, producción, продакшн*, прод, 生产环境, 生产, 本番`),
    path: pathWords(`production prod`),
  },
];

/** Verbs that take away what cannot be brought back. */
export const DESTRUCTIVE = wordList(`
  delete, deletes, deleting, deletion, drop, truncate, wipe, purge, erase, destroy, nuke, remove all, rm -rf, force push,
  force-push, reset --hard, overwrite, revoke, shred, lösche*, löschen, vernichte*, supprime*, efface*, elimina*, borra*,
  apaga*, удали*, стереть, 删除, 清空, 销毁, 削除, 消去`);

/** Whose loss is a loss. */
export const PRECIOUS = wordList(`
  database*, db, table, tables, users, user accounts, user account, account, accounts, customer*, data, dataset*, record*,
  backup*, bucket*, volume*, history, main branch, master branch, branch, everything, all files, logs table, s3,
  environment, cluster, index, datenbank*, tabelle*, benutzer*, kunden*, daten, alle dateien, base de données, utilisateurs,
  clients, base de datos, usuarios, tabla*, datos, banco de dados, usuários, базу данных, базы данных, пользовател*, таблиц*,
  数据库, 用户, 数据, 表, データベース, ユーザー, データ, テーブル`);
