import { get, type IncomingHttpHeaders } from "node:http";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { type ApiFixture, openApiFixture } from "./testing/open-api-fixture.js";

let api: ApiFixture;
beforeAll(async () => {
  api = await openApiFixture();
  const text = Array.from({ length: 900 }, (_, i) => `${i} é漢😀`).join(" ");
  const body = { title: "T", description: text, price_amount: 1, price_currency: "EUR", availability: "in_stock" };
  for (const sku of ["A", "B", "C"]) await api.ask("PUT", `/products/${sku}`, { body });
});
afterAll(() => api.close());

interface Raw {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** Sends only these headers: fetch would add its own codings and decode the response. */
function ask(path: string, headers: Record<string, string>, method = "GET"): Promise<Raw> {
  const { promise, resolve, reject } = Promise.withResolvers<Raw>();
  const sent = { Authorization: `Bearer ${api.workspace.token}`, ...headers };
  get(`${api.origin}${API_BASE_PATH}${path}`, { method, headers: sent }, (res) => {
    const chunks: Buffer[] = [];
    res.on("data", (chunk: Buffer) => void chunks.push(chunk));
    res.on("end", () => resolve({ status: res.statusCode, headers: res.headers, bytes: Buffer.concat(chunks) }));
  }).on("error", reject);
  return promise;
}
const accepting = (codings: string) => ({ "Accept-Encoding": codings });
const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: (bytes) => gunzipSync(bytes),
  zstd: (bytes) => zstdDecompressSync(bytes),
};

describe.each(["/products", "/products/A", "/openapi.json"])("%s", (path) => {
  test.each([
    ["gzip, deflate", "gzip"],
    ["gzip, deflate, br, zstd", "zstd"],
    ["*", "zstd"],
    ["zstd;q=0, gzip", "gzip"],
    ["zstd;q=0.8, gzip;q=0.9", "gzip"],
  ])("with Accept-Encoding %s has the coding %s, the same text and a length", async (accepted, coding) => {
    const plain = await ask(path, {});
    const coded = await ask(path, accepting(accepted));
    expect([plain.headers["content-encoding"], coded.headers["content-encoding"]]).toEqual([undefined, coding]);
    expect([plain.headers.vary, coded.headers.vary]).toEqual(["Accept-Encoding", "Accept-Encoding"]);
    expect(DECODERS[coding]?.(coded.bytes).equals(plain.bytes)).toBe(true);
    expect(coded.bytes.length).toBeLessThan(plain.bytes.length / 2);
  });

  test.each(["", "identity", "br", "gzip;q=0", "*;q=0, identity"])(
    "with Accept-Encoding %p is uncompressed",
    async (accepted) => {
      const { headers, bytes } = await ask(path, accepting(accepted));
      expect(headers["content-encoding"]).toBeUndefined();
      expect(JSON.parse(bytes.toString())).toBeTruthy();
    },
  );
});

test.each(["/audit-log/export?format=csv", "/audit-log/export?format=jsonl"])("%s is compressed", async (path) => {
  const plain = await ask(path, {});
  const coded = await ask(path, accepting("gzip"));
  expect([plain.headers["content-encoding"], coded.headers["content-encoding"]]).toEqual([undefined, "gzip"]);
  // The first download is an entry of the second.
  const lines = gunzipSync(coded.bytes).toString().split("\n");
  expect(lines).toEqual(expect.arrayContaining(plain.bytes.toString().split("\n")));
});

test("short responses, and responses with a secret, are uncompressed", async () => {
  const { headers } = await ask("/me", accepting("gzip"));
  expect([headers["content-encoding"], headers.vary]).toEqual([undefined, undefined]);
});

test("each coding has its own strong ETag; all of them match the same version, for reads and writes", async () => {
  const tags = [];
  for (const coding of ["identity", "gzip", "zstd"]) {
    tags.push((await ask("/products/A", accepting(coding))).headers.etag ?? "");
  }
  expect(tags).toEqual(['"v1"', '"v1-gzip"', '"v1-zstd"']);
  for (const tag of tags) {
    const known = await ask("/products/A", { ...accepting("gzip"), "If-None-Match": tag });
    expect([known.status, known.headers.etag, known.bytes.length]).toEqual([304, '"v1-gzip"', 0]);
    const kept = await api.ask("PATCH", "/products/A", { body: {}, headers: { "If-Match": tag } });
    expect(kept.status).toBe(200);
    const stale = await api.ask("PATCH", "/products/A", { body: {}, headers: { "If-Match": tag.replace("1", "9") } });
    expect(stale.status).toBe(412);
  }
});

test("HEAD returns the headers of an uncompressed response, without a body", async () => {
  const head = await ask("/products", accepting("gzip"), "HEAD");
  const plain = await ask("/products", {});
  expect(head.headers["content-length"]).toBe(String(plain.bytes.length));
  expect([head.headers.vary, head.bytes.length]).toEqual(["Accept-Encoding", 0]);
});
