import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type HttpsPartner, startHttpsPartner } from "@skucast/partners/testing/start-https-partner";
import { eventually } from "@skucast/testkit/eventually";
import { httpsDestination } from "../testing/https-destination.js";
import { type ExporterFixture, openExporterFixture, product } from "../testing/open-exporter-fixture.js";

let fixture: ExporterFixture;
let partner: HttpsPartner;
beforeAll(async () => {
  [fixture, partner] = await Promise.all([openExporterFixture(), startHttpsPartner()]);
  await fixture.startApp();
});
afterAll(() => Promise.all([fixture.close(), partner.stop()]));

const destination = () => fixture.addDestination(undefined, httpsDestination(partner));
async function addFeed(feed: Parameters<ExporterFixture["addFeed"]>[0]) {
  const id = await fixture.addFeed({ ...feed, destinations: [await destination()] });
  const [{ channel_id: channelId = "" } = {}] = await fixture.query<{ channel_id: string }>(
    "SELECT channel_id FROM feeds WHERE id = $1",
    [id],
  );
  return { id, channelId };
}
const runOf = async (feedId: string) => {
  const runId = await fixture.queueRun(feedId);
  return eventually(async () => {
    const run = await fixture.run(runId);
    return run.finished_at !== null && run;
  });
};
type FinishedRun = Awaited<ReturnType<typeof runOf>>;
const issuesOf = ({ issues }: FinishedRun) =>
  issues.map(({ sku, code, field, message }) => [sku, code, field, message]);
const STRIPE = { profile: "stripe_agentic", defaults: { product_category: "Shirts" } } as const;
const STOCK = { mpn: "M", inventory_quantity: 5 };
/** Id and title of each row, in the order of the file. */
const rowsOf = (name: string) =>
  String(partner.files.get(`/${name}`))
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => line.split(",").slice(0, 2).join(": "));
const removeProducts = () => fixture.changeProducts("DELETE FROM products");

test("a run gives each id to one product, leaves the others out and says why, so that a partner never gets an id twice", async () => {
  const { id, channelId } = await addFeed({ file_name: "overrides.csv" });
  const withId = (sku: string, id: string, more = {}) =>
    product(sku, { channel_overrides: { [channelId]: { sku: id } }, ...more });
  await fixture.addProducts([
    withId("A", "B"),
    product("B"),
    withId("C", "X"),
    withId("D", "X"),
    withId("E", "A"),
    withId("F", "INVALID"),
    product("INVALID", { title: "" }),
    withId("Y", "X"),
  ]);
  const run = await runOf(id);
  expect(rowsOf("overrides.csv")).toEqual(["B: Title of B", "X: Title of C", "A: Title of E", "INVALID: Title of F"]);
  expect(run).toMatchObject({
    status: "succeeded_with_errors",
    counts: { selected: 8, written: 4, invalid: 4, warnings: 0 },
    issue_counts: [
      { code: "duplicate_id", severity: "error", count: 3 },
      { code: "missing_value", severity: "error", count: 1 },
    ],
  });
  expect(issuesOf(run)).toEqual([
    ["A", "duplicate_id", "sku", "B is already the id of the product B"],
    ["D", "duplicate_id", "sku", "X is already the id of the product C"],
    ["INVALID", "missing_value", "title", expect.any(String)],
    ["Y", "duplicate_id", "sku", "X is already the id of the product C"],
  ]);
  await removeProducts();
});

test("a rule that gives several products one id keeps the first of them, in every file of the feed", async () => {
  const rules = [{ type: "truncate", field: "sku", max: 1 }] as const;
  const { id } = await addFeed({ file_name: "rules.csv", shards: 2, channel: { rules: [...rules] } });
  await fixture.addProducts(["A1", "A2", "A3", "B", "B1", "C2"].map((sku) => product(sku)));
  const run = await runOf(id);
  const rows = run.files?.flatMap(({ name }) => rowsOf(name)) ?? [];
  expect(rows.sort()).toEqual(["A: Title of A1", "B: Title of B", "C: Title of C2"]);
  expect(issuesOf(run).map(([sku, , , message]) => `${sku}: ${message}`)).toEqual([
    "A2: A is already the id of the product A1",
    "A3: A is already the id of the product A1",
    "B1: B is already the id of the product B",
  ]);
  await removeProducts();
});

test("a delta sends an id again when another product gets it", async () => {
  const { id, channelId } = await addFeed({ file_name: "delta.csv", coverage: "delta", channel: STRIPE });
  const channel_overrides = { [channelId]: { id: "X" } };
  await fixture.addProducts([
    product("A", { ...STOCK, channel_overrides }),
    product("B", { ...STOCK, channel_overrides }),
  ]);
  await runOf(id);
  expect(rowsOf("delta.csv")).toEqual(["X: Title of A"]);
  await fixture.changeProducts("UPDATE products SET doc = replace(doc, 'channel_overrides', 'was') WHERE sku = 'A'");
  expect(await runOf(id)).toMatchObject({
    coverage: "delta",
    counts: { added: 1, changed: 1, removed: 0 },
    issues: [],
  });
  expect(rowsOf("delta.csv")).toEqual(["A: Title of A", "X: Title of B"]);
});
