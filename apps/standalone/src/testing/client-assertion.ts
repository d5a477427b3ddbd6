import { generateKeyPairSync, type KeyObject, randomUUID, sign } from "node:crypto";

const LIFE_SECONDS = 60;

/** The key pair of a client that authenticates with a signed JWT (RFC 7523). */
export interface ClientKey {
  /** The JWKS that the client publishes at its jwks_uri. */
  readonly jwks: { readonly keys: readonly object[] };
  /** The form fields that authenticate one request to the token endpoint. */
  assertion(clientId: string, audience: string): Record<string, string>;
}

export function newClientKey(): ClientKey {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const kid = randomUUID();
  return {
    jwks: { keys: [{ ...publicKey.export({ format: "jwk" }), kid, use: "sig", alg: "ES256" }] },
    assertion: (clientId, audience) => ({
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      client_assertion: signedJwt(privateKey, kid, clientId, audience),
    }),
  };
}

function signedJwt(key: KeyObject, kid: string, clientId: string, audience: string): string {
  const issuedAt = Math.floor(Date.now() / 1000);
  const claims = { iss: clientId, sub: clientId, aud: audience, jti: randomUUID(), iat: issuedAt };
  const parts = [
    { alg: "ES256", typ: "JWT", kid },
    { ...claims, exp: issuedAt + LIFE_SECONDS },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"));
  const signature = sign("sha256", Buffer.from(parts.join(".")), { key, dsaEncoding: "ieee-p1363" });
  return [...parts, signature.toString("base64url")].join(".");
}
