import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { zipOf } from "@skucast/imports/testing/zip-of";
import { eventually } from "@skucast/testkit/eventually";
import { type Shop, type ShopAnswer, startShop } from "@skucast/testkit/start-shop";
import { csvOf, skus } from "../testing/open-importer-fixture.js";
import { openSourceFixture } from "../testing/open-source-fixture.js";

/** Above the size from which the ratio of compressed responses is checked. */
const BYTES_MAX = 55_000_000;
let shop: Shop;
let other: Shop;
let fixture: Awaited<ReturnType<typeof openSourceFixture>>;
let workspaceId: string;
beforeAll(async () => {
  shop = await startShop();
  // Both are trusted: two certificates of the same name would not be.
  other = await startShop(shop.certificate);
  fixture = await openSourceFixture({
    sourceCa: shop.ca,
    // Generous: these hosts are given up for what they send, not for how long they take.
    fetchStallMs: 60_000,
    fetchTimeoutMs: 300_000,
    fileBytesMax: BYTES_MAX,
  });
  await fixture.startApp();
});
afterAll(async () => {
  await fixture.close();
  await Promise.all([shop.stop(), other.stop()]);
});
beforeEach(async () => {
  workspaceId = await fixture.newWorkspace();
  shop.requests.length = 0;
  other.requests.length = 0;
});

const runOf = async (url: string, source: Partial<Parameters<typeof fixture.addSource>[0]> = {}) =>
  fixture.run(await fixture.addSource({ location: { url }, workspaceId, ...source }), { workspaceId });
const nothingLeft = () => eventually(async () => fixture.uploads().length === 0);

/** Sends a block again and again, as fast as it is read. */
const endless =
  (headers: Record<string, string> = {}): ShopAnswer =>
  (response) => {
    response.writeHead(200, headers);
    const block = Buffer.alloc(65_536, "x,y\n");
    const send = (): void => {
      while (!response.destroyed && response.write(block));
    };
    response.on("drain", send);
    send();
  };

const zeros = Buffer.alloc(60_000_000, "a");
/** 63 MB in fewer rows than an import may have. */
const LONG_ROWS = `sku,title\n${`1,${"a".repeat(900)}\n`.repeat(70_000)}`;

describe("a hostile host is given up, and nothing is left of what it sent", () => {
  test.each<[string, () => ShopAnswer, RegExp]>([
    ["a body without end", () => endless(), /larger than 55000000 bytes/],
    [
      "more than it announced to be",
      () => (response) => void response.writeHead(200, { "content-length": "60000000" }).flushHeaders(),
      /larger than 55000000 bytes/,
    ],
    [
      "headers that are too large",
      () => (response) => void response.socket?.write(`HTTP/1.1 200 OK\r\nX-A: ${"a".repeat(2_000_000)}\r\n\r\n`),
      /longer than 16 kB/,
    ],
    ["a bomb in its gzip encoding", () => encoded("gzip", gzipSync(zeros)), /unpacks to more than 200 times/],
    ["a bomb in its deflate encoding", () => encoded("deflate", deflateSync(zeros)), /unpacks to more than 200 times/],
    ["a bomb in its br encoding", () => encoded("br", brotliCompressSync(zeros)), /unpacks to more than 200 times/],
    ["a broken encoding", () => encoded("gzip", Buffer.from("not gzip")), /compressed answer of the host is damaged/],
    [
      "several encodings",
      () => encoded("gzip, gzip", gzipSync(gzipSync("x"))),
      /encoding gzip, gzip, which is not supported/,
    ],
    ["a gzip bomb as the file", () => gzipSync(LONG_ROWS), /more than 200 times its size/],
    ["a ZIP bomb as the file", () => zipOf({ "p.csv": LONG_ROWS }), /more than 200 times its size/],
    ["a bomb around a workbook", () => gzipSync(zipOf({ "xl/a.xml": zeros })), /archive inside of another archive/],
    [
      "XML whose entities expand",
      () => `<!DOCTYPE l [<!ENTITY a "lol"><!ENTITY b "${"&a;".repeat(10_000)}">]><rss><item><id>&b;</id></item></rss>`,
      /DOCTYPE/,
    ],
    ["a gzip bomb without a line end", () => gzipSync(zeros), /A row is longer than 1000000 bytes/],
  ])("%s", async (_what, answer, sentence) => {
    shop.publish("/file.csv", answer());
    const run = await runOf(`${shop.origin}/file.csv`);
    expect([run.status, run.error]).toEqual(["failed", expect.stringMatching(sentence)]);
    await nothingLeft();
    expect(await fixture.products(workspaceId)).toEqual([]);
  });
});

const encoded =
  (encoding: string, body: Buffer): ShopAnswer =>
  (response) =>
    void response.writeHead(200, { "content-encoding": encoding }).end(body);

describe("a redirect", () => {
  const redirect =
    (location: string): ShopAnswer =>
    (response) =>
      void response.writeHead(302, { location }).end();

  test.each([
    [{ type: "basic", username: "shop", password: "s3cr3t" } as const, "authorization"],
    [{ type: "bearer", token: "s3cr3t" } as const, "authorization"],
    [{ type: "header", name: "x-shop-key", value: "s3cr3t" } as const, "x-shop-key"],
  ])("to another trusted origin is followed without the login %j", async (auth, name) => {
    shop.publish("/moved.csv", redirect(`${other.origin}/real.csv`));
    other.publish("/real.csv", csvOf(skus(3)));
    expect(await runOf(`${shop.origin}/moved.csv`, { auth })).toMatchObject({
      status: "succeeded",
      counts: { created: 3 },
    });
    expect(shop.requests.map(({ headers }) => headers[name])).toEqual([
      expect.stringMatching(/s3cr3t|c2hvcDpzM2NyM3Q=/),
    ]);
    expect(other.requests.map(({ path, headers }) => [path, headers[name]])).toEqual([["/real.csv", undefined]]);
    expect(JSON.stringify(other.requests)).not.toMatch(/s3cr3t|c2hvcDpzM2NyM3Q=/);
  });

  test("back to the first origin gets the login again", async () => {
    shop.publish("/a.csv", redirect(`${other.origin}/b.csv`));
    other.publish("/b.csv", redirect(`${shop.origin}/c.csv`));
    shop.publish("/c.csv", csvOf(["A"]));
    const auth = { type: "bearer", token: "s3cr3t" } as const;
    expect(await runOf(`${shop.origin}/a.csv`, { auth })).toMatchObject({ status: "succeeded" });
    expect(shop.requests.map(({ headers }) => headers.authorization)).toEqual(["Bearer s3cr3t", "Bearer s3cr3t"]);
    expect(other.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });

  test.each([
    "https://10.0.0.1/x.csv",
    "https://192.168.1.1/x.csv",
    "https://169.254.169.254/latest/meta-data",
    "https://[::1]/x.csv",
    "https://[::ffff:10.0.0.1]/x.csv",
    "https://0.0.0.0/x.csv",
    "http://example.com/x.csv",
    "file:///etc/passwd",
    "ftp://example.com/x.csv",
    "data:text/csv,sku",
  ])("to %s is not followed", async (location) => {
    shop.publish("/inside.csv", redirect(location));
    const run = await runOf(`${shop.origin}/inside.csv`);
    expect([run.status, run.counts.received]).toEqual(["failed", 0]);
    expect(run.error).toMatch(/not an address|not allowed|must|https|URL/i);
    await nothingLeft();
  });
});
