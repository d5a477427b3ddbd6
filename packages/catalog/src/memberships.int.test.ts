import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { GUARD_DEFAULTS } from "@skucast/contracts/feeds/guards";
import { newId } from "@skucast/contracts/ids";
import type { Principal } from "@skucast/contracts/principal";
import type { Role } from "@skucast/contracts/roles";
import { SCOPES } from "@skucast/contracts/scopes";
import { createChannel } from "./channels/create-channel.js";
import { getChannel } from "./channels/get-channel.js";
import { listChannels } from "./channels/list-channels.js";
import { updateChannel } from "./channels/update-channel.js";
import { listDestinations } from "./destinations/list-destinations.js";
import { createFeed } from "./feeds/create-feed.js";
import { listFeeds } from "./feeds/list-feeds.js";
import { batchUpsertProducts } from "./products/batch-upsert-products.js";
import { deleteProduct } from "./products/delete-product.js";
import { getProduct } from "./products/get-product.js";
import { listProducts } from "./products/list-products.js";
import { upsertProduct } from "./products/upsert-product.js";
import { startRun } from "./runs/start-run.js";
import { type CatalogFixture, openCatalogFixture } from "./testing/open-catalog-fixture.js";
import { createWebhookEndpoint } from "./webhook-endpoints/create-webhook-endpoint.js";
import { listWebhookEndpoints } from "./webhook-endpoints/list-webhook-endpoints.js";

let catalog: CatalogFixture;
let key: Principal;
let channelId: string;
let foreignChannelId: string;
let feedId: string;
let foreignFeedId: string;

/** A member whose token claims every scope, so that rejections below come from the database. */
async function newMember(role: Role, channelIds: readonly string[] | null): Promise<Principal> {
  const userId = newId("usr");
  const { system } = catalog.db;
  await system.query("INSERT INTO users (id, email, password_hash) VALUES ($1, $1, 'x')", [userId]);
  await system.query(
    "INSERT INTO memberships (workspace_id, user_id, role, channel_ids) VALUES ($1, $2, $3, $4::jsonb)",
    [key.workspaceId, userId, role, channelIds && JSON.stringify(channelIds)],
  );
  const session = { sessionId: newId("ses"), authenticatedAt: new Date() };
  return { kind: "user", workspaceId: key.workspaceId, userId, ...session, scopes: new Set(SCOPES) };
}

const market = { country: "US", currency: "USD", language: "en" };
const selecting = (...skus: string[]) => ({
  selection: { filters: { brand: ["Acme"] }, include_skus: skus, exclude_skus: [] },
});
const channelOf = (name: string, skus: string[]) => ({
  name,
  profile: "generic" as const,
  status: "active" as const,
  in_public_directory: false,
  market,
  defaults: {},
  rules: [],
  ...selecting(...skus),
});
const feedOf = (channel_id: string) => ({
  channel_id,
  name: "Nightly",
  status: "active" as const,
  format: "csv" as const,
  compression: "none" as const,
  file_name: "products.csv",
  shards: 1,
  coverage: "full" as const,
  columns: null,
  schedule: null,
  deliveries: [],
  guards: GUARD_DEFAULTS,
});
const bodyOf = (sku: string, more: object = {}) => ({
  sku,
  title: sku,
  price_amount: 1,
  price_currency: "USD",
  availability: "in_stock" as const,
  ...more,
});
const ctx = () => catalog.ctx;
const upsert = (principal: Principal, sku: string, more: object = {}) =>
  upsertProduct({ ctx: ctx(), principal, input: { sku, body: bodyOf(sku, more), mode: "merge" } });
const page = { after: "", limit: 50 };
const skusSeenBy = async (principal: Principal): Promise<string[]> => {
  const { docs } = await listProducts({ ctx: ctx(), principal, input: page });
  return JSON.parse(`[${docs}]`).map(({ sku }: { sku: string }) => sku);
};

beforeAll(async () => {
  catalog = await openCatalogFixture();
  key = await catalog.newPrincipal();
  const create = (name: string, skus: string[]) =>
    createChannel({ ctx: ctx(), principal: key, input: { channel: channelOf(name, skus) } });
  channelId = (await create("Own", ["IN", "NEW-IN"])).id;
  foreignChannelId = (await create("Foreign", ["OUT"])).id;
  const feed = (id: string) => createFeed({ ctx: ctx(), principal: key, input: { feed: feedOf(id) } });
  feedId = (await feed(channelId)).id;
  foreignFeedId = (await feed(foreignChannelId)).id;
  for (const sku of ["IN", "OUT", "PLAIN"]) await upsert(key, sku);
  await upsert(key, "BRANDED", { brand: "Acme" });
});
afterAll(() => catalog.close());

