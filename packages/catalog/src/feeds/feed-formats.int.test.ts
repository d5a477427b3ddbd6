import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { channelCreateSchema } from "@skucast/contracts/channels/channel";
import { FEED_FORMATS, feedCreateSchema, feedPatchSchema } from "@skucast/contracts/feeds/feed";
import { LIMITS } from "@skucast/contracts/limits";
import type { Principal } from "@skucast/contracts/principal";
import { createChannel } from "../channels/create-channel.js";
import { updateChannel } from "../channels/update-channel.js";
import { type CatalogFixture, openCatalogFixture, rejectionOf } from "../testing/open-catalog-fixture.js";
import { createFeed } from "./create-feed.js";
import { updateFeed } from "./update-feed.js";

let fixture: CatalogFixture;
let principal: Principal;
let channelId: string;
beforeAll(async () => {
  fixture = await openCatalogFixture();
  principal = await fixture.newPrincipal();
  const market = { country: "US", currency: "USD", language: "en" };
  const channel = channelCreateSchema.parse({ name: "Shop", market });
  channelId = (await createChannel(call({ channel }))).id;
});
afterAll(() => fixture.close());

const call = <Input>(input: Input) => ({ ctx: fixture.ctx, principal, input });
const newFeed = (change: object) =>
  createFeed(call({ feed: feedCreateSchema.parse({ channel_id: channelId, name: "Nightly", ...change }) }));

/** The others need a profile that describes them. */
const USUAL = FEED_FORMATS.filter((format) => format !== "xml" && format !== "json");

test.each(USUAL)("a feed can be %s, and its file has the usual extension", async (format) => {
  const ending = format === "xml_rss" ? "xml" : format;
  expect(await newFeed({ format })).toMatchObject({ format, file_name: `products.${ending}` });
});

test("Parquet with gzip is rejected, at creation and at each change", async () => {
  const mixed = { code: "validation_failed", pointers: ["/compression"] };
  expect(await rejectionOf(newFeed({ format: "parquet", compression: "gzip" }))).toMatchObject(mixed);
  const { id } = await newFeed({ format: "csv", compression: "gzip" });
  const patch = (change: object) => updateFeed(call({ id, patch: feedPatchSchema.parse(change) }));
  expect(await rejectionOf(patch({ format: "parquet" }))).toMatchObject(mixed);
  expect(await patch({ format: "parquet", compression: "none" })).toMatchObject({ format: "parquet", version: 2 });
});

test("Parquet can use Zstandard, which no other format can", async () => {
  const mixed = { code: "validation_failed", pointers: ["/compression"] };
  expect(await rejectionOf(newFeed({ format: "csv", compression: "zstd" }))).toMatchObject(mixed);
  const created = await newFeed({ format: "parquet", compression: "zstd" });
  expect(created).toMatchObject({ compression: "zstd", file_name: "products.parquet" });
  const patch = (change: object) => updateFeed(call({ id: created.id, patch: feedPatchSchema.parse(change) }));
  expect(await rejectionOf(patch({ format: "jsonl" }))).toMatchObject(mixed);
  expect(await patch({ name: "Weekly" })).toMatchObject({ compression: "zstd", version: 2 });
  expect(await patch({ compression: "none" })).toMatchObject({ compression: "none", version: 3 });
  expect(await patch({ compression: "zstd" })).toMatchObject({ compression: "zstd", version: 4 });
  expect(await patch({ format: "jsonl", compression: "gzip" })).toMatchObject({ compression: "gzip", version: 5 });
});

test("the previous version can read and write feeds with Zstandard, and a leftover codec is ignored", async () => {
  const { id } = await newFeed({ format: "parquet", compression: "zstd" });
  const { rows } = await fixture.db.system.query("SELECT compression FROM feeds WHERE id = $1", [id]);
  expect(rows).toEqual([{ compression: "none" }]);
  await fixture.db.system.query("UPDATE feeds SET format = 'csv', compression = 'gzip' WHERE id = $1", [id]);
  const renamed = await updateFeed(call({ id, patch: { name: "As it is" } }));
  expect(renamed).toMatchObject({ format: "csv", compression: "gzip" });
});

test("a feed can have up to the maximum number of shards, and fewer for Parquet", async () => {
  expect(await newFeed({ shards: LIMITS.feedShardsMax })).toMatchObject({ shards: 50 });
  expect(feedCreateSchema.safeParse({ channel_id: channelId, name: "N", shards: 51 }).success).toBe(false);
  const { id } = await newFeed({ format: "parquet", shards: LIMITS.parquetShardsMax });
  const many = updateFeed(call({ id, patch: feedPatchSchema.parse({ shards: 9 }) }));
  expect(await rejectionOf(many)).toMatchObject({ code: "validation_failed", pointers: ["/shards"] });
});

test("a format that the channel's profile does not accept is rejected, at creation and at changes of feed and profile", async () => {
  const market = { country: "US", currency: "USD", language: "en" };
  const channel = channelCreateSchema.parse({ name: "Shopping", profile: "google_merchant", market });
  const { id, profile } = await createChannel(call({ channel }));
  expect(await rejectionOf(newFeed({ channel_id: id, format: "parquet" }))).toMatchObject({
    code: "validation_failed",
    pointers: ["/format"],
    message: `/format: must be xml_rss, tsv, csv: the channel's profile ${profile} does not accept parquet`,
  });
  const feed = await newFeed({ channel_id: id, format: "xml_rss" });
  const patch = (change: object) => updateFeed(call({ id: feed.id, patch: feedPatchSchema.parse(change) }));
  expect(await rejectionOf(patch({ format: "jsonl" }))).toMatchObject({ pointers: ["/format"] });
  const move = () => updateChannel(call({ id, patch: { profile: "stripe_agentic" } }));
  expect(await rejectionOf(move())).toMatchObject({
    pointers: ["/profile"],
    message: expect.stringContaining(
      `accepts csv, but Nightly (${feed.id}) has the format xml_rss: change its format first`,
    ),
  });
  await fixture.db.system.query("UPDATE feeds SET format = 'jsonl' WHERE id = $1", [feed.id]);
  expect(await patch({ name: "As it was" })).toMatchObject({ format: "jsonl", name: "As it was" });
  expect(await move()).toMatchObject({ version: 2 });
});
