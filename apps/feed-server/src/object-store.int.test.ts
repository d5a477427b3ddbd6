import { createHash, randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { FileStore } from "@skucast/file-store/file-store";
import { openFileStore } from "@skucast/file-store/open-file-store";
import { createHttpServer, type HttpServer } from "@skucast/http-kit/http-server";
import { createOpsRouter } from "@skucast/http-kit/ops-routes";
import { createProblems } from "@skucast/http-kit/problems";
import { createRawRouter } from "@skucast/http-kit/raw-router";
import { createHealth } from "@skucast/service-kit/health";
import { METRICS } from "@skucast/service-kit/metric-names";
import { hashRemote } from "@skucast/sftp/hash-remote";
import { openSession, type SftpSession } from "@skucast/sftp/open-session";
import { closeRemote, listRemote, openRemote } from "@skucast/sftp/remote-files";
import { parseAllowList } from "@skucast/targets/allow-list";
import { createTargetGuard } from "@skucast/targets/target-guard";
import { type ObjectStore, startObjectStore } from "@skucast/testkit/start-object-store";
import { startTcpProxy, type TcpProxy } from "@skucast/testkit/tcp-proxy";
import { MOUNT_PATH, serveFeedFiles } from "./https/serve-feed-files.js";
import { type PullServer, startPullServer } from "./sftp/pull-server.js";
import { type FeedFixture, openFeedFixture } from "./testing/open-feed-fixture.js";

/* Partners fetch from an object store what they fetch from a folder. */

const CONTENT = randomBytes(5_000_001);
let objects: ObjectStore;
let line: TcpProxy;
let files: FileStore;
let fixture: FeedFixture;
let server: HttpServer;
let feedId: string;
let pulls: PullServer;

beforeAll(async () => {
  objects = await startObjectStore();
  line = await startTcpProxy({ host: "127.0.0.1", port: Number(new URL(objects.endpoint).port) });
  const endpoint = `http://127.0.0.1:${line.port}`;
  files = openFileStore({
    SKUCAST_FILE_STORE: `s3://${objects.bucket}/runs`,
    SKUCAST_FILES_DIR: tmpdir(),
    SKUCAST_S3_REGION: "us-east-1",
    SKUCAST_S3_ENDPOINT: endpoint,
    SKUCAST_S3_ACCESS_KEY_ID: "a",
    SKUCAST_S3_SECRET_ACCESS_KEY: "b",
  });
  fixture = await openFeedFixture(files);
  const { logger, metrics } = fixture.ctx;
  server = createHttpServer({
    mounts: [{ path: MOUNT_PATH, router: createRawRouter({ tracer: "test", handle: serveFeedFiles(fixture.ctx) }) }],
    ops: createOpsRouter({ health: createHealth({ logger }), metrics }),
    logger,
    metrics,
    host: "127.0.0.1",
    port: 0,
    problems: createProblems({ errorDocsUrl: "https://x.test/errors", logger }),
  });
  await server.start();
  feedId = await fixture.addFeed(["https_pull", "sftp_pull"]);
  pulls = await startPullServer(fixture.ctx, fixture.ctx.sftp);
});
afterAll(async () => {
  pulls.closeConnections();
  await pulls.close();
  await server.stop();
  await fixture.close();
  files.close();
  await line.close();
  await objects.stop();
});

async function httpsAddress(): Promise<string> {
  const { secret } = await fixture.addCredential(feedId, "https_pull");
  return `http://127.0.0.1:${server.port}${MOUNT_PATH}/${secret}/products.csv`;
}

async function sftpSession(): Promise<SftpSession> {
  const { id: username, secret: password } = await fixture.addCredential(feedId, "sftp_pull");
  const { rows } = await fixture.query("SELECT fingerprint FROM sftp_host_keys");
  const target = {
    host: "127.0.0.1",
    port: pulls.port,
    username,
    isLegacyAllowed: false,
    auth: { type: "password", password },
    hostKeys: rows.map(({ fingerprint }) => fingerprint),
  } as const;
  const guard = createTargetGuard({ allow: parseAllowList("127.0.0.1") });
  return openSession(target, { guard, signal: AbortSignal.timeout(240_000), stallTimeoutMs: 120_000 });
}

test("over HTTPS: the file, a range of it, and 503 when the store no longer has it", async () => {
  const runId = await fixture.publish(feedId, { "products.csv": CONTENT });
  const url = await httpsAddress();
  expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(CONTENT)).toBe(true);
  const part = await fetch(url, { headers: { range: "bytes=4999000-" } });
  expect([part.status, part.headers.get("content-range")]).toEqual([206, "bytes 4999000-5000000/5000001"]);
  expect(Buffer.from(await part.arrayBuffer()).equals(CONTENT.subarray(4_999_000))).toBe(true);
  await files.remove(`${fixture.workspaceId}/${runId}`);
  expect((await fetch(url)).status).toBe(503);
});

