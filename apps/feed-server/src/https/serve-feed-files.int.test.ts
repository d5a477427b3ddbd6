import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { LIMITS } from "@skucast/contracts/limits";
import { newPullSecret } from "@skucast/credentials/pull-secret";
import { createHttpServer, type HttpServer } from "@skucast/http-kit/http-server";
import { createOpsRouter } from "@skucast/http-kit/ops-routes";
import { createProblems } from "@skucast/http-kit/problems";
import { createRawRouter } from "@skucast/http-kit/raw-router";
import { createHealth } from "@skucast/service-kit/health";
import { eventually } from "@skucast/testkit/eventually";
import { type FeedFixture, openFeedFixture } from "../testing/open-feed-fixture.js";
import { MOUNT_PATH, serveFeedFiles } from "./serve-feed-files.js";

const CONTENT = "sku,title\nTEE,Größe\n";
const BYTES = Buffer.byteLength(CONTENT);

let fixture: FeedFixture;
let server: HttpServer;
let feedId: string;
let url: string;
let secret: string;
let credentialId: string;

beforeAll(async () => {
  fixture = await openFeedFixture();
});
afterAll(async () => {
  await server.stop();
  await fixture.close();
});
beforeEach(async () => {
  await server?.stop();
  const { logger, metrics } = fixture.ctx;
  const health = createHealth({ logger });
  server = createHttpServer({
    mounts: [{ path: MOUNT_PATH, router: createRawRouter({ tracer: "test", handle: serveFeedFiles(fixture.ctx) }) }],
    ops: createOpsRouter({ health, metrics }),
    logger,
    metrics,
    host: "127.0.0.1",
    port: 0,
    problems: createProblems({ errorDocsUrl: "https://x.test/errors", logger }),
  });
  await server.start();
  feedId = await fixture.addFeed();
  await fixture.publish(feedId, { "products.csv": CONTENT });
  ({ id: credentialId, secret } = await fixture.addCredential(feedId, "https_pull"));
  url = addressOf(secret);
});

const addressOf = (of: string, name = "products.csv") => `http://127.0.0.1:${server.port}${MOUNT_PATH}/${of}/${name}`;
/** Requests uncompressed files by default; fetch alone would accept compressed ones. */
const get = (headers: Record<string, string> = {}, method = "GET", address = url) =>
  fetch(address, { method, headers: { "accept-encoding": "identity", ...headers } });
const statusOf = async (address: string) => (await get({}, "GET", address)).status;

