import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { changedByOf } from "@skucast/contracts/events/changed-by";
import type { Principal } from "@skucast/contracts/principal";
import { bindingOf } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import type { ProductUpsert } from "@skucast/contracts/products/product";
import { readProducts } from "@skucast/db/products/read-products";
import { inSpan } from "@skucast/service-kit/traces";
import { type CatalogFixture, openCatalogFixture, rejectionOf } from "../testing/open-catalog-fixture.js";
import { batchUpsertProducts } from "./batch-upsert-products.js";
import { deleteProduct } from "./delete-product.js";
import { getProduct } from "./get-product.js";
import { createGroupedWrites } from "./group-writes.js";
import { upsertIntent } from "./upsert-intent.js";
import { upsertProduct } from "./upsert-product.js";
import { writeProducts } from "./write-products.js";

let fixture: CatalogFixture;
let principal: Principal;

beforeAll(async () => {
  fixture = await openCatalogFixture();
  principal = await fixture.newPrincipal();
});
afterAll(() => fixture.close());

const body = (sku: string, change: Partial<ProductUpsert> = {}): ProductUpsert => ({
  sku,
  title: "Tee",
  price_amount: 19.9,
  price_currency: "USD",
  availability: "in_stock",
  ...change,
});
const upsert = (product: ProductUpsert, more: object = {}, as = principal, ctx = fixture.ctx) =>
  upsertProduct({ ctx, principal: as, input: { sku: product.sku, body: product, mode: "merge", ...more } });
const batch = (items: unknown[], mode: "partial" | "atomic" = "partial", more: object = {}) =>
  batchUpsertProducts({ ctx: fixture.ctx, principal, input: { items, mode, ...more } });
const read = async (sku: string, as = principal) =>
  JSON.parse((await getProduct({ ctx: fixture.ctx, principal: as, input: { sku } })).doc);
const eventsOf = async (sku: string) => fixture.eventsOf(principal, (await read(sku)).id);
const eventCount = async (): Promise<number> =>
  Number((await fixture.db.system.query("SELECT count(*) FROM events")).rows[0]?.count);

describe("an upsert", () => {
  test("creates at version 1 with one event", async () => {
    expect(await upsert(body("new"))).toMatchObject({ type: "created", version: 1 });
    const product = await read("new");
    expect(product).toMatchObject({
      ...body("new"),
      version: 1,
      price: "19.90 USD",
      condition: "new",
      status: "active",
    });
    expect(await eventsOf("new")).toEqual([
      { type: "product.created", sequence: 1, object: product, previous: {}, changed_by: changedByOf(principal) },
    ]);
  });

  test("of the same body changes nothing: same version, same document, no event, no write, no wake of the relay", async () => {
    await upsert(body("same", { metadata: { b: "1", a: "2" } }));
    const before = await read("same");
    const events = await eventCount();
    const wakes = fixture.wakes();
    fixture.tick(60_000);
    fixture.takeStatements();
    expect(await upsert(body("same", { metadata: { a: "2", b: "1" } }))).toMatchObject({
      type: "unchanged",
      version: 1,
    });
    expect(fixture.takeStatements()).toEqual(["product_read"]);
    expect([await read("same"), await eventCount(), fixture.wakes()]).toEqual([before, events, wakes]);
  });

  test("of another value has the next version, keeps absent fields, and its event has the former value", async () => {
    await upsert(body("change", { brand: "Acme" }));
    fixture.tick(1_000);
    expect(await upsert(body("change", { price_amount: 18 }))).toMatchObject({ type: "updated", version: 2 });
    const product = await read("change");
    expect(product).toMatchObject({ brand: "Acme", price_amount: 18, version: 2 });
    expect(Date.parse(product.updated_at) - Date.parse(product.created_at)).toBe(1_000);
    expect((await eventsOf("change")).at(-1)).toMatchObject({
      type: "product.updated",
      sequence: 2,
      object: product,
      previous: { price_amount: 19.9, price: "19.90 USD" },
    });
  });

  test("with a higher version and the same content stores the version without an event; a late write is then rejected", async () => {
    await upsert(body("late", { version: 5 }));
    const events = await eventCount();
    expect(await upsert(body("late", { version: 10 }))).toMatchObject({ type: "unchanged", version: 10 });
    expect([(await read("late")).version, await eventCount()]).toEqual([10, events]);
    expect((await rejectionOf(upsert(body("late", { version: 7, title: "Late" })))).code).toBe("stale_version");
  });

  test("with validateOnly returns the same as a real one and stores nothing, new or not", async () => {
    const events = await eventCount();
    const wakes = fixture.wakes();
    expect(await upsert(body("dry"), { validateOnly: true })).toMatchObject({ type: "created", version: 1 });
    expect((await rejectionOf(read("dry"))).code).toBe("not_found");
    expect((await rejectionOf(upsert({ sku: "dry" } as ProductUpsert, { validateOnly: true }))).pointers).toHaveLength(
      4,
    );
    expect([await eventCount(), fixture.wakes()]).toEqual([events, wakes]);
  });

  test("whose body has another SKU than the path is rejected", async () => {
    const other = upsert(body("path"), { sku: "other" });
    expect(await rejectionOf(other)).toMatchObject({ code: "validation_failed", pointers: ["/sku"] });
  });

  test("requires the scope, and belongs only to its workspace", async () => {
    const reader = await fixture.newPrincipal(["products:read"]);
    expect((await rejectionOf(upsert(body("x"), {}, reader))).code).toBe("forbidden");
    const otherWorkspace = await fixture.newPrincipal();
    await upsert(body("mine"));
    expect((await rejectionOf(read("mine", otherWorkspace))).code).toBe("not_found");
    expect(await upsert(body("mine", { title: "Theirs" }), {}, otherWorkspace)).toMatchObject({
      type: "created",
      version: 1,
    });
    expect((await read("mine")).title).toBe("Tee");
  });
});

