import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { eventually } from "@skucast/testkit/eventually";
import { type OAuthWire, oauthWire, type Tokens } from "./testing/oauth-wire.js";
import { openBrowser, type TestBrowser } from "./testing/open-browser.js";
import type { Person } from "./testing/person.js";
import { createDeploymentOnTestDatabase, type Deployment } from "./testing/run-deployment.js";

const REDIRECT = "http://localhost:43212/callback";
let deployment: Deployment;
let browser: TestBrowser;
let wire: OAuthWire;
let person: Person;
let clientId: string;

beforeAll(async () => {
  deployment = await createDeploymentOnTestDatabase();
  [browser] = await Promise.all([openBrowser(), deployment.start()]);
  wire = oauthWire(deployment.baseUrl);
  person = await browser.newPerson(deployment.baseUrl);
  await person.signUp("First");
  clientId = (await wire.register({ client_name: "Test", redirect_uris: [REDIRECT] })).json.client_id;
});
afterAll(async () => {
  await browser.close();
  await deployment.remove();
});

async function connect(scope: string, path = "/mcp", answer: Parameters<Person["answer"]>[1] = {}): Promise<Tokens> {
  const pending = wire.begin({ clientId, redirectUri: REDIRECT, scope, resource: `${deployment.baseUrl}${path}` });
  return wire.redeem(pending, await person.answer(pending.url, answer));
}

const CHANNEL = { name: "Shop", market: { country: "DE", currency: "EUR", language: "de" } };
const callTool = (token: string, name: string) => wire.mcp(token, "tools/call", { name, arguments: {} });

test.each(["/mcp", API_BASE_PATH])(
  "a token for %s works over MCP and REST alike, with exactly its scopes",
  async (path) => {
    const { access_token: token, scope } = await connect("channels:read channels:write", path);
    expect(scope.split(" ").sort()).toEqual(["channels:read", "channels:write"]);
    expect((await wire.rest(token, "/me")).json.scopes.sort()).toEqual(["channels:read", "channels:write"]);
    expect((await wire.rest(token, "/channels", "POST", CHANNEL)).status).toBe(201);
    expect((await callTool(token, "list_channels")).json.result.structuredContent.channels[0]).toMatchObject({
      name: "Shop",
    });
    const overRest = await wire.rest(token, "/feeds");
    expect([overRest.status, overRest.headers.get("www-authenticate")]).toEqual([
      403,
      expect.stringContaining("feeds:read"),
    ]);
    const overMcp = await callTool(token, "list_feeds");
    expect([overMcp.status, overMcp.headers.get("www-authenticate")]).toEqual([
      403,
      expect.stringContaining("feeds:read"),
    ]);
  },
);

test("a scope that the user unchecks is not granted, even when the app requested it", async () => {
  const tokens = await connect("products:read products:write feeds:read", "/mcp", { scopes: ["products:read"] });
  expect(tokens.scope).toBe("products:read");
  expect((await wire.rest(tokens.access_token, "/products", "POST", {})).status).toBe(403);
  const wider = await wire.refresh(clientId, tokens.refresh_token, { scope: "products:read feeds:read" });
  expect(wider).toMatchObject({ status: 400, json: { error: "invalid_scope" } });
});

test("each connection is bound to the workspace that the user chose", async () => {
  await person.page.goto(`${deployment.baseUrl}/account/workspaces/new`);
  await person.page.getByRole("textbox").fill("Second");
  await person.page.getByRole("button", { name: /create/i }).click();
  await person.page.waitForURL((url) => url.pathname === "/account");
  const workspaceOf = async ({ access_token }: Tokens) => (await wire.rest(access_token, "/me")).json.workspace.name;
  const tokens = [
    await connect("channels:read", "/mcp", { workspace: "First (owner)" }),
    await connect("channels:read", "/mcp", { workspace: "Second (owner)" }),
  ];
  expect(await Promise.all(tokens.map(workspaceOf))).toEqual(["First", "Second"]);
});

test("ten concurrent refreshes with one token get one response, and the connection stays valid", async () => {
  const { refresh_token } = await connect("feeds:read");
  const answers = await Promise.all(Array.from({ length: 10 }, () => wire.refresh(clientId, refresh_token)));
  expect(new Set(answers.map(({ status, json }) => JSON.stringify([status, json]))).size).toBe(1);
  const [answer] = answers;
  expect(answer?.status).toBe(200);
  expect((await wire.mcp(answer?.json.access_token, "tools/list")).status).toBe(200);
  expect((await wire.refresh(clientId, answer?.json.refresh_token)).status).toBe(200);
});

test("a code works once; a second use revokes the tokens that it issued", async () => {
  const pending = wire.begin({ clientId, redirectUri: REDIRECT, scope: "feeds:read" });
  const callback = await person.answer(pending.url);
  const { access_token } = await wire.redeem(pending, callback);
  expect((await wire.mcp(access_token, "tools/list")).status).toBe(200);
  await expect(wire.redeem(pending, callback)).rejects.toThrow("invalid_grant");
  await eventually(async () => (await wire.mcp(access_token, "tools/list")).status === 401);
});

test("signing out of the browser keeps the connections of apps", async () => {
  const { access_token, refresh_token } = await connect("feeds:read");
  await person.page.goto(`${deployment.baseUrl}/sign-out`);
  await person.page.getByRole("button", { name: /sign out/i }).click();
  await person.page.waitForLoadState();
  expect((await wire.rest(access_token, "/me")).status).toBe(200);
  expect((await wire.refresh(clientId, refresh_token)).status).toBe(200);
});

test("an API key works for both interfaces", async () => {
  const { api_key } = deployment.demo();
  expect((await wire.mcp(api_key, "tools/list")).json.result.tools.length).toBeGreaterThan(0);
  expect((await wire.rest(api_key, "/me")).json.kind).toBe("api_key");
});