describe("a feed's URL", () => {
  test("serves the live file, with the headers that caches need and no cookie", async () => {
    const answer = await get();
    expect([answer.status, await answer.text()]).toEqual([200, CONTENT]);
    const headers = Object.fromEntries(answer.headers);
    expect(headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-length": `${BYTES}`,
      "accept-ranges": "bytes",
      "cache-control": "private, no-cache",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
      "last-modified": expect.stringMatching(/GMT$/),
    });
    expect(headers).not.toHaveProperty("set-cookie");
    expect(headers).not.toHaveProperty("content-encoding");
  });

  test("answers HEAD with the same headers and without a body", async () => {
    const head = await get({}, "HEAD");
    const whole = await get();
    expect(await head.text()).toBe("");
    const compared = ["content-length", "etag", "last-modified", "content-type"] as const;
    for (const name of compared) expect(head.headers.get(name)).toBe(whole.headers.get(name));
  });

  test("serves a compressed file without Content-Encoding", async () => {
    const zipped = gzipSync(CONTENT);
    await fixture.publish(feedId, { "products.csv.gz": zipped });
    const answer = await get({ "accept-encoding": "gzip" }, "GET", addressOf(secret, "products.csv.gz"));
    expect([answer.headers.get("content-type"), answer.headers.get("content-encoding")]).toEqual([
      "application/gzip",
      null,
    ]);
    expect(Buffer.from(await answer.arrayBuffer()).equals(zipped)).toBe(true);
  });

  test("serves the media type that the feed wrote, for any file name", async () => {
    const zipped = gzipSync(CONTENT);
    await fixture.publish(feedId, { "products.csv": zipped }, { media_type: "application/gzip" });
    const answer = await get({ "accept-encoding": "gzip" });
    expect([answer.headers.get("content-type"), answer.headers.get("content-encoding")]).toEqual([
      "application/gzip",
      null,
    ]);
    expect(Buffer.from(await answer.arrayBuffer()).equals(zipped)).toBe(true);
  });

  test("serves the files of the current live run", async () => {
    const before = (await get()).headers.get("etag");
    await fixture.publish(feedId, { "products.csv": "new\n" });
    const answer = await get({ "if-none-match": before ?? "" });
    expect([answer.status, await answer.text()]).toEqual([200, "new\n"]);
  });

  test("that ends with a slash lists all shards of a feed, and each of them is served", async () => {
    await fixture.publish(feedId, { "a-1-of-2.csv": "1\n", "a-2-of-2.csv": "22\n" });
    const listing = await (await get({ accept: "application/json" }, "GET", addressOf(secret, ""))).json();
    expect(listing).toMatchObject({
      files: [
        { name: "a-1-of-2.csv", bytes: 2 },
        { name: "a-2-of-2.csv", bytes: 3 },
      ],
    });
    expect(await (await get({}, "GET", addressOf(secret, "a-2-of-2.csv"))).text()).toBe("22\n");
    expect(await statusOf(url)).toBe(404);
  });
});

describe("a client that accepts gzip", () => {
  /** Larger than every buffer on the way, even compressed. */
  const LARGE = "sku,title\n".concat(
    ...Array.from({ length: 1_000 }, () => `TEE,Größe ${randomBytes(1_000).toString("hex")}\n`),
  );
  const zipped = { "accept-encoding": "gzip" };
  beforeEach(() => fixture.publish(feedId, { "products.csv": LARGE, "products.csv.gz": gzipSync(LARGE) }));

  test("gets the file compressed, with its own entity tag, which avoids sending it again", async () => {
    const plain = await get();
    const answer = await get(zipped);
    expect((await answer.text()) === LARGE).toBe(true);
    expect((await plain.text()) === LARGE).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-encoding": "gzip",
      vary: "Accept-Encoding",
      "content-type": "text/csv; charset=utf-8",
      etag: plain.headers.get("etag")?.replace(/"$/, '-gzip"'),
    });
    const again = { "if-none-match": answer.headers.get("etag") ?? "" };
    expect((await get({ ...zipped, ...again })).status).toBe(304);
    expect((await get(again)).status).toBe(200);
    const head = await get(zipped, "HEAD");
    expect([head.headers.get("etag"), head.headers.get("content-length")]).toEqual([answer.headers.get("etag"), null]);
  });

  test("gets plain bytes when it requests a range, when it rejects gzip, or when the file is already compressed", async () => {
    const part = await get({ ...zipped, range: "bytes=0-8" });
    expect([part.status, part.headers.get("content-encoding"), await part.text()]).toEqual([206, null, "sku,title"]);
    for (const refusing of ["identity", "gzip;q=0", "br"]) {
      expect((await get({ "accept-encoding": refusing })).headers.get("content-encoding")).toBeNull();
    }
    const ready = await get(zipped, "GET", addressOf(secret, "products.csv.gz"));
    expect([ready.headers.get("content-encoding"), ready.headers.get("vary")]).toEqual([null, null]);
  });

  test("is counted with the bytes that were sent", async () => {
    await (await get(zipped)).arrayBuffer();
    const counted = async () => {
      const { body: text } = await fixture.ctx.metrics.render();
      return Number(/^skucast_feed_pull_bytes_total\{.*protocol="https".*\} (\d+)$/m.exec(text)?.[1]);
    };
    const before = await eventually(async () => (await counted()) || undefined);
    await (await get(zipped)).arrayBuffer();
    const sent = await eventually(async () => (await counted()) - before || undefined);
    expect(sent).toBeGreaterThan(1_000_000);
    expect(sent).toBeLessThan(LARGE.length * 0.7);
  });
});