describe("a deletion", () => {
  const remove = (sku: string, more: object = {}) =>
    deleteProduct({ ctx: fixture.ctx, principal, input: { sku, ...more } });

  test("has an event with the deleted product; the SKU can be created again with later versions", async () => {
    await upsert(body("gone"));
    const { id } = await read("gone");
    await remove("gone");
    expect((await rejectionOf(read("gone"))).code).toBe("not_found");
    expect((await rejectionOf(remove("gone"))).code).toBe("not_found");
    expect((await rejectionOf(upsert(body("gone", { version: 2 })))).code).toBe("stale_version");
    expect(await upsert(body("gone"))).toMatchObject({ type: "created", version: 3 });
    const events = await fixture.eventsOf(principal, id);
    expect(events.map(({ type, sequence }) => [type, sequence])).toEqual([
      ["product.created", 1],
      ["product.deleted", 2],
      ["product.created", 3],
    ]);
    expect(events[1]?.object).toMatchObject({ sku: "gone", version: 2 });
  });

  test("with validateOnly deletes nothing", async () => {
    await upsert(body("stay"));
    await remove("stay", { validateOnly: true });
    expect((await read("stay")).version).toBe(1);
  });
});

describe("concurrent writes of single products", () => {
  test("of two hundred SKUs share a few statements", async () => {
    fixture.takeStatements();
    const outcomes = await Promise.all(Array.from({ length: 200 }, (_, i) => upsert(body(`group-${i}`))));
    expect(outcomes.every(({ type, version }) => type === "created" && version === 1)).toBe(true);
    expect(fixture.takeStatements().length).toBeLessThanOrEqual(4);
  });

  test("of one SKU all take effect: fifty changes are fifty versions and fifty events in order", async () => {
    await upsert(body("hot", { inventory_quantity: 0 }));
    const quantities = Array.from({ length: 50 }, (_, i) => i + 1);
    const outcomes = await Promise.all(
      quantities.map((quantity) => upsert(body("hot", { inventory_quantity: quantity }))),
    );
    expect(outcomes.map(({ version }) => version)).toEqual(quantities.map((quantity) => quantity + 1));
    expect((await read("hot")).inventory_quantity).toBe(50);
    expect((await eventsOf("hot")).map(({ sequence }) => sequence)).toEqual([1, ...quantities.map((q) => q + 1)]);
  });

  test("by two processes to the same SKUs, in opposite orders, all take effect", async () => {
    const other = { ...fixture.ctx, productWrites: createGroupedWrites(fixture.ctx) };
    const skus = Array.from({ length: 40 }, (_, i) => `both-${i}`);
    await Promise.all([
      ...skus.map((sku, i) => upsert(body(sku, { brand: `a${i}` }))),
      ...skus.toReversed().map((sku, i) => upsert(body(sku, { mpn: `b${i}` }), {}, principal, other)),
      ...skus.map((sku) => upsert(body(sku, { color: "red" }), {}, principal, other)),
    ]);
    for (const sku of skus) expect(await read(sku)).toMatchObject({ version: 3, color: "red" });
  });

  test("of which one is rejected store the others", async () => {
    const results = await Promise.allSettled([
      upsert(body("ok-1")),
      upsert({ sku: "no" } as ProductUpsert),
      upsert(body("ok-2")),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });

  test("of which the database rejects one row fail only for that one", async () => {
    const poison = { ...body("poison"), status: "unheard of" } as unknown as ProductUpsert;
    const results = await Promise.allSettled([upsert(body("near-1")), upsert(poison), upsert(body("near-2"))]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect([await read("near-1"), await read("near-2")]).toMatchObject([{ version: 1 }, { version: 1 }]);
  });

  test("all fail if the database cannot be reached, after one attempt", async () => {
    let tries = 0;
    const gone = () => {
      tries += 1;
      return Promise.reject(Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }));
    };
    const writes = createGroupedWrites({
      ...fixture.ctx,
      db: { ...fixture.db, app: { query: gone } as never },
    });
    const ctx = { ...fixture.ctx, productWrites: writes };
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) => upsert(body(`down-${i}`), {}, principal, ctx)),
    );
    expect(results.every(({ status }) => status === "rejected")).toBe(true);
    expect(tries).toBe(1);
  });

  test("of a product that another writer keeps changing are given up, while the others are stored", async () => {
    const decide = () => ({ type: "unchanged" }) as const;
    const stubborn = {
      sku: "never",
      decide: () => {
        throw new Problem("conflict");
      },
    };
    const [fine, rejected] = await Promise.all([
      fixture.ctx.productWrites.write(bindingOf(principal), { sku: "fine", decide }),
      fixture.ctx.productWrites.write(bindingOf(principal), stubborn),
    ]);
    expect([fine.type, rejected.type]).toEqual(["unchanged", "rejected"]);
  });

  test("of two workspaces do not wait for each other's SKUs", async () => {
    const otherWorkspace = await fixture.newPrincipal();
    const [mine, theirs] = await Promise.all([upsert(body("shared")), upsert(body("shared"), {}, otherWorkspace)]);
    expect([mine.type, theirs.type]).toEqual(["created", "created"]);
  });
});

