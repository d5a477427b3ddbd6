import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type HttpsPartner, startHttpsPartner } from "@skucast/partners/testing/start-https-partner";
import { datedFileName } from "@skucast/profiles/dated-file-name";
import { eventually } from "@skucast/testkit/eventually";
import { httpsDestination } from "../testing/https-destination.js";
import {
  type ExporterFixture,
  openExporterFixture,
  product,
  type StoredRun,
} from "../testing/open-exporter-fixture.js";

const TIME_ZONE = "Asia/Tokyo";
const NAME = "products-{date:YYYYMMDD-HHmmss}.csv.zip";
let fixture: ExporterFixture;
let partner: HttpsPartner;
beforeAll(async () => {
  [fixture, partner] = await Promise.all([openExporterFixture(), startHttpsPartner()]);
  await fixture.addProducts([product("TEE"), product("CAP")]);
  await fixture.startApp();
});
afterAll(() => Promise.all([fixture.close(), partner.stop()]));

type DatedRun = StoredRun & { readonly started_at: Date };
let former = "";

/** Runs the feed, in another second than before, because its files are named by it. */
async function runOf(feedId: string): Promise<DatedRun> {
  const second = () => new Date().toISOString().slice(0, 19);
  await eventually(async () => second() !== former);
  const runId = await fixture.queueRun(feedId);
  const run = await eventually(async () => {
    const found = await fixture.run(runId);
    return found.finished_at !== null && found;
  });
  former = second();
  return run as unknown as DatedRun;
}

const addFeed = async (folder: string, removeStale: boolean) =>
  fixture.addFeed({
    file_name: NAME,
    compression: "zip",
    schedule: { time: "02:00", time_zone: TIME_ZONE },
    destinations: [
      await fixture.addDestination(
        undefined,
        httpsDestination(partner, { urlPath: `/${folder}/{file_name}`, strategy: "manifest_last", removeStale }),
      ),
    ],
  });

const namesIn = (folder: string) =>
  [...partner.files.keys()].flatMap((path) => (path.startsWith(`/${folder}/`) ? [path.split("/")[2]] : [])).sort();
const nameOf = ({ started_at }: DatedRun) => datedFileName(NAME, started_at, TIME_ZONE);
const withManifests = (...names: string[]) => names.flatMap((name) => [name, `${name}.manifest.json`]).sort();

test("files are named by the start of their run in the feed's time zone, and replace those of the last one", async () => {
  const feedId = await addFeed("dated", true);
  const first = await runOf(feedId);
  expect(first).toMatchObject({
    status: "succeeded",
    files: [{ name: nameOf(first), media_type: "application/zip", rows: 2 }],
    deliveries: [{ status: "delivered", verification: "content" }],
  });
  expect(namesIn("dated")).toEqual(withManifests(nameOf(first)));

  // The content is the same, and the partner still expects a file with the new date.
  const second = await runOf(feedId);
  expect(second.status).toBe("succeeded");
  expect(nameOf(second)).not.toBe(nameOf(first));
  expect(namesIn("dated")).toEqual(withManifests(nameOf(second)));
  const path = join(fixture.filesDir, "received.zip");
  writeFileSync(path, partner.files.get(`/dated/${nameOf(second)}`) ?? "");
  const program =
    "import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1])\n" +
    "print(list(z.NameToInfo)[0])\nprint(z.read(list(z.NameToInfo)[0]).decode())";
  const [entry, header, ...rows] = execFileSync("python3", ["-c", program, path], { encoding: "utf8" }).split("\n");
  expect(entry).toBe(nameOf(second).replace(/\.zip$/, ""));
  expect(header).toMatch(/^sku,/);
  const skus = rows.filter((row) => row !== "").map((row) => row.split(",")[0]);
  expect(skus.sort()).toEqual(["CAP", "TEE"]);
});

test("files of earlier dates stay at a destination that keeps them", async () => {
  const feedId = await addFeed("kept", false);
  const runs = [await runOf(feedId), await runOf(feedId)];
  expect(namesIn("kept")).toEqual(withManifests(...runs.map(nameOf)));
});
