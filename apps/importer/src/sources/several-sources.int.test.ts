import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { wholeWorkspace } from "@skucast/contracts/principal";
import type { Schedule } from "@skucast/contracts/schedules/schedule";
import { inWorkspace } from "@skucast/db/database";
import { type Shop, startShop } from "@skucast/testkit/start-shop";
import { csvOf, skus } from "../testing/open-importer-fixture.js";
import { openSourceFixture } from "../testing/open-source-fixture.js";

let shop: Shop;
let fixture: Awaited<ReturnType<typeof openSourceFixture>>;
beforeAll(async () => {
  shop = await startShop();
  fixture = await openSourceFixture({ sourceCa: shop.ca });
  await fixture.startApp();
});
afterAll(async () => {
  await fixture.close();
  await shop.stop();
});

let workspaceId: string;
beforeEach(async () => {
  workspaceId = await fixture.newWorkspace();
});

/** A source in mode replace, with a function that publishes a file and imports it. */
async function addSource(options: object = {}) {
  const path = `/${workspaceId}-${Math.random()}.csv`;
  const id = await fixture.addSource({
    location: { url: `${shop.origin}${path}` },
    workspaceId,
    options: { mode: "replace", max_removal_percent: 100, ...options },
  });
  return {
    id,
    brings(content: string) {
      shop.publish(path, content);
      return fixture.run(id, { workspaceId, force: true });
    },
  };
}
const statuses = async () =>
  Object.fromEntries((await fixture.products(workspaceId)).map(({ sku, status }) => [sku, status]));
const sourceOf = async (sku: string) =>
  (
    await fixture.query<{ source_id: string | null }>(
      "SELECT source_id FROM products WHERE workspace_id = $1 AND sku = $2",
      [workspaceId, sku],
    )
  )[0]?.source_id;
/** The version of each product's row in the table, which any write changes. */
const rowsOf = () =>
  fixture.query("SELECT sku, ctid::text, xmin::text FROM products WHERE workspace_id = $1 ORDER BY sku", [workspaceId]);

test("two sources in mode replace keep each other's products, night after night", async () => {
  const one = await addSource();
  const two = await addSource();
  for (let night = 0; night < 2; night += 1) {
    expect((await one.brings(csvOf(["A-1", "A-2"]))).counts).toMatchObject({ received: 2, removed: 0 });
    expect((await two.brings(csvOf(["B-1", "B-2"]))).counts).toMatchObject({ received: 2, removed: 0 });
  }
  expect((await one.brings(csvOf(["A-1"]))).counts).toMatchObject({ unchanged: 1, removed: 1 });
  expect(await statuses()).toEqual({ "A-1": "active", "A-2": "archived", "B-1": "active", "B-2": "active" });
});

test("products without a source are removed, and those of a deleted source are free again", async () => {
  const one = await addSource();
  const two = await addSource();
  await fixture.finished(await fixture.send(csvOf(["UPLOADED"]), { workspaceId }));
  await two.brings(csvOf(["B"]));
  expect((await one.brings(csvOf(["A"]))).counts).toMatchObject({ removed: 0 });
  expect(await statuses()).toMatchObject({ UPLOADED: "archived", B: "active" });
  await inWorkspace(fixture.ctx.db, wholeWorkspace(workspaceId), (client) =>
    client.query("DELETE FROM sources WHERE id = $1", [two.id]),
  );
  expect((await one.brings(csvOf(["A"]))).counts).toMatchObject({ unchanged: 1, removed: 1 });
  expect(await statuses()).toMatchObject({ A: "active", B: "archived" });
});

test("a product that both bring is that of the last one, also if it left the product unchanged", async () => {
  const one = await addSource();
  const two = await addSource();
  await one.brings(csvOf(["A", "BOTH"]));
  expect((await two.brings(csvOf(["B", "BOTH"]))).counts).toMatchObject({ created: 1, unchanged: 1 });
  expect(await sourceOf("BOTH")).toBe(two.id);
  expect((await one.brings(csvOf(["A"]))).counts).toMatchObject({ removed: 0 });
  expect((await two.brings(csvOf(["B"]))).counts).toMatchObject({ removed: 1 });
  expect(await statuses()).toEqual({ A: "active", B: "active", BOTH: "archived" });
});

test("an edit and an uploaded file keep the source, and an uploaded file is compared with the whole catalog", async () => {
  const one = await addSource();
  await one.brings(csvOf(["A", "B"]));
  await fixture.finished(await fixture.send(csvOf(["A"], { price: "5.00 USD" }), { workspaceId }));
  expect([await sourceOf("A"), await sourceOf("B")]).toEqual([one.id, one.id]);
  const sent = { workspaceId, mode: "replace", max_removal_percent: "100" };
  const { counts } = await fixture.finished(await fixture.send(csvOf(["A"], { price: "5.00 USD" }), sent));
  expect(counts).toMatchObject({ removed: 1 });
});

test("a source writes nothing for unchanged rows that are already recorded as its own, with and without a warning", async () => {
  const one = await addSource();
  const file = `${csvOf(["A", "B"])}W,With a warning,19.90 USD,in stock,${"x".repeat(300)}\n`;
  await fixture.finished(await fixture.send(file, { workspaceId }));
  expect((await one.brings(file)).counts).toMatchObject({ unchanged: 3, warned: 1 });
  expect(await Promise.all(["A", "B", "W"].map(sourceOf))).toEqual([one.id, one.id, one.id]);
  const before = await rowsOf();
  expect((await one.brings(file)).counts).toMatchObject({ unchanged: 3, warned: 1 });
  expect(await rowsOf()).toEqual(before);
});

test("what a source may remove is measured by the products that it can remove", async () => {
  const one = await addSource({ max_removal_percent: 20 });
  const two = await addSource();
  await two.brings(csvOf(skus(90, "B")));
  await one.brings(csvOf(skus(10, "A")));
  const held = await one.brings(csvOf(skus(7, "A")));
  expect(held).toMatchObject({ status: "held" });
  expect(held.hold).toMatch(/^The file lacks 3 of 10 products \([^ ,]+, [^ ,]+, [^ ,]+\), which would be removed: /);
  expect((await one.brings(csvOf(skus(8, "A")))).counts).toMatchObject({ removed: 2 });
});

test("a source whose schedule can no longer be read does not stop the others", async () => {
  const path = `/${workspaceId}-scheduled.csv`;
  shop.publish(path, csvOf(["S-1"]));
  const scheduled = (schedule: Schedule) =>
    fixture.addSource({ location: { url: `${shop.origin}${path}` }, workspaceId, schedule });
  const broken = await scheduled({ cron: "0 2 * * *", time_zone: "Europe/Nowhere" });
  const healthy = await scheduled({ every_minutes: 60 });
  expect(await fixture.nextTime(healthy)).toMatchObject({ status: "succeeded" });
  expect(await fixture.runsOf(broken)).toEqual([]);
  await fixture.query("UPDATE sources SET status = 'paused', next_run_at = NULL WHERE id = $1", [broken]);
});
