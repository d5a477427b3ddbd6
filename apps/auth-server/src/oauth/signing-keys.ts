import { createPrivateKey } from "node:crypto";
import { deriveKey, type Keyring } from "@skucast/credentials/keyring";
import type { JWK } from "oidc-provider";

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410, section 7). */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

/** A key for one purpose from each key of the keyring, the current one first. All replicas derive the same. */
const deriveEach = ({ keys }: Keyring, purpose: string): Buffer[] =>
  [...keys.keys()].map((current) => deriveKey({ current, keys }, purpose));

/** Ed25519 keys of the authorization server. Those of former keys of the keyring stay published. */
export const signingKeys = (keyring: Keyring): JWK[] =>
  deriveEach(keyring, "oauth-signing").map((seed) => {
    const key = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: "der", type: "pkcs8" });
    return { ...key.export({ format: "jwk" }), use: "sig", alg: "EdDSA" } as JWK;
  });

/** Keys that cookies are signed with; the first signs, all are believed. */
export const cookieKeys = (keyring: Keyring): string[] =>
  deriveEach(keyring, "oauth-cookies").map((key) => key.toString("base64url"));