test("over SFTP: the file byte for byte, in pieces of any size", async () => {
  await fixture.publish(feedId, { "products.csv": CONTENT });
  const session = await sftpSession();
  const sum = createHash("sha256").update(CONTENT).digest("hex");
  expect(await hashRemote(session, "/products.csv", CONTENT.length)).toBe(sum);
  session.close();
});

describe("an unavailable store", () => {
  const STORE_EVENTS = /^pull\.store_/;
  const told = () => fixture.lines.map(({ event }) => String(event)).filter((event) => STORE_EVENTS.test(event));
  const failureCount = async () =>
    (await fixture.ctx.metrics.counter(METRICS.feedStoreFailures).get()).values[0]?.value;
  /** SSH_FX_FAILURE with the message; the session stays usable. */
  const UNAVAILABLE = {
    code: "protocol",
    isAnswer: true,
    serverMessage: expect.stringMatching(/Try again in a minute/),
  };
  let before: number;
  beforeEach(async () => {
    await fixture.publish(feedId, { "products.csv": CONTENT });
    fixture.lines.length = 0;
    before = (await failureCount()) ?? 0;
  });
  afterEach(() => line.heal());

  test("over HTTPS is a 503 with a message and Retry-After, logged once and counted each time, until the store is back", async () => {
    const url = await httpsAddress();
    await line.cut();
    for (const method of ["GET", "HEAD", "GET"]) {
      const answer = await fetch(url, { method });
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "60"]);
      expect(await answer.text()).toMatch(method === "GET" ? /Try again in a minute/ : /^$/);
    }
    expect([told(), await failureCount()]).toEqual([["pull.store_unavailable"], before + 3]);
    await line.heal();
    expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(CONTENT)).toBe(true);
    expect(told()).toEqual(["pull.store_unavailable", "pull.store_available"]);
    const { values } = await fixture.ctx.metrics.counter(METRICS.feedPulls).get();
    expect(values.find(({ labels }) => labels.outcome === "503")?.value).toBeGreaterThanOrEqual(3);
  });

  test("over SFTP fails the request with a message and keeps the session, which can read the file when the store is back", async () => {
    const session = await sftpSession();
    await line.cut();
    await expect(openRemote(session, "/products.csv", "r")).rejects.toMatchObject(UNAVAILABLE);
    expect((await listRemote(session, "/")).map(({ filename }) => filename)).toEqual(["products.csv"]);
    await expect(openRemote(session, "/products.csv", "r")).rejects.toMatchObject(UNAVAILABLE);
    expect([told(), await failureCount()]).toEqual([["pull.store_unavailable"], before + 2]);
    await line.heal();
    const sum = createHash("sha256").update(CONTENT).digest("hex");
    expect(await hashRemote(session, "/products.csv", CONTENT.length)).toBe(sum);
    session.close();
  });

  test("in the middle of a file fails all pending reads at once, and the file can be opened again", async () => {
    const session = await sftpSession();
    const handle = await openRemote(session, "/products.csv", "r");
    await line.cut();
    const reads = Array.from({ length: 64 }, (_, i) => readAt(session, handle, i * 32_768));
    const refusals = await Promise.all(reads.map((read) => read.catch((error: unknown) => error)));
    expect(refusals).toEqual(refusals.map(() => expect.objectContaining(UNAVAILABLE)));
    await closeRemote(session, handle);
    expect(await failureCount()).toBe(before + 1);
    await line.heal();
    const again = await openRemote(session, "/products.csv", "r");
    expect(await readAt(session, again, 0)).toEqual(CONTENT.subarray(0, 32_768));
    session.close();
  });

  const readAt = (session: SftpSession, handle: Buffer, position: number) =>
    session.call<Buffer>("reading", (done) => {
      const piece = Buffer.alloc(32_768);
      session.sftp.read(handle, piece, 0, piece.length, position, (error) => done(error, piece));
    });
});
