import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { customProfileCreateSchema } from "@skucast/contracts/channel-profiles/custom-profile";
import { channelCreateSchema } from "@skucast/contracts/channels/channel";
import { feedCreateSchema } from "@skucast/contracts/feeds/feed";
import { newId } from "@skucast/contracts/ids";
import { LIMITS } from "@skucast/contracts/limits";
import { channelIssueListQuery, productChannelSchema } from "@skucast/contracts/listings/listing";
import type { Principal } from "@skucast/contracts/principal";
import { productBodySchema } from "@skucast/contracts/products/product";
import { createChannelProfile } from "../channel-profiles/create-channel-profile.js";
import { createChannel } from "../channels/create-channel.js";
import { updateChannel } from "../channels/update-channel.js";
import { createFeed } from "../feeds/create-feed.js";
import { upsertProduct } from "../products/upsert-product.js";
import { type CatalogFixture, openCatalogFixture, rejectionOf } from "../testing/open-catalog-fixture.js";
import { listChannelIssues } from "./list-channel-issues.js";
import { listProductChannels } from "./list-product-channels.js";

let fixture: CatalogFixture;
let principal: Principal;
beforeAll(async () => {
  fixture = await openCatalogFixture();
  principal = await fixture.newPrincipal();
});
afterAll(() => fixture.close());

const MINUTE_MS = 60_000;
const market = { country: "US", currency: "USD", language: "en" };
const newChannel = (change: object = {}, as = principal) => {
  const channel = channelCreateSchema.parse({ name: "Shop", profile: "generic", market, ...change });
  return createChannel({ ctx: fixture.ctx, principal: as, input: { channel } });
};
const put = (sku: string, change: object = {}, as = principal) => {
  const product = { title: sku, price_amount: 10, price_currency: "USD", availability: "in_stock", ...change };
  const input = { sku, body: productBodySchema.parse(product), mode: "replace" as const };
  return upsertProduct({ ctx: fixture.ctx, principal: as, input });
};
const channelsOf = async (sku: string, as = principal, after = "", limit = 50) => {
  const page = await listProductChannels({ ctx: fixture.ctx, principal: as, input: { sku, after, limit } });
  for (const item of page.items) productChannelSchema.strict().parse(item);
  return page;
};
const inChannel = async (sku: string, id: string, as = principal) =>
  (await channelsOf(sku, as)).items.find(({ channel_id }) => channel_id === id);

/** Stores a listing as a worker would. */
async function store(channelId: string, sku: string, issues: readonly (readonly [string, string])[], as = principal) {
  const told = issues.map(([severity, code]) => ({ severity, code, field: "title", message: `"code":"rule_failed"` }));
  const isValid = issues.every(([severity]) => severity === "warning");
  await fixture.db.system.query(
    `INSERT INTO listings (workspace_id, channel_id, sku, product_version, is_valid, issues, changed_at)
     VALUES ($1, $2, $3, 1, $4, $5, now())`,
    [as.workspaceId, channelId, sku, isValid, told.length === 0 ? null : JSON.stringify(told)],
  );
}

/** A run of the channel that starts now, by default of a new feed; a successful one becomes live. */
async function run(channelId: string, status: string, ofFeed?: string): Promise<string> {
  const feed = feedCreateSchema.parse({ channel_id: channelId, name: "Nightly" });
  const feedId = ofFeed ?? (await createFeed({ ctx: fixture.ctx, principal, input: { feed } })).id;
  const now = fixture.ctx.clock.now();
  const id = newId("run", now.getTime());
  await fixture.db.system.query(
    `INSERT INTO runs (workspace_id, id, feed_id, status, trigger, created_at, updated_at, started_at, finished_at)
     VALUES ($1, $2, $3, $4, 'manual', $5, $5, $5, $5)`,
    [principal.workspaceId, id, feedId, status, now],
  );
  if (status.startsWith("succeeded")) await makeLive(feedId, id);
  return feedId;
}

