import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { listDirectoryProducts } from "@skucast/db/directory/read-directory";
import { type Listings, openListingsFixture } from "../testing/open-listings-fixture.js";

let fixture: Listings;
beforeAll(async () => {
  fixture = await openListingsFixture();
});
afterAll(() => fixture.close());

const change = (channelId: string, set: string, value: unknown) =>
  fixture.asWorkspace(`UPDATE channels SET ${set} = $2, version = version + 1, updated_at = now() WHERE id = $1`, [
    channelId,
    value,
  ]);
/** SKUs that a public search by a word finds in a channel. */
const found = async (catalogId: string, word: string) => {
  const query = { catalogId, words: [word], after: { catalogId: "", sku: "" }, limit: 50 };
  return (await listDirectoryProducts(fixture.ctx.db, query)).products.map(({ sku }) => sku);
};
const wordsOf = (channelId: string) =>
  fixture.sql<{ sku: string }>("SELECT sku FROM public_search WHERE channel_id = $1 ORDER BY sku", [channelId]);

test("the search follows changes of the channel, its rules and its products", async () => {
  const id = await fixture.addChannel();
  await fixture.put("A", { title: "Copper kettle" });
  await fixture.keep();
  expect(await wordsOf(id)).toEqual([]);

  await change(id, "in_public_directory", true);
  await fixture.keep();
  expect(await found(id, "kettle")).toEqual(["A"]);

  await fixture.put("B", { title: "Steel kettle" });
  await fixture.put("A", { title: "Copper mug" });
  await fixture.keep();
  expect([await found(id, "kettle"), await found(id, "mug")]).toEqual([["B"], ["A"]]);

  await change(id, "rules", JSON.stringify([{ type: "constant", field: "title", value: "Teapot" }]));
  await fixture.keep();
  expect([await found(id, "kettle"), await found(id, "teapot")]).toEqual([[], ["A", "B"]]);

  await fixture.put("B", { price_currency: "JPY" });
  await fixture.put("A", { status: "draft" });
  await fixture.keep();
  expect(await wordsOf(id)).toEqual([]);

  await fixture.put("A", { status: "active" });
  await fixture.keep();
  expect(await found(id, "teapot")).toEqual(["A"]);
  await change(id, "in_public_directory", false);
  await fixture.keep();
  expect(await wordsOf(id)).toEqual([]);
});

test("a channel that is archived or deleted has no words any more", async () => {
  const id = await fixture.addChannel();
  await change(id, "in_public_directory", true);
  await fixture.put("C", { title: "Carafe" });
  await fixture.keep();
  expect(await found(id, "carafe")).toEqual(["C"]);
  await change(id, "status", "archived");
  await fixture.keep();
  expect(await wordsOf(id)).toEqual([]);
  expect(await fixture.sql("SELECT FROM public_vocabulary WHERE channel_id = $1", [id])).toEqual([]);
});

test("a stored document that is not a product has no words and does not affect the others", async () => {
  const id = await fixture.addChannel();
  await change(id, "in_public_directory", true);
  await fixture.put("X1", { title: "Xylophone" });
  await fixture.put("X2", { title: "Xylophone" });
  await fixture.asWorkspace("UPDATE products SET doc = '{' WHERE sku = 'X1'");
  await fixture.keep();
  expect((await wordsOf(id)).map(({ sku }) => sku)).not.toContain("X1");
  expect(await wordsOf(id)).toContainEqual({ sku: "X2" });
});

test("a product whose id another product has has no words until it gets the id", async () => {
  const id = await fixture.addChannel();
  await change(id, "in_public_directory", true);
  const same = { channel_overrides: { [id]: { sku: "SAME" } } };
  await fixture.put("Y1", { title: "Yoyo", ...same });
  await fixture.put("Y2", { title: "Yoyo", ...same });
  await fixture.keep();
  expect(await found(id, "yoyo")).toEqual(["Y1"]);
  await fixture.put("Y1", {}, true);
  await fixture.keep();
  expect(await found(id, "yoyo")).toEqual(["Y2"]);
});
