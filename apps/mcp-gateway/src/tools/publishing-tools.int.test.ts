import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { listAuditLog } from "@skucast/catalog/audit/list-audit-log";
import { createChannel } from "@skucast/catalog/channels/create-channel";
import { createFeed } from "@skucast/catalog/feeds/create-feed";
import { channelCreateSchema } from "@skucast/contracts/channels/channel";
import { feedCreateSchema } from "@skucast/contracts/feeds/feed";
import { newId } from "@skucast/contracts/ids";
import { LIMITS } from "@skucast/contracts/limits";
import type { Principal } from "@skucast/contracts/principal";
import { MANAGE_WORKSPACE, type Permission, SCOPES } from "@skucast/contracts/scopes";
import { callTools, type ToolCaller } from "../testing/call-tools.js";
import { type GatewayFixture, openGatewayFixture } from "../testing/open-gateway.js";
import { estimateTokens } from "./parts/count-tokens.js";

let gateway: GatewayFixture;
let tools: ToolCaller;
let workspaceId: string;
let channelId: string;
let feedId: string;

beforeAll(async () => {
  gateway = await openGatewayFixture();
  workspaceId = await gateway.newWorkspace();
  const principal: Principal = { kind: "system", workspaceId, scopes: new Set(SCOPES) };
  const call = { ctx: gateway.ctx.catalog, principal };
  const channel = channelCreateSchema.parse({
    name: "Shop",
    market: { country: "US", currency: "USD", language: "en" },
    profile: "openai_products",
    selection: { exclude_skus: ["out"] },
    defaults: { seller_name: "Shop", seller_url: "https://shop.example" },
  });
  channelId = (await createChannel({ ...call, input: { channel } })).id;
  const feed = feedCreateSchema.parse({ channel_id: channelId, name: "Nightly", format: "jsonl" });
  feedId = (await createFeed({ ...call, input: { feed } })).id;
  tools = await callTools(gateway.url, gateway.appOf(workspaceId));
  await tools.call("upsert_products", {
    products: [product("good"), product("out"), product("faulty", { image_url: null })],
  });
});
afterAll(async () => {
  await tools.close();
  await gateway.close();
});

const product = (sku: string, more: object = {}) => ({
  sku,
  title: "Blue mug",
  description: "A mug.",
  price_amount: 9.5,
  price_currency: "USD",
  brand: "Acme",
  availability: "in_stock",
  url: "https://shop.example/p",
  image_url: "https://shop.example/p.png",
  ...more,
});

describe("preview_feed", () => {
  test("shows the contents of a file created now, and excluded and invalid products", async () => {
    const { structured } = await tools.call("preview_feed", { feed_id: feedId });
    expect(structured).toMatchObject({
      file: { name: "products.jsonl", format: "jsonl", profile: expect.stringMatching(/^openai_products@/) },
      counts: { selected: 3, written: 1, excluded: 1, invalid: 1 },
      rows: [{ sku: "good" }],
      excluded: [{ sku: "out", reasons: ["exclude_skus"] }],
      invalid: [{ sku: "faulty", issues: [{ severity: "error", field: "image_url" }] }],
      next_cursor: null,
      cut: null,
    });
    expect(structured.rows[0]?.row).toBeUndefined();
  });

  test("shows rows with the named or all columns, as the channel maps them", async () => {
    const { structured } = await tools.call("preview_feed", { feed_id: feedId, fields: ["title", "price"] });
    expect(structured.rows[0]?.row).toEqual({ title: "Blue mug", price: "9.50 USD" });
    const { structured: all } = await tools.call("preview_feed", { feed_id: feedId, response_format: "detailed" });
    expect(all.rows[0]?.row).toMatchObject({ title: "Blue mug", seller_name: "Shop" });
  });

  test("shows only the given products, also those that the feed leaves out", async () => {
    const { structured } = await tools.call("preview_feed", { feed_id: feedId, skus: ["faulty", "nowhere"] });
    expect(structured.counts).toEqual({ selected: 2, written: 0, excluded: 1, invalid: 1 });
    expect(structured.excluded).toEqual([{ sku: "nowhere", reasons: ["not_found"] }]);
  });

  test("rejects an unknown column with the list of columns, and an unknown feed with the tool that lists feeds", async () => {
    const column = await tools.call("preview_feed", { feed_id: feedId, fields: ["titel"] });
    expect([column.isError, column.text]).toEqual([true, expect.stringMatching(/fields\/0.*did you mean title\?/)]);
    const feed = await tools.call("preview_feed", { feed_id: newId("feed") });
    expect([feed.isError, feed.text]).toEqual([true, expect.stringContaining("list_feeds returns the ids")]);
  });

  test("stays within its size limit and says what was omitted, however long the texts are", async () => {
    const products = Array.from({ length: 50 }, (_, n) => product(`long-${n}`, { description: "d".repeat(4_900) }));
    await tools.call("upsert_products", { products });
    const { text, structured } = await tools.call("preview_feed", {
      feed_id: feedId,
      response_format: "detailed",
      limit: 50,
    });
    expect(estimateTokens(text)).toBeLessThan(LIMITS.toolAnswerTokensMax);
    expect(structured.rows.length).toBeGreaterThan(2);
    expect(structured.cut).toBe(
      `Not shown: ${51 - structured.rows.length} rows, 0 excluded, 0 invalid. ` +
        "Pass next_cursor for them, name their SKUs or request fewer fields.",
    );
  });
});

