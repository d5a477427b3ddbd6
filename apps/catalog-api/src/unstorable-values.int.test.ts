import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { type ApiFixture, openApiFixture } from "./testing/open-api-fixture.js";

/*
 * Values that PostgreSQL cannot store: NUL, half of a surrogate pair, and times that only JavaScript can express. They are
 * the client's error, or are left out, and never a failure of the service.
 */

const uploads = mkdtempSync(join(tmpdir(), "skucast-uploads-"));
let api: ApiFixture;

beforeAll(async () => {
  api = await openApiFixture({ SKUCAST_UPLOADS_DIR: uploads });
});
afterAll(async () => {
  await api.close();
  rmSync(uploads, { recursive: true });
});

const UNSTORABLE = ["a\u0000b", "a\ud800b", "\udc00"];
const TIMES = ["9999-12-31T23:59:59-23:59", "2026-12-30T10:00:00+16:00", "0000-01-01T00:00:00Z"];
/** JSON with half of a surrogate pair as an escape, which is how it can be sent. */
const sendJson = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  api.ask("POST", path, { body: JSON.stringify(body), headers: { "Content-Type": "application/json", ...headers } });

describe("columns of an imported file", () => {
  test.each(["text/csv", "text/tab-separated-values"])("have names without NUL in %s", async (type) => {
    const between = type === "text/csv" ? "," : "\t";
    const body = ["sku,ti\u0000tle", "A,Tee"].join("\n").replaceAll(",", between);
    const answer = await api.ask("POST", "/imports", { body, headers: { "Content-Type": type } });
    expect(answer.status).toBe(202);
    expect(answer.json.columns.map(({ name }: { name: string }) => name)).toEqual(["sku", "title"]);
  });

  test.each(UNSTORABLE)("have names that can be stored in JSON: %j", async (name) => {
    const answer = await sendJson("/imports", [{ sku: "A", title: "Tee", [name]: "x" }]);
    expect(answer.status).toBe(202);
    const stored = await api.ask("GET", `/imports/${answer.json.id}`);
    expect(stored.json.columns).toEqual(answer.json.columns);
  });
});

describe("options and filters", () => {
  test.each(UNSTORABLE)("%j is no column of a source", async (column) => {
    const source = { name: "Shop", url: "https://shop.example/feed.csv", fill_down_within: column };
    const answer = await sendJson("/sources?validate_only=true", source);
    expect([answer.status, answer.json.errors?.[0].pointer]).toEqual([422, "/fill_down_within"]);
  });

  test.each(["/runs/{id}/issues?sku=", "/imports/{id}/rows?sku=", "/channels/{id}/issues?sku="])(
    "NUL is nothing to look for in %s",
    async (path) => {
      const answer = await api.ask("GET", `${path.replace("{id}", newId("run"))}a%00b`);
      expect([400, 404]).toContain(answer.status);
    },
  );
});

describe("times", () => {
  test.each(TIMES)("an API key cannot expire at %s", async (expires_at) => {
    const answer = await sendJson("/api-keys", { name: "k", expires_at });
    expect([answer.status, answer.json.errors?.[0].pointer]).toEqual([422, "/expires_at"]);
  });

  test.each(TIMES)("a sale cannot end at %s", async (at) => {
    const price = { amount: 10, currency: "EUR", sale_amount: 5, sale_ends_at: at };
    const product = { title: "Chair", availability: "in_stock", price_amount: 10, price_currency: "USD" };
    const ends = await api.ask("PUT", "/products/CHAIR", { body: { ...product, sale_price_ends_at: at } });
    expect([ends.status, ends.json.errors?.[0].pointer]).toEqual([422, "/sale_price_ends_at"]);
    const market = await api.ask("PUT", "/products/CHAIR", { body: { ...product, prices: [price] } });
    expect([market.status, market.json.errors?.[0].pointer]).toEqual([422, "/prices/0/sale_ends_at"]);
  });
});
