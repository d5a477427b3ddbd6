import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { channelCreateSchema, channelPatchSchema } from "@skucast/contracts/channels/channel";
import type { Principal } from "@skucast/contracts/principal";
import { readSearchQuery } from "@skucast/contracts/products/search-query";
import { createChannel } from "../channels/create-channel.js";
import { updateChannel } from "../channels/update-channel.js";
import { batchUpsertProducts } from "../products/batch-upsert-products.js";
import { indexPublicWords } from "../testing/index-public-words.js";
import { type CatalogFixture, openCatalogFixture } from "../testing/open-catalog-fixture.js";
import { lookupDirectory } from "./lookup-directory.js";
import { type PublicPage, type PublicPosition, searchDirectory } from "./search-directory.js";

let fixture: CatalogFixture;
let principal: Principal;
let channelId: string;

beforeAll(async () => {
  fixture = await openCatalogFixture();
  principal = await fixture.newPrincipal();
  const channel = channelCreateSchema.parse({
    name: "Shop",
    market: { country: "DE", currency: "EUR", language: "de" },
    in_public_directory: true,
    rules: [{ type: "constant", field: "brand", value: "Shownbrand" }],
    selection: { exclude_skus: ["out"] },
  });
  channelId = (await createChannel({ ctx: fixture.ctx, principal, input: { channel } })).id;
  const more = { [channelId]: { title: "Zebra mat", description: "Striped.", availability: "out_of_stock" } };
  await put(
    item("plain", "Plain kettle", { brand: "Qwertz", description: "It boils water." }),
    item("translated", "Hidden umbrella", {
      translations: { de: { title: "Regenschirm" }, fr: { title: "Parapluie" } },
    }),
    item("overridden", "Hidden carpet", { description: "secretnote", channel_overrides: more }),
    item("blank", "Lamp", { mpn: "xylo-x", channel_overrides: { [channelId]: { mpn: "" } } }),
    item("out", "Excluded kettle"),
    item("draft", "Draft kettle", { status: "draft" }),
    item("invalid", "Dollar kettle", { price_currency: "USD" }),
  );
  await indexPublicWords(fixture.ctx.db);
});
afterAll(() => fixture.close());

const item = (sku: string, title: string, more: object = {}) => ({
  sku,
  title,
  price_amount: 9.5,
  price_currency: "EUR",
  availability: "in_stock",
  ...more,
});
const put = async (...items: unknown[]) => {
  fixture.tick(1_000);
  await batchUpsertProducts({ ctx: fixture.ctx, principal, input: { items, mode: "atomic" } });
};
const find = async (text = "", availability?: string) => {
  const { words, spelled } = readSearchQuery(text);
  const input = { words, spelled, availability, after: null, limit: 10 };
  const { found } = await searchDirectory({ ctx: fixture.ctx, input });
  const skusWith = (...matches: string[]) =>
    found.filter(({ position }) => matches.includes(position.match)).map(({ position }) => position.sku);
  return { skus: skusWith("all", "near"), isNear: skusWith("near").length > 0, ranked: skusWith("any") };
};

test.each([
  ["kettle", ["plain"]],
  ["shownbrand", ["blank", "overridden", "plain", "translated"]],
  ["regenschirm", ["translated"]],
  ["zebra", ["overridden"]],
  ["plain shownbrand", ["plain"]],
  ["kettles", ["plain"]],
  ["boils", ["plain"]],
])("%s is shown and found", async (text, skus) => {
  expect(await find(text)).toMatchObject({ skus, isNear: false });
});

test("products with some of the words follow those with all, the best first, and end with the last page", async () => {
  expect(await find("a plain zebra for my shownbrand")).toEqual({
    skus: [],
    isNear: false,
    ranked: ["overridden", "plain", "blank", "translated"],
  });
  const { words, spelled } = readSearchQuery("plain shownbrand");
  const seen: string[] = [];
  let after: PublicPosition | null = null;
  for (let turn = 0; turn < 9; turn += 1) {
    const input = { words, spelled, after, limit: 1 };
    const page: PublicPage = await searchDirectory({ ctx: fixture.ctx, input });
    seen.push(...page.found.map(({ position }) => `${position.match} ${position.sku}`));
    after = page.next;
    if (after === null) break;
  }
  expect(seen).toEqual(["all plain", "any blank", "any overridden", "any translated"]);
});

