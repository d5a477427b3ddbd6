import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type MemoryPartner, startMemoryPartner } from "@skucast/sftp/testing/start-memory-partner";
import { eventually } from "@skucast/testkit/eventually";
import { resendUnverifiedFiles } from "../schedule/resend-unverified-files.js";
import { type ExporterFixture, openExporterFixture, product } from "../testing/open-exporter-fixture.js";

/** With descriptions of 4 kB, the file is larger than every buffer on the way, such as 2 MiB of unacknowledged writes. */
const PRODUCT_COUNT = 700;
const description = "Woven in Portugal from long-staple cotton, washed once, and cut for an easy fit. ".repeat(50);

let fixture: ExporterFixture;
let partner: MemoryPartner;
beforeAll(async () => {
  [fixture, partner] = await Promise.all([openExporterFixture(), startMemoryPartner()]);
  await fixture.addProducts(Array.from({ length: PRODUCT_COUNT }, (_, i) => product(`SKU-${i}`, { description })));
  await fixture.startApp();
});
afterAll(async () => {
  await fixture.close();
  await partner.stop();
});

async function finishedRun(feedId: string) {
  const id = await fixture.queueRun(feedId);
  const finished = async () => {
    const found = await fixture.run(id);
    return found.finished_at !== null && found;
  };
  return eventually(finished);
}

test.each(["rename", "direct", "manifest_last", "trigger"] as const)(
  "a host that splits blocks into smaller writes has the bytes of the run, with %s",
  async (strategy) => {
    partner.files.clear(); // each strategy must upload the whole file
    const { port, auth, hostKeys } = partner.target;
    const destination = await fixture.addDestination(undefined, { port, auth, hostKeys: [...hostKeys], strategy });
    const run = await finishedRun(await fixture.addFeed({ destinations: [destination] }));
    const kept = readFileSync(join(fixture.filesDir, fixture.workspaceId, run.id, "products.csv"));
    expect(run).toMatchObject({ status: "succeeded", deliveries: [{ status: "delivered", verification: "content" }] });
    expect(kept.length).toBeGreaterThan(2_500_000);
    expect(partner.files.get("products.csv")?.equals(kept)).toBe(true);
  },
);

test("files that an earlier version delivered without verifying them are sent again, once", async () => {
  const { port, auth, hostKeys } = partner.target;
  const destination = await fixture.addDestination(undefined, { port, auth, hostKeys: [...hostKeys] });
  const feedId = await fixture.addFeed({ destinations: [destination], file_name: "again.csv" });
  const { id } = await finishedRun(feedId);
  expect((await finishedRun(feedId)).status).toBe("skipped");
  await fixture.query("UPDATE runs SET deliveries = deliveries #- '{0,verification}' WHERE feed_id = $1", [feedId]);
  const again = await finishedRun(feedId);
  expect(again).toMatchObject({ status: "succeeded", deliveries: [{ status: "delivered", verification: "content" }] });
  expect((await finishedRun(feedId)).status).toBe("skipped");
  expect(again.id).not.toBe(id);
});

test("without a schedule, files that an earlier version delivered are sent again automatically, once and unchanged", async () => {
  const { port, auth, hostKeys } = partner.target;
  const destination = await fixture.addDestination(undefined, { port, auth, hostKeys: [...hostKeys] });
  const feedId = await fixture.addFeed({ destinations: [destination], file_name: "by-itself.csv" });
  const { id } = await finishedRun(feedId);
  const sent = partner.files.get("by-itself.csv") ?? Buffer.alloc(0);
  await fixture.query("UPDATE runs SET deliveries = deliveries #- '{0,verification}' WHERE feed_id = $1", [feedId]);
  partner.files.set("by-itself.csv", Buffer.from("corrupted"));
  expect(await Promise.all([1, 2, 3].map(() => resendUnverifiedFiles(fixture.ctx)))).toContain(1);
  const runs = async () =>
    fixture.query<{ id: string }>("SELECT id FROM runs WHERE feed_id = $1 ORDER BY id", [feedId]);
  const [, again] = await runs();
  const finished = async () => (await fixture.run(again?.id ?? "")).finished_at !== null;
  await eventually(finished, { timeoutMs: 50_000 });
  expect(await fixture.run(again?.id ?? "")).toMatchObject({ status: "succeeded", rollback_to: id });
  expect(partner.files.get("by-itself.csv")?.equals(sent)).toBe(true);
  expect(await resendUnverifiedFiles(fixture.ctx)).toBe(0);
  expect(await runs()).toHaveLength(2);
});

test("a host that accepts writes only in order is remembered: the next run sends each file once", async () => {
  const ordered = await startMemoryPartner({ isOrdered: true });
  const { port, auth, hostKeys } = ordered.target;
  const destination = await fixture.addDestination(undefined, { port, auth, hostKeys: [...hostKeys] });
  const opened = async (fileName: string) => {
    const run = await finishedRun(await fixture.addFeed({ destinations: [destination], file_name: fileName }));
    const kept = readFileSync(join(fixture.filesDir, fixture.workspaceId, run.id, fileName));
    expect(ordered.files.get(fileName)?.equals(kept)).toBe(true);
    return ordered.acts.filter((act) => act.startsWith(`open .${fileName}`)).length;
  };
  try {
    expect([await opened("first.csv"), await opened("second.csv")]).toEqual([2, 1]);
  } finally {
    await ordered.stop();
  }
});
