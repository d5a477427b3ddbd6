import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { channelCreateSchema } from "@skucast/contracts/channels/channel";
import { destinationCreateSchema } from "@skucast/contracts/destinations/destination";
import { feedCreateSchema } from "@skucast/contracts/feeds/feed";
import type { Principal } from "@skucast/contracts/principal";
import { createChannel } from "../channels/create-channel.js";
import { updateChannel } from "../channels/update-channel.js";
import { createDestination } from "../destinations/create-destination.js";
import { type CatalogFixture, openCatalogFixture, rejectionOf } from "../testing/open-catalog-fixture.js";
import { createFeed } from "./create-feed.js";
import { updateFeed } from "./update-feed.js";

let fixture: CatalogFixture;
let principal: Principal;
beforeAll(async () => {
  fixture = await openCatalogFixture();
  principal = await fixture.newPrincipal();
});
afterAll(() => fixture.close());

const call = <Input>(input: Input) => ({ ctx: fixture.ctx, principal, input });
const market = { country: "US", currency: "USD", language: "en" };
const newChannel = (profile: string, rules: readonly object[] = []) =>
  createChannel(call({ channel: channelCreateSchema.parse({ name: "Shop", profile, market, rules }) }));
const newFeed = (channel_id: string, change: object) =>
  createFeed(call({ feed: feedCreateSchema.parse({ channel_id, name: "Fast", ...change }) }));

test("columns of the profile are accepted, with the id, and can be cleared", async () => {
  const { id } = await newChannel("stripe_agentic");
  const feed = await newFeed(id, { columns: ["id", "price"] });
  expect(feed.columns).toEqual(["id", "price"]);
  const patched = (patch: object) => updateFeed(call({ id: feed.id, patch }));
  expect((await patched({ name: "Prices" })).columns).toEqual(["id", "price"]);
  expect((await patched({ columns: null })).columns).toBeNull();
});

test("every column that is unknown or repeated, and a missing id, is reported at once", async () => {
  const { id } = await newChannel("stripe_agentic");
  const rejection = await rejectionOf(newFeed(id, { columns: ["price", "cost", "price"] }));
  expect(rejection.pointers).toEqual(["/columns/1", "/columns/2", "/columns"]);
  const { id: feedId } = await newFeed(id, {});
  const patch = { columns: ["id", "sku"] };
  expect((await rejectionOf(updateFeed(call({ id: feedId, patch })))).pointers).toEqual(["/columns/1"]);
});

test("a channel keeps the columns of its feeds", async () => {
  const { id } = await newChannel("generic", [{ type: "constant", field: "season", value: "summer" }]);
  const { id: feedId } = await newFeed(id, { columns: ["sku", "season"] });
  const changed = (patch: object) => updateChannel(call({ id, patch }));
  for (const [pointer, column, patch] of [
    ["/rules", "season", { rules: [] }],
    ["/profile", "sku", { profile: "meta_catalog", rules: [] }],
  ] as const) {
    expect(await rejectionOf(changed(patch))).toMatchObject({
      pointers: [pointer],
      message: expect.stringContaining(`(${feedId}) without its column ${column}`),
    });
  }
  await updateFeed(call({ id: feedId, patch: { columns: ["sku"] } }));
  expect((await changed({ rules: [] })).rules).toEqual([]);
});

test("a destination that takes products takes all columns, and no archive", async () => {
  const { id } = await newChannel("acp_feed");
  const destination = destinationCreateSchema.parse({
    name: "Agent",
    type: "acp",
    url: "https://agent.example/acp",
    host_feed_id: "feed_1",
    auth: { type: "bearer", token: "t" },
  });
  const deliveries = [{ type: "sftp_push", destination_id: (await createDestination(call({ destination }))).id }];
  const feed = await newFeed(id, { format: "jsonl", deliveries });
  for (const patch of [{ columns: ["id", "price"] }, { compression: "zip" as const }]) {
    const rejection = await rejectionOf(updateFeed(call({ id: feed.id, patch })));
    expect(rejection.pointers).toEqual([`/${Object.keys(patch)[0]}`]);
  }
});
