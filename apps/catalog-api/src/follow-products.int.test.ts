import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { LIMITS } from "@skucast/contracts/limits";
import { eventually } from "@skucast/testkit/eventually";
import { type Answer, type ApiFixture, openApiFixture } from "./testing/open-api-fixture.js";

let api: ApiFixture;
beforeAll(async () => {
  api = await openApiFixture();
});
afterAll(() => api.close());

const put = (sku: string, change: object = {}, token?: string) =>
  api.ask("PUT", `/products/${encodeURIComponent(sku)}`, {
    body: { title: sku, price_amount: 1, price_currency: "EUR", availability: "in_stock", ...change },
    ...(token !== undefined && { token }),
  });
const skusOf = ({ json }: Answer): string[] => json.data.map(({ sku }: { sku: string }) => sku);

describe("GET /products?sort=updated_at", () => {
  test("keeps a copy equal to the catalog: every change is returned again, including deletions", async () => {
    const { token } = await api.newWorkspace();
    const copy = new Map<string, string>();
    let cursor: string | undefined;
    const read = async (limit: number): Promise<Answer> => {
      const from = cursor === undefined ? "" : `&cursor=${cursor}`;
      const answer = await api.ask("GET", `/products?sort=updated_at&include=deleted&limit=${limit}${from}`, { token });
      for (const product of answer.json.data) {
        if (product.deleted_at) copy.delete(product.sku);
        else copy.set(product.sku, product.title);
      }
      cursor = answer.json.next_cursor;
      expect(cursor).toEqual(expect.any(String));
      return answer;
    };
    const synced = (expected: Record<string, string>) =>
      eventually(async () => {
        for (let hasMore = true; hasMore; ) hasMore = (await read(2)).json.has_more;
        return JSON.stringify([...copy].sort()) === JSON.stringify(Object.entries(expected).sort());
      });
    for (const sku of ["C", "A", "B"]) await put(sku, {}, token);
    await synced({ A: "A", B: "B", C: "C" });
    await put("A", { title: "A2" }, token);
    await api.ask("DELETE", "/products/C", { token });
    await put("D", {}, token);
    await synced({ A: "A2", B: "B", D: "D" });
  });

  test("returns a deleted product in its last state, with deleted_at and its version", async () => {
    const { token } = await api.newWorkspace();
    await put("gone", { brand: "Acme" }, token);
    await api.ask("DELETE", "/products/gone", { token });
    const path = "/products?sort=updated_at&include=deleted&brand=Acme";
    const [gone] = await eventually(async () => {
      const { json } = await api.ask("GET", path, { token });
      return json.data.length > 0 && json.data;
    });
    expect(gone).toMatchObject({ sku: "gone", brand: "Acme", version: 2, deleted_at: gone.updated_at });
    const { json } = await api.ask("GET", `${path}&fields=deleted_at`, { token });
    expect(json.data).toEqual([{ sku: "gone", deleted_at: gone.deleted_at }]);
  });

  test("is the only order with deleted products, and its cursor is not valid for other lists", async () => {
    const rejected = await api.ask("GET", "/products?include=deleted");
    expect(rejected.json).toMatchObject({ code: "invalid_parameter", errors: [{ pointer: "include" }] });
    const { json } = await api.ask("GET", "/products?sort=updated_at");
    for (const other of ["", "&sort=updated_at&include=deleted", "&sort=updated_at&status=draft"]) {
      expect((await api.ask("GET", `/products?cursor=${json.next_cursor}${other}`)).json.code).toBe("invalid_cursor");
    }
    expect((await api.ask("GET", "/products?sort=title")).json.code).toBe("invalid_parameter");
  });
});