test.each(["qwertz", "umbrella", "parapluie", "carpet", "xylo-x", "excluded", "draft", "dollar", "secretnote"])(
  "%s is stored but not public: neither it nor a similar word is found",
  async (text) => {
    expect((await find(text)).skus).toEqual([]);
    expect((await find(text.slice(0, -1))).skus).toEqual([]);
  },
);

test("mistyped words find public products", async () => {
  expect(await find("regnschirm")).toMatchObject({ skus: ["translated"], isNear: true });
  expect(await find("zerba")).toMatchObject({ skus: ["overridden"], isNear: true });
});

test("the availability filter uses the published value, with and without words", async () => {
  expect((await find(undefined, "out_of_stock")).skus).toEqual(["overridden"]);
  expect((await find("shownbrand", "out_of_stock")).skus).toEqual(["overridden"]);
  expect((await find(undefined, "in_stock")).skus).toEqual(["blank", "plain", "translated"]);
});

test("a product whose id another product of the channel has is not shown, as it is not in the channel's files", async () => {
  const channel = channelCreateSchema.parse({
    name: "Ids",
    market: { country: "DE", currency: "EUR", language: "de" },
    in_public_directory: true,
    selection: { conditions: [{ field: "title", op: "contains", value: "Yoyo" }] },
  });
  const ids = (await createChannel({ ctx: fixture.ctx, principal, input: { channel } })).id;
  const yoyo = (sku: string, id: string) => item(sku, `Yoyo ${sku}`, { channel_overrides: { [ids]: { sku: id } } });
  await put(yoyo("A", "X"), yoyo("B", "X"), yoyo("C", "A2"), yoyo("D", "E"), item("E", "Yoyo E"), yoyo("F", "Y"));
  await indexPublicWords(fixture.ctx.db);
  const listed = (channelId: string, sku: string, rowId: string | null, isValid = true) =>
    fixture.ctx.db.system.query(
      `INSERT INTO listings (workspace_id, channel_id, sku, product_version, is_valid, row_id, changed_at)
       VALUES ($1, $2, $3, 1, $4, $5, now())`,
      [principal.workspaceId, channelId, sku, isValid, rowId],
    );
  await listed(ids, "E", null);
  // A product with the id Y that this page does not read, in this channel after F and in another one before it.
  await listed(ids, "G", "Y");
  await listed(channelId, "AA", "Y");
  const shown = async (words: readonly string[], limit: number) => {
    const input = { catalogId: ids, words, after: null, limit };
    const { found } = await searchDirectory({ ctx: fixture.ctx, input });
    return found.map(({ position }) => position.sku);
  };
  expect(await shown([], 10)).toEqual(["A", "C", "E", "F"]);
  expect(await shown(["yoyo"], 10)).toEqual(["A", "C", "E", "F"]);
  expect(await shown(["yoyo", "missing"], 10)).toEqual(["A", "C", "E", "F"]);

  const looked = async (...skus: string[]) => {
    const input = { ids: skus.map((sku) => `${ids}:${sku}`) };
    return (await lookupDirectory({ ctx: fixture.ctx, input })).map(({ sku }) => sku);
  };
  expect(await looked("D", "E")).toEqual(["E"]);
  await listed(ids, "A", "X");
  expect(await looked("B", "F")).toEqual(["F"]);
  await listed(ids, "B2", "Y");
  expect(await looked("F")).toEqual([]);
});

test("a product that is no longer public is not found, even if the index lags behind", async () => {
  await put(item("plain", "Teapot"));
  expect((await find("kettle")).skus).toEqual([]);
  const patch = (given: object) =>
    updateChannel({ ctx: fixture.ctx, principal, input: { id: channelId, patch: channelPatchSchema.parse(given) } });
  fixture.tick(1_000);
  await patch({ in_public_directory: false });
  expect((await find("zebra")).skus).toEqual([]);
});