test.each([
  ["get_channel_issues", () => ({ channel_id: channelId }), "products"],
  ["preview_feed", () => ({ feed_id: feedId }), "invalid"],
] as const)("%s leads past the first entries to every product that is left out", async (name, args, list) => {
  const faulty = Array.from({ length: 7 }, (_, n) => `faulty-${n}`);
  await tools.call("upsert_products", { products: faulty.map((sku) => product(sku, { image_url: null })) });
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const { structured } = await tools.call(name, { ...args(), limit: 3, cursor });
    for (const { sku } of structured[list]) seen.add(sku);
    cursor = structured.next_cursor ?? undefined;
  } while (cursor !== undefined);
  expect([...seen]).toEqual(["faulty", ...faulty]);
});

describe("get_channel_issues with trend_days", () => {
  /** The counts of days before today. The others are those of the products. */
  const insertDay = (daysAgo: number, published: number, issues: readonly object[]) =>
    gateway.ctx.catalog.db.system.query(
      `INSERT INTO channel_days (workspace_id, channel_id, day, published, invalid, issues, counted_at, claimed_until)
       VALUES ($1, $2, $3::timestamptz::date - $4::int, $5, 1, $6, now(), now())
       ON CONFLICT (workspace_id, channel_id, day) DO UPDATE SET published = $5, issues = $6, counted_at = now()`,
      [workspaceId, channelId, gateway.ctx.catalog.clock.now(), daysAgo, published, JSON.stringify(issues)],
    );

  test("lists the counts of each day by state and by issue, those of today last", async () => {
    const missing = { code: "missing_value", severity: "error" };
    await insertDay(1, 10, [{ ...missing, products: 7 }]);
    await insertDay(0, 12, [
      { code: "too_long", severity: "warning", products: 2 },
      { ...missing, products: 4 },
    ]);
    await insertDay(2, 9, [{ ...missing, products: 9 }]);
    const { structured } = await tools.call("get_channel_issues", { channel_id: channelId, trend_days: 2 });
    expect(structured.trend).toMatchObject({
      dates: [expect.any(String), expect.any(String)],
      published: [10, 12],
      issues: [
        { code: "too_long", severity: "warning", products: [0, 2] },
        { ...missing, products: [7, 4] },
      ],
    });
    expect((await tools.call("get_channel_issues", { channel_id: channelId })).structured.trend).toBeNull();
  });

  test("stays within its size limit with the most days and issues, and leads on to the omitted products", async () => {
    const issues = Array.from({ length: LIMITS.channelDayIssuesMax }, (_, n) => ({
      code: `an_issue_code_of_a_usual_length_${n}`,
      severity: "error",
      products: 1_000_000 + n,
    }));
    for (let daysAgo = 0; daysAgo < LIMITS.toolTrendDaysMax; daysAgo += 1) await insertDay(daysAgo, 9_999_999, issues);
    const products = Array.from({ length: 50 }, (_, n) =>
      product(`trend-${n}`, { image_url: null, title: "t".repeat(400), description: null, url: null }),
    );
    await tools.call("upsert_products", { products });
    const asked = { channel_id: channelId, trend_days: LIMITS.toolTrendDaysMax, limit: 50 };
    const { text, structured } = await tools.call("get_channel_issues", asked);
    expect(structured).toHaveProperty("trend.issues.length", LIMITS.channelDayIssuesMax);
    expect(structured.products.length).toBeLessThan(50);
    expect(structured.next_cursor).not.toBeNull();
    expect(estimateTokens(text)).toBeLessThan(LIMITS.toolAnswerTokensMax);
  });
});

