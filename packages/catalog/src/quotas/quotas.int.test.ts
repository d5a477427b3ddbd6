import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { channelCreateSchema } from "@skucast/contracts/channels/channel";
import { feedCreateSchema } from "@skucast/contracts/feeds/feed";
import { LIMITS } from "@skucast/contracts/limits";
import { bindingOf, type Principal } from "@skucast/contracts/principal";
import type { ProductUpsert } from "@skucast/contracts/products/product";
import { inSystem } from "@skucast/db/database";
import { countUsage } from "@skucast/db/usage/count-usage";
import { readUsage } from "@skucast/db/usage/read-usage";
import { createChannel } from "../channels/create-channel.js";
import type { CatalogContext } from "../context.js";
import { createFeed } from "../feeds/create-feed.js";
import { batchUpsertProducts } from "../products/batch-upsert-products.js";
import { decideChange, type StoredState } from "../products/decide-product.js";
import { deleteProducts } from "../products/delete-products.js";
import { getProduct } from "../products/get-product.js";
import { createGroupedWrites } from "../products/group-writes.js";
import { upsertProduct } from "../products/upsert-product.js";
import { writeProducts } from "../products/write-products.js";
import { type CatalogFixture, openCatalogFixture, rejectionOf } from "../testing/open-catalog-fixture.js";
import { getQuotas } from "./get-quotas.js";
import { createProductQuota } from "./product-quota.js";
import { DEFAULT_QUOTAS, type Quotas } from "./quotas.js";

let fixture: CatalogFixture;

beforeAll(async () => {
  fixture = await openCatalogFixture();
});
afterAll(() => fixture.close());

/** A process with other quotas, on the same database. */
function processWith(changed: Partial<Quotas>): CatalogContext {
  const { db, clock, turns } = fixture.ctx;
  const quotas = { ...DEFAULT_QUOTAS, ...changed };
  const productQuota = createProductQuota({ db, clock, quotas });
  return {
    ...fixture.ctx,
    quotas,
    productQuota,
    productWrites: createGroupedWrites({ db, clock, turns, productQuota }),
  };
}

const body = (sku: string, more: Partial<ProductUpsert> = {}): ProductUpsert => ({
  sku,
  title: `Product ${sku}`,
  price_amount: 19.9,
  price_currency: "USD",
  availability: "in_stock",
  ...more,
});
const skus = (count: number, prefix = "S"): string[] => Array.from({ length: count }, (_, i) => `${prefix}-${i}`);

const upsert = (ctx: CatalogContext, principal: Principal, product: ProductUpsert, more: object = {}) =>
  upsertProduct({ ctx, principal, input: { sku: product.sku, body: product, mode: "merge", ...more } });
const batch = (ctx: CatalogContext, principal: Principal, items: ProductUpsert[], mode: "partial" | "atomic") =>
  batchUpsertProducts({ ctx, principal, input: { items, mode } });
const usedBy = (principal: Principal) => readUsage(fixture.db, principal.workspaceId);

/** What the workspace holds, counted from its products. */
async function heldBy({ workspaceId }: Principal) {
  const { rows } = await fixture.db.system.query<{ products: number; bytes: number }>(
    `SELECT count(*)::int AS products, coalesce(sum(octet_length(doc)), 0)::int AS bytes
     FROM products WHERE workspace_id = $1 AND deleted_at IS NULL`,
    [workspaceId],
  );
  return { products: rows[0]?.products, catalogBytes: rows[0]?.bytes };
}

