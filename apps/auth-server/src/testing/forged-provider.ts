import { createSign, generateKeyPairSync } from "node:crypto";
import { startClientHost } from "./start-client-host.js";

const HOST = "idp.example";

export interface ForgedToken {
  readonly claims: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  /** Default: signed with the key that the provider publishes. */
  readonly signature?: "own" | "foreign" | "none";
}

/** An identity provider that answers whatever a test tells it to. */
export interface ForgedProvider {
  readonly issuer: string;
  readonly ca: string;
  /** Paths that were requested. */
  readonly asked: readonly string[];
  /** Replaces members of its metadata. */
  describe(metadata: Readonly<Record<string, unknown>>): void;
  /** What the token endpoint answers to the next codes. */
  issue(token: ForgedToken): void;
  /** What the UserInfo endpoint answers. */
  inform(claims: object): void;
  serve: Awaited<ReturnType<typeof startClientHost>>["serve"];
  close(): Promise<void>;
}

export async function startForgedProvider(): Promise<ForgedProvider> {
  const host = await startClientHost(HOST);
  const issuer = host.origin;
  const own = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  const foreign = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  const describe = (metadata: Readonly<Record<string, unknown>>) =>
    host.serveJson("/.well-known/openid-configuration", {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
      authorization_response_iss_parameter_supported: true,
      ...metadata,
    });
  describe({});
  host.serveJson("/keys", {
    keys: [{ ...own.publicKey.export({ format: "jwk" }), kid: "k1", use: "sig", alg: "RS256" }],
  });
  return {
    issuer,
    ca: host.ca,
    asked: host.asked,
    describe,
    serve: host.serve,
    inform: (claims) => host.serveJson("/userinfo", claims),
    issue: ({ claims, header, signature = "own" }) => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
      const signed = `${part({ alg: "RS256", kid: "k1", ...header })}.${part(claims)}`;
      const key = signature === "foreign" ? foreign.privateKey : own.privateKey;
      const mac = signature === "none" ? "" : createSign("RSA-SHA256").update(signed).sign(key, "base64url");
      host.serveJson("/token", { access_token: "at", token_type: "Bearer", id_token: `${signed}.${mac}` });
    },
    close: host.close,
  };
}