const makeLive = (feedId: string, runId: string) =>
  fixture.db.system.query("UPDATE feeds SET live_run_id = $2 WHERE id = $1", [feedId, runId]);

describe("a product's status in its channels", () => {
  test("is shown of channels with a profile of the workspace too, with the issues of that profile", async () => {
    const by = await fixture.newPrincipal();
    const profile = customProfileCreateSchema.parse({
      name: "custom_market",
      title: "Market",
      formats: ["csv"],
      columns: [
        { name: "id", type: "text", from: "sku", required: true },
        { name: "amount", type: "money", from: "price_amount" },
        { name: "maker", type: "text", from: "brand", required: true },
      ],
    });
    await createChannelProfile({ ctx: fixture.ctx, principal: by, input: { profile } });
    await newChannel({ profile: "custom_market" }, by);
    fixture.tick(1);
    await newChannel({}, by);
    await put("W", {}, by);
    const issues = [{ sku: "W", code: "missing_value", field: "maker" }];
    expect((await channelsOf("W", by)).items).toMatchObject([
      { profile: "custom_market", status: "invalid", issues },
      { profile: "generic", status: "pending", issues: [] },
    ]);
    await put("W", { brand: "Acme" }, by);
    expect((await channelsOf("W", by)).items).toMatchObject([{ status: "pending", issues: [] }, { status: "pending" }]);
  });

  test("is pending, then published by a good run, and pending again when its row changes; the old row stays live", async () => {
    const { id } = await newChannel();
    await put("P");
    expect(await inChannel("P", id)).toMatchObject({ status: "pending", last_published_at: null, issues: [] });
    fixture.tick(MINUTE_MS);
    await run(id, "succeeded_with_errors");
    const published = await inChannel("P", id);
    expect(published).toMatchObject({ status: "published", last_published_at: fixture.ctx.clock.now().toISOString() });
    fixture.tick(MINUTE_MS);
    await put("P", { price_amount: 12 });
    const pending = await inChannel("P", id);
    expect(pending).toMatchObject({ status: "pending", changed_at: fixture.ctx.clock.now().toISOString() });
    expect(pending?.row_hash).not.toBe(published?.row_hash);
    fixture.tick(MINUTE_MS);
    await run(id, "failed");
    expect(await inChannel("P", id)).toMatchObject({ status: "pending" });
    await run(id, "held");
    expect(await inChannel("P", id)).toMatchObject({ status: "held" });
  });

  test("is published by a run that was skipped because nothing changed, and pending again after a rollback", async () => {
    const { id } = await newChannel();
    await put("R");
    const feedId = await run(id, "succeeded");
    const { rows } = await fixture.db.system.query<{ id: string }>(
      "SELECT live_run_id AS id FROM feeds WHERE id = $1",
      [feedId],
    );
    fixture.tick(MINUTE_MS);
    await put("R", { metadata: { note: "of no column" } });
    fixture.tick(MINUTE_MS);
    await run(id, "skipped", feedId);
    expect(await inChannel("R", id)).toMatchObject({ status: "published" });
    fixture.tick(MINUTE_MS);
    await put("R", { title: "Other" });
    fixture.tick(MINUTE_MS);
    await run(id, "succeeded", feedId);
    fixture.tick(MINUTE_MS);
    await run(id, "skipped", feedId);
    expect(await inChannel("R", id)).toMatchObject({ status: "published" });
    await makeLive(feedId, rows[0]?.id ?? "");
    expect(await inChannel("R", id)).toMatchObject({ status: "pending" });
  });

  test("is invalid with all issues and hints, or excluded with every reason, at once and independent of workers", async () => {
    const openai = await newChannel({ profile: "openai_products", defaults: { seller_name: "Acme", brand: "Acme" } });
    const narrow = await newChannel({ selection: { filters: { brand: ["x"], q: "y" }, exclude_skus: ["Q"] } });
    await put("Q", { url: "https://a.example/", image_url: "https://a.example/i.jpg" });
    expect(await inChannel("Q", openai.id)).toMatchObject({
      status: "invalid",
      row_hash: null,
      profile: "openai_products",
      issues: [{ sku: "Q", code: "missing_value", field: "description", fix_hint: expect.stringContaining("default") }],
    });
    expect(await inChannel("Q", narrow.id)).toMatchObject({
      status: "excluded",
      reasons: ["exclude_skus", "brand", "q"],
      changed_at: null,
      issues: [],
    });
    await put("Q", { status: "draft" });
    expect(await inChannel("Q", openai.id)).toMatchObject({ status: "excluded", reasons: ["status"] });
  });

  test("shows when a sale starts, and the row changes then", async () => {
    const { id } = await newChannel();
    const begins = new Date(fixture.ctx.clock.now().getTime() + 2 * MINUTE_MS).toISOString();
    await put("S", { sale_price_amount: 5, sale_price_starts_at: begins });
    fixture.tick(MINUTE_MS);
    await run(id, "succeeded");
    expect(await inChannel("S", id)).toMatchObject({ status: "published", next_change_at: begins });
    fixture.tick(MINUTE_MS);
    expect(await inChannel("S", id)).toMatchObject({ status: "pending", changed_at: begins, next_change_at: null });
  });

  describe("whose id another product has", () => {
    const claims = (id: string, sku: string, change: object = {}, as = principal) =>
      put(sku, { channel_overrides: { [id]: { sku: "X" } }, ...change }, as);
    /** Stores a listing with the id, or a listing of the product X, as a worker would. */
    const storeId = (channelId: string, sku: string, isValid = true) =>
      fixture.db.system.query(
        `INSERT INTO listings (workspace_id, channel_id, sku, product_version, is_valid, row_id, changed_at)
         VALUES ($1, $2, $3, 1, $4, nullif('X', $3), now())`,
        [principal.workspaceId, channelId, sku, isValid],
      );
    const holderOf = async (id: string, sku: string) => {
      const { status, row_hash, issues = [] } = (await inChannel(sku, id)) ?? {};
      expect([status, row_hash === null]).toEqual(issues.length > 0 ? ["invalid", true] : ["pending", false]);
      return issues.map(({ code, field, message }) => `${code} ${field}: ${message}`).join();
    };

    test("is invalid and names it: the one whose SKU it is, otherwise the first one", async () => {
      const { id } = await newChannel();
      for (const sku of ["DA", "DB", "DC"]) await claims(id, sku);
      await put("X");
      await storeId(id, "DB");
      expect(await holderOf(id, "DC")).toBe("duplicate_id sku: X is already the id of the product DB");
      expect([await holderOf(id, "DA"), await holderOf(id, "DB")]).toEqual(["", ""]);
      await storeId(id, "X", false);
      expect(await holderOf(id, "DA")).toBe("");
      await fixture.db.system.query("UPDATE listings SET is_valid = true WHERE channel_id = $1 AND sku = 'X'", [id]);
      expect(await holderOf(id, "DA")).toBe("duplicate_id sku: X is already the id of the product X");
      expect(await holderOf(id, "X")).toBe("");
      await put("DA");
      expect(await holderOf(id, "DA")).toBe("");
    });

    test("is not invalid because of products of other channels and workspaces", async () => {
      const { id } = await newChannel();
      const other = await newChannel();
      await claims(id, "DB");
      await storeId(other.id, "DA");
      const outsider = await fixture.newPrincipal();
      await fixture.db.system.query(
        `INSERT INTO listings (workspace_id, channel_id, sku, product_version, is_valid, row_id, changed_at)
         VALUES ($1, $2, 'DA', 1, true, 'X', now())`,
        [outsider.workspaceId, id],
      );
      expect(await holderOf(id, "DB")).toBe("");
    });

    test("is pending once it has the id, although a run started since its last change", async () => {
      const { id } = await newChannel();
      await claims(id, "DB");
      await storeId(id, "DA");
      fixture.tick(MINUTE_MS);
      await run(id, "succeeded");
      fixture.tick(MINUTE_MS);
      await fixture.db.system.query(
        `INSERT INTO listings (workspace_id, channel_id, sku, product_version, is_valid, row_id, id_holder, changed_at)
         VALUES ($1, $2, 'DB', 1, false, 'X', 'DA', now())`,
        [principal.workspaceId, id],
      );
      expect(await inChannel("DB", id)).toMatchObject({ status: "invalid", last_published_at: null });
      await fixture.db.system.query("DELETE FROM listings WHERE channel_id = $1 AND sku = 'DA'", [id]);
      const changed_at = fixture.ctx.clock.now().toISOString();
      expect(await inChannel("DB", id)).toMatchObject({ status: "pending", last_published_at: null, changed_at });
    });

    test("is invalid for a restricted member as well", async () => {
      const { id } = await newChannel();
      await claims(id, "DB");
      await storeId(id, "DA");
      const member = await fixture.newMember(principal, "viewer", [id]);
      expect(await inChannel("DB", id, member)).toMatchObject({ status: "invalid" });
    });
  });

  test("is listed in pages, without archived channels and other workspaces", async () => {
    const own = await fixture.newPrincipal();
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      fixture.tick(1);
      ids.push((await newChannel({}, own)).id);
    }
    const archive = { id: ids[4] ?? "", patch: { status: "archived" as const } };
    await updateChannel({ ctx: fixture.ctx, principal: own, input: archive });
    await put("L", {}, own);
    const first = await channelsOf("L", own, "", 3);
    const rest = await channelsOf("L", own, first.next ?? "", 3);
    expect([...first.items, ...rest.items].map(({ channel_id }) => channel_id)).toEqual(ids.slice(0, 4));
    expect(rest.next).toBeNull();
    expect(await rejectionOf(channelsOf("L"))).toMatchObject({ code: "not_found" });
  });

  test.each([["channels:read"], ["products:read"]] as const)("the scope %s alone is not enough", async (scope) => {
    await put("P");
    expect(await rejectionOf(channelsOf("P", { ...principal, scopes: new Set([scope]) }))).toMatchObject({
      code: "forbidden",
    });
  });
});

