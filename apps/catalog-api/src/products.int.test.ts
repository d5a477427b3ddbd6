import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { productSchema } from "@skucast/contracts/products/product";
import { type ApiFixture, openApiFixture } from "./testing/open-api-fixture.js";

let api: ApiFixture;
beforeAll(async () => {
  api = await openApiFixture();
});
afterAll(() => api.close());

const body = (sku: string, change: object = {}) => ({
  sku,
  title: "Red tee",
  price_amount: 19.9,
  price_currency: "USD",
  brand: "Acme",
  availability: "in_stock",
  inventory_quantity: 12,
  condition: "new",
  ...change,
});
const post = (product: object, path = "", headers = {}) =>
  api.ask("POST", `/products${path}`, { body: product, headers });
const etagOf = async (sku: string) => (await api.ask("GET", `/products/${sku}`)).headers.get("etag");
async function eventsOf(sku: string): Promise<string[]> {
  const { rows } = await api.db.system.query(
    "SELECT type FROM events WHERE workspace_id = $1 AND data::json->'object'->>'sku' = $2 ORDER BY sequence",
    [api.workspace.id, sku],
  );
  return rows.map(({ type }) => type);
}

describe("POST /products, the specification's own endpoint", () => {
  test("creates with 201, Location and ETag, and returns the product", async () => {
    const answer = await post(body("S 1/%"));
    expect(answer.status).toBe(201);
    expect(answer.headers.get("etag")).toBe('"v1"');
    expect(productSchema.parse(answer.json)).toMatchObject({ ...body("S 1/%"), price: "19.90 USD", version: 1 });
    const found = await api.ask("GET", `/${answer.headers.get("location")}`);
    expect([found.status, found.text]).toEqual([200, answer.text]);
  });

  test.each(["~tilde", ".", "..", "a/b", "a%2Fb", "ünï 漢", "a?b#c", "a\\b", "+", "batch"])(
    "the Location of the SKU %j works",
    async (sku) => {
      const { headers, status } = await post(body(sku));
      expect(status).toBe(201);
      const found = await api.ask("GET", `/${headers.get("location")}`);
      expect(found.json?.sku).toBe(sku);
    },
  );

  test("with the same body again returns 200 with the same version, ETag and document, and no event", async () => {
    const first = await post(body("again", { metadata: { a: "1", b: "2" } }));
    const second = await post(body(" again ", { title: " Red tee ", metadata: { b: "2", a: "1" } }));
    expect([second.status, second.headers.get("etag"), second.text]).toEqual([200, '"v1"', first.text]);
    expect(await eventsOf("again")).toEqual(["product.created"]);
  });

  test("with another value returns 200 with the next version, and keeps absent fields", async () => {
    await post(body("more"));
    const answer = await post({ sku: "more", inventory_quantity: 11, brand: null });
    expect([answer.status, answer.headers.get("etag")]).toEqual([200, '"v2"']);
    expect(answer.json).toMatchObject({ title: "Red tee", inventory_quantity: 11 });
    expect(answer.json).not.toHaveProperty("brand");
    expect(await eventsOf("more")).toEqual(["product.created", "product.updated"]);
  });

  test("with validate_only checks everything and stores nothing: no 201, no Location, no ETag, no event", async () => {
    const answer = await post(body("dry"), "?validate_only=true");
    expect([answer.status, answer.headers.get("location"), answer.headers.get("etag")]).toEqual([200, null, null]);
    expect((await api.ask("GET", "/products/dry")).status).toBe(404);
    expect((await post({ sku: "dry" }, "?validate_only=true")).json.errors).toHaveLength(4);
    expect(await eventsOf("dry")).toEqual([]);
  });

  test("reports all errors at once as a problem document with pointers", async () => {
    const { status, headers, json } = await post(body("bad", { price_amount: 4.355, titel: 1, seller: { nam: "x" } }));
    expect([status, headers.get("content-type")]).toEqual([422, "application/problem+json; charset=utf-8"]);
    expect(json).toMatchObject({ code: "validation_failed", status: 422, request_id: headers.get("request-id") });
    expect(json.type).toMatch(/\/docs\/errors#validation_failed$/);
    expect(json.errors.map(({ pointer, code }: Record<string, string>) => `${pointer} ${code}`).sort()).toEqual([
      "/price_amount too_many_decimals",
      "/seller/nam unknown_field",
      "/titel unknown_field",
    ]);
  });

  test("accepts gzip, and rejects broken gzip and other encodings", async () => {
    const packed = gzipSync(JSON.stringify(body("packed")));
    const send = (bytes: Uint8Array, encoding: string) =>
      api.ask("POST", "/products", { body: bytes, headers: { "Content-Encoding": encoding } });
    expect((await send(packed, "gzip")).status).toBe(201);
    expect((await send(packed.subarray(0, 20), "gzip")).json.code).toBe("bad_request");
    expect((await send(packed, "br")).json.code).toBe("unsupported_media_type");
    expect((await send(gzipSync(Buffer.alloc(50_000_000, "[")), "gzip")).json.code).toBe("payload_too_large");
  });
});

describe("PUT, PATCH and DELETE /products/{sku}", () => {
  const ask = (method: string, sku: string, change?: object, headers = {}) =>
    api.ask(method, `/products/${sku}`, { ...(change && { body: change }), headers });

  test("PUT creates, replaces, and changes nothing when repeated", async () => {
    const { sku: _sku, ...product } = body("put");
    expect((await ask("PUT", "put", product)).status).toBe(201);
    const replaced = await ask("PUT", "put", { ...product, brand: undefined, sku: "put" });
    expect([replaced.status, replaced.headers.get("etag"), replaced.json.brand]).toEqual([200, '"v2"', undefined]);
    expect((await ask("PUT", "put", { ...product, brand: undefined })).headers.get("etag")).toBe('"v2"');
    expect((await ask("PUT", "put", { title: "x" })).json.errors).toHaveLength(3);
  });

  test("PATCH updates, clears with null, accepts the merge-patch media type, and never creates", async () => {
    await post(body("patch"));
    const headers = { "Content-Type": "application/merge-patch+json" };
    const patched = await ask("PATCH", "patch", { brand: null, price_amount: 18 }, headers);
    expect(patched.json).toMatchObject({ version: 2, price: "18.00 USD" });
    expect(patched.json).not.toHaveProperty("brand");
    expect((await ask("PATCH", "nowhere", { title: "x" })).json.code).toBe("not_found");
  });

  test("a body with another SKU is rejected; the same SKU in another spelling is accepted", async () => {
    await post(body("A B"));
    expect((await ask("PATCH", "A%20B", { sku: " A  B ", title: "x" })).status).toBe(200);
    expect((await ask("PATCH", "A%20%20B", { title: "y" })).json.title).toBe("y");
    expect((await ask("PATCH", "A%20B", { sku: "other" })).json.errors).toMatchObject([{ pointer: "/sku" }]);
  });

  test("DELETE returns 204 and then 404; the tombstone's version rejects late writes", async () => {
    await post(body("del", { version: 100 }));
    expect((await ask("DELETE", "del", undefined)).status).toBe(204);
    expect((await ask("DELETE", "del", undefined)).status).toBe(404);
    expect((await post(body("del", { version: 100 }))).json).toMatchObject({
      code: "stale_version",
      stored_version: 101,
    });
    expect((await post(body("del"))).status).toBe(201);
    expect(await eventsOf("del")).toEqual(["product.created", "product.deleted", "product.created"]);
  });

  test("If-Match and If-None-Match reject a write based on another version: 412 with the stored ETag", async () => {
    await post(body("held"));
    const stale = { "If-Match": '"v0"' };
    for (const method of ["PUT", "PATCH", "DELETE"]) {
      const answer = await ask(method, "held", method === "DELETE" ? undefined : body("held", { title: "x" }), stale);
      expect([answer.status, answer.json.code, answer.headers.get("etag")]).toEqual([
        412,
        "precondition_failed",
        '"v1"',
      ]);
    }
    expect((await post(body("held"), "", { "If-None-Match": "*" })).status).toBe(412);
    expect((await post(body("not-yet"), "", { "If-Match": "*" })).status).toBe(412);
    expect((await ask("PATCH", "held", { title: "x" }, { "If-Match": '"v1"' })).status).toBe(200);
    expect(await etagOf("held")).toBe('"v2"');
  });

  test("GET returns 304 for the known ETag, and HEAD only the headers", async () => {
    await post(body("read"));
    const known = await ask("GET", "read", undefined, { "If-None-Match": 'W/"v1", "v9"' });
    expect([known.status, known.text, known.headers.get("etag")]).toEqual([304, "", '"v1"']);
    const head = await ask("HEAD", "read");
    const get = await ask("GET", "read");
    expect([head.status, head.text]).toEqual([200, ""]);
    expect(head.headers.get("content-length")).toBe(get.headers.get("content-length"));
    expect(get.headers.get("cache-control")).toContain("private");
  });
});

describe("POST /products/batch-delete", () => {
  const remove = (skus: unknown, query = "") => api.ask("POST", `/products/batch-delete${query}`, { body: { skus } });

  test("deletes each with its own result and event, and duplicates once", async () => {
    for (const sku of ["gone-1", "gone-2"]) await post(body(sku));
    const { status, json } = await remove(["gone-1", "never-there", "gone-2", "gone-1"]);
    expect([status, json]).toEqual([
      200,
      {
        summary: { total: 3, deleted: 2, failed: 1 },
        results: [
          { sku: "gone-1", status: "deleted" },
          { sku: "never-there", status: "failed", error: { code: "not_found", detail: expect.any(String) } },
          { sku: "gone-2", status: "deleted" },
        ],
      },
    ]);
    expect((await api.ask("GET", "/products/gone-1")).status).toBe(404);
    expect(await eventsOf("gone-2")).toEqual(["product.created", "product.deleted"]);
  });

  test("with validate_only deletes nothing; rejects an empty list, too many SKUs, and what is no text", async () => {
    await post(body("kept-1"));
    expect((await remove(["kept-1"], "?validate_only=true")).json).toMatchObject({ summary: { deleted: 1 } });
    expect((await api.ask("GET", "/products/kept-1")).status).toBe(200);
    const many = Array.from({ length: 1001 }, (_, i) => `many-${i}`);
    for (const skus of [[], many, [1], "kept-1"]) expect((await remove(skus)).status).toBe(422);
  });
});

test("DELETE rejects a body with members, which would have no effect, and takes an empty one", async () => {
  await post(body("emptied"));
  const remove = (sent: object) => api.ask("DELETE", "/products/emptied", { body: sent });
  const { status, json } = await remove({ sku: "other" });
  expect([status, json.errors]).toMatchObject([422, [{ pointer: "/sku", code: "unknown_field" }]]);
  expect((await api.ask("GET", "/products/emptied")).status).toBe(200);
  expect((await remove({})).status).toBe(204);
});

test.each(["batch-delete", "batch-restore"])("POST /products/%s: an invalid SKU fails alone", async (path) => {
  await post(body("alone"));
  if (path === "batch-restore") await api.ask("DELETE", "/products/alone");
  const skus = ["x".repeat(101), "alone", "a\u200b"];
  const { status, json } = await api.ask("POST", `/products/${path}`, { body: { skus } });
  const failed = { status: "failed", error: { code: "validation_failed" } };
  expect(status).toBe(200);
  expect(json.results).toMatchObject([
    { sku: skus[0], ...failed },
    { sku: "alone", status: path === "batch-delete" ? "deleted" : "restored" },
    { sku: skus[2], ...failed },
  ]);
});

describe("POST /products/batch", () => {
  const batch = (items: unknown, more: object = {}, path = "") =>
    api.ask("POST", `/products/batch${path}`, { body: { items, ...more } });

  test("returns a result for each item; 422 with the same shape if all failed", async () => {
    const some = await batch([body("i-1"), { sku: "i-2" }, body("i-1")]);
    expect([some.status, some.json.summary]).toEqual([
      200,
      { total: 3, created: 1, updated: 0, unchanged: 0, failed: 2 },
    ]);
    const none = await batch([{ sku: "i-2" }]);
    expect([none.status, none.json.results[0].error.code]).toEqual([422, "validation_failed"]);
    expect((await batch([body("i-1")])).json.summary.unchanged).toBe(1);
  });

  test("an item with a number that would change, or with __proto__, fails alone", async () => {
    const item = (sku: string, more: string) => `${JSON.stringify(body(sku)).slice(0, -1)},${more}}`;
    const items = [
      item("f-1", '"rating":4.50000000000000000001'),
      JSON.stringify(body("f-2")),
      item("f-3", '"metadata":{"__proto__":"x"}'),
    ];
    const { status, json } = await api.ask("POST", "/products/batch", { body: `{"items":[${items.join()}]}` });
    expect([status, json.summary]).toMatchObject([200, { created: 1, failed: 2 }]);
    expect(json.results).toMatchObject([
      { sku: "f-1", error: { code: "validation_failed", errors: [{ pointer: "/rating", code: "inexact_number" }] } },
      { sku: "f-2", status: "created" },
      { sku: "f-3", error: { errors: [{ pointer: "/metadata/__proto__", code: "unknown_field" }] } },
    ]);
    const atomic = `{"mode":"atomic","items":[${[items[0], JSON.stringify(body("f-4"))].join()}]}`;
    expect((await api.ask("POST", "/products/batch", { body: atomic })).json.summary).toMatchObject({ failed: 2 });
  });

  test("rejects no items, 1,001 items and unknown modes", async () => {
    const tooMany = Array.from({ length: 1_001 }, (_, i) => body(`t-${i}`));
    for (const items of [[], tooMany, "x", undefined]) expect((await batch(items)).status).toBe(422);
    expect((await batch([body("x")], { mode: "all" })).json.errors).toMatchObject([
      { pointer: "/mode", code: "not_allowed" },
    ]);
    expect((await batch([body("x")], { modus: "atomic" })).json.errors).toMatchObject([{ pointer: "/modus" }]);
  });

  test("stores all or none with atomic, and nothing with validate_only", async () => {
    expect((await batch([body("at-1"), { sku: "at-2" }], { mode: "atomic" })).json.summary.failed).toBe(2);
    expect((await batch([body("at-1")], {}, "?validate_only=true")).json.summary.created).toBe(1);
    expect((await api.ask("GET", "/products/at-1")).status).toBe(404);
  });
});

describe("GET /products", () => {
  const list = (query: string, token?: string) => api.ask("GET", `/products${query}`, { ...(token && { token }) });

  test("lists a thousand products in pages of 200, each once, in order of SKU", async () => {
    const { token } = await api.newWorkspace();
    const skus = Array.from({ length: 1_000 }, (_, i) => `W-${String(i).padStart(4, "0")}`);
    await api.ask("POST", "/products/batch", { token, body: { items: skus.map((sku) => body(sku)) } });
    const seen: string[] = [];
    let pages = 0;
    for (let query = "?limit=200"; query !== ""; pages += 1) {
      const { json } = await list(query, token);
      seen.push(...json.data.map(({ sku }: { sku: string }) => sku));
      expect(json.has_more).toBe(json.next_cursor !== null);
      query = json.has_more ? `?limit=200&cursor=${json.next_cursor}` : "";
    }
    expect([pages, seen]).toEqual([5, skus]);
    expect((await list("?limit=5000", token)).json.data).toHaveLength(200);
    expect((await list("", token)).json.data).toHaveLength(50);
  });

  test("rejects a cursor of another filter, another list or another workspace, and an invalid one", async () => {
    const { token } = await api.newWorkspace();
    const items = [body("c-1"), body("c-2"), body("c-3")];
    await api.ask("POST", "/products/batch", { token, body: { items } });
    const { next_cursor: cursor } = (await list("?limit=1", token)).json;
    expect((await list(`?limit=2&cursor=${cursor}`, token)).json.data).toHaveLength(2);
    expect((await list(`?cursor=${cursor}&fields=title`, token)).status).toBe(200);
    const foreign = await list(`?cursor=${cursor}`);
    const otherList = await api.ask("GET", `/channels?cursor=${cursor}`, { token });
    const changed = [`${cursor}&status=active`, `${cursor.slice(0, -1)}A`, `${cursor}A`, "x", "%00"];
    const answers = [foreign, otherList, ...(await Promise.all(changed.map((text) => list(`?cursor=${text}`, token))))];
    expect(answers.map(({ status, json }) => `${status} ${json.code}`)).toEqual(
      answers.map(() => "400 invalid_cursor"),
    );
  });

  test("filters by field, text, time and channel, and returns only the requested fields", async () => {
    const { token } = await api.newWorkspace();
    const items = [
      body("f-1"),
      body("f-2", { brand: "Other", availability: "out_of_stock" }),
      body("f-3", { status: "draft", title: "50% off_" }),
    ];
    await api.ask("POST", "/products/batch", { token, body: { items } });
    const channel = await api.ask("POST", "/channels", {
      token,
      body: {
        name: "C",
        market: { country: "US", currency: "USD", language: "en" },
        selection: { filters: { brand: ["Acme"] }, include_skus: ["f-2"], exclude_skus: ["f-1"] },
      },
    });
    const skus = async (query: string) => (await list(query, token)).json.data.map(({ sku }: { sku: string }) => sku);
    expect(await skus("?brand=Acme")).toEqual(["f-1", "f-3"]);
    expect(await skus("?brand=Acme&brand=Other&availability=out_of_stock&availability=preorder")).toEqual(["f-2"]);
    expect(await skus("?condition=used&condition=new&limit=1")).toEqual(["f-1"]);
    expect(await skus("?availability=out_of_stock&status=active")).toEqual(["f-2"]);
    expect(await skus("?q=RED%20T")).toEqual(["f-1", "f-2"]);
    expect(await skus("?q=T%2CRED")).toEqual(["f-1", "f-2"]);
    expect(await skus("?q=50%25")).toEqual(["f-3"]);
    expect(await skus(`?channel_id=${channel.json.id}`)).toEqual(["f-2"]);
    expect(await skus("?updated_after=2999-01-01T00:00:00Z")).toEqual([]);
    expect(await skus("?updated_after=2000-01-01T00:00:00%2B01:00")).toHaveLength(3);
    expect((await list("?fields=price,version&limit=1", token)).json.data).toEqual([
      { sku: "f-1", price: "19.90 USD", version: 1 },
    ]);
    expect((await list("?channel_id=ch_01jd0000000000000000000000", token)).json.code).toBe("not_found");
  });

  test("reports all wrong parameters at once, with the most similar known one", async () => {
    const { status, json } = await list("?limti=5&limit=0&status=live&q=a&q=b&fields=sku,nope&brand=%ff");
    expect([status, json.code]).toEqual([400, "unknown_parameter"]);
    const pointers = json.errors.map(({ pointer }: { pointer: string }) => pointer.split("/")[0]);
    expect(new Set(pointers)).toEqual(new Set(["limti", "limit", "status", "q", "fields", "brand"]));
    expect(json.errors[0].message).toContain("did you mean limit?");
  });

  test("returns HEAD without a body and an empty list with 200", async () => {
    const { token } = await api.newWorkspace();
    expect((await list("", token)).json).toEqual({ data: [], has_more: false, next_cursor: null });
    const head = await api.ask("HEAD", "/products", { token });
    expect([head.status, head.text]).toEqual([200, ""]);
  });
});
