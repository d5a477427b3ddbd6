import { execFileSync } from "node:child_process";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { insertPerson } from "@skucast/db/testing/insert-people";
import { eventually } from "@skucast/testkit/eventually";
import { type ApiFixture, openApiFixture } from "../testing/open-api-fixture.js";
import { addMember, PUBLIC_URL } from "../testing/people.js";

const PRODUCTS = 250;
let api: ApiFixture;

beforeAll(async () => {
  api = await openApiFixture({ SKUCAST_PUBLIC_URL: PUBLIC_URL });
});
afterAll(() => api.close());

const market = { country: "US", currency: "USD", language: "en" };
const product = (sku: string) => ({
  sku,
  title: `Größe ${sku} 灯`,
  price_amount: "1.50",
  price_currency: "USD",
  availability: "in_stock",
  metadata: { cost_center: "7" },
  translations: { de: { title: "Tee 灯" } },
});

/** Starts an export and waits until its file is complete. */
async function exportAll(token: string): Promise<{ id: string; bytes: number; products: number }> {
  const started = await api.ask("POST", "/product-exports", { token });
  expect([started.status, started.json.status]).toEqual([202, "queued"]);
  return eventually(async () => {
    const { json } = await api.ask("GET", `/product-exports/${started.json.id}`, { token });
    if (json.status === "failed") throw new Error(json.error);
    return json.status === "succeeded" && json;
  });
}

const download = (id: string, token: string) =>
  fetch(`${api.origin}${API_BASE_PATH}/product-exports/${id}/file`, { headers: { Authorization: `Bearer ${token}` } });

async function fileOf(id: string, token: string): Promise<Buffer> {
  const response = await download(id, token);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/gzip"]);
  const file = Buffer.from(await response.arrayBuffer());
  expect(response.headers.get("content-length")).toBe(String(file.length));
  return file;
}

test("the file has every product as GET returns it, in the order of SKUs, and no deleted one", async () => {
  const { token } = await api.newWorkspace();
  const skus = Array.from({ length: PRODUCTS }, (_, i) => `S-${String(i).padStart(4, "0")}`);
  await api.ask("POST", "/products/batch", { token, body: { items: [...skus, "GONE"].map(product) } });
  await api.ask("DELETE", "/products/GONE", { token });

  const { id, bytes, products } = await exportAll(token);
  const file = await fileOf(id, token);
  expect([bytes, products]).toEqual([file.length, PRODUCTS]);
  const lines = gunzipSync(file).toString().split("\n");
  expect(lines.pop()).toBe("");
  const exported = lines.map((line) => JSON.parse(line));
  expect(exported.map(({ sku }) => sku)).toEqual(skus);
  expect(exported[7]).toEqual((await api.ask("GET", "/products/S-0007", { token })).json);
});

test("the file is one gzip member, which browsers and Python accept too", async () => {
  const { token } = await api.newWorkspace();
  await api.ask("POST", "/products", { token, body: product("ONE") });
  const file = await fileOf((await exportAll(token)).id, token);
  const text = gunzipSync(file).toString();
  const inBrowser = new Blob([Uint8Array.from(file)]).stream().pipeThrough(new DecompressionStream("gzip"));
  expect(await new Response(inBrowser).text()).toBe(text);
  const script = "import sys, gzip; sys.stdout.buffer.write(gzip.decompress(sys.stdin.buffer.read()))";
  expect(execFileSync("python3", ["-c", script], { input: file }).toString()).toBe(text);
});

test("an empty catalog has an empty file", async () => {
  const { token } = await api.newWorkspace();
  const { id, products } = await exportAll(token);
  expect([products, gunzipSync(await fileOf(id, token)).length]).toEqual([0, 0]);
  const path = `/product-exports/${id}`;
  const etag = (await api.ask("GET", path, { token })).headers.get("etag") ?? "";
  expect((await api.ask("GET", path, { token, headers: { "If-None-Match": etag } })).status).toBe(304);
});

describe("who may export", () => {
  let owner: { id: string; token: string };
  let exportId: string;
  let channelId: string;
  beforeAll(async () => {
    owner = await api.newWorkspace();
    await api.ask("POST", "/products", { token: owner.token, body: product("A") });
    channelId = (
      await api.ask("POST", "/channels", { token: owner.token, body: { name: "C", profile: "generic", market } })
    ).json.id;
    exportId = (await exportAll(owner.token)).id;
  });
  const newKey = async (narrowing: object) =>
    (await api.ask("POST", "/api-keys", { token: owner.token, body: { name: "narrowed", ...narrowing } })).json.secret;

  test("a key with products:read, without any other scope", async () => {
    const token = await newKey({ scopes: ["products:read"] });
    const { id } = await exportAll(token);
    await fileOf(id, token);
  });

  test.each<[string, object]>([
    ["a key without products:read", { scopes: ["feeds:read"] }],
    ["a key with channels", { channels: ["…"] }],
  ])("not %s", async (_who, narrowing) => {
    const token = await newKey("channels" in narrowing ? { channels: [channelId] } : narrowing);
    expect((await api.ask("POST", "/product-exports", { token })).json.code).toBe("forbidden");
    expect([403, 404]).toContain((await download(exportId, token)).status);
    expect((await api.ask("GET", "/product-exports", { token })).json.data ?? []).toEqual([]);
  });

  test("a viewer, but not a member who is restricted to channels", async () => {
    const person = await insertPerson(api.db, "owner");
    const { workspaceId } = person;
    const viewer = (await addMember(api.db, { workspaceId, role: "viewer" })).session;
    const restricted = (await addMember(api.db, { workspaceId, role: "editor", channelIds: [channelId] })).session;
    expect((await api.ask("POST", "/product-exports", { ...restricted })).json.code).toBe("forbidden");
    expect((await api.ask("POST", "/product-exports", { ...viewer })).status).toBe(202);
  });

  test("another workspace sees neither the export nor its file", async () => {
    const { token } = await api.newWorkspace();
    expect((await api.ask("GET", "/product-exports", { token })).json.data).toEqual([]);
    expect((await api.ask("GET", `/product-exports/${exportId}`, { token })).status).toBe(404);
    expect((await download(exportId, token)).status).toBe(404);
  });

  test("the audit log shows who started it and who downloaded it", async () => {
    const { data } = (await api.ask("GET", "/audit-log?limit=200", { token: owner.token })).json;
    const actions = data.map(({ action }: { action: string }) => action);
    expect(actions).toContain("product_export.started");
    expect(actions).toContain("product_export.downloaded");
  });
});
