import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { LIMITS } from "@skucast/contracts/limits";
import { bindingOf, type Principal } from "@skucast/contracts/principal";
import { productUpsertSchema } from "@skucast/contracts/products/product";
import { deleteProduct } from "../products/delete-product.js";
import { getProducts } from "../products/get-products.js";
import { upsertProduct } from "../products/upsert-product.js";
import { type CatalogFixture, openCatalogFixture, rejectionOf } from "../testing/open-catalog-fixture.js";
import { applyRows } from "./apply-rows.js";
import { getImport } from "./get-import.js";
import { undoImport } from "./undo-import.js";

let fixture: CatalogFixture;
let principal: Principal;
beforeAll(async () => {
  fixture = await openCatalogFixture();
});
afterAll(() => fixture.close());

type Body = { readonly sku: string } & Record<string, unknown>;
const full = (sku: string, change: object = {}): Body => ({
  sku,
  title: sku,
  price_amount: 10,
  price_currency: "USD",
  availability: "in_stock",
  ...change,
});

/** An ended import that wrote these rows. */
async function importOf(bodies: readonly Body[], as = principal, status = "succeeded"): Promise<string> {
  const { db, clock } = fixture.ctx;
  const now = clock.now();
  const id = newId("imp", now.getTime());
  await db.system.query(
    `INSERT INTO imports (workspace_id, id, status, mode, missing, max_removal_percent, validate_only, actor, trigger, plan,
       bytes_total, columns, counts, created_at, updated_at, started_at, finished_at)
     VALUES ($1, $2, $3, 'upsert', 'archive', 20, false, $4, 'upload', '{}', 0, '[]', $5, $6, $6, $7, $7)`,
    [
      as.workspaceId,
      id,
      status,
      bindingOf(as).actor,
      JSON.stringify({
        received: 0,
        created: 0,
        updated: bodies.length,
        unchanged: 0,
        skipped: 0,
        invalid: 0,
        removed: 0,
      }),
      now,
      status === "queued" ? null : now,
    ],
  );
  const rows = bodies.map((body) => ({ body: productUpsertSchema.parse(body) }));
  const options = { changedBy: { type: "import" as const, id }, validateOnly: false };
  for (let start = 0; start < rows.length; start += LIMITS.batchItemsMax) {
    const outcomes = await applyRows(
      fixture.ctx,
      bindingOf(as),
      rows.slice(start, start + LIMITS.batchItemsMax),
      options,
    );
    expect(outcomes.filter(({ type }) => type === "invalid")).toEqual([]);
  }
  return id;
}

const put = (body: Body) =>
  upsertProduct({
    ctx: fixture.ctx,
    principal,
    input: { sku: body.sku, body: productUpsertSchema.parse(body), mode: "merge" },
  });

const undo = (id: string, more: { cursor?: string; validateOnly?: boolean } = {}) =>
  undoImport({ ctx: fixture.ctx, principal, input: { id, ...more } });

const imported = (id: string) => getImport({ ctx: fixture.ctx, principal, input: { id } });

async function read(sku: string): Promise<Record<string, unknown>> {
  const docs = await getProducts({ ctx: fixture.ctx, principal, input: { skus: [sku] } });
  return JSON.parse(docs.get(sku) ?? "{}");
}

test("an import's updates are undone, except where something was changed since; a second call changes nothing", async () => {
  principal = await fixture.newPrincipal();
  await put(full("A", { brand: "Old", metadata: { a: "1" } }));
  await put(full("B", { brand: "Old", size: "S" }));
  await put(full("C", { brand: "Old" }));
  const change = { brand: "New", price_amount: 12, metadata: { b: "2" } };
  const id = await importOf([
    { sku: "A", ...change },
    { sku: "B", ...change },
    { sku: "C", ...change },
    full("D", { brand: "New" }),
  ]);
  await put({ sku: "B", brand: "Own" });
  await deleteProduct({ ctx: fixture.ctx, principal, input: { sku: "C", mustExist: true } });

  expect(await undo(id, { validateOnly: true })).toMatchObject({ undone: 2, changed_since: 1, failed: [] });
  expect(await read("A")).toMatchObject({ brand: "New" });
  expect((await imported(id)).undone_at).toBe(null);
  expect(await undo(id)).toEqual({ undone: 2, changed_since: 1, failed: [], next_cursor: null });
  expect(await read("A")).toMatchObject({ brand: "Old", price_amount: 10, metadata: { a: "1" } });
  expect((await read("A")).metadata).toEqual({ a: "1" });
  const b = await read("B");
  expect([b.brand, b.price_amount, b.metadata]).toEqual(["Own", 10, undefined]);
  expect(await read("C")).toEqual({});
  expect(await read("D")).toMatchObject({ brand: "New" });
  const { version } = await read("A");
  const marked = await imported(id);
  expect(marked).toMatchObject({ version: 2, undone_at: fixture.ctx.clock.now().toISOString() });
  expect(await undo(id)).toMatchObject({ undone: 0, failed: [] });
  expect((await read("A")).version).toBe(version);
  expect(await imported(id)).toEqual(marked);
  const { rows } = await fixture.ctx.db.system.query("SELECT action FROM audit_entries WHERE object_id = $1", [id]);
  expect(rows).toEqual([{ action: "import.undone" }]);
});

test("more updates than one call undoes are undone with the cursor", async () => {
  principal = await fixture.newPrincipal();
  const count = LIMITS.batchItemsMax + 1;
  const skus = Array.from({ length: count }, (_, i) => `S-${i}`);
  await importOf(skus.map((sku) => full(sku, { brand: "Old" })));
  const id = await importOf(skus.map((sku) => ({ sku, brand: "New" })));
  const first = await undo(id);
  expect(first).toMatchObject({ undone: LIMITS.batchItemsMax, failed: [], next_cursor: expect.any(String) });
  expect((await imported(id)).undone_at).toBe(null);
  expect(await undo(id, { cursor: first.next_cursor ?? "" })).toMatchObject({ undone: 1, next_cursor: null });
  const docs = await getProducts({ ctx: fixture.ctx, principal, input: { skus } });
  expect([...docs.values()].filter((doc) => JSON.parse(doc).brand !== "Old")).toEqual([]);
});

test("an import that has not ended, or belongs to another workspace, is not undone", async () => {
  principal = await fixture.newPrincipal();
  const queued = await importOf([], principal, "queued");
  expect(await rejectionOf(undo(queued))).toMatchObject({ code: "conflict" });
  const elsewhere = await importOf([], await fixture.newPrincipal());
  expect(await rejectionOf(undo(elsewhere))).toMatchObject({ code: "not_found" });
});

test("a member who sees some channels only is refused, because the former values are hidden from them", async () => {
  principal = await fixture.newPrincipal();
  const member = await fixture.newMember(principal, "editor", [newId("ch")]);
  const own = await importOf([], member);
  const undone = undoImport({ ctx: fixture.ctx, principal: member, input: { id: own } });
  expect(await rejectionOf(undone)).toMatchObject({ code: "forbidden" });
});
