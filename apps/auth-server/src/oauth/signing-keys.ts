import { createPrivateKey } from "node:crypto";
import { deriveKey, type Keyring } from "@skucast/credentials/keyring";
import type { JWK } from "oidc-provider";

/** The PKCS #8 prefix of a 32-byte Ed25519 key (RFC 8410, section 7). */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

/**
 * Derives a key for one purpose from each key of the keyring, the current one first. All replicas derive the same keys.
 */
const deriveEach = ({ keys }: Keyring, purpose: string): Buffer[] =>
  [...keys.keys()].map((current) => deriveKey({ current, keys }, purpose));

/** Ed25519 signing keys of the authorization server. Former keys stay published. */
export const signingKeys = (keyring: Keyring): JWK[] =>
  deriveEach(keyring, "oauth-signing").map((seed) => {
    const key = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: "der", type: "pkcs8" });
    return { ...key.export({ format: "jwk" }), use: "sig", alg: "EdDSA" } as JWK;
  });

/** Keys for signing cookies. The first one signs; all of them verify. */
export const cookieKeys = (keyring: Keyring): string[] =>
  deriveEach(keyring, "oauth-cookies").map((key) => key.toString("base64url"));
