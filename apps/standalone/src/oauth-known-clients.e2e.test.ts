import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { newClientKey } from "./testing/client-assertion.js";
import { type OAuthWire, oauthWire } from "./testing/oauth-wire.js";
import { openBrowser, type TestBrowser } from "./testing/open-browser.js";
import type { Person } from "./testing/person.js";
import { createDeploymentOnTestDatabase, type Deployment } from "./testing/run-deployment.js";
import { type DocumentHost, startDocumentHost } from "./testing/start-document-host.js";

let deployment: Deployment;
let browser: TestBrowser;
let documents: DocumentHost;
let wire: OAuthWire;
let person: Person;
let resource: string;

beforeAll(async () => {
  documents = await startDocumentHost();
  deployment = await createDeploymentOnTestDatabase({
    SKUCAST_ALLOW_CLIENT_TARGETS: "127.0.0.0/8",
    NODE_EXTRA_CA_CERTS: documents.caPath,
  });
  [browser] = await Promise.all([openBrowser(), deployment.start()]);
  wire = oauthWire(deployment.baseUrl);
  resource = `${deployment.baseUrl}/mcp`;
  person = await browser.newPerson(deployment.baseUrl);
  await person.signUp();
});
afterAll(async () => {
  await browser.close();
  await deployment.remove();
  await documents.close();
});

const listsTools = async (accessToken: string) => (await wire.mcp(accessToken, "tools/list")).status;
const newPort = () => 20_000 + Math.floor(Math.random() * 10_000);

describe("a hosted client such as Claude", () => {
  const redirectUri = "https://claude.ai/api/mcp/auth_callback";
  const metadata = {
    client_name: "Claude",
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    scope: "openid profile",
  };

  test("registers for each connection; each needs consent, and none ends another", async () => {
    const connect = async () => {
      const { status, json } = await wire.register(metadata);
      expect([status, json.token_endpoint_auth_method, json.client_secret]).toEqual([201, "none", undefined]);
      const pending = wire.begin({ clientId: json.client_id, redirectUri, scope: "products:read", resource });
      return { clientId: json.client_id, tokens: await wire.redeem(pending, await person.answer(pending.url)) };
    };
    const first = await connect();
    const second = await connect();
    expect(first.clientId).not.toBe(second.clientId);
    expect([await listsTools(first.tokens.access_token), await listsTools(second.tokens.access_token)]).toEqual([
      200, 200,
    ]);
    expect((await wire.refresh(first.clientId, first.tokens.refresh_token)).status).toBe(200);
  });

  test("gets 401 invalid_client once its registration is gone, so that it registers again", async () => {
    const { status, json } = await wire.refresh("client_of_last_year", "skc_rt_whatever");
    expect([status, json.error]).toEqual([401, "invalid_client"]);
  });

  test("connects by its metadata document and needs consent again although it had it before", async () => {
    const clientId = documents.publishClient("/hosted.json", metadata);
    for (const scope of ["feeds:read", "products:read feeds:read"]) {
      const pending = wire.begin({ clientId, redirectUri, scope, resource });
      const tokens = await wire.redeem(pending, await person.answer(pending.url));
      expect(tokens.scope.split(" ").sort()).toEqual(scope.split(" ").sort());
    }
  });

  test("is redirected with access_denied and the issuer when the user denies access", async () => {
    const clientId = documents.publishClient("/hosted.json", metadata);
    const pending = wire.begin({ clientId, redirectUri, scope: "products:read", resource });
    const callback = await person.answer(pending.url, { decision: "Deny" });
    expect(Object.fromEntries(callback.searchParams)).toMatchObject({
      error: "access_denied",
      state: pending.state,
      iss: deployment.baseUrl,
    });
    expect(callback.searchParams.get("code")).toBeNull();
  });
});

