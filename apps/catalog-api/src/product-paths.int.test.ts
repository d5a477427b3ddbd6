import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { LIMITS } from "@skucast/contracts/limits";
import { base64urlSegment, encodeSku } from "@skucast/contracts/products/sku-path";
import { hostileSkus } from "@skucast/contracts/products/testing/hostile-skus";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { type ApiFixture, openApiFixture } from "./testing/open-api-fixture.js";

const SKUS = hostileSkus();
let api: ApiFixture;

const bodyOf = (sku: string) => {
  const required = { price_amount: 1, price_currency: "USD", availability: "in_stock" } as const;
  return { sku, title: `Title of ${sku}`, ...required };
};

async function storeAll(): Promise<void> {
  for (let start = 0; start < SKUS.length; start += LIMITS.batchItemsMax) {
    const items = SKUS.slice(start, start + LIMITS.batchItemsMax).map(bodyOf);
    const { json } = await api.ask("POST", "/products/batch", { body: { items } });
    expect(json.summary.failed).toBe(0);
  }
}

async function listAll(): Promise<{ sku: string; title: string }[]> {
  const products: { sku: string; title: string }[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { json } = await api.ask("GET", `/products?limit=${LIMITS.pageSizeMax}${cursor && `&cursor=${cursor}`}`);
    products.push(...json.data);
    cursor = json.next_cursor;
  }
  return products;
}

/** Sends a request with an unchanged path, without a URL parser. */
function askRaw(method: string, segment: string, body?: object): Promise<{ status: number; sku: unknown }> {
  const { hostname, port } = new URL(api.origin);
  const headers = { Authorization: `Bearer ${api.workspace.token}`, "Content-Type": "application/json" };
  return new Promise((resolve, reject) => {
    const path = `${API_BASE_PATH}/products/${segment}`;
    request({ hostname, port, method, path, headers }, async (answer) => {
      const text = (await answer.toArray()).join("");
      resolve({ status: answer.statusCode ?? 0, sku: text === "" ? undefined : JSON.parse(text).sku });
    })
      .on("error", reject)
      .end(body && JSON.stringify(body));
  });
}

beforeAll(async () => {
  api = await openApiFixture();
});
afterAll(async () => {
  await api.close();
});

describe("a SKU that is difficult in paths", () => {
  beforeAll(storeAll, 60_000);

  test("is found by its percent-encoded path and by its base64url path, and no other product is", async () => {
    for (const sku of SKUS.filter((_, i) => i % 4 === 1 || i < 50)) {
      expect(await askRaw("GET", encodeURIComponent(sku))).toEqual({ status: 200, sku });
      expect(await askRaw("GET", base64urlSegment(sku))).toEqual({ status: 200, sku });
    }
  }, 120_000);

  test("can be read, updated and deleted through fetch, which normalizes URLs, without affecting other products", async () => {
    const chosen = SKUS.filter((_, i) => i % 8 === 0 || i < 50);
    for (const sku of chosen) {
      const path = `/products/${encodeSku(sku)}`;
      expect((await api.ask("GET", path)).json.sku).toBe(sku);
      expect((await api.ask("GET", `${path}/channels`)).json.data).toEqual([]);
      expect((await api.ask("PATCH", path, { body: { title: "Changed" } })).json.sku).toBe(sku);
      expect((await api.ask("DELETE", path)).status).toBe(204);
    }
    const left = await listAll();
    expect(left.filter(({ title }) => title === "Changed")).toEqual([]);
    expect(left.map(({ sku }) => sku).sort()).toEqual(SKUS.filter((sku) => !chosen.includes(sku)).sort());
  }, 120_000);
});

test("the path that formerly meant a/b now means only the product ~YS9i", async () => {
  for (const sku of ["a/b", "~YS9i"]) await api.ask("POST", "/products", { body: bodyOf(sku) });
  expect(await askRaw("PATCH", "~YS9i", { title: "Tilde" })).toEqual({ status: 200, sku: "~YS9i" });
  expect(await askRaw("DELETE", "~YS9i")).toEqual({ status: 204, sku: undefined });
  expect(await askRaw("GET", "~YS9i")).toMatchObject({ status: 404 });
  expect((await api.ask("GET", `/products/${base64urlSegment("a/b")}`)).json).toMatchObject({ title: "Title of a/b" });
});

test("the Location of a created product works, even if clients would normalize the SKU", async () => {
  for (const sku of [".", "..", "x/../y", "100%"]) {
    await api.ask("DELETE", `/products/${base64urlSegment(sku)}`);
    const made = await api.ask("POST", "/products", { body: bodyOf(sku) });
    expect(made.status).toBe(201);
    const found = await api.ask("GET", `/${made.headers.get("location")}`);
    expect(found.json).toMatchObject({ sku });
  }
});

test.each(["base64url~*", "base64url~", "base64url~_w"])(
  "%s in a path is rejected with what is allowed",
  async (segment) => {
    const { status, json } = await api.ask("DELETE", `/products/${segment}`);
    expect([status, json.code]).toEqual([400, "invalid_parameter"]);
    expect(json.errors).toEqual([
      { pointer: "sku", code: "invalid_encoding", message: expect.stringContaining("base64url form") },
    ]);
  },
);

test("a SKU is the same product in every Unicode form, for writes, reads, searches, deletions and selections", async () => {
  const nfc = "Caf\u00e9-1";
  const nfd = "Cafe\u0301-1";
  expect((await api.ask("POST", "/products", { body: bodyOf(nfd) })).status).toBe(201);
  expect((await api.ask("POST", "/products", { body: { ...bodyOf(nfc), title: "Coffee" } })).status).toBe(200);
  for (const form of [nfc, nfd]) {
    for (const segment of [encodeURIComponent(form), base64urlSegment(form)]) {
      expect(await askRaw("GET", segment)).toEqual({ status: 200, sku: nfc });
    }
    const items = [{ sku: form, brand: "Acme" }];
    const { json } = await api.ask("POST", "/products/batch", { body: { items } });
    expect(json.results[0]).toMatchObject({ sku: nfc, status: form === nfc ? "updated" : "unchanged" });
    expect((await api.ask("PATCH", `/products/${encodeURIComponent(nfc)}`, { body: { sku: form } })).status).toBe(200);
  }
  const both = await api.ask("POST", "/products/batch", { body: { items: [bodyOf(nfc), bodyOf(nfd)] } });
  expect(both.json.results[1].error.errors[0].code).toBe("duplicate_in_batch");
  const selection = { include_skus: [nfd], exclude_skus: [], filters: { q: nfd } };
  const market = { country: "DE", currency: "USD", language: "de" };
  const { json: channel } = await api.ask("POST", "/channels", { body: { name: "Cafe\u0301", market, selection } });
  expect([channel.name, channel.selection.include_skus]).toEqual(["Caf\u00e9", [nfc]]);
  const { json: preview } = await api.ask("POST", `/channels/${channel.id}/preview`, { body: { skus: [nfd] } });
  expect(JSON.stringify(preview)).toContain(nfc);
  const gone = await api.ask("POST", "/products/batch-delete", { body: { skus: [nfd, nfc] } });
  expect(gone.json.summary).toEqual({ total: 1, deleted: 1, failed: 0 });
});
