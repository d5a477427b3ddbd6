import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { newOfficialClient, type OfficialClient, oldOfficialClient } from "./testing/official-clients.js";
import { openBrowser, type TestBrowser } from "./testing/open-browser.js";
import type { Person } from "./testing/person.js";
import { createDeploymentOnTestDatabase, type Deployment } from "./testing/run-deployment.js";
import { createMcpRemoteHome, type McpRemote, startMcpRemote } from "./testing/start-mcp-remote.js";

const CALLBACK = "http://localhost:43212/callback";
const PRODUCT = { title: "Lamp", price_amount: 1, price_currency: "USD", availability: "in_stock" };
let deployment: Deployment;
let browser: TestBrowser;
let person: Person;

beforeAll(async () => {
  deployment = await createDeploymentOnTestDatabase();
  [browser] = await Promise.all([openBrowser(), deployment.start()]);
  person = await browser.newPerson(deployment.baseUrl);
  await person.signUp();
});
afterAll(async () => {
  await browser.close();
  await deployment.remove();
});

const upsert = (client: OfficialClient, sku: string) =>
  client.call("upsert_products", { products: [{ sku, ...PRODUCT }] });
const scopesOf = ({ provider }: OfficialClient): string[] =>
  (provider.asked?.searchParams.get("scope") ?? "").split(" ");

/** Lets the user answer the client's authorization request, and passes the code to the client. */
const allow = async (client: OfficialClient, access?: string) =>
  client.finish(await person.answer(String(client.provider.asked), access === undefined ? {} : { access }));

describe.each([
  ["@modelcontextprotocol/sdk with a refresh token", oldOfficialClient, ["authorization_code", "refresh_token"]],
  ["@modelcontextprotocol/sdk without one", oldOfficialClient, ["authorization_code"]],
  ["@modelcontextprotocol/client with a refresh token", newOfficialClient, ["authorization_code", "refresh_token"]],
  ["@modelcontextprotocol/client without one", newOfficialClient, ["authorization_code"]],
])("%s", (_name, newClient, grantTypes) => {
  test("steps up: asks the user once for the new scope in addition to those it has, then writes", async () => {
    const client = newClient(`${deployment.baseUrl}/mcp`, CALLBACK, undefined, grantTypes);
    expect(await client.connect()).toBe("unauthorized");
    await allow(client);
    expect(await client.connect()).toBe("connected");
    expect(client.provider.stored?.refresh_token !== undefined).toBe(grantTypes.includes("refresh_token"));
    const held = scopesOf(client);
    expect(held).not.toContain("products:write");

    await expect(upsert(client, "STEP-1")).rejects.toThrow();
    expect(client.provider.asks).toBe(2);
    expect(scopesOf(client).toSorted()).toEqual([...held, "products:write"].toSorted());
    await allow(client);
    expect(await upsert(client, "STEP-1")).toMatchObject({ structuredContent: { summary: { total: 1, failed: 0 } } });
    for (const tool of ["list_feeds", "list_channels", "search_catalog"]) {
      expect((await client.call(tool, {})).isError ?? false).toBe(false);
    }
    expect(client.provider.asks).toBe(2);
    await client.close();
  });

  test("writes at once when the user granted the scope at the first consent", async () => {
    const client = newClient(`${deployment.baseUrl}/mcp`, CALLBACK, undefined, grantTypes);
    await client.connect();
    await allow(client, "Edit");
    expect(await client.connect()).toBe("connected");
    expect(await upsert(client, "STEP-2")).toMatchObject({ structuredContent: { summary: { total: 1, failed: 0 } } });
    expect(client.provider.asks).toBe(1);
    await client.close();
  });
});

test("a user who declines the step-up keeps the connection as it was, and it refreshes", async () => {
  const client = oldOfficialClient(`${deployment.baseUrl}/mcp`, CALLBACK);
  await client.connect();
  await allow(client);
  await client.connect();
  await expect(upsert(client, "STEP-3")).rejects.toThrow();
  await person.answer(String(client.provider.asked), { decision: "Deny" });
  expect((await client.call("list_feeds", {})).isError ?? false).toBe(false);
  const { stored } = client.provider;
  Object.assign(stored ?? {}, { access_token: `${stored?.access_token.slice(0, -1)}-` });
  expect((await client.call("list_feeds", {})).isError ?? false).toBe(false);
  expect(client.provider.asks).toBe(2);
  await client.close();
});

describe.each([
  ["as it is configured by default", []],
  ["with the newest revision", ["--protocol", "auto"]],
])("mcp-remote %s", (name, args) => {
  const home = createMcpRemoteHome();
  let remote: McpRemote;
  const start = () => {
    remote = startMcpRemote(`${deployment.baseUrl}/mcp`, home.folder, ...args);
  };
  afterEach(() => remote.stop());
  afterAll(() => home.remove());

  const write = (title: string) =>
    remote.call("upsert_products", { products: [{ sku: `REMOTE-${name.length}`, ...PRODUCT, title }] });
  const written = { structuredContent: { summary: { total: 1, failed: 0 } } };
  const scopes = (url: URL) => (url.searchParams.get("scope") ?? "").split(" ");

  test("registers, reads, steps up once for a write, and reads again", async () => {
    start();
    const first = await remote.asked(1);
    expect(first.searchParams.get("code_challenge_method")).toBe("S256");
    const held = scopes(first);
    expect(held).toContain("products:read");
    expect(held).not.toContain("products:write");
    await person.answer(first);
    await remote.connected;
    expect(await remote.toolNames()).toContain("upsert_products");
    expect((await remote.call("list_channels", {})).isError ?? false).toBe(false);
    expect(remote.opened()).toHaveLength(1);

    const writing = write("Lamp");
    const second = await remote.asked(2);
    expect(scopes(second).toSorted()).toEqual([...held, "products:write"].toSorted());
    await person.answer(second);
    expect(await writing).toMatchObject(written);
    expect((await remote.call("list_feeds", {})).isError ?? false).toBe(false);
    expect(remote.opened()).toHaveLength(2);
  });

  test("after a restart it writes with the stored tokens, without asking", async () => {
    start();
    await remote.connected;
    expect(await write("Lamp, warm")).toMatchObject(written);
    expect(remote.opened()).toHaveLength(0);
  });
});
