import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createChannel } from "@skucast/catalog/channels/create-channel";
import { createDestination } from "@skucast/catalog/destinations/create-destination";
import { createFeed } from "@skucast/catalog/feeds/create-feed";
import { batchUpsertProducts } from "@skucast/catalog/products/batch-upsert-products";
import { createSource } from "@skucast/catalog/sources/create-source";
import {
  type CatalogFixture,
  openCatalogFixture,
  type UserPrincipal,
} from "@skucast/catalog/testing/open-catalog-fixture";
import { createWebhookEndpoint } from "@skucast/catalog/webhook-endpoints/create-webhook-endpoint";
import { getWorkspaceExport, getWorkspaceImport } from "@skucast/catalog/workspace-transfers/list-transfers";
import { startWorkspaceExport, startWorkspaceImport } from "@skucast/catalog/workspace-transfers/start-transfer";
import { channelCreateSchema } from "@skucast/contracts/channels/channel";
import { destinationCreateSchema } from "@skucast/contracts/destinations/destination";
import { feedCreateSchema } from "@skucast/contracts/feeds/feed";
import { sourceCreateSchema } from "@skucast/contracts/sources/source";
import { webhookEndpointCreateSchema } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { claimTransfer, releaseTransfer } from "@skucast/db/workspace-transfers/transfer-work";
import { createLocalStore } from "@skucast/file-store/local-store";
import { createLogger } from "@skucast/service-kit/logger";
import { openArchive } from "./open-archive.js";
import { performTransfer, removeOldExport } from "./start-transfers.js";

const dir = mkdtempSync(join(tmpdir(), "skucast-interrupted-"));
const uploads = createLocalStore(dir);
const files = createLocalStore(join(dir, "files"));
const logger = createLogger({ service: "transfers-test", level: "info", destination: { write: () => {} } });
const { signal } = new AbortController();
const PRODUCTS = 450;
const DAY_MS = 86_400_000;

let fixture: CatalogFixture;
beforeAll(async () => {
  fixture = await openCatalogFixture();
});
afterAll(async () => {
  await fixture.close();
  rmSync(dir, { recursive: true });
});

const transferContext = () => ({ catalog: fixture.ctx, files, uploadsDir: dir, logger });
const newOwner = async () => fixture.newMember(await fixture.newPrincipal(), "owner");

async function fill(principal: UserPrincipal): Promise<void> {
  const call = <Input>(input: Input) => ({ ctx: fixture.ctx, principal, input });
  const market = { country: "DE", currency: "EUR", language: "de" };
  for (const n of [1, 2, 3]) {
    fixture.tick(1); // ids of one millisecond have no order
    const channel = await createChannel(call({ channel: channelCreateSchema.parse({ name: `C${n}`, market }) }));
    const login = { host: "sftp.example", username: "acme", auth: { type: "public_key" } };
    const destination = destinationCreateSchema.parse({ name: `D${n}`, ...login });
    await createDestination(call({ destination }));
    await createSource(call({ source: sourceCreateSchema.parse({ name: `S${n}`, url: `https://shop.example/${n}` }) }));
    const feed = feedCreateSchema.parse({ name: `F${n}`, channel_id: channel.id });
    await createFeed(call({ feed }));
    const endpoint = webhookEndpointCreateSchema.parse({ url: `https://hooks.example/${n}` });
    await createWebhookEndpoint(call({ endpoint }));
  }
  const items = Array.from({ length: PRODUCTS }, (_, i) => ({
    sku: `S-${i}`,
    title: `T ${i}`,
    price_amount: 1,
    price_currency: "EUR",
    availability: "in_stock",
  }));
  await batchUpsertProducts({ ctx: fixture.ctx, principal, input: { items, mode: "atomic" } });
}

/** Performs a transfer, which is interrupted when it has checked its lease so often. Returns how often it was claimed. */
async function inPieces(id: string, checks = 4): Promise<number> {
  for (let claims = 1; ; claims += 1) {
    const work = await claimTransfer(fixture.db, { leaseMs: 60_000, now: fixture.ctx.clock.now(), id });
    if (work === undefined) throw new Error("the transfer cannot be claimed");
    let left = checks;
    const check = () => {
      left -= 1;
      if (left === 0) throw new Error("interrupted");
    };
    try {
      await performTransfer(transferContext(), work, { signal, check });
      return claims;
    } catch (error) {
      if (!(error instanceof Error) || error.message !== "interrupted") throw error;
      await releaseTransfer(fixture.db, work);
    }
  }
}