describe("GET /products?sku=…&sku=…", () => {
  test("returns the existing ones, in pages, in NFC, and with other filters", async () => {
    const { token } = await api.newWorkspace();
    for (const sku of ["A", "B/ö", "C", "D"]) await put(sku, { brand: sku === "C" ? "Other" : "Acme" }, token);
    const asked = `sku=D&sku=${encodeURIComponent("B/ö".normalize("NFD"))}&sku=C&sku=none`;
    expect(skusOf(await api.ask("GET", `/products?${asked}`, { token }))).toEqual(["B/ö", "C", "D"]);
    expect(skusOf(await api.ask("GET", `/products?${asked}&brand=Acme&q=d`, { token }))).toEqual(["D"]);
    const first = await api.ask("GET", `/products?${asked}&limit=2`, { token });
    expect([skusOf(first), first.json.has_more]).toEqual([["B/ö", "C"], true]);
    const rest = await api.ask("GET", `/products?${asked}&limit=2&cursor=${first.json.next_cursor}`, { token });
    expect([skusOf(rest), rest.json.has_more]).toEqual([["D"], false]);
  });

  test("accepts as many SKUs as a page can hold", async () => {
    const skus = (count: number) => Array.from({ length: count }, (_, i) => `sku=${i}`).join("&");
    expect((await api.ask("GET", `/products?${skus(LIMITS.pageSizeMax)}`)).status).toBe(200);
    expect((await api.ask("GET", `/products?${skus(LIMITS.pageSizeMax + 1)}`)).json.code).toBe("invalid_parameter");
  });
});

describe("include", () => {
  test("total_count is the number of matching products on all pages", async () => {
    const { token } = await api.newWorkspace();
    for (const sku of ["A", "B", "C"]) await put(sku, { brand: sku === "C" ? "Other" : "Acme" }, token);
    await api.ask("DELETE", "/products/B", { token });
    const count = async (query: string) => {
      const { total_count, is_total_exact } = (await api.ask("GET", `/products?limit=1${query}`, { token })).json;
      return [total_count, is_total_exact];
    };
    expect(await count("&include=total_count")).toEqual([2, true]);
    expect(await count("&include=total_count&brand=Acme")).toEqual([1, true]);
    expect(await count("&include=total_count&q=zzz")).toEqual([0, true]);
    expect(await count("&sort=updated_at&include=total_count,deleted")).toEqual([3, true]);
    expect(await count("")).toEqual([undefined, undefined]);
  });

  test("channels adds the status in each channel, as in its own list, and another ETag", async () => {
    const market = { country: "US", currency: "USD", language: "en" };
    await api.ask("POST", "/channels", { body: { name: "Shop", market } });
    await put("in-channels");
    const plain = await api.ask("GET", "/products/in-channels");
    const more = await api.ask("GET", "/products/in-channels?include=channels");
    const { data } = (await api.ask("GET", "/products/in-channels/channels")).json;
    expect(data.length).toBeGreaterThan(0);
    expect(more.json).toEqual({ ...plain.json, channels: data });
    expect(more.headers.get("etag")).not.toBe(plain.headers.get("etag"));
    expect((await api.ask("GET", "/products/in-channels?include=issues")).json.code).toBe("invalid_parameter");
  });
});

describe("allow_missing", () => {
  test("lets PATCH create a missing product, if the body is complete, and DELETE return 204", async () => {
    const body = { title: "T", price_amount: 1, price_currency: "EUR", availability: "in_stock" };
    const made = await api.ask("PATCH", "/products/a%2Fb?allow_missing=true", { body });
    expect([made.status, made.json.version]).toEqual([201, 1]);
    expect((await api.ask("GET", `/${made.headers.get("location")}`)).json.sku).toBe("a/b");
    const changed = await api.ask("PATCH", "/products/a%2Fb?allow_missing=true", { body: { title: "U" } });
    expect([changed.status, changed.json.title]).toEqual([200, "U"]);
    const short = await api.ask("PATCH", "/products/none?allow_missing=true", { body: { title: "U" } });
    expect([short.status, short.json.code]).toEqual([422, "validation_failed"]);
    expect((await api.ask("PATCH", "/products/none?allow_missing=false", { body })).status).toBe(404);
    expect((await api.ask("DELETE", "/products/none?allow_missing=true")).status).toBe(204);
    for (const tag of ['"v3"', "*"]) {
      for (const query of ["allow_missing=true", "allow_missing=true&validate_only=true"]) {
        const headers = { "If-Match": tag };
        const guarded = await api.ask("DELETE", `/products/none?${query}`, { headers });
        expect([tag, query, guarded.json.code]).toEqual([tag, query, "precondition_failed"]);
      }
    }
    const onlyNew = { "If-None-Match": "*" };
    expect((await api.ask("DELETE", "/products/none?allow_missing=true", { headers: onlyNew })).status).toBe(204);
    expect((await api.ask("DELETE", "/products/none")).status).toBe(404);
    expect((await api.ask("DELETE", "/products/a%2Fb?allow_missing=true")).status).toBe(204);
    expect((await api.ask("GET", "/products/a%2Fb")).status).toBe(404);
  });
});

