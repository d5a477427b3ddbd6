import { generateKeyPairSync, type KeyObject, randomUUID, sign as signBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import {
  authorizePath,
  connect,
  createTokens,
  newVerifier,
  redeem,
  refresh,
  register,
  requestToken,
} from "../testing/app-client.js";
import { type AuthFixture, openAuthFixture, PUBLIC_URL } from "../testing/open-auth.js";
import { type ClientHost, startClientHost } from "../testing/start-client-host.js";

let auth: AuthFixture;
let host: ClientHost;
let inner: ClientHost;
beforeAll(async () => {
  [host, inner] = [await startClientHost(), await startClientHost("inner.example")];
  const resolve = async () => [{ address: "127.0.0.1" }];
  // The operator allowed this one port; the rest of loopback is internal.
  auth = await openAuthFixture({ allowClientTargets: `127.0.0.1:${host.port}`, resolve, documentsCa: host.ca });
});
afterAll(async () => {
  await auth.close();
  await host.close();
  await inner.close();
});

let counter = 0;
function publish(document: object = {}) {
  counter += 1;
  const path = `/client-${counter}.json`;
  const clientId = `${host.origin}${path}`;
  const redirectUri = "https://client.example/callback";
  host.serveJson(path, { client_id: clientId, client_name: "Doc", redirect_uris: [redirectUri], ...document });
  return { clientId, redirectUri, path };
}

const open = async (clientId: string, redirectUri = "https://client.example/callback") =>
  (await auth.createPerson()).browser.get(authorizePath({ clientId, redirectUri }));

describe("a client described by a document", () => {
  test("connects as Claude does: public, no grant types, no stored row", async () => {
    const app = publish({ token_endpoint_auth_method: "none" });
    const tokens = await createTokens(auth, await auth.createPerson(), app);
    expect((await refresh(auth, app, tokens.refresh_token)).status).toBe(200);
    expect((await auth.db.system.query("SELECT FROM oauth_clients WHERE id = $1", [app.clientId])).rowCount).toBe(0);
  });

  test("connects as Claude Code does: loopback without a port, no application type, any port at run time", async () => {
    const app = publish({ redirect_uris: ["http://localhost/callback", "http://127.0.0.1/callback"] });
    const tokens = await createTokens(auth, await auth.createPerson(), {
      ...app,
      redirectUri: "http://localhost:53199/callback",
    });
    expect(tokens.access_token).toMatch(/^skc_at_/);
  });

  test("connects as ChatGPT does: prefers private_key_jwt with keys at a URL, and lists none as well", async () => {
    const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    host.serveJson("/keys.json", {
      keys: [{ ...publicKey.export({ format: "jwk" }), kid: "1", alg: "ES256", use: "sig" }],
    });
    const app = publish({
      token_endpoint_auth_method: "private_key_jwt",
      token_endpoint_auth_methods_supported: ["private_key_jwt", "none"],
      jwks_uri: `${host.origin}/keys.json`,
    });
    const verifier = newVerifier();
    const code = await connect(await auth.createPerson(), app, { verifier });
    const unproven = await redeem(auth, app, code, verifier);
    expect([unproven.status, unproven.json.error]).toEqual([401, "invalid_client"]);
    const tokens = await redeem(auth, app, code, verifier, assertionOf(app.clientId, privateKey));
    expect(tokens.status).toBe(200);
    const first = await refresh(auth, app, tokens.json.refresh_token, assertionOf(app.clientId, privateKey));
    const again = await refresh(auth, app, tokens.json.refresh_token, assertionOf(app.clientId, privateKey));
    expect([first.status, again.text]).toEqual([200, first.text]);
    // The stored response is for the client only: the token without the key gets nothing.
    const thief = await refresh(auth, app, tokens.json.refresh_token);
    expect([thief.status, thief.json.error]).toEqual([401, "invalid_client"]);
  });

  test("can use each assertion once, also across two replicas at the same time", async () => {
    const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const app = publish({
      token_endpoint_auth_method: "private_key_jwt",
      jwks: { keys: [publicKey.export({ format: "jwk" })] },
    });
    const assertion = assertionOf(app.clientId, privateKey);
    const ask = () => requestToken(auth, { grant_type: "refresh_token", refresh_token: "x", ...assertion });
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.map(({ json }) => json.error).sort()).toEqual(["invalid_client", "invalid_client", "invalid_grant"]);
  });
});

describe("an invalid document is rejected on a page, without a redirect,", () => {
  test.each<[string, Record<string, unknown>]>([
    ["names another client", { client_id: "https://client.example/other" }],
    ["holds a shared secret", { client_secret: "s" }],
    ["wants a shared secret", { token_endpoint_auth_method: "client_secret_post" }],
    ["has a redirect URI that a browser runs", { redirect_uris: ["javascript:alert(1)"] }],
    ["has a redirect URI without TLS", { redirect_uris: ["http://client.example/callback"] }],
    ["has a page without TLS", { client_uri: "http://client.example/" }],
  ])("because it %s", async (_what, document) => {
    const { clientId } = publish(document);
    const page = await open(clientId);
    expect([page.status, page.location]).toEqual([400, null]);
  });

  test("and is fetched again once it is fixed: rejections are not cached", async () => {
    const app = publish({ redirect_uris: [] });
    expect((await open(app.clientId)).status).toBe(400);
    host.serveJson(app.path, { client_id: app.clientId, redirect_uris: [app.redirectUri] });
    expect((await open(app.clientId)).status).toBe(303);
  });
});

