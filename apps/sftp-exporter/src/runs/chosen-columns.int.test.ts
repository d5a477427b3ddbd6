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

const runOf = async (feedId: string) => {
  const runId = await fixture.queueRun(feedId);
  return eventually(async () => {
    const run = await fixture.run(runId);
    return run.finished_at !== null && run;
  });
};
const linesOf = (name: string) =>
  String(partner.files.get(`/${name}`))
    .trimEnd()
    .split("\n");

const CHANNEL = { profile: "stripe_agentic", defaults: { product_category: "Shirts" } } as const;
const COLUMNS = ["availability", "id", "inventory_quantity", "price"];

const destination = () => fixture.addDestination(undefined, httpsDestination(partner));

test("a fast feed has the chosen columns, and as a delta only rows in which one of them changed", async () => {
  const more = { mpn: "M", inventory_quantity: 5 };
  await fixture.addProducts([product("CAP", more), product("SOCK", more), product("TEE", more)]);
  await fixture.addProducts([product("INVALID", { ...more, title: "" })]);
  const full = { channel: CHANNEL, destinations: [await destination()] };
  const nightly = await fixture.addFeed({ ...full, file_name: "nightly.csv" });
  const stock = await fixture.addFeed({ ...full, file_name: "stock.csv", columns: COLUMNS });
  const changes = await fixture.addFeed({ ...full, file_name: "changes.csv", columns: COLUMNS, coverage: "delta" });
  const header = "id,availability,inventory_quantity,price";

  expect(await runOf(nightly)).toMatchObject({ counts: { written: 3, invalid: 1 } });
  // The row is left out of the fast file as well: the channel does not have the product.
  expect(await runOf(stock)).toMatchObject({ counts: { written: 3, invalid: 1 } });
  expect(linesOf("nightly.csv")[0]).toMatch(/^id,title,description,/);
  const [head, ...rows] = linesOf("stock.csv");
  expect(head).toBe(header);
  expect(rows.sort()).toEqual(["CAP", "SOCK", "TEE"].map((sku) => `${sku},in_stock,5,19.90 USD`));

  await runOf(changes);
  expect(linesOf("changes.csv")).toHaveLength(4);
  const set = (sku: string, from: string, to: string) =>
    fixture.changeProducts("UPDATE products SET doc = replace(doc, $2, $3) WHERE sku = $1", [sku, from, to]);
  await set("TEE", "Title of TEE", "Another title");
  await set("CAP", '"inventory_quantity":5', '"inventory_quantity":4');
  await fixture.changeProducts("DELETE FROM products WHERE sku = 'SOCK'");
  expect(await runOf(changes)).toMatchObject({ coverage: "delta", counts: { added: 0, changed: 1, removed: 1 } });
  const [deltaHead, ...deltaRows] = linesOf("changes.csv");
  expect(deltaHead).toBe(`${header},delete`);
  expect(deltaRows.sort()).toEqual(["CAP,in_stock,4,19.90 USD,", "SOCK,,,,true"]);
  await runOf(nightly);
  expect(linesOf("nightly.csv").some((line) => line.includes("Another title"))).toBe(true);
});

test.each(["csv", "tsv", "xml_rss"] as const)("%s files have them too", async (format) => {
  const feedId = await fixture.addFeed({
    channel: { profile: "google_merchant" },
    format,
    columns: ["id", "availability"],
    file_name: `supplemental.${format}`,
    destinations: [await destination()],
  });
  const run = await runOf(feedId);
  expect(run.status).toMatch(/^succeeded/);
  const text = String(partner.files.get(`/supplemental.${format}`));
  for (const value of ["TEE", "in_stock"]) expect(text).toContain(value);
  for (const value of ["Another title", "19.90 USD", "Acme"]) expect(text).not.toContain(value);
});
