import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { eventually } from "@skucast/testkit/eventually";
import { type OAuthWire, oauthWire } from "./testing/oauth-wire.js";
import { newOfficialClient, type OfficialClient, oldOfficialClient } from "./testing/official-clients.js";
import { openBrowser, type TestBrowser } from "./testing/open-browser.js";
import type { Person } from "./testing/person.js";
import { createDeploymentOnTestDatabase, type Deployment } from "./testing/run-deployment.js";
import { type DocumentHost, startDocumentHost } from "./testing/start-document-host.js";

const CALLBACK = "http://localhost:43210/callback";
let deployment: Deployment;
let browser: TestBrowser;
let documents: DocumentHost;
let wire: OAuthWire;
let person: Person;

beforeAll(async () => {
  documents = await startDocumentHost();
  deployment = await createDeploymentOnTestDatabase({
    SKUCAST_ALLOW_CLIENT_TARGETS: "127.0.0.0/8",
    NODE_EXTRA_CA_CERTS: documents.caPath,
  });
  [browser] = await Promise.all([openBrowser(), deployment.start()]);
  wire = oauthWire(deployment.baseUrl);
  person = await browser.newPerson(deployment.baseUrl);
  await person.signUp();
});
afterAll(async () => {
  await browser.close();
  await deployment.remove();
  await documents.close();
});

describe.each([
  ["@modelcontextprotocol/sdk", oldOfficialClient],
  ["@modelcontextprotocol/client", newOfficialClient],
])("%s", (name, newClient) => {
  let client: OfficialClient;
  beforeAll(() => {
    client = newClient(`${deployment.baseUrl}/mcp`, CALLBACK);
  });
  afterAll(() => client.close());

  const tokens = () => client.provider.stored ?? { access_token: "", refresh_token: "" };

  test("discovers the authorization server, registers, and starts authorization with PKCE and the resource", async () => {
    expect(await client.connect()).toBe("unauthorized");
    expect(client.provider.information?.client_id).toMatch(/^\w/);
    const asked = Object.fromEntries(client.provider.asked?.searchParams ?? []);
    expect(asked).toMatchObject({
      code_challenge_method: "S256",
      resource: `${deployment.baseUrl}/mcp`,
      scope: expect.stringContaining("products:read"),
    });
  });

  test("the user allows it in the browser; it connects, lists the tools and calls one", async () => {
    const callback = await person.answer(String(client.provider.asked));
    expect(callback.searchParams.get("iss")).toBe(deployment.baseUrl);
    await client.finish(callback);
    expect(await client.connect()).toBe("connected");
    expect(await client.toolNames()).toContain("list_channels");
    expect(await client.call("list_channels", {})).toMatchObject({ structuredContent: { channels: [] } });
  });

  test("with an expired access token it refreshes by itself and continues", async () => {
    const before = tokens();
    Object.assign(before, { access_token: `${before.access_token.slice(0, -1)}-` });
    const { saves } = client.provider;
    expect(await client.call("list_feeds", {})).toMatchObject({ structuredContent: { feeds: [] } });
    expect(client.provider.saves).toBe(saves + 1);
    expect(tokens().refresh_token).not.toBe(before.refresh_token);
  });

  test("once its connection is revoked, both tokens are rejected and consent is needed again", async () => {
    const { access_token, refresh_token = "" } = tokens();
    const clientId = client.provider.information?.client_id ?? "";
    expect((await wire.revoke(clientId, refresh_token)).status).toBe(200);
    await eventually(async () => (await wire.mcp(access_token, "tools/list")).status === 401);
    expect(await wire.refresh(clientId, refresh_token)).toMatchObject({
      status: 400,
      json: { error: "invalid_grant" },
    });
    await expect(client.call("list_feeds", {})).rejects.toThrow();
    await expect(client.connect()).resolves.toBe("unauthorized");
  });

  test("a client whose id is the URL of its metadata connects without registering", async () => {
    const path = `/${name.split("/")[1]}.json`;
    const documentUrl = documents.publishClient(path, {
      client_name: "Documented client",
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    });
    const documented = newClient(`${deployment.baseUrl}/mcp`, CALLBACK, documentUrl);
    expect(await documented.connect()).toBe("unauthorized");
    expect(documented.provider.asked?.searchParams.get("client_id")).toBe(documentUrl);
    await documented.finish(await person.answer(String(documented.provider.asked)));
    expect(await documented.connect()).toBe("connected");
    expect(await documented.toolNames()).toContain("get_product");
    expect(documents.asked(path)).toBeGreaterThan(0);
    await documented.close();
  });
});