describe("a batch", () => {
  const statuses = (result: Awaited<ReturnType<typeof batch>>) => result.results.map(({ status }) => status);

  test("stores the valid items and reports each invalid one, in the order of the request", async () => {
    await upsert(body("b-same"));
    await upsert(body("b-change"));
    const result = await batch([
      body("b-same"),
      body("b-change", { title: "Other" }),
      body("b-new"),
      { ...body("b-bad"), price_amount: -1, titel: 1 },
      { sku: "b-thin" },
      body(" b-new "),
      "text",
      null,
      { sku: 7 },
    ]);
    expect(statuses(result)).toEqual(["unchanged", "updated", "created", ...Array(6).fill("failed")]);
    expect(result.summary).toEqual({ total: 9, created: 1, updated: 1, unchanged: 1, failed: 6 });
    expect(result.results.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(result.results[3]?.error?.errors.map(({ pointer }) => pointer)).toEqual(["/price_amount", "/titel"]);
    expect(result.results[4]?.error?.errors).toHaveLength(4);
    expect(result.results[5]?.error?.errors).toMatchObject([{ pointer: "/sku", code: "duplicate_in_batch" }]);
    expect((await read("b-new")).version).toBe(1);
  });

  test("of a thousand products takes two statements, and one when nothing changes", async () => {
    const items = Array.from({ length: 1_000 }, (_, i) => body(`k-${i}`));
    fixture.takeStatements();
    expect((await batch(items)).summary.created).toBe(1_000);
    expect(fixture.takeStatements()).toEqual(["product_read", "product_store"]);
    const events = await eventCount();
    expect((await batch(items)).summary.unchanged).toBe(1_000);
    expect(fixture.takeStatements()).toEqual(["product_read"]);
    expect(await eventCount()).toBe(events);
  });

  test("that is atomic stores nothing if one item is invalid, and gives the reason for the valid ones", async () => {
    const events = await eventCount();
    const wakes = fixture.wakes();
    const result = await batch([body("a-1"), { sku: "a-2" }, body("a-3")], "atomic");
    expect(statuses(result)).toEqual(["failed", "failed", "failed"]);
    expect(result.results.map(({ error }) => error?.code)).toEqual(["conflict", "validation_failed", "conflict"]);
    expect([await eventCount(), fixture.wakes()]).toEqual([events, wakes]);
    expect((await rejectionOf(read("a-1"))).code).toBe("not_found");
  });

  test("that is atomic stores all or none, also if an item's version is stale", async () => {
    await upsert(body("s-1", { version: 9 }));
    const result = await batch([body("s-0"), body("s-1", { version: 3, title: "Late" })], "atomic");
    expect(result.results.map(({ error }) => error?.code)).toEqual(["conflict", "stale_version"]);
    expect((await rejectionOf(read("s-0"))).code).toBe("not_found");
  });

  test("that is atomic and concurrent with single writes of the same SKUs loses no change", async () => {
    const skus = Array.from({ length: 20 }, (_, i) => `race-${i}`);
    const [result] = await Promise.all([
      batch(
        skus.map((sku) => body(sku, { brand: "batch" })),
        "atomic",
      ),
      ...skus.map((sku) => upsert(body(sku, { mpn: "single" }))),
    ]);
    expect(result.summary.failed).toBe(0);
    for (const sku of skus) expect(await read(sku)).toMatchObject({ brand: "batch", mpn: "single", version: 2 });
  });

  test("with validateOnly returns the same as a real one and stores nothing", async () => {
    const wakes = fixture.wakes();
    expect(statuses(await batch([body("v-1"), { sku: "v-2" }], "partial", { validateOnly: true }))).toEqual([
      "created",
      "failed",
    ]);
    expect((await rejectionOf(read("v-1"))).code).toBe("not_found");
    expect(fixture.wakes()).toBe(wakes);
  });

  test("requires the scope", async () => {
    const reader = await fixture.newPrincipal(["products:read"]);
    const asked = batchUpsertProducts({ ctx: fixture.ctx, principal: reader, input: { items: [], mode: "partial" } });
    expect((await rejectionOf(asked)).code).toBe("forbidden");
  });
});

test("each event has the trace of its own request, although the writes are grouped", async () => {
  const traces = ["1", "2", "3"].map((digit) => `00-${digit.repeat(32)}-b7ad6b7169203331-01`);
  const span = { tracer: "test", name: "request" };
  await Promise.all(traces.map((parent, i) => inSpan({ ...span, parent }, () => upsert(body(`traced-${i}`)))));
  const { rows } = await fixture.db.system.query(
    `SELECT data::json->'object'->>'sku' AS sku, traceparent FROM events WHERE traceparent = ANY ($1) ORDER BY 1`,
    [traces],
  );
  expect(rows).toEqual(traces.map((traceparent, i) => ({ sku: `traced-${i}`, traceparent })));
});

test("a product that was read in advance and has changed since is read and decided again", async () => {
  const options = { validateOnly: false };
  await upsert(body("outdated", { brand: "Acme" }));
  const before = (await readProducts(fixture.db, bindingOf(principal), ["outdated"])).get("outdated") ?? null;
  await upsert(body("outdated", { color: "blue" }));
  const intents = [before, null].map((known) => ({
    ...upsertIntent(known ? { sku: "outdated", price_amount: 5 } : body("outdated", { price_amount: 6 }), options),
    read: known,
  }));
  for (const intent of intents) await writeProducts(fixture.ctx, bindingOf(principal), [intent]);
  expect(await read("outdated")).toMatchObject({ version: 4, brand: "Acme", color: "blue", price_amount: 6 });
});

test("other requests get turns while many products are decided", async () => {
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  const seen = new Set<number>();
  const intents = Array.from({ length: 200 }, (_, i) => {
    const intent = upsertIntent(body(`turn-${i}`), { validateOnly: false });
    return {
      ...intent,
      decide: (stored: Parameters<typeof intent.decide>[0]) => {
        seen.add(turns);
        return intent.decide(stored);
      },
    };
  });
  setImmediate(count);
  const outcomes = await writeProducts(fixture.ctx, bindingOf(principal), intents).finally(() => {
    isDone = true;
  });
  expect(outcomes.filter(({ type }) => type === "created")).toHaveLength(200);
  expect(seen.size).toBeGreaterThanOrEqual(4);
});
