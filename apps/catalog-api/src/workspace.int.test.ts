import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { hashToken, newToken } from "@skucast/credentials/token";
import { insertPerson, insertSession } from "@skucast/db/testing/insert-people";
import { sessionCookieName } from "@skucast/http-kit/session-cookie";
import { type ApiFixture, openApiFixture } from "./testing/open-api-fixture.js";

let api: ApiFixture;

beforeAll(async () => {
  api = await openApiFixture({ SKUCAST_HISTORY_KEPT: "60d" });
});
afterAll(() => api.close());

test("a workspace is read with its retention times and renamed; the audit log has its former name", async () => {
  const { id, token } = await api.newWorkspace();
  const { json, headers } = await api.ask("GET", "/workspace", { token });
  const retention = { history_days: 60, deleted_products_days: 90, runs_days: 90, imports_days: 90, run_files: 14 };
  expect(json).toMatchObject({ id, name: "Test", version: 1, retention });
  const ifMatch = { "If-Match": headers.get("etag") ?? "" };
  const renamed = await api.ask("PATCH", "/workspace", { token, body: { name: "Lamps" }, headers: ifMatch });
  expect([renamed.status, renamed.json.name, renamed.json.version]).toEqual([200, "Lamps", 2]);
  expect((await api.ask("GET", "/me", { token })).json.workspace).toEqual({ id, name: "Lamps" });
  const log = await api.ask("GET", "/audit-log?action=workspace.updated", { token });
  expect(log.json.data).toHaveLength(1);
  expect(log.json.data[0]).toMatchObject({
    object: { type: "workspace", id },
    details: { previous: { name: "Test" } },
  });
});

test("the same name again changes nothing, a dry run stores nothing, and an older version is rejected", async () => {
  const { token } = await api.newWorkspace();
  expect((await api.ask("PATCH", "/workspace", { token, body: { name: "Test" } })).json.version).toBe(1);
  const dry = await api.ask("PATCH", "/workspace?validate_only=true", { token, body: { name: "Dry" } });
  expect([dry.status, dry.json.name]).toEqual([200, "Dry"]);
  await api.ask("PATCH", "/workspace", { token, body: { name: "Lamps" } });
  const late = await api.ask("PATCH", "/workspace", { token, body: { name: "Late" }, headers: { "If-Match": '"v1"' } });
  expect([late.status, late.json.code]).toEqual([412, "precondition_failed"]);
  expect((await api.ask("GET", "/workspace", { token })).json.name).toBe("Lamps");
});

test("a name with control characters is rejected with a pointer", async () => {
  for (const name of ["", "  ", "a".repeat(101)]) {
    const { status, json } = await api.ask("PATCH", "/workspace", { body: { name } });
    expect([status, json.errors[0].pointer]).toEqual([422, "/name"]);
  }
});

test("members who do not manage the workspace can read but not rename it", async () => {
  const person = await insertPerson(api.db, "editor");
  const secret = newToken("ss");
  await insertSession(api.db, person, { secretHash: hashToken(secret) });
  const headers = { Cookie: `${sessionCookieName(false)}=${secret}`, "Sec-Fetch-Site": "same-origin" };
  const rejected = await api.ask("PATCH", "/workspace", { token: "", headers, body: { name: "Mine" } });
  expect([rejected.status, rejected.json.code]).toEqual([403, "forbidden"]);
  expect((await api.ask("GET", "/workspace", { token: "", headers })).json.name).toBe("Test");
});

test("quotas are shown with what is used, and a product beyond them is rejected in single writes and in batches", async () => {
  const limited = await openApiFixture({ SKUCAST_QUOTA_PRODUCTS: "2", SKUCAST_QUOTA_CHANNELS: "1" });
  try {
    const product = (sku: string) => ({
      sku,
      title: sku,
      price_amount: 1,
      price_currency: "USD",
      availability: "in_stock",
    });
    const body = { items: ["A", "B", "C"].map(product) };
    const { results } = (await limited.ask("POST", "/products/batch", { body })).json;
    expect(results.map(({ status }: { status: string }) => status)).toEqual(["created", "created", "failed"]);
    const { status, json } = await limited.ask("POST", "/products", { body: product("D") });
    expect([status, json.code]).toEqual([409, "limit_reached"]);
    expect(json.detail).toContain("at most 2 products");
    expect(results[2].error).toEqual({ code: "limit_reached", detail: json.detail, errors: [] });
    const quotas = (await limited.ask("GET", "/workspace/quotas")).json;
    expect(quotas).toMatchObject({ products: { used: 2, limit: 2 }, channels: { used: 0, limit: 1 } });
    expect(quotas.catalog_bytes.used).toBeGreaterThan(500);
  } finally {
    await limited.close();
  }
});