describe("the counts of a workspace", () => {
  test("equal what it holds after writes of every kind, concurrent ones included", async () => {
    const { ctx } = fixture;
    const principal = await fixture.newPrincipal();
    await Promise.all([
      ...skus(30).map((sku) => upsert(ctx, principal, body(sku))),
      ...skus(30).map((sku) => upsert(processWith({}), principal, body(sku, { brand: "Ünïcode 🚲" }))),
      batch(
        ctx,
        principal,
        skus(120).map((sku) => body(sku, { color: "red" })),
        "partial",
      ),
      batch(
        processWith({}),
        principal,
        skus(120, "T").map((sku) => body(sku)),
        "atomic",
      ),
    ]);
    expect(await usedBy(principal)).toEqual(await heldBy(principal));
    await deleteProducts({ ctx, principal, input: { skus: skus(40) } });
    await upsert(ctx, principal, body("S-3", { title: "Restored" }));
    await upsert(ctx, principal, body("S-3", { title: "Restored", version: 100 } as Partial<ProductUpsert>));
    await upsert(ctx, principal, body("S-50", { title: "Longer than it was before" }));
    await upsert(ctx, principal, { sku: "S-51", color: null } as unknown as ProductUpsert);
    const held = await heldBy(principal);
    expect(held.products).toBe(201);
    expect(await usedBy(principal)).toEqual(held);
  });

  test("do not change if a write is only validated, or rolled back", async () => {
    const { ctx } = fixture;
    const owner = await fixture.newPrincipal();
    const editor = await fixture.newMember(owner, "editor");
    await upsert(ctx, editor, body("A"), { validateOnly: true });
    await batch(ctx, owner, [body("A"), body("B", { price_amount: -1 })], "atomic");
    expect(await usedBy(owner)).toEqual({ products: 0, catalogBytes: 0 });
  });

  test("are corrected once for products that a version without counts has written, while others are written", async () => {
    const { ctx } = fixture;
    const principal = await fixture.newPrincipal();
    await batch(
      ctx,
      principal,
      skus(50).map((sku) => body(sku)),
      "partial",
    );
    await inSystem(fixture.db, (client) =>
      client.query("UPDATE workspace_usage SET products = 0, catalog_bytes = 0 WHERE workspace_id = $1", [
        principal.workspaceId,
      ]),
    );
    const counting = async () => {
      while ((await countUsage(fixture.db, new Date())) > 0);
    };
    await Promise.all([
      counting(),
      counting(),
      ...skus(50, "N").map((sku) => upsert(ctx, principal, body(sku))),
      deleteProducts({ ctx, principal, input: { skus: skus(10) } }),
    ]);
    expect(await heldBy(principal)).toMatchObject({ products: 90 });
    expect(await usedBy(principal)).toEqual(await heldBy(principal));
    expect(await countUsage(fixture.db, new Date())).toBe(0);
  });
});

describe("a workspace with a quota of products", () => {
  test("rejects the product beyond it, says how many it may hold, and stores changes of the others", async () => {
    const ctx = processWith({ products: 2 });
    const principal = await fixture.newPrincipal();
    await upsert(ctx, principal, body("A"));
    await upsert(ctx, principal, body("B"));
    const rejection = await rejectionOf(upsert(ctx, principal, body("C")));
    expect(rejection).toMatchObject({ code: "limit_reached", message: expect.stringContaining("at most 2 products") });
    expect(await rejectionOf(upsert(ctx, principal, body("C"), { validateOnly: true }))).toEqual(rejection);
    expect((await upsert(ctx, principal, body("B", { title: "A much longer title" }))).type).toBe("updated");
    await deleteProducts({ ctx, principal, input: { skus: ["A"] } });
    expect((await upsert(ctx, principal, body("C"))).type).toBe("created");
    expect((await rejectionOf(upsert(ctx, principal, body("A")))).code).toBe("limit_reached");
  });

  test("stores of a batch the first products that fit, in its order, and of an atomic batch none", async () => {
    const ctx = processWith({ products: 10 });
    const principal = await fixture.newPrincipal();
    await batch(
      ctx,
      principal,
      skus(8).map((sku) => body(sku)),
      "partial",
    );
    const items = ["Z", "S-0", "Y", "X", "A"].map((sku) => body(sku, { brand: "Acme" }));
    expect((await batch(ctx, principal, items, "atomic")).summary).toMatchObject({ failed: 5 });
    expect(await heldBy(principal)).toMatchObject({ products: 8 });
    expect((await getProduct({ ctx, principal, input: { sku: "S-0" } })).version).toBe(1);
    const { results } = await batch(ctx, principal, items, "partial");
    expect(results.map(({ sku, status }) => `${sku} ${status}`)).toEqual([
      "Z created",
      "S-0 updated",
      "Y created",
      "X failed",
      "A failed",
    ]);
    expect(results[3]?.error).toMatchObject({ code: "limit_reached" });
    expect(await usedBy(principal)).toEqual(await heldBy(principal));
  });

  test("does not exceed it by concurrent writes of one process", async () => {
    const ctx = processWith({ products: 150 });
    const principal = await fixture.newPrincipal();
    const members = await Promise.all([1, 2, 3].map(() => fixture.newMember(principal, "editor")));
    await Promise.allSettled([
      ...members.flatMap((member, m) => skus(40, `M${m}`).map((sku) => upsert(ctx, member, body(sku)))),
      ...[1, 2, 3].map((n) =>
        batch(
          ctx,
          principal,
          skus(40, `B${n}`).map((sku) => body(sku)),
          "partial",
        ),
      ),
    ]);
    expect(await heldBy(principal)).toMatchObject({ products: 150 });
  });

  test("by several processes is exceeded at most by what they write at the same time", async () => {
    const principal = await fixture.newPrincipal();
    const processes = [1, 2, 3].map(() => processWith({ products: 100 }));
    for (let round = 0; round < 4; round += 1) {
      await Promise.all(
        processes.map((ctx, p) =>
          batch(
            ctx,
            principal,
            skus(20, `${round}-${p}`).map((sku) => body(sku)),
            "partial",
          ),
        ),
      );
    }
    const { products = 0 } = await heldBy(principal);
    expect(products).toBeGreaterThanOrEqual(100);
    expect(products).toBeLessThanOrEqual(100 + 2 * 20);
  });

  test("does not keep an import from archiving what its file lacks", async () => {
    const principal = await fixture.newPrincipal();
    await upsert(fixture.ctx, principal, body("A"));
    const tight = processWith({ catalogBytes: 1 });
    const change = { sku: "A", body: { status: "archived" }, mode: "merge", mustExist: true } as const;
    const intent = { sku: "A", lacksRow: true, decide: (stored: StoredState | null) => decideChange(change, stored) };
    const [outcome] = await writeProducts(tight, bindingOf(principal), [intent]);
    expect(outcome?.type).toBe("updated");
  });
});

