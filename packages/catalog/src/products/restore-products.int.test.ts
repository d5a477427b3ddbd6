import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Principal } from "@skucast/contracts/principal";
import { type CatalogFixture, openCatalogFixture, rejectionOf } from "../testing/open-catalog-fixture.js";
import { deleteProducts } from "./delete-products.js";
import { getProduct } from "./get-product.js";
import { restoreProducts } from "./restore-products.js";
import { upsertProduct } from "./upsert-product.js";

let fixture: CatalogFixture;
let principal: Principal;

beforeAll(async () => {
  fixture = await openCatalogFixture();
  principal = await fixture.newPrincipal();
});
afterAll(() => fixture.close());

const product = { title: "Tee", price_amount: 19.9, price_currency: "USD", availability: "in_stock" } as const;
const body = (sku: string) => ({ ...product, sku, tags: ["summer"], variant_options: { color: "red" } });
const upsert = (sku: string) =>
  upsertProduct({ ctx: fixture.ctx, principal, input: { sku, body: body(sku), mode: "merge" } });
const remove = (skus: readonly string[]) => deleteProducts({ ctx: fixture.ctx, principal, input: { skus } });
const restore = (skus: readonly string[], as = principal, more: object = {}) =>
  restoreProducts({ ctx: fixture.ctx, principal: as, input: { skus, ...more } });
const read = async (sku: string) => JSON.parse((await getProduct({ ctx: fixture.ctx, principal, input: { sku } })).doc);

test("a deleted product gets its content back, with a higher version and an event", async () => {
  await upsert("back");
  const { content_hash } = await read("back");
  await remove(["back"]);
  expect((await rejectionOf(read("back"))).code).toBe("not_found");
  expect(await restore(["back", "back"])).toEqual([{ sku: "back", status: "restored", version: 3 }]);
  const restored = await read("back");
  expect(restored).toMatchObject({ ...body("back"), version: 3, content_hash });
  const events = await fixture.eventsOf(principal, restored.id);
  expect(events.at(-1)).toMatchObject({ type: "product.created", object: restored, previous: {} });
});

test("a product that exists, or was never deleted, has its own error, and the others are restored", async () => {
  await upsert("exists");
  await upsert("gone");
  await remove(["gone"]);
  const results = await restore(["exists", "never", "gone"]);
  expect(results.map((result) => ("problem" in result ? result.problem.code : result.status))).toEqual([
    "conflict",
    "not_found",
    "restored",
  ]);
  expect((await read("exists")).version).toBe(1);
});

test("validation alone restores nothing, and another workspace finds nothing to restore", async () => {
  await upsert("kept");
  await remove(["kept"]);
  expect(await restore(["kept"], principal, { validateOnly: true })).toMatchObject([{ status: "restored" }]);
  expect((await rejectionOf(read("kept"))).code).toBe("not_found");
  const [elsewhere] = await restore(["kept"], await fixture.newPrincipal());
  expect(elsewhere).toMatchObject({ status: "failed", problem: { code: "not_found" } });
});
