import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createLocalStore } from "@skucast/file-store/local-store";
import { eventually } from "@skucast/testkit/eventually";
import { mountVolume, type Volume } from "@skucast/testkit/mount-volume";
import { type SshServer, startSshServer } from "@skucast/testkit/start-ssh-server";
import { type ExporterFixture, openExporterFixture, product } from "../testing/open-exporter-fixture.js";

let volume: Volume;
let fixture: ExporterFixture;
let server: SshServer;

beforeAll(async () => {
  volume = mountVolume(8);
  server = await startSshServer();
  fixture = await openExporterFixture({}, createLocalStore(volume.path));
  await fixture.startApp();
  await fixture.addProducts(Array.from({ length: 3_000 }, (_, i) => product(`S-${i}`)));
});
afterAll(async () => {
  await fixture.close();
  await server.stop();
  volume.unmount();
});

test("a full volume postpones the run and reports it; with free space the run is generated and delivered once", async () => {
  const destination = await fixture.addDestination(server, { path: server.root });
  const feed = await fixture.addFeed({ compression: "none", file_name: "full.csv", destinations: [destination] });
  volume.fill();
  const id = await fixture.queueRun(feed);
  const postponed = () => fixture.lines.filter(({ event, run_id }) => event === "run.set_aside" && run_id === id);
  await eventually(() => postponed().length >= 2);
  expect(postponed()[0]).toMatchObject({ reason: "full", msg: "the run is postponed: the file store is full" });
  expect(await fixture.run(id)).toMatchObject({ finished_at: null });

  volume.makeRoom();
  const run = await eventually(async () => {
    const now = await fixture.run(id);
    return now.finished_at !== null && now;
  });
  expect(run).toMatchObject({ status: "succeeded", error: null, counts: { written: 3_000 } });
  expect(readFileSync(join(server.root, "full.csv"), "utf8").trim().split("\n")).toHaveLength(3_001);
  // Of the attempts that failed. An attempt that is running has some.
  expect(readdirSync(volume.path, { recursive: true }).filter((name) => String(name).includes(".part-"))).toEqual([]);
});
