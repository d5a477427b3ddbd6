import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { FileStore } from "@skucast/file-store/file-store";
import { openFileStore } from "@skucast/file-store/open-file-store";
import { eventually } from "@skucast/testkit/eventually";
import { type SshServer, startSshServer } from "@skucast/testkit/start-ssh-server";
import { type ExporterFixture, openExporterFixture, product } from "../testing/open-exporter-fixture.js";
import { type BreakingStore, startBreakingStore } from "../testing/start-breaking-store.js";

/* An object store that breaks while a run uses it: the run waits and continues, as when a partner's connection breaks. */

let objects: BreakingStore;
let files: FileStore;
let fixture: ExporterFixture;
let server: SshServer;
let destination: string;

beforeAll(async () => {
  [objects, server] = await Promise.all([startBreakingStore(), startSshServer()]);
  files = openFileStore({
    SKUCAST_FILE_STORE: `s3://${objects.bucket}`,
    SKUCAST_FILES_DIR: tmpdir(),
    SKUCAST_S3_REGION: "us-east-1",
    SKUCAST_S3_ENDPOINT: objects.endpoint,
    SKUCAST_S3_ACCESS_KEY_ID: "a",
    SKUCAST_S3_SECRET_ACCESS_KEY: "b",
  });
  fixture = await openExporterFixture({}, files);
  await fixture.startApp();
  await fixture.addProducts(Array.from({ length: 3_000 }, (_, i) => product(`S-${i}`)));
  destination = await fixture.addDestination(server, { path: server.root });
});
afterAll(async () => {
  await fixture.close();
  await server.stop();
  files.close();
  await objects.stop();
});

const TRIES_OF_A_REQUEST = 3;
const newFeed = (name: string) =>
  fixture.addFeed({ compression: "none", file_name: `${name}.csv`, destinations: [destination] });
const settled = (id: string) =>
  eventually(async () => {
    const now = await fixture.run(id);
    return now.finished_at !== null && now;
  });
const setAsideCount = (id: string) =>
  fixture.lines.filter(({ event, run_id }) => event === "run.set_aside" && run_id === id).length;
const atPartner = (name: string) => readdirSync(server.root).filter((entry) => entry.includes(name));
const sha256Of = (name: string) =>
  createHash("sha256")
    .update(readFileSync(join(server.root, name)))
    .digest("hex");

test("that fails while the files are stored: the run generates them again and is delivered once", async () => {
  const feed = await newFeed("made");
  objects.breakNext("PUT", { name: "made.csv", requests: TRIES_OF_A_REQUEST, afterBytes: 0 });
  const run = await settled(await fixture.queueRun(feed));
  expect(run).toMatchObject({ status: "succeeded", error: null, counts: { written: 3_000 } });
  expect([objects.brokenCount(), setAsideCount(run.id)]).toEqual([TRIES_OF_A_REQUEST, 1]);
  expect([atPartner("made"), sha256Of("made.csv")]).toEqual([["made.csv"], run.files[0]?.sha256]);
});

test("that fails in the middle of a push: the partner gets the complete file and nothing else", async () => {
  const feed = await newFeed("pushed");
  objects.breakNext("GET", { name: "pushed.csv", requests: 1, afterBytes: 70_000 });
  const run = await settled(await fixture.queueRun(feed));
  expect(run).toMatchObject({ status: "succeeded", error: null, deliveries: [{ status: "delivered", error: null }] });
  expect([objects.brokenCount(), setAsideCount(run.id)]).toEqual([1, 1]);
  expect([atPartner("pushed"), sha256Of("pushed.csv")]).toEqual([["pushed.csv"], run.files[0]?.sha256]);
  const types = (await fixture.events(run.id)).map(({ type }) => type);
  expect(types.filter((type) => type === "feed.run.succeeded")).toHaveLength(1);
});

test("that stays unavailable: the run fails after twenty claims, with the reason", async () => {
  const feed = await newFeed("never");
  objects.breakNext("PUT", { name: "never.csv", requests: 1_000, afterBytes: 0 });
  const id = await fixture.queueRun(feed);
  await eventually(async () => setAsideCount(id) > 0);
  await fixture.query("UPDATE runs SET claim_count = 19 WHERE id = $1", [id]);
  expect(await settled(id)).toMatchObject({
    status: "failed",
    error: expect.stringMatching(/^the file store cannot be reached \(reference/),
  });
  expect(atPartner("never")).toEqual([]);
});