describe("a command-line client such as Claude Code", () => {
  test("whose document has no application_type and no port in its redirect URI may use any port", async () => {
    const clientId = documents.publishClient("/code.json", {
      client_name: "Claude Code",
      token_endpoint_auth_method: "none",
      response_types: ["code"],
      redirect_uris: ["http://localhost/callback", "http://127.0.0.1/callback"],
      grant_types: ["authorization_code", "refresh_token"],
    });
    for (const host of ["localhost", "127.0.0.1"]) {
      const redirectUri = `http://${host}:${newPort()}/callback`;
      const pending = wire.begin({ clientId, redirectUri, scope: "products:read channels:read feeds:read", resource });
      const tokens = await wire.redeem(pending, await person.answer(pending.url));
      expect(await listsTools(tokens.access_token)).toBe(200);
    }
    const elsewhere = wire.begin({ clientId, redirectUri: "http://localhost:1/other", resource });
    const refused = await person.page.goto(String(elsewhere.url));
    expect(refused?.status()).toBe(400);
  });
});

describe("a client that authenticates with a key, such as ChatGPT", () => {
  const redirectUri = "https://chatgpt.com/connector/oauth/abc123";
  const key = newClientKey();
  const publish = (path: string) =>
    documents.publishClient(path, {
      client_name: "ChatGPT",
      redirect_uris: [redirectUri],
      response_types: ["code"],
      grant_types: ["authorization_code", "refresh_token"],
      token_endpoint_auth_method: "private_key_jwt",
      token_endpoint_auth_methods_supported: ["private_key_jwt", "none"],
      token_endpoint_auth_signing_alg: "ES256",
      jwks_uri: documents.publish("/keys.json", key.jwks),
    });

  test("connects, refreshes, and is rejected with another key", async () => {
    const clientId = publish("/gpt.json");
    const pending = wire.begin({ clientId, redirectUri, scope: "products:read", resource });
    const callback = await person.answer(pending.url);
    const tokens = await wire.redeem(pending, callback, key.assertion(clientId, deployment.baseUrl));
    expect(await listsTools(tokens.access_token)).toBe(200);
    const forged = newClientKey().assertion(clientId, deployment.baseUrl);
    expect((await wire.refresh(clientId, tokens.refresh_token, forged)).status).toBe(401);
    const renewed = await wire.refresh(clientId, tokens.refresh_token, key.assertion(clientId, deployment.baseUrl));
    expect([renewed.status, await listsTools(renewed.json.access_token)]).toEqual([200, 200]);
  });

  test("reconnects without scopes and gets read access", async () => {
    const clientId = publish("/gpt.json");
    const pending = wire.begin({ clientId, redirectUri, resource });
    const callback = await person.answer(pending.url);
    const tokens = await wire.redeem(pending, callback, key.assertion(clientId, deployment.baseUrl));
    expect(tokens.scope.split(" ").every((scope) => scope.endsWith(":read"))).toBe(true);
    expect(await listsTools(tokens.access_token)).toBe(200);
  });
});

describe("a client of several processes such as Copilot CLI", () => {
  test("uses another port than its document names, and refreshes from two processes at once", async () => {
    const clientId = documents.publishClient("/cli.json", {
      client_name: "Copilot CLI",
      token_endpoint_auth_method: "none",
      response_types: ["code"],
      redirect_uris: ["http://127.0.0.1:33418/"],
      grant_types: ["authorization_code", "refresh_token"],
    });
    const pending = wire.begin({
      clientId,
      redirectUri: `http://127.0.0.1:${newPort()}/`,
      scope: "feeds:read",
      resource,
    });
    const tokens = await wire.redeem(pending, await person.answer(pending.url));
    const answers = await Promise.all([1, 2].map(() => wire.refresh(clientId, tokens.refresh_token, { resource })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.json).toEqual(answers[1]?.json);
    expect(await listsTools(answers[0]?.json.access_token)).toBe(200);
    expect((await wire.refresh(clientId, answers[0]?.json.refresh_token)).status).toBe(200);
  });
});
