import { hash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import type { FileStore } from "@skucast/file-store/file-store";
import { openFileStore } from "@skucast/file-store/open-file-store";
import { eventually } from "@skucast/testkit/eventually";
import { type ObjectStore, startObjectStore } from "@skucast/testkit/start-object-store";
import { type SshServer, startSshServer } from "@skucast/testkit/start-ssh-server";
import { runFolder } from "../files/run-keys.js";
import { removeOrphans } from "../housekeeping/remove-orphans.js";
import {
  type ExporterFixture,
  openExporterFixture,
  product,
  type StoredRun,
} from "../testing/open-exporter-fixture.js";

/* Runs whose files are in an object store: generated, compared, delivered, rolled back to and removed as in a folder. */

const PRODUCTS = 600;
let objects: ObjectStore;
let files: FileStore;
let fixture: ExporterFixture;
let server: SshServer;
let feedId: string;

beforeAll(async () => {
  [objects, server] = await Promise.all([startObjectStore(), startSshServer()]);
  files = openFileStore({
    SKUCAST_FILE_STORE: `s3://${objects.bucket}/runs`,
    SKUCAST_FILES_DIR: tmpdir(),
    SKUCAST_S3_REGION: "us-east-1",
    SKUCAST_S3_ENDPOINT: objects.endpoint,
    SKUCAST_S3_ACCESS_KEY_ID: "a",
    SKUCAST_S3_SECRET_ACCESS_KEY: "b",
  });
  fixture = await openExporterFixture({ runFilesKept: 2 }, files);
  await fixture.startApp();
  // Larger than every buffer on the way and than one read of an object.
  const long = () => ({ description: randomBytes(4_500).toString("hex") });
  await fixture.addProducts(["A", "B", "C"].map((sku) => product(sku)));
  await fixture.addProducts(Array.from({ length: PRODUCTS - 3 }, (_, i) => product(`L-${i}`, long())));
  const destinations = [await fixture.addDestination(server, { path: server.root })];
  feedId = await fixture.addFeed({ shards: 2, compression: "none", destinations });
});
afterAll(async () => {
  await fixture.close();
  await server.stop();
  files.close();
  await objects.stop();
});

const settled = (id: string) =>
  eventually(async () => {
    const now = await fixture.run(id);
    return now.finished_at !== null && now;
  });
const run = async (id = feedId) => settled(await fixture.queueRun(id));
const rename = (title: string) =>
  fixture.changeProducts("UPDATE products SET doc = replace(doc, doc::json->>'title', $1) WHERE sku = 'C'", [title]);
const partner = () =>
  readdirSync(server.root)
    .filter((name) => name.startsWith("products"))
    .map((name) => readFileSync(join(server.root, name), "utf8"))
    .join("");
/** Asserts that the partner and the store have the files that the run lists. */
async function isEverywhere({ id, files: made }: StoredRun): Promise<boolean> {
  const sums = made.map(async ({ name, sha256 }) => {
    const stored = await (await files.open(`${folderOf(id)}/${name}`))?.stream();
    const copies = [stored && (await buffer(stored)), readFileSync(join(server.root, name))];
    return copies.every((copy) => copy !== undefined && hash("sha256", copy) === sha256);
  });
  const bytes = made.reduce((sum, file) => sum + file.bytes, 0);
  return bytes > 5_000_000 && (await Promise.all(sums)).every(Boolean);
}
const folderOf = (id: string) => runFolder({ workspaceId: fixture.workspaceId, id });
const isKept = async (id: string) => (await files.folders(fixture.workspaceId)).includes(id);

test("a run is generated, delivered, compared with the previous one, and skipped when nothing changed", async () => {
  const first = await run();
  expect(first).toMatchObject({ status: "succeeded", counts: { written: PRODUCTS, added: null } });
  expect(await isEverywhere(first)).toBe(true);
  expect(partner()).toContain("Title of C");
  expect((await run()).status).toBe("skipped");
  await rename("Newer");
  const next = await run();
  expect(next).toMatchObject({ status: "succeeded", counts: { written: PRODUCTS, added: 0, changed: 1, removed: 0 } });
  expect(await isEverywhere(next)).toBe(true);
  expect(partner()).toContain("Newer");
});

test("an exporter on another machine continues with the files of one that died while delivering", async () => {
  await rename("Newest");
  const done = await run();
  const pending = done.deliveries.map((delivery) => ({ ...delivery, status: "pending" }));
  await fixture.query(
    "UPDATE runs SET status = 'delivering', finished_at = NULL, deliveries = $2, lease_until = now() - interval '1 second' WHERE id = $1",
    [done.id, JSON.stringify(pending)],
  );
  const again = await settled(done.id);
  expect([again.files, again.deliveries.map(({ attempts }) => attempts)]).toEqual([done.files, [2]]);
  expect(await isEverywhere(again)).toBe(true);
});

test("a feed is rolled back to an earlier run's files", async () => {
  const [before] = await fixture.query<{ live_run_id: string }>("SELECT live_run_id FROM feeds WHERE id = $1", [
    feedId,
  ]);
  await rename("Wrong");
  await run();
  expect(partner()).toContain("Wrong");
  const id = newId("run");
  await fixture.query(
    `INSERT INTO runs (workspace_id, id, feed_id, status, trigger, rollback_to, created_at, updated_at)
     VALUES ($1, $2, $3, 'queued', 'rollback', $4, now(), now())`,
    [fixture.workspaceId, id, feedId, before?.live_run_id],
  );
  const back = await settled(id);
  expect([back.status, await isEverywhere(back)]).toEqual(["succeeded", true]);
  expect(partner()).toContain("Newest");
});

test("the files of older runs are removed, and those without a run", async () => {
  const runs: string[] = [];
  for (const title of ["1", "2", "3"]) {
    await rename(`Title ${title}`);
    runs.push((await run()).id);
  }
  const [first, ...others] = runs as [string, string, string];
  await eventually(async () => !(await isKept(first)));
  expect(await Promise.all(others.map(isKept))).toEqual([true, true]);
  const orphan = newId("run", Date.now() - 7_200_000);
  async function* content() {
    yield Buffer.from("orphan");
  }
  await files.write(`${folderOf(orphan)}/products.csv`, content(), new AbortController().signal);
  expect(await removeOrphans(fixture.ctx, new AbortController().signal)).toBeGreaterThanOrEqual(1);
  expect(await Promise.all([orphan, ...others].map(isKept))).toEqual([false, true, true]);
});
