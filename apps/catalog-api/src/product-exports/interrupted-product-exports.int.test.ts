import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import {
  getProductExport,
  openProductExport,
  startProductExport,
} from "@skucast/catalog/product-exports/product-exports";
import { batchUpsertProducts } from "@skucast/catalog/products/batch-upsert-products";
import { type CatalogFixture, openCatalogFixture } from "@skucast/catalog/testing/open-catalog-fixture";
import type { Principal } from "@skucast/contracts/principal";
import { claimExport, releaseExport } from "@skucast/db/product-exports/export-work";
import { createLocalStore } from "@skucast/file-store/local-store";
import { createLogger } from "@skucast/service-kit/logger";
import { openProductFile } from "./open-product-file.js";
import { performProductExport } from "./perform-product-export.js";
import { removeOldProductExport } from "./start-product-exports.js";

const dir = mkdtempSync(join(tmpdir(), "skucast-exports-"));
const files = createLocalStore(dir);
const logger = createLogger({ service: "exports-test", level: "info", destination: { write: () => {} } });
const { signal } = new AbortController();
const PRODUCTS = 450;
const SEGMENT_PRODUCTS = 100;
const LEASE_MS = 60_000;
const DAY_MS = 86_400_000;

let fixture: CatalogFixture;
beforeAll(async () => {
  fixture = await openCatalogFixture();
});
afterAll(async () => {
  await fixture.close();
  rmSync(dir, { recursive: true });
});

const exportContext = () => ({ catalog: fixture.ctx, files, logger });
const claim = async () => {
  const work = await claimExport(fixture.db, { leaseMs: LEASE_MS, now: fixture.ctx.clock.now() });
  if (work === undefined) throw new Error("there is no export to claim");
  return work;
};

async function start(principal: Principal): Promise<string> {
  fixture.tick(1); // ids of one millisecond have no order
  return (await startProductExport({ ctx: fixture.ctx, principal, input: {} })).id;
}

/** Performs the export, which is interrupted after each segment. Returns how often it was claimed. */
async function inPieces(): Promise<number> {
  for (let claims = 1; ; claims += 1) {
    const work = await claim();
    let left = 2;
    const check = () => {
      left -= 1;
      if (left === 0) throw new Error("interrupted");
    };
    try {
      await performProductExport(exportContext(), work, { signal, check }, SEGMENT_PRODUCTS);
      return claims;
    } catch (error) {
      if (!(error instanceof Error) || error.message !== "interrupted") throw error;
      await releaseExport(fixture.db, work);
    }
  }
}

test("an interrupted export continues behind its last segment, and its file has each product once", async () => {
  const principal = await fixture.newPrincipal();
  const items = Array.from({ length: PRODUCTS }, (_, i) => ({
    sku: `S-${i}`,
    title: `T ${i}`,
    price_amount: 1,
    price_currency: "EUR",
    availability: "in_stock",
  }));
  await batchUpsertProducts({ ctx: fixture.ctx, principal, input: { items, mode: "atomic" } });
  const id = await start(principal);
  await expect(start(principal)).rejects.toMatchObject({ code: "conflict" });
  expect(await inPieces()).toBeGreaterThan(3);

  const call = { ctx: fixture.ctx, principal, input: { id } };
  const { bytes, products } = await getProductExport(call);
  const file = await buffer(openProductFile(files, await openProductExport(call)));
  expect([bytes, products]).toEqual([file.length, PRODUCTS]);
  const skus = gunzipSync(file)
    .toString()
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).sku);
  expect(skus.toSorted()).toEqual(items.map(({ sku }) => sku).toSorted());
});

test("a process that has lost its lease stores nothing more", async () => {
  const principal = await fixture.newPrincipal();
  const id = await start(principal);
  const lost = await claim();
  await releaseExport(fixture.db, lost);
  const other = await claim();
  const lease = { signal, check: () => {} };
  await expect(performProductExport(exportContext(), lost, lease)).rejects.toThrow();
  await performProductExport(exportContext(), other, lease);
  const { status } = await getProductExport({ ctx: fixture.ctx, principal, input: { id } });
  expect(status).toBe("succeeded");
});

test("the file of an export is deleted after its time, and when there are five newer ones", async () => {
  const principal = await fixture.newPrincipal();
  const ids: string[] = [];
  for (let i = 0; i < 7; i += 1) {
    ids.push(await start(principal));
    await inPieces();
  }
  const stored = async () => (await files.folders(principal.workspaceId)).sort();
  while ((await removeOldProductExport(exportContext())) === "more");
  expect(await stored()).toEqual(ids.slice(2).sort());
  fixture.tick(8 * DAY_MS);
  while ((await removeOldProductExport(exportContext())) === "more");
  expect(await stored()).toEqual([]);
  const call = { ctx: fixture.ctx, principal, input: { id: ids[6] ?? "" } };
  expect((await getProductExport(call)).status).toBe("expired");
  await expect(openProductExport(call)).rejects.toMatchObject({ code: "conflict" });
});
