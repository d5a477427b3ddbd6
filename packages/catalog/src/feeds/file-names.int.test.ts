import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { channelCreateSchema } from "@skucast/contracts/channels/channel";
import { destinationCreateSchema, type UploadStrategy } from "@skucast/contracts/destinations/destination";
import { type FeedPatch, feedCreateSchema } from "@skucast/contracts/feeds/feed";
import type { Principal } from "@skucast/contracts/principal";
import { createChannel } from "../channels/create-channel.js";
import { createDestination } from "../destinations/create-destination.js";
import { updateDestination } from "../destinations/update-destination.js";
import { type CatalogFixture, openCatalogFixture, rejectionOf } from "../testing/open-catalog-fixture.js";
import { createFeed } from "./create-feed.js";
import { updateFeed } from "./update-feed.js";

let fixture: CatalogFixture;
let principal: Principal;
let channelId: string;
beforeAll(async () => {
  fixture = await openCatalogFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  principal = await fixture.newPrincipal();
  const market = { country: "US", currency: "USD", language: "en" };
  channelId = (await createChannel(call({ channel: channelCreateSchema.parse({ name: "Shop", market }) }))).id;
});

const call = <Input>(input: Input) => ({ ctx: fixture.ctx, principal, input });
let folders = 0;
/** Creates a destination, by default with a folder of its own. */
const at = async (strategy: UploadStrategy, path = `/folder-${folders++}`): Promise<string> => {
  const login = { host: "sftp.example", username: "u", auth: { type: "password", password: "pw" } };
  const destination = destinationCreateSchema.parse({ name: "Partner", ...login, strategy, path });
  return (await createDestination(call({ destination }))).id;
};
const deliveriesTo = (id: string) => [{ type: "sftp_push" as const, destination_id: id }];
const newFeed = (change: object) =>
  createFeed(call({ feed: feedCreateSchema.parse({ channel_id: channelId, name: "Nightly", ...change }) }));
const patchFeed = (id: string, patch: FeedPatch) => updateFeed(call({ id, patch }));

test("two feeds cannot write the same file at a destination: the second is rejected with the other feed's name", async () => {
  const deliveries = deliveriesTo(await at("rename"));
  const first = await newFeed({ name: "Prices", deliveries });
  expect(await rejectionOf(newFeed({ deliveries }))).toMatchObject({
    code: "conflict",
    pointers: ["/file_name"],
    message: expect.stringMatching(
      `products.csv is already written to Partner .* by the feed Prices \\(${first.id}\\); choose another file_name or destination for one of them`,
    ),
  });
  const second = await newFeed({ file_name: "second.csv", deliveries });
  const elsewhere = await newFeed({ deliveries: deliveriesTo(await at("rename")) });
  const moves = [patchFeed(second.id, { file_name: "products.csv" }), patchFeed(elsewhere.id, { deliveries })];
  for (const move of moves) expect((await rejectionOf(move)).code).toBe("conflict");
  await patchFeed(first.id, { status: "archived" });
  expect(await patchFeed(second.id, { file_name: "products.csv" })).toMatchObject({ version: 2 });
});

test("the names of all shards count, but similar names do not", async () => {
  const deliveries = deliveriesTo(await at("rename"));
  await newFeed({ shards: 2, deliveries });
  expect((await rejectionOf(newFeed({ file_name: "products_part_2_of_2.csv", deliveries }))).code).toBe("conflict");
  const plain = await newFeed({ deliveries });
  expect((await rejectionOf(patchFeed(plain.id, { shards: 2 }))).code).toBe("conflict");
  expect(await newFeed({ file_name: "products_part_3_of_3.csv", deliveries })).toMatchObject({ version: 1 });
});

test.each([
  ["trigger", "x.csv.done"],
  ["manifest_last", "x.csv.manifest.json"],
] as const)(
  "the manifest or trigger of %s counts, in both directions and after a change of strategy",
  async (strategy, name) => {
    const deliveries = deliveriesTo(await at(strategy));
    await newFeed({ file_name: "x.csv", deliveries });
    expect((await rejectionOf(newFeed({ file_name: name, deliveries }))).message).toContain(
      `${name} is already written to Partner`,
    );
    const id = await at("rename");
    await newFeed({ file_name: name, deliveries: deliveriesTo(id) });
    await newFeed({ file_name: "x.csv", deliveries: deliveriesTo(id) });
    expect(await rejectionOf(updateDestination(call({ id, patch: { strategy } })))).toMatchObject({
      code: "conflict",
      pointers: ["/strategy"],
      message: expect.stringMatching(`${name} would be written there by two feeds, .* with the strategy ${strategy}`),
    });
    expect((await updateDestination(call({ id, patch: { strategy: "direct" } }))).strategy).toBe("direct");
  },
);

test("destinations with the same folder count as one, also after a change of folder", async () => {
  const first = await at("rename", "/a/in");
  const third = await at("rename", "/other");
  await newFeed({ deliveries: deliveriesTo(first) });
  for (const path of ["/a/in/", "/a//in", "//a/in"]) {
    const second = await at("rename", path);
    expect((await rejectionOf(newFeed({ deliveries: deliveriesTo(second) }))).code).toBe("conflict");
  }
  await newFeed({ deliveries: deliveriesTo(third) });
  const moved = updateDestination(call({ id: third, patch: { path: "/a/in" } }));
  expect(await rejectionOf(moved)).toMatchObject({ code: "conflict", pointers: ["/path"] });
});

test("of concurrent creations and changes, only one gets the name", async () => {
  const deliveries = deliveriesTo(await at("rename"));
  const feeds = await Promise.all(["a", "b", "c"].map((name) => newFeed({ file_name: `${name}.csv`, deliveries })));
  const tries = await Promise.allSettled([
    ...feeds.map(({ id }) => patchFeed(id, { file_name: "products.csv" })),
    newFeed({ deliveries }),
    newFeed({ deliveries }),
  ]);
  expect(tries.map(({ status }) => status).sort()).toEqual(["fulfilled", ...Array(4).fill("rejected")]);
});

test("a feed with a shared name from earlier versions can still be changed otherwise", async () => {
  const deliveries = deliveriesTo(await at("rename"));
  const { id } = await newFeed({ deliveries });
  const other = await newFeed({ file_name: "other.csv", deliveries });
  await fixture.db.system.query("UPDATE feeds SET file_name = 'products.csv' WHERE id = $1", [other.id]);
  expect(await patchFeed(id, { name: "Renamed", schedule: null })).toMatchObject({ name: "Renamed" });
});

test("a dated name cannot be the name of another feed's file on some day", async () => {
  const deliveries = deliveriesTo(await at("rename"));
  await newFeed({ file_name: "products-{date:YYYYMMDD}.csv", deliveries });
  for (const file_name of ["products-{date:DDMMYYYY}.csv", "products-20261127.csv"]) {
    expect((await rejectionOf(newFeed({ file_name, deliveries }))).pointers).toEqual(["/file_name"]);
  }
  expect((await newFeed({ file_name: "products-{date:YYYYMM}.csv", deliveries })).file_name).toBe(
    "products-{date:YYYYMM}.csv",
  );
});

test("zip is stored, named and shown, and is left by another format", async () => {
  const created = await newFeed({ compression: "zip" });
  expect(created).toMatchObject({ compression: "zip", file_name: "products.csv.zip" });
  expect(await patchFeed(created.id, { name: "Other" })).toMatchObject({ compression: "zip" });
  expect(await patchFeed(created.id, { compression: "gzip" })).toMatchObject({ compression: "gzip" });
});
