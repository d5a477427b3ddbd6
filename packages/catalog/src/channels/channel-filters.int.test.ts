import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { channelCreateSchema } from "@skucast/contracts/channels/channel";
import { type Principal, wholeWorkspace } from "@skucast/contracts/principal";
import { productBodySchema } from "@skucast/contracts/products/product";
import type { productFilters } from "@skucast/contracts/products/product-filters";
import { productListQuery } from "@skucast/contracts/products/product-list";
import { inWorkspace } from "@skucast/db/database";
import { listProducts } from "../products/list-products.js";
import { upsertProduct } from "../products/upsert-product.js";
import { type CatalogFixture, openCatalogFixture } from "../testing/open-catalog-fixture.js";
import { createChannel } from "./create-channel.js";
import { getChannel } from "./get-channel.js";
import { previewChannel } from "./preview-channel.js";

let fixture: CatalogFixture;
let principal: Principal;
beforeAll(async () => {
  fixture = await openCatalogFixture();
  principal = await fixture.newPrincipal();
  await put("A", { title: "Red tee", brand: "Acme, Inc" });
  await put("B", { title: "Blue tee", brand: "acme, inc", condition: "used" });
  await put("C", { title: "Red cap", brand: "Other", availability: "preorder" });
  await put("D", { title: "Red draft", brand: "Other", status: "draft" });
  await put("E", { title: "Hat", availability: "out_of_stock", condition: "refurbished" });
  fixture.tick(1_000);
  await put("F", { title: "Red hat", brand: "Other", availability: "backorder" });
});
afterAll(() => fixture.close());

function put(sku: string, change: object) {
  const body = productBodySchema.parse({
    price_amount: 10,
    price_currency: "USD",
    availability: "in_stock",
    ...change,
  });
  return upsertProduct({ ctx: fixture.ctx, principal, input: { sku, body, mode: "replace" } });
}

async function skusOfList(query: object, as = principal): Promise<string[]> {
  const { updated_after, channel_id: channelId, q, ...filters } = productListQuery.parse(query);
  const updatedAfter = updated_after === undefined ? undefined : new Date(updated_after);
  const input = { ...filters, query: q, channelId, updatedAfter, after: "" };
  const { docs } = await listProducts({ ctx: fixture.ctx, principal: as, input });
  return JSON.parse(`[${docs}]`).map(({ sku }: { sku: string }) => sku);
}

async function skusOfPreview(id: string): Promise<string[]> {
  const { preview } = await previewChannel({ ctx: fixture.ctx, principal, input: { id, after: "", limit: 50 } });
  return preview.rows.map(({ sku }) => sku);
}

type Filter = keyof typeof productFilters | "q";

/** Values of every filter with the matching products. A new filter without values is a compile error. */
const CASES: Readonly<Record<Filter, readonly (readonly [given: unknown, skus: readonly string[]])[]>> = {
  availability: [
    ["in_stock", ["A", "B"]],
    [
      ["preorder", "out_of_stock", "backorder"],
      ["C", "E", "F"],
    ],
  ],
  condition: [
    ["new", ["A", "C", "F"]],
    [
      ["used", "refurbished"],
      ["B", "E"],
    ],
  ],
  brand: [
    ["Acme, Inc", ["A"]],
    [
      ["Acme, Inc", "Other"],
      ["A", "C", "F"],
    ],
    ["Acme", []],
  ],
  updated_after: [
    ["2026-11-21T08:00:00Z", ["F"]],
    ["2026-11-21T08:59:59.999+01:00", ["A", "B", "C", "E", "F"]],
    ["2026-11-21T08:00:01Z", []],
    ["0000-01-01T00:00:00Z", ["A", "B", "C", "E", "F"]],
  ],
  q: [
    ["rEd", ["A", "C", "F"]],
    ["acme", ["A", "B"]],
    ["100%", []],
    ["Tee, RED!", ["A"]],
    ["other cap", ["C"]],
    ["f hat", ["F"]],
    ["“red” tee", ["A"]],
    ["&", []],
  ],
};
const ALL = Object.entries(CASES).flatMap(([filter, cases]) =>
  cases.map(([given, skus]) => ({ filters: { [filter]: given }, skus })),
);
test("a channel that was stored before q was split into words shows the words that are searched for", async () => {
  const market = { country: "US", currency: "USD", language: "en" };
  const channel = channelCreateSchema.parse({ name: "Old", market });
  const { id } = await createChannel({ ctx: fixture.ctx, principal, input: { channel } });
  const old = JSON.stringify("One, two; three four five six seven eight nine TEN");
  await inWorkspace(fixture.db, wholeWorkspace(principal.workspaceId), (client) =>
    client.query("UPDATE channels SET selection = jsonb_set(selection, '{filters,q}', $2) WHERE id = $1", [id, old]),
  );
  const { selection } = await getChannel({ ctx: fixture.ctx, principal, input: { id } });
  expect(selection.filters.q).toBe("one two three four five six seven eight");
});

const TOGETHER = { filters: { q: "red", brand: "Other", availability: ["preorder", "in_stock"] }, skus: ["C"] };

test.each([...ALL, TOGETHER])(
  "$filters: the list, a channel's selection, its preview and its restricted members match the same products",
  async ({ filters, skus }) => {
    const market = { country: "US", currency: "USD", language: "en" };
    const channel = channelCreateSchema.parse({ name: "Shop", market, selection: { filters } });
    const { id } = await createChannel({ ctx: fixture.ctx, principal, input: { channel } });
    const member = await fixture.newMember(principal, "viewer", [id]);
    expect({
      list: await skusOfList({ ...filters, status: "active" }),
      selection: await skusOfList({ channel_id: id }),
      preview: await skusOfPreview(id),
      member: await skusOfList({ status: "active" }, member),
    }).toEqual({ list: skus, selection: skus, preview: skus, member: skus });
  },
);
