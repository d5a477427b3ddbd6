import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { CHANNEL_PROFILES } from "@skucast/contracts/channels/channel";
import type { StoredProduct } from "@skucast/profiles/channel/cell";
import { PROFILES } from "@skucast/profiles/profiles/profile-list";
import { complaintsAbout } from "@skucast/profiles/testing/accepts-row";
import { hardProducts } from "@skucast/profiles/testing/hard-products";
import { readRows } from "@skucast/profiles/testing/read-file";
import { eventually } from "@skucast/testkit/eventually";
import { runFolder } from "../files/run-keys.js";
import { type ExporterFixture, openExporterFixture } from "./open-exporter-fixture.js";

const DEFAULTS = {
  seller_name: "Acme Store",
  seller_url: "https://shop.example.com",
  return_policy: "https://shop.example.com/returns",
  return_window_days: 30,
  accepts_returns: true,
  is_eligible_search: true,
  is_eligible_checkout: false,
  target_countries: ["US", "CA"],
  store_country: "US",
};

/** Runs feeds with difficult products, some of which are drafts, excluded, or invalid for different reasons. */
export function describeRunsOfHardProducts(productCount: number): void {
  const products = [...hardProducts(productCount)].map(
    (given, i): StoredProduct => ({ ...given, status: i % 50 === 0 ? "draft" : "active" }),
  );
  const active = products.filter(({ status }) => status === "active");
  const isSold = ({ availability }: StoredProduct) => availability === "out_of_stock";
  const skuOf = ({ sku }: StoredProduct) => String(sku);
  const included = active
    .filter(isSold)
    .map(skuOf)
    .slice(0, productCount / 200);
  const excluded = active
    .filter((one) => !isSold(one))
    .map(skuOf)
    .slice(0, productCount / 140);
  const selection = {
    filters: { availability: ["in_stock" as const, "preorder" as const, "backorder" as const] },
    include_skus: included,
    exclude_skus: excluded,
  };
  const admitted = new Set<unknown>(selection.filters.availability);
  const isSelected = (one: StoredProduct): boolean =>
    (admitted.has(one.availability) || included.includes(skuOf(one))) && !excluded.includes(skuOf(one));
  const selected = new Set(active.filter(isSelected).map(skuOf));

  let fixture: ExporterFixture;
  beforeAll(async () => {
    fixture = await openExporterFixture();
    await fixture.startApp();
    await fixture.addProducts(products);
  });
  afterAll(() => fixture.close());

  test.each(CHANNEL_PROFILES.filter((name) => name.includes("@")))(
    "%s: every product is written, excluded or invalid, an independent parser accepts every row, and there are no others",
    async (profile) => {
      const { formats, columns } = PROFILES[profile];
      const [format = "csv"] = formats;
      const market = { country: "US", currency: "USD", language: "de" };
      const feed = await fixture.addFeed({
        format,
        channel: { profile, market, defaults: DEFAULTS, selection },
        guards: { max_invalid_percent: null },
      });
      const id = await fixture.queueRun(feed);
      const run = await eventually(async () => {
        const now = await fixture.run(id);
        return now.finished_at !== null && now;
      });
      const { counts, files } = run;
      expect(counts.selected).toBe(active.length);
      expect(counts.excluded).toBe(active.length - selected.size);
      expect(counts.selected).toBe(counts.written + counts.excluded + counts.invalid);
      expect(Math.min(counts.written, counts.excluded, counts.invalid)).toBeGreaterThan(productCount / 20);

      const path = join(fixture.filesDir, runFolder({ workspaceId: fixture.workspaceId, id }), files[0]?.name ?? "");
      const rows = await readRows(format, readFileSync(path));
      const idColumn = columns.find(({ from }) => from === "sku")?.name ?? "";
      const told = rows.map((row) => String(row[idColumn]));
      expect(rows).toHaveLength(counts.written);
      expect(new Set(told).size).toBe(counts.written);
      expect(told.filter((sku) => !selected.has(sku)).slice(0, 5)).toEqual([]);
      expect(rows.flatMap((row) => complaintsAbout(row, columns)).slice(0, 5)).toEqual([]);
    },
  );
}