const unknown = Array.from({ length: 100 }, (_, n) => `unknown_field_${n}`);
test.each([
  [
    "upsert_products",
    () => ({
      products: unknown.map((sku) => product(sku, Object.fromEntries(unknown.map((name) => [name, "x"])))),
    }),
  ],
  ["search_catalog", () => ({ fields: unknown })],
  ["preview_feed", () => ({ feed_id: feedId, fields: unknown })],
])("%s stays within its size limit with any number of errors", async (name, args) => {
  const { text, structured } = await tools.call(name, args());
  expect(estimateTokens(text)).toBeLessThan(LIMITS.toolAnswerTokensMax);
  if (name !== "upsert_products") return expect(text).toContain("- and 80 more");
  expect(structured.results.map(({ sku }) => sku)).toEqual(unknown);
  expect(structured.cut).toMatch(/^Omitted: \d+ more errors/);
});

describe("release_run", () => {
  async function insertRun(status: string): Promise<string> {
    const id = newId("run");
    const { system } = gateway.ctx.catalog.db;
    await system.query(
      `INSERT INTO runs (workspace_id, id, feed_id, status, trigger, files, created_at, updated_at)
       VALUES ($1, $2, $3, $4, 'manual', '[]', now(), now())`,
      [workspaceId, id, feedId, status],
    );
    return id;
  }
  const auditOf = async (objectId: string) => {
    const scopes = new Set<Permission>([...SCOPES, MANAGE_WORKSPACE]);
    const principal: Principal = { kind: "system", workspaceId, scopes };
    const input = { after: "", limit: 10, objectId };
    return (await listAuditLog({ ctx: gateway.ctx.catalog, principal, input })).items;
  };

  test("delivers a held run, and the audit log records reason, program and request", async () => {
    const id = await insertRun("held");
    const tried = await tools.call("release_run", { run_id: id, reason: "meant so", validate_only: true });
    expect(tried.structured).toMatchObject({ released: false, run: { status: "held" } });
    expect((await tools.call("get_run", { run_id: id })).structured.run.status).toBe("held");
    const { structured } = await tools.call("release_run", { run_id: id, reason: "meant so" });
    expect(structured).toMatchObject({ released: true, run: { id, status: "delivering" } });
    expect(await auditOf(id)).toEqual([
      expect.objectContaining({
        action: "run.released",
        details: expect.objectContaining({ reason: "meant so" }),
        actor: expect.objectContaining({ type: "oauth", grant_id: expect.stringMatching(/^grt_/) }),
        user_agent: expect.stringMatching(/./),
        request_id: expect.stringMatching(/./),
        ip: "127.0.0.1",
      }),
    ]);
  });

  test("rejects a run that is not held with a hint to its status, and requires a reason", async () => {
    const done = await tools.call("release_run", { run_id: await insertRun("succeeded"), reason: "again" });
    expect([done.isError, done.text]).toEqual([true, expect.stringMatching(/is succeeded;[\s\S]*get_run shows/)]);
    const silent = await tools.call("release_run", { run_id: newId("run") });
    expect([silent.isError, silent.text]).toEqual([true, expect.stringContaining("reason")]);
  });
});
