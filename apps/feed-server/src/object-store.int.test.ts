import { createHash, randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { FileStore } from "@skucast/file-store/file-store";
import { openFileStore } from "@skucast/file-store/open-file-store";
import { createHttpServer, type HttpServer } from "@skucast/http-kit/http-server";
import { opsRouter } from "@skucast/http-kit/ops-routes";
import { createProblems } from "@skucast/http-kit/problems";
import { rawRouter } from "@skucast/http-kit/raw-router";
import { createHealth } from "@skucast/service-kit/health";
import { hashRemote } from "@skucast/sftp/hash-remote";
import { openSession } from "@skucast/sftp/open-session";
import { parseAllowList } from "@skucast/targets/allow-list";
import { createTargetGuard } from "@skucast/targets/target-guard";
import { type ObjectStore, startObjectStore } from "@skucast/testkit/start-object-store";
import { MOUNT_PATH, serveFeedFiles } from "./https/serve-feed-files.js";
import { startPullServer } from "./sftp/pull-server.js";
import { type FeedHouse, openFeedHouse } from "./testing/open-feed-house.js";

/* Partners fetch from an object store what they fetch from a folder. */

const CONTENT = randomBytes(5_000_001);
let objects: ObjectStore;
let files: FileStore;
let house: FeedHouse;
let server: HttpServer;
let feedId: string;

beforeAll(async () => {
  objects = await startObjectStore();
  files = openFileStore({
    ...{
      SKUCAST_FILE_STORE: `s3://${objects.bucket}/runs`,
      SKUCAST_FILES_DIR: tmpdir(),
      SKUCAST_S3_REGION: "us-east-1",
    },
    ...{ SKUCAST_S3_ENDPOINT: objects.endpoint, SKUCAST_S3_ACCESS_KEY_ID: "a", SKUCAST_S3_SECRET_ACCESS_KEY: "b" },
  });
  house = await openFeedHouse(files);
  const { logger, metrics } = house.ctx;
  server = createHttpServer({
    mounts: [{ path: MOUNT_PATH, router: rawRouter({ tracer: "test", handle: serveFeedFiles(house.ctx) }) }],
    ...{ ops: opsRouter({ health: createHealth({ logger }), metrics }), logger, metrics, host: "127.0.0.1", port: 0 },
    problems: createProblems({ errorDocsUrl: "https://x.test/errors", logger }),
  });
  await server.start();
  feedId = await house.addFeed(["https_pull", "sftp_pull"]);
});
afterAll(async () => {
  await server.stop();
  await house.close();
  files.close();
  await objects.stop();
});

test("over HTTPS: the file, a part of it, and 503 when the store has it no more", async () => {
  const runId = await house.publish(feedId, { "products.csv": CONTENT });
  const { secret } = await house.addCredential(feedId, "https_pull");
  const url = `http://127.0.0.1:${server.port}${MOUNT_PATH}/${secret}/products.csv`;
  expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(CONTENT)).toBe(true);
  const part = await fetch(url, { headers: { range: "bytes=4999000-" } });
  expect([part.status, part.headers.get("content-range")]).toEqual([206, "bytes 4999000-5000000/5000001"]);
  expect(Buffer.from(await part.arrayBuffer()).equals(CONTENT.subarray(4_999_000))).toBe(true);
  await files.remove(`${house.workspaceId}/${runId}`);
  expect((await fetch(url)).status).toBe(503);
});

test("over SFTP: the file to the byte, in pieces of the client's choosing", async () => {
  await house.publish(feedId, { "products.csv": CONTENT });
  const { id: username, secret: password } = await house.addCredential(feedId, "sftp_pull");
  const pulls = await startPullServer(house.ctx, house.ctx.sftpAddress);
  const { rows } = await house.query("SELECT fingerprint FROM sftp_host_keys");
  const target = {
    ...{ host: "127.0.0.1", port: pulls.port, username, isLegacyAllowed: false },
    auth: { type: "password", password },
    hostKeys: rows.map(({ fingerprint }) => fingerprint),
  } as const;
  const guard = createTargetGuard({ allow: parseAllowList("127.0.0.1") });
  const session = await openSession(target, { guard, signal: AbortSignal.timeout(60_000), stallTimeoutMs: 30_000 });
  const sum = createHash("sha256").update(CONTENT).digest("hex");
  expect(await hashRemote(session, "/products.csv", CONTENT.length)).toBe(sum);
  session.close();
  pulls.closeConnections();
  await pulls.close();
});