const rowsOf = async ({ workspaceId }: UserPrincipal) => {
  const tables = ["channels", "destinations", "sources", "feeds", "webhook_endpoints", "products"];
  const found: Record<string, number | null> = {};
  for (const table of tables) {
    const { rowCount } = await fixture.db.system.query(`SELECT FROM ${table} WHERE workspace_id = $1`, [workspaceId]);
    found[table] = rowCount;
  }
  return found;
};

test("an interrupted export and an interrupted import continue where they were, and create nothing twice", async () => {
  const from = await newOwner();
  const to = await newOwner();
  await fill(from);
  const started = await startWorkspaceExport({ ctx: fixture.ctx, principal: from, input: {} });
  expect(await inPieces(started.id)).toBeGreaterThan(3);
  const exported = await getWorkspaceExport({ ctx: fixture.ctx, principal: from, input: { id: started.id } });
  expect(exported).toMatchObject({ status: "succeeded", counts: { channels: 3, products: PRODUCTS } });

  const stream = (await openArchive(transferContext(), from.workspaceId, exported)).stream();
  await uploads.write("archive", stream as AsyncIterable<Buffer>, signal);
  const archive = { upload: "archive", bytes: exported.bytes ?? 0 };
  const { id } = await startWorkspaceImport({ ctx: fixture.ctx, principal: to, input: { archive } });
  // The check of the whole archive is not noted, so it must fit between two interruptions.
  expect(await inPieces(id, 14)).toBeGreaterThan(1);
  const imported = await getWorkspaceImport({ ctx: fixture.ctx, principal: to, input: { id } });
  expect(imported).toMatchObject({ status: "succeeded", counts: { products: { created: PRODUCTS, failed: 0 } } });
  expect(await rowsOf(to)).toEqual(await rowsOf(from));
  expect(await uploads.open("archive")).toBeUndefined();
});

test("an object whose creation was not noted any more is found again", async () => {
  const from = await newOwner();
  const to = await newOwner();
  await fill(from);
  const started = await startWorkspaceExport({ ctx: fixture.ctx, principal: from, input: {} });
  await inPieces(started.id);
  const exported = await getWorkspaceExport({ ctx: fixture.ctx, principal: from, input: { id: started.id } });
  const stream = (await openArchive(transferContext(), from.workspaceId, exported)).stream();
  await uploads.write("archive-2", stream as AsyncIterable<Buffer>, signal);
  const archive = { upload: "archive-2", bytes: exported.bytes ?? 0 };
  const { id } = await startWorkspaceImport({ ctx: fixture.ctx, principal: to, input: { archive } });
  // The process dies after it created the first object and before it noted it: its position goes back by one.
  const channelAt = { file: 1, line: 0 };
  const claimed = await claimTransfer(fixture.db, { leaseMs: 60_000, now: fixture.ctx.clock.now(), id });
  if (claimed === undefined) throw new Error("the transfer cannot be claimed");
  const market = { country: "DE", currency: "EUR", language: "de" };
  const input = { channel: channelCreateSchema.parse({ name: "C1", market }) };
  const { id: channelId } = await createChannel({ ctx: fixture.ctx, principal: to, input });
  await fixture.db.system.query("UPDATE workspace_transfers SET position = $2 WHERE id = $1", [id, channelAt]);
  await releaseTransfer(fixture.db, claimed);
  await inPieces(id, 14);
  expect(await rowsOf(to)).toEqual(await rowsOf(from));
  const { ids } = await getWorkspaceImport({ ctx: fixture.ctx, principal: to, input: { id } });
  expect(Object.values(ids)).toContain(channelId);
});

test("the archive of an export is deleted after its time, and when there are five newer ones", async () => {
  const owner = await newOwner();
  const ids: string[] = [];
  for (let i = 0; i < 7; i += 1) {
    const { id } = await startWorkspaceExport({ ctx: fixture.ctx, principal: owner, input: {} });
    await inPieces(id);
    ids.push(id);
    fixture.tick(1);
  }
  const stored = async () => (await files.folders(owner.workspaceId)).sort();
  while ((await removeOldExport(transferContext())) === "more");
  expect(await stored()).toEqual(ids.slice(2).sort());
  fixture.tick(8 * DAY_MS);
  while ((await removeOldExport(transferContext())) === "more");
  expect(await stored()).toEqual([]);
  const { status } = await getWorkspaceExport({ ctx: fixture.ctx, principal: owner, input: { id: ids[6] ?? "" } });
  expect(status).toBe("expired");
});
