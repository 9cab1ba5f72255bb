import { bundleToJSON, toDSSEBundle } from "@sigstore/bundle";
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { BatonError } from "../errors.ts";
import { makeFolder, writeFileAtomic } from "../util/atomic-file.ts";

export interface Signer {
  readonly key: KeyObject;
  readonly publicPem: string;
  /** SHA-256 of the public key's DER: which key, in bundle and envelope. */
  readonly id: string;
}

/**
 * The key that vouches for exports: a PEM of the user's, or our own below the state directory, made at first use and
 * readable by its owner alone. ECDSA P-256, so that cosign can check it. Throws KEY_INVALID.
 */
export function openSigner(stateDirectory: string, file: string | null): Signer {
  const own = join(stateDirectory, "keys", "audit.pem");
  if (file === null && !existsSync(own)) {
    makeFolder(join(stateDirectory, "keys"));
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    writeFileAtomic(own, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
  }
  const path = file ?? own;
  const key = readKey(path);
  if (key.asymmetricKeyType !== "ec" || key.asymmetricKeyDetails?.namedCurve !== "prime256v1")
    throw new BatonError("KEY_INVALID", `${path} holds no ECDSA P-256 key`);
  const publicKey = createPublicKey(key);
  return {
    key,
    publicPem: publicKey.export({ type: "spki", format: "pem" }).toString(),
    id: createHash("sha256")
      .update(publicKey.export({ type: "spki", format: "der" }))
      .digest("hex"),
  };
}

function readKey(path: string): KeyObject {
  try {
    return createPrivateKey(readFileSync(path));
  } catch (error) {
    throw new BatonError("KEY_INVALID", `${path} is no private key that can be read`, { cause: error });
  }
}

export interface Attestation {
  /** A Sigstore bundle v0.3 around the DSSE envelope. */
  readonly bundle: unknown;
  /** The DSSE envelope by itself. */
  readonly envelope: unknown;
  /** What the signature covers (DSSE, pre-authentication encoding), for a check with openssl alone. */
  readonly signed: Buffer;
  readonly signature: Buffer;
}

/** Signs a statement: DSSE, ECDSA P-256 over SHA-256. */
export function attest(statement: unknown, type: string, { key, id }: Signer): Attestation {
  const payload = Buffer.from(JSON.stringify(statement));
  const signed = Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${payload.length} `), payload]);
  const signature = sign("sha256", signed, key);
  const bundle = bundleToJSON(toDSSEBundle({ artifact: payload, artifactType: type, signature, keyHint: id }));
  const envelope = {
    payload: payload.toString("base64"),
    payloadType: type,
    signatures: [{ keyid: id, sig: signature.toString("base64") }],
  };
  return { bundle, envelope, signed, signature };
}