describe("conditions", () => {
  test("by tag and by date return 304 while the file is the same; a different tag takes precedence over the date", async () => {
    const first = await get();
    const etag = first.headers.get("etag") ?? "";
    const date = first.headers.get("last-modified") ?? "";
    const statuses = [];
    for (const headers of [
      { "if-none-match": etag },
      { "if-none-match": `"x", W/${etag}` },
      { "if-modified-since": date },
      { "if-none-match": '"x"', "if-modified-since": date },
      { "if-modified-since": new Date(Date.parse(date) - 1_000).toUTCString() },
      { "if-modified-since": "yesterday" },
    ]) {
      statuses.push((await get(headers)).status);
    }
    expect(statuses).toEqual([304, 304, 304, 200, 200, 200]);
    expect((await get({ "if-none-match": etag }, "HEAD")).status).toBe(304);
  });

  test("that refer to another file return 412 without content", async () => {
    const first = await get();
    const etag = first.headers.get("etag") ?? "";
    const date = first.headers.get("last-modified") ?? "";
    const before = new Date(Date.parse(date) - 1_000).toUTCString();
    const answers = [];
    for (const headers of [
      { "if-match": etag },
      { "if-match": `"x", ${etag}` },
      { "if-match": "*" },
      { "if-match": '"x"' },
      { "if-match": `W/${etag}` },
      { "if-match": '"x"', range: "bytes=0-2" },
      { "if-unmodified-since": date },
      { "if-unmodified-since": before },
      { "if-match": etag, "if-unmodified-since": before },
    ]) {
      answers.push((await get(headers)).status);
    }
    expect(answers).toEqual([200, 200, 200, 412, 412, 412, 200, 412, 200]);
    expect(await (await get({ "if-match": '"x"' })).json()).toMatchObject({ code: "precondition_failed" });
  });
});

describe("ranges", () => {
  test.each([
    ["bytes=0-2", 206, "sku", `bytes 0-2/${BYTES}`],
    ["bytes=10-", 206, "TEE,Größe\n", `bytes 10-${BYTES - 1}/${BYTES}`],
    ["bytes=-1", 206, "\n", `bytes ${BYTES - 1}-${BYTES - 1}/${BYTES}`],
    ["bytes=0-999999", 206, CONTENT, `bytes 0-${BYTES - 1}/${BYTES}`],
    ["bytes=-999999", 206, CONTENT, `bytes 0-${BYTES - 1}/${BYTES}`],
    [`bytes=${BYTES}-`, 416, "", `bytes */${BYTES}`],
    ["bytes=-0", 416, "", `bytes */${BYTES}`],
    ["bytes=5-2", 200, CONTENT, null],
    ["bytes=0-1,4-5", 200, CONTENT, null],
    ["lines=0-1", 200, CONTENT, null],
    ["bytes=a-b", 200, CONTENT, null],
  ])("%s is answered with %d", async (range, status, text, contentRange) => {
    const answer = await get({ range });
    expect([answer.status, await answer.text(), answer.headers.get("content-range")]).toEqual([
      status,
      text,
      contentRange,
    ]);
  });

  test("apply only to GET: HEAD describes the whole file", async () => {
    const answer = await get({ range: "bytes=0-2" }, "HEAD");
    expect([answer.status, answer.headers.get("content-length")]).toEqual([200, `${BYTES}`]);
  });

  test("resume only the same file", async () => {
    const etag = (await get()).headers.get("etag") ?? "";
    expect((await get({ range: "bytes=0-2", "if-range": etag })).status).toBe(206);
    expect((await get({ range: "bytes=0-2", "if-range": `W/${etag}` })).status).toBe(200);
    expect((await get({ range: "bytes=0-2", "if-range": '"other"' })).status).toBe(200);
  });

  test("combine to the complete file", async () => {
    const large = randomBytes(3_000_000);
    await fixture.publish(feedId, { "products.csv": large });
    const pieces = [];
    for (let start = 0; start < large.length; start += 1_000_001) {
      pieces.push(Buffer.from(await (await get({ range: `bytes=${start}-${start + 1_000_000}` })).arrayBuffer()));
    }
    expect(Buffer.concat(pieces).equals(large)).toBe(true);
  });
});