describe("Link", () => {
  test("links all pages of a list, also with filters that need encoding", async () => {
    const { token } = await api.newWorkspace();
    for (const sku of ["A", "B", "C"]) await put(sku, { brand: "<Å> & Co" }, token);
    const seen: string[] = [];
    let path: string | undefined = `/products?limit=1&brand=${encodeURIComponent("<Å> & Co")}`;
    while (path !== undefined) {
      const answer = await api.ask("GET", path, { token });
      seen.push(...skusOf(answer));
      path = /^<\/api\/public\/v1(.*)>; rel="next"$/.exec(answer.headers.get("link") ?? "")?.[1];
      expect(path !== undefined).toBe(answer.json.has_more);
    }
    expect(seen).toEqual(["A", "B", "C"]);
  });
});

describe("Last-Modified", () => {
  test("is the resource's updated_at, and If-Modified-Since gives 304 unless If-None-Match is sent", async () => {
    const { json } = await put("dated");
    // During the second of a change, Last-Modified is one second earlier, because another change may follow in that second.
    const lastModified = await eventually(async () => {
      const { headers } = await api.ask("GET", "/products/dated");
      const lastModified = headers.get("last-modified") ?? "";
      return Date.parse(lastModified) === Math.floor(Date.parse(json.updated_at) / 1_000) * 1_000 && lastModified;
    });
    const since = (date: string, more = {}) =>
      api.ask("GET", "/products/dated", { headers: { "If-Modified-Since": date, ...more } });
    expect((await since(lastModified)).status).toBe(304);
    expect((await since(new Date(Date.parse(lastModified) - 1_000).toUTCString())).status).toBe(200);
    expect((await since("yesterday")).status).toBe(200);
    expect((await since(lastModified, { "If-None-Match": '"other"' })).status).toBe(200);
  });
});

test("If-Modified-Since never gives 304 for a state that was changed within the second of the last one", async () => {
  for (let round = 0; round < 5; round += 1) {
    await api.ask("PATCH", "/products/dated", { body: { title: `First ${round}` } });
    const first = await api.ask("GET", "/products/dated");
    await api.ask("PATCH", "/products/dated", { body: { title: `Second ${round}` } });
    const headers = { "If-Modified-Since": first.headers.get("last-modified") ?? "" };
    const second = await api.ask("GET", "/products/dated", { headers });
    expect([second.status, second.json?.title]).toEqual([200, `Second ${round}`]);
  }
});

describe("API-Version", () => {
  test("is in every response; an unsupported version is rejected with the supported ones", async () => {
    const { headers } = await api.ask("GET", "/me");
    const version = headers.get("api-version") ?? "";
    expect(version).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect((await api.ask("GET", "/me", { headers: { "API-Version": version } })).status).toBe(200);
    const rejected = await api.ask("GET", "/me", { headers: { "API-Version": "2020-01-01" } });
    expect(rejected.status).toBe(400);
    expect(rejected.json).toMatchObject({ code: "unsupported_version", supported_versions: [version] });
    expect(rejected.headers.get("api-version")).toBe(version);
  });
});