describe("an editor restricted to a channel", () => {
  let editor: Principal;
  beforeAll(async () => {
    editor = await newMember("editor", [channelId]);
  });

  test("sees only the products that the channel selects, in lists and with filters", async () => {
    expect(await skusSeenBy(editor)).toEqual(["BRANDED", "IN"]);
    await expect(getProduct({ ctx: ctx(), principal: editor, input: { sku: "OUT" } })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("sees only that channel and its feeds", async () => {
    const channels = await listChannels({ ctx: ctx(), principal: editor, input: page });
    expect(channels.items.map(({ id }) => id)).toEqual([channelId]);
    const feeds = await listFeeds({ ctx: ctx(), principal: editor, input: page });
    expect(feeds.items.map(({ id }) => id)).toEqual([feedId]);
    await expect(getChannel({ ctx: ctx(), principal: editor, input: { id: foreignChannelId } })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("can write only products that the channel selects; in a batch, others are rejected individually", async () => {
    expect(await upsert(editor, "IN", { title: "By the editor" })).toMatchObject({ type: "updated" });
    await expect(upsert(editor, "NEW-OUT")).rejects.toMatchObject({ code: "forbidden" });
    // The error for a hidden product is the same as for a missing one.
    await expect(upsert(editor, "OUT", { brand: "Acme" })).rejects.toMatchObject({ code: "forbidden" });
    const items = ["NEW-IN", "NEW-OUT"].map((sku) => bodyOf(sku));
    const results = await batchUpsertProducts({ ctx: ctx(), principal: editor, input: { items, mode: "partial" } });
    expect(results.results).toMatchObject([
      { sku: "NEW-IN", status: "created" },
      { sku: "NEW-OUT", status: "failed", error: { code: "forbidden" } },
    ]);
    expect(await skusSeenBy(key)).toEqual(["BRANDED", "IN", "NEW-IN", "OUT", "PLAIN"]);
  });

  test("cannot move a product out of their channels, nor delete one outside of them", async () => {
    await expect(upsert(editor, "BRANDED", { brand: "Other" })).rejects.toMatchObject({ code: "forbidden" });
    await expect(deleteProduct({ ctx: ctx(), principal: editor, input: { sku: "OUT" } })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("can change the channel and run its feed, but cannot create a channel or run another feed", async () => {
    const patch = { name: "Renamed" };
    await updateChannel({ ctx: ctx(), principal: editor, input: { id: channelId, patch } });
    await startRun({ ctx: ctx(), principal: editor, input: { feedId } });
    const selection = { include_skus: ["OUT"] };
    const rejected = [
      updateChannel({ ctx: ctx(), principal: editor, input: { id: channelId, patch: { selection } } }),
      createChannel({ ctx: ctx(), principal: editor, input: { channel: channelOf("New", []) } }),
      createFeed({ ctx: ctx(), principal: editor, input: { feed: feedOf(foreignChannelId) } }),
      startRun({ ctx: ctx(), principal: editor, input: { feedId: foreignFeedId } }),
      updateChannel({ ctx: ctx(), principal: editor, input: { id: foreignChannelId, patch } }),
    ];
    const codes = (await Promise.allSettled(rejected)).map((one) => one.status === "rejected" && one.reason.code);
    expect(codes).toEqual(["forbidden", "forbidden", "validation_failed", "not_found", "not_found"]);
  });

  test("cannot see or create webhooks, and sees only destinations of the channel's feeds", async () => {
    const webhooks = await listWebhookEndpoints({ ctx: ctx(), principal: editor, input: page });
    const destinations = await listDestinations({ ctx: ctx(), principal: editor, input: page });
    expect([webhooks.items, destinations.items]).toEqual([[], []]);
    const endpoint = {
      url: "https://hooks.example/",
      description: null,
      event_types: ["*" as const],
      status: "active" as const,
      channel_ids: null,
      rate_per_second: null,
      ordering: "none" as const,
      headers: [],
      plain_signature: null,
      client_certificate: null,
    };
    await expect(createWebhookEndpoint({ ctx: ctx(), principal: editor, input: { endpoint } })).rejects.toMatchObject({
      code: "forbidden",
    });
  });
});

describe("a viewer", () => {
  test("can read everything, and the database rejects every write, regardless of the token's scopes", async () => {
    const viewer = await newMember("viewer", null);
    expect(await skusSeenBy(viewer)).toContain("OUT");
    const patch = { name: "Mine" };
    const rejected = [
      upsert(viewer, "NEW"),
      upsert(viewer, "IN", { title: "By the viewer" }),
      createChannel({ ctx: ctx(), principal: viewer, input: { channel: channelOf("New", []) } }),
      updateChannel({ ctx: ctx(), principal: viewer, input: { id: channelId, patch } }),
      startRun({ ctx: ctx(), principal: viewer, input: { feedId: foreignFeedId } }),
    ];
    const codes = (await Promise.allSettled(rejected)).map((one) =>
      one.status === "rejected" ? one.reason.code : "written",
    );
    expect(codes).toEqual(rejected.map(() => "forbidden"));
  });
});

test("a former member sees nothing, even with a principal that has not been updated", async () => {
  const gone = await newMember("admin", null);
  if (gone.kind !== "user") throw new Error("a member is a user");
  expect(await skusSeenBy(gone)).not.toEqual([]);
  await catalog.db.system.query("DELETE FROM memberships WHERE user_id = $1", [gone.userId]);
  expect(await skusSeenBy(gone)).toEqual([]);
});