describe("a channel's issues", () => {
  let id = "";
  beforeAll(async () => {
    id = (await newChannel()).id;
    await store(id, "A", [
      ["error", "missing_value"],
      ["warning", "too_long"],
    ]);
    await store(id, "B", []);
    await store(id, "C", [["warning", "too_long"]]);
    await store(id, "D", [
      ["error", "missing_value"],
      ["error", "missing_value"],
      ["error", "invalid_gtin"],
    ]);
  });
  const issues = (query: object = {}, after = "", as = principal, channel = id) => {
    const { limit, cursor: _cursor, ...filter } = channelIssueListQuery.parse(query);
    return listChannelIssues({ ctx: fixture.ctx, principal: as, input: { id: channel, after, limit, ...filter } });
  };
  const told = ({ items }: Awaited<ReturnType<typeof issues>>) => items.map(({ sku, code }) => `${sku} ${code}`);
  const ALL = ["A missing_value", "A too_long", "C too_long", "D missing_value", "D missing_value", "D invalid_gtin"];

  test("are counted by code and severity, on the first page", async () => {
    const { summary, isComplete } = await issues({ limit: "2" });
    expect(summary).toEqual({
      products: 3,
      invalid: 2,
      is_exact: true,
      counts: [
        { code: "missing_value", severity: "error", count: 3 },
        { code: "too_long", severity: "warning", count: 2 },
        { code: "invalid_gtin", severity: "error", count: 1 },
      ],
      causes: [
        { code: "missing_value", products: 2 },
        { code: "invalid_gtin", products: 1 },
        { code: "too_long", products: 2 },
      ].map((cause) => expect.objectContaining({ ...cause, field: "title", fix_hint: expect.stringMatching(/./) })),
    });
    expect(isComplete).toBe(false);
    await fixture.db.system.query("UPDATE listing_walks SET completed_at = now() WHERE channel_id = $1", [id]);
    expect((await issues({}, "1 A")).summary).toBeNull();
    expect((await issues()).isComplete).toBe(true);
  });

  test("are filtered by column, with or without a code", async () => {
    expect(told(await issues({ field: "title", code: "too_long" }))).toEqual(["A too_long", "C too_long"]);
    expect(told(await issues({ field: "title" }))).toEqual(ALL);
    expect(told(await issues({ field: "title", severity: "warning" }))).toEqual(["A too_long", "C too_long"]);
    expect(told(await issues({ field: "brand" }))).toEqual([]);
  });

  test.each([1, 2, 3, 4, 5, 6, 7])("are listed in pages of %i: each once, in order", async (limit) => {
    const seen: string[] = [];
    for (let after: string | null = ""; after !== null; ) {
      const page: Awaited<ReturnType<typeof issues>> = await issues({ limit: String(limit) }, after);
      expect(page.items.length).toBeLessThanOrEqual(limit);
      seen.push(...told(page));
      after = page.next;
    }
    expect(seen).toEqual(ALL);
  });

  test.each([
    [{ code: "missing_value" }, ["A missing_value", "D missing_value", "D missing_value"]],
    [{ severity: "warning" }, ["A too_long", "C too_long"]],
    [{ severity: "error", code: "too_long" }, []],
    [{ sku: "D", code: "invalid_gtin" }, ["D invalid_gtin"]],
    [{ sku: "B" }, []],
    // A word in a message is not a code.
    [{ code: "rule_failed" }, []],
  ])("filtered by %j are %j", async (query, expected) => {
    const page = await issues(query);
    expect(told(page)).toEqual(expected);
    expect(page.next).toBeNull();
  });

  test("with a selective filter, a page examines a limited number of products and continues after them", async () => {
    const own = await fixture.newPrincipal();
    const channel = await newChannel({}, own);
    const count = LIMITS.pageScanRowsMax + 1;
    await fixture.db.system.query(
      `INSERT INTO listings (workspace_id, channel_id, sku, product_version, is_valid, issues, changed_at)
       SELECT $1, $2, to_char(n, 'FM000000'), 1, true, CASE WHEN n = $3 THEN $5 ELSE $4 END, now() FROM generate_series(1, $3::int) AS n`,
      [
        own.workspaceId,
        channel.id,
        count,
        ...["too_long", "placeholder"].map((code) => JSON.stringify([{ severity: "warning", code }])),
      ],
    );
    const first = await issues({ code: "placeholder" }, "", own, channel.id);
    expect([first.items, first.next]).toEqual([[], `0 ${String(LIMITS.pageScanRowsMax).padStart(6, "0")}`]);
    const rest = await issues({ code: "placeholder" }, first.next ?? "", own, channel.id);
    expect([told(rest), rest.next]).toEqual([[`${String(count).padStart(6, "0")} placeholder`], null]);
  });

  test("are visible with the channel: a restricted member sees only those of their channels", async () => {
    const other = await newChannel();
    await store(other.id, "Z", [["error", "missing_value"]]);
    const member = await fixture.newMember(principal, "viewer", [id]);
    expect(told(await issues({}, "", member))).toEqual(ALL);
    expect(await rejectionOf(issues({}, "", member, other.id))).toMatchObject({ code: "not_found" });
    const otherWorkspace = await fixture.newPrincipal();
    expect(await rejectionOf(issues({}, "", otherWorkspace))).toMatchObject({ code: "not_found" });
  });
});