describe("what does not exist", () => {
  test("gets the same 404 in all cases", async () => {
    const archived = await fixture.addFeed();
    await fixture.publish(archived, { "products.csv": CONTENT });
    const ofArchived = await fixture.addCredential(archived, "https_pull");
    await fixture.query("UPDATE feeds SET status = 'archived' WHERE id = $1", [archived]);
    const noPull = await fixture.addCredential(await fixture.addFeed([]), "https_pull");
    const empty = await fixture.addCredential(await fixture.addFeed(), "https_pull");
    const addresses = [
      addressOf(newPullSecret()),
      addressOf(secret, "other.csv"),
      addressOf(secret, ".rows"),
      addressOf(secret, "..%2fproducts.csv"),
      addressOf(secret, "products.csv/"),
      addressOf(secret.toLowerCase()),
      addressOf(ofArchived.secret),
      addressOf(noPull.secret, ""),
      addressOf(empty.secret),
      addressOf(`${secret}%00`),
      addressOf("x".repeat(2_000)),
    ];
    const answers = await Promise.all(addresses.map((address) => get({}, "GET", address)));
    expect(answers.map(({ status }) => status)).toEqual(addresses.map(() => 404));
    const bodies = await Promise.all(answers.map((answer) => answer.json()));
    for (const body of bodies) expect(body).toMatchObject({ detail: "There is nothing at this URL." });
  });

  test("includes a revoked credential's file, from the next request on", async () => {
    expect(await statusOf(url)).toBe(200);
    await fixture.query("UPDATE pull_credentials SET revoked_at = now() WHERE id = $1", [credentialId]);
    expect(await statusOf(url)).toBe(404);
  });

  test("does not include a live file that is missing from the store: that is a 503", async () => {
    const runId = await fixture.publish(feedId, { "products.csv": CONTENT });
    rmSync(join(fixture.filesDir, fixture.workspaceId, runId), { recursive: true });
    expect(await statusOf(url)).toBe(503);
  });

  test.each(["POST", "PUT", "DELETE", "OPTIONS"])("%s is rejected", async (method) => {
    const answer = await get({}, method);
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });
});

describe("limits", () => {
  beforeAll(() => fixture.holdClock(true));
  afterAll(() => fixture.holdClock(false));

  test("each credential has its own limit of requests per minute", async () => {
    const other = await fixture.addCredential(feedId, "https_pull");
    const statuses = [];
    for (let i = 0; i <= LIMITS.pullRequestsPerMinute; i += 1) statuses.push((await get({}, "HEAD")).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(LIMITS.pullRequestsPerMinute);
    expect(statuses.at(-1)).toBe(429);
    expect(await statusOf(addressOf(other.secret))).toBe(200);
  });

  test("clients that guess are limited, others are not", async () => {
    let last = 404;
    for (let i = 0; i <= LIMITS.pullRequestsPerMinute; i += 1) last = await statusOf(addressOf(newPullSecret()));
    expect(last).toBe(429);
    expect(await statusOf(url)).toBe(200);
  });
});

test("a use is recorded, and the secret is in no log", async () => {
  await (await get()).text();
  await statusOf(addressOf(`${secret.slice(1)}A`));
  const noted = await eventually(async () => {
    const { rows } = await fixture.query("SELECT last_used_at FROM pull_credentials WHERE id = $1", [credentialId]);
    return rows[0]?.last_used_at !== null;
  });
  expect(noted).toBe(true);
  expect(JSON.stringify(fixture.lines)).not.toContain(secret.slice(1));
});
