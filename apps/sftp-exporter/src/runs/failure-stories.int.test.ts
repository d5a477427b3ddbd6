import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { inWorkspace } from "@skucast/db/database";
import { eventually } from "@skucast/testkit/eventually";
import { parse } from "csv-parse/sync";
import { runFolder } from "../files/run-keys.js";
import { type ExporterFixture, openExporterFixture, product } from "../testing/open-exporter-fixture.js";

/*
 * Real failures of other feed services that need a whole run to reproduce; the others are tested with the profiles. Each
 * title says what went wrong there, and then what happens here.
 */

let fixture: ExporterFixture;
beforeAll(async () => {
  fixture = await openExporterFixture();
  await fixture.startApp();
});
afterAll(() => fixture.close());

/** A run's counts and the SKUs in its file. */
async function runOf(feed: Parameters<ExporterFixture["addFeed"]>[0] = {}) {
  const id = await fixture.queueRun(await fixture.addFeed(feed));
  const run = await eventually(async () => {
    const found = await fixture.run(id);
    return found.finished_at !== null && found;
  });
  const folder = join(fixture.filesDir, runFolder({ workspaceId: fixture.workspaceId, id }));
  const rows: Record<string, string>[] = parse(readFileSync(join(folder, "products.csv")), { columns: true });
  return { run, skus: rows.map(({ sku, id: own }) => sku ?? own ?? "") };
}

const asWorkspace = (sql: string) =>
  inWorkspace(fixture.ctx.db, wholeWorkspace(fixture.workspaceId), (client) => client.query(sql));

test("drafts and hidden products were published: only active products are in the file, even if others are included by SKU", async () => {
  await fixture.addProducts([
    product("ACTIVE"),
    product("DRAFT", { status: "draft" }),
    product("ARCHIVED", { status: "archived" }),
    product("DELETED"),
  ]);
  await asWorkspace("UPDATE products SET deleted_at = now() WHERE sku = 'DELETED'");
  const selection = {
    filters: { brand: ["none"] },
    include_skus: ["ACTIVE", "DRAFT", "ARCHIVED", "DELETED"],
    exclude_skus: [],
  };
  for (const channel of [{}, { selection }]) {
    const { run, skus } = await runOf({ channel });
    expect(skus).toEqual(["ACTIVE"]);
    expect(run.counts).toMatchObject({ selected: 1, written: 1, excluded: 0, invalid: 0 });
  }
});

test("a feed ends early or silently lacks rows: all of 26,000 products are counted, with gaps of thousands", async () => {
  const count = 26_000;
  const gapFrom = 5_000;
  const gapTo = 17_000;
  await asWorkspace(
    `INSERT INTO products (workspace_id, sku, id, version, status, availability, brand, content_hash, doc, created_at, updated_at)
     SELECT '${fixture.workspaceId}', 'M-' || to_char(n, 'FM00000'), n::text, 1, 'active', 'in_stock',
            CASE WHEN n BETWEEN ${gapFrom} AND ${gapTo} THEN 'Other' ELSE 'Acme' END, '',
            json_build_object('sku', 'M-' || to_char(n, 'FM00000'), 'title', 't', 'price_amount', 1, 'availability', 'in_stock',
              'condition', 'new', 'price_currency', CASE WHEN n % 1000 = 0 THEN 'EUR' ELSE 'USD' END), now(), now()
     FROM generate_series(1, ${count}) AS n`,
  );
  const selection = { filters: { brand: ["Acme"] }, include_skus: [], exclude_skus: [] };
  const { run, skus } = await runOf({ channel: { selection } });
  const inGap = gapTo - gapFrom + 1;
  const own = skus.filter((sku) => sku.startsWith("M-"));
  const isExpected = (n: number) => (n < gapFrom || n > gapTo) && n % 1000 !== 0;
  const expected = Array.from({ length: count }, (_, i) => i + 1).filter(isExpected);
  expect(own).toEqual(expected.map((n) => `M-${String(n).padStart(5, "0")}`));
  expect(run.counts).toMatchObject({ selected: count + 1, written: skus.length, excluded: inGap, invalid: 13 });
});

test("one product that cannot be resolved empties its batch: it is reported, and the rest is complete", async () => {
  const before = await runOf();
  await asWorkspace("UPDATE products SET doc = '{\"sku\":' WHERE sku = 'M-00002'");
  const { run, skus } = await runOf();
  expect(skus).toEqual(before.skus.filter((sku) => sku !== "M-00002"));
  expect(run.counts.invalid).toBe(before.run.counts.invalid + 1);
});