describe("SSRF by client_id", () => {
  test.each([
    "https://127.0.0.1/client.json",
    "https://[::1]/client.json",
    "https://169.254.169.254/latest/meta-data",
    "https://localhost/client.json",
  ])("an internal host is not contacted: %s", async (clientId) => {
    const page = await open(clientId);
    expect([page.status, page.location]).toEqual([400, null]);
  });

  test("a public name that resolves to an internal address is rejected before a connection is opened", async () => {
    const page = await open(`${inner.origin}/client.json`);
    expect([page.status, inner.connections()]).toEqual([400, 0]);
  });

  test("targets that are allowed for webhooks and SFTP are not allowed for client documents and keys", async () => {
    const resolve = async () => [{ address: "127.0.0.1" }];
    const other = await openAuthFixture({ allowTargets: "127.0.0.0/8", resolve, documentsCa: inner.ca });
    try {
      const before = inner.connections();
      for (const clientId of [`${inner.origin}/client.json`, `https://127.0.0.1:${inner.port}/client.json`]) {
        const redirectUri = "https://client.example/callback";
        inner.serveJson("/client.json", { client_id: clientId, redirect_uris: [redirectUri] });
        const page = await (await other.createPerson()).browser.get(authorizePath({ clientId, redirectUri }));
        expect([page.status, page.location]).toEqual([400, null]);
      }
      const { json } = await register(other, {
        token_endpoint_auth_method: "private_key_jwt",
        jwks_uri: `${inner.origin}/keys.json`,
      });
      const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const assertion = assertionOf(json.client_id, privateKey);
      const answer = await requestToken(other, { grant_type: "refresh_token", refresh_token: "x", ...assertion });
      expect(answer.json.error).toMatch(/^invalid_client/);
      expect(inner.connections()).toBe(before);
    } finally {
      await other.close();
    }
  });

  test("a redirect is not followed", async () => {
    host.serve("/moved.json", { status: 302, headers: { location: `${inner.origin}/client.json` } });
    expect((await open(`${host.origin}/moved.json`)).status).toBe(400);
    expect(inner.connections()).toBe(0);
    // Also not to an allowed host: only the document at the client's own URL counts.
    const clientId = `${host.origin}/moved-near.json`;
    host.serveJson("/near.json", { client_id: clientId, redirect_uris: ["https://client.example/callback"] });
    host.serve("/moved-near.json", { status: 302, headers: { location: `${host.origin}/near.json` } });
    expect((await open(clientId)).status).toBe(400);
    expect(host.asked).not.toContain("/near.json");
  });

  test("a body of 10 MB is rejected", async () => {
    const clientId = `${host.origin}/huge.json`;
    const body = JSON.stringify({
      client_id: clientId,
      redirect_uris: ["https://a.example/"],
      x: "x".repeat(10_000_000),
    });
    host.serve("/huge.json", { body });
    expect((await open(clientId, "https://a.example/")).status).toBe(400);
  });

  test.each([
    "http://client.example/a.json",
    "https://client.example",
    "https://client.example/../a.json#x",
    "https://u:p@client.example/a",
  ])("%s is not a document URL", async (clientId) => {
    expect((await open(clientId)).status).toBe(400);
  });

  test("document fetches are limited per network and minute", async () => {
    const browser = auth.visitor();
    const before = host.asked.length;
    const paths = Array.from({ length: 70 }, (_, i) =>
      authorizePath({ clientId: `${host.origin}/none-${i}`, redirectUri: "x" }),
    );
    for (const path of paths) await browser.get(path, { "X-Forwarded-For": "198.51.100.9" });
    expect(host.asked.length - before).toBe(60);
  });
});

describe("SSRF by jwks_uri and logo_uri", () => {
  test("keys are fetched only from allowed hosts, up to 64 KiB", async () => {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    host.serve("/huge-keys.json", { body: `{"keys":[],"x":"${"x".repeat(10_000_000)}"}` });
    for (const jwksUri of [`${inner.origin}/keys.json`, `${host.origin}/huge-keys.json`, `${host.origin}/moved.json`]) {
      const app = publish({ token_endpoint_auth_method: "private_key_jwt", jwks_uri: jwksUri });
      const assertion = assertionOf(app.clientId, privateKey);
      const answer = await requestToken(auth, { grant_type: "refresh_token", refresh_token: "x", ...assertion });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.json.error).toMatch(/^invalid_client/);
    }
    expect(inner.connections()).toBe(0);
  });

  test("a logo is neither fetched nor shown", async () => {
    const app = publish({ logo_uri: `${host.origin}/logo.png` });
    const person = await auth.createPerson();
    const start = await person.browser.get(authorizePath(app));
    expect((await person.browser.get(start.location ?? "")).text).not.toContain("logo.png");
    expect(host.asked).not.toContain("/logo.png");
  });
});

/** RFC 7523, section 3. */
function assertionOf(clientId: string, key: KeyObject) {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const now = Math.floor(Date.now() / 1_000);
  const claims = { iss: clientId, sub: clientId, aud: PUBLIC_URL, jti: randomUUID(), iat: now, exp: now + 60 };
  const text = `${part({ alg: "ES256" })}.${part(claims)}`;
  const signature = signBytes("sha256", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" }).toString("base64url");
  return {
    client_assertion: `${text}.${signature}`,
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
  };
}