test("a quota of bytes rejects what would exceed it, and lets products become shorter", async () => {
  const principal = await fixture.newPrincipal();
  await upsert(fixture.ctx, principal, body("A", { description: "x".repeat(3_000) }));
  const { catalogBytes } = await usedBy(principal);
  const ctx = processWith({ catalogBytes: catalogBytes + 100 });
  expect(await rejectionOf(upsert(ctx, principal, body("B")))).toMatchObject({
    code: "limit_reached",
    message: expect.stringContaining(`at most ${catalogBytes + 100} bytes`),
  });
  expect((await rejectionOf(upsert(ctx, principal, body("A", { description: "é".repeat(3_000) })))).code).toBe(
    "limit_reached",
  );
  expect((await upsert(ctx, principal, body("A", { description: "short" }))).type).toBe("updated");
  expect((await upsert(ctx, principal, body("B"))).type).toBe("created");
});

describe("quotas of settings", () => {
  const channel = (name: string) =>
    channelCreateSchema.parse({
      name,
      profile: "generic",
      market: { country: "US", currency: "USD", language: "en" },
    });
  const feed = (channel_id = "") =>
    feedCreateSchema.parse({ channel_id, name: "F", format: "csv", file_name: `${channel_id}.csv` });

  test("are what the operator has set, and shown with what is used", async () => {
    const ctx = processWith({ channels: 1, products: 3 });
    const principal = await fixture.newPrincipal();
    await createChannel({ ctx, principal, input: { channel: channel("First") } });
    await upsert(ctx, principal, body("A"));
    const rejection = await rejectionOf(createChannel({ ctx, principal, input: { channel: channel("Second") } }));
    expect(rejection).toMatchObject({ code: "limit_reached", message: expect.stringContaining("at most 1 channels") });
    const bytes = (await usedBy(principal)).catalogBytes;
    expect(await getQuotas({ ctx, principal, input: {} })).toEqual({
      products: { used: 1, limit: 3 },
      catalog_bytes: { used: bytes, limit: LIMITS.catalogBytesPerWorkspace },
      channels: { used: 1, limit: 1 },
      feeds: { used: 0, limit: LIMITS.feedsPerWorkspace },
      destinations: { used: 0, limit: LIMITS.destinationsPerWorkspace },
      sources: { used: 0, limit: LIMITS.sourcesPerWorkspace },
      webhook_endpoints: { used: 0, limit: LIMITS.webhookEndpointsPerWorkspace },
    });
  });

  test("count what a member with channels cannot see, too", async () => {
    const ctx = processWith({ feeds: 1 });
    const owner = await fixture.newPrincipal();
    const [first, second] = await Promise.all(
      ["First", "Second"].map((name) => createChannel({ ctx, principal: owner, input: { channel: channel(name) } })),
    );
    await createFeed({ ctx, principal: owner, input: { feed: feed(first?.id) } });
    const member = await fixture.newMember(owner, "editor", [second?.id ?? ""]);
    expect((await rejectionOf(createFeed({ ctx, principal: member, input: { feed: feed(second?.id) } }))).code).toBe(
      "limit_reached",
    );
    expect((await getQuotas({ ctx, principal: member, input: {} })).feeds).toEqual({ used: 1, limit: 1 });
  });
});
