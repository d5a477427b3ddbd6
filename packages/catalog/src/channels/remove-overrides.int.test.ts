import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { channelCreateSchema } from "@skucast/contracts/channels/channel";
import { changedByOf } from "@skucast/contracts/events/changed-by";
import { bindingOf, type Principal } from "@skucast/contracts/principal";
import type { ProductUpsert } from "@skucast/contracts/products/product";
import { deleteProducts } from "../products/delete-products.js";
import { getProduct } from "../products/get-product.js";
import { restoreProducts } from "../products/restore-products.js";
import { upsertIntent } from "../products/upsert-intent.js";
import { upsertProduct } from "../products/upsert-product.js";
import { writeProducts } from "../products/write-products.js";
import { type CatalogFixture, openCatalogFixture } from "../testing/open-catalog-fixture.js";
import { createChannel } from "./create-channel.js";
import { deleteChannel } from "./delete-channel.js";

let fixture: CatalogFixture;
let principal: Principal;
let kept: string;
let removed: string;

beforeAll(async () => {
  fixture = await openCatalogFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  principal = await fixture.newPrincipal();
  kept = await newChannel();
  removed = await newChannel();
});

const call = <Input>(input: Input) => ({ ctx: fixture.ctx, principal, input });
const newChannel = async () => {
  const market = { country: "US", currency: "USD", language: "en" } as const;
  return (await createChannel(call({ channel: channelCreateSchema.parse({ name: "C", market }) }))).id;
};
const body = (sku: string, channels: readonly string[]): ProductUpsert => ({
  sku,
  title: "Tee",
  price_amount: 19.9,
  price_currency: "USD",
  availability: "in_stock",
  channel_overrides: Object.fromEntries(channels.map((id) => [id, { title: "Other" }])),
});
const upsert = (product: ProductUpsert) => upsertProduct(call({ sku: product.sku, body: product, mode: "merge" }));
const read = async (sku: string) => JSON.parse((await getProduct(call({ sku }))).doc);

test("deleting a channel removes its overrides, and the events say who deleted it", async () => {
  await upsert(body("both", [kept, removed]));
  await upsert(body("one", [removed]));
  await deleteChannel(call({ id: removed }));
  const both = await read("both");
  const one = await read("one");
  expect(both.channel_overrides).toEqual({ [kept]: { title: "Other" } });
  expect(one).not.toHaveProperty("channel_overrides");
  for (const { id } of [both, one]) {
    expect((await fixture.eventsOf(principal, id)).at(-1)).toMatchObject({
      type: "product.updated",
      sequence: 2,
      changed_by: changedByOf(principal),
    });
  }
});

test("a write that was checked before its channel was deleted stores no override for it", async () => {
  await upsert(body("changed", []));
  await deleteChannel(call({ id: removed }));
  const skus = ["new", "changed"];
  const intents = skus.map((sku) => upsertIntent(body(sku, [kept, removed]), { validateOnly: false }));
  const outcomes = await writeProducts(fixture.ctx, bindingOf(principal), intents);
  expect(outcomes).toMatchObject([
    { type: "created", version: 2 },
    { type: "updated", version: 3 },
  ]);
  for (const [i, outcome] of outcomes.entries()) {
    const stored = await read(skus[i] ?? "");
    expect(stored.channel_overrides).toEqual({ [kept]: { title: "Other" } });
    expect("doc" in outcome && JSON.parse(outcome.doc ?? "")).toEqual(stored);
  }
});

test("a product that is restored has no overrides for channels that were deleted meanwhile", async () => {
  await upsert(body("restored", [removed]));
  await deleteProducts(call({ skus: ["restored"] }));
  await deleteChannel(call({ id: removed }));
  const [result] = await restoreProducts(call({ skus: ["restored"] }));
  const stored = await read("restored");
  expect(stored).not.toHaveProperty("channel_overrides");
  expect(result).toEqual({ sku: "restored", status: "restored", version: stored.version });
});
