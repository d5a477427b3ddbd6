import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { listChannelProfiles } from "@skucast/catalog/channel-profiles/list-channel-profiles";
import { createFeed } from "@skucast/catalog/feeds/create-feed";
import { createSource } from "@skucast/catalog/sources/create-source";
import { createWebhookEndpoint } from "@skucast/catalog/webhook-endpoints/create-webhook-endpoint";
import { feedCreateSchema } from "@skucast/contracts/feeds/feed";
import { newId } from "@skucast/contracts/ids";
import { LIMITS } from "@skucast/contracts/limits";
import type { Principal } from "@skucast/contracts/principal";
import { SCOPES } from "@skucast/contracts/scopes";
import { sourceCreateSchema } from "@skucast/contracts/sources/source";
import { webhookEndpointCreateSchema } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { NOTICE } from "../server/notice.js";
import { callTools, type ToolCaller } from "../testing/call-tools.js";
import { fillWorkspace, type GatewayFixture, openGatewayFixture } from "../testing/open-gateway.js";
import { estimateTokens } from "./parts/count-tokens.js";

let gateway: GatewayFixture;
let tools: ToolCaller;
let ids: Awaited<ReturnType<typeof fillWorkspace>>;
let workspaceId: string;
let call: { ctx: GatewayFixture["ctx"]["catalog"]; principal: Principal };

beforeAll(async () => {
  gateway = await openGatewayFixture({ settings: { SKUCAST_ALLOW_TARGETS: "127.0.0.0/8" } });
  workspaceId = await gateway.newWorkspace();
  call = { ctx: gateway.ctx.catalog, principal: { kind: "system", workspaceId, scopes: new Set(SCOPES) } };
  ids = await fillWorkspace(gateway, workspaceId);
  tools = await callTools(gateway.url, gateway.appOf(workspaceId));
});
afterAll(async () => {
  await tools.close();
  await gateway.close();
});

test("run_feed queues a run once, however often it is called, and points to get_run", async () => {
  const { structured: first } = await tools.call("run_feed", { feed_id: ids.feedId });
  const { structured: second } = await tools.call("run_feed", { feed_id: ids.feedId });
  expect(first).toMatchObject({ started: true, run: { id: ids.runId, status: "queued" } });
  expect(second.run.id).toBe(first.run.id);
  expect(first.next_step).toContain(`get_run ${first.run.id}`);
});

test("run_feed with validate_only starts nothing and returns no run id", async () => {
  const feed = feedCreateSchema.parse({ channel_id: ids.channelId, name: "Second" });
  const { id } = await createFeed({ ...call, input: { feed } });
  const { structured } = await tools.call("run_feed", { feed_id: id, validate_only: true });
  expect(structured).toEqual({
    notice: NOTICE,
    started: false,
    run: null,
    cut: null,
    next_step: expect.stringMatching(/^Call again/),
  });
  const { system } = gateway.ctx.catalog.db;
  expect((await system.query("SELECT id FROM runs WHERE feed_id = $1", [id])).rows).toEqual([]);
});

test("run_feed rejects an unknown feed with a hint to list_feeds", async () => {
  const { isError, text } = await tools.call("run_feed", { feed_id: newId("feed") });
  expect([isError, text]).toEqual([true, expect.stringContaining("list_feeds returns the ids")]);
});

test("get_run reports how many issues it shows, and stays within its size limit", async () => {
  const issue = { severity: "error", code: "missing_value", field: "url", message: "m".repeat(900) };
  const issues = Array.from({ length: 100 }, (_, n) => ({ sku: `SKU-${n}`, ...issue }));
  const { system } = gateway.ctx.catalog.db;
  await system.query("UPDATE runs SET issues = $2 WHERE id = $1", [ids.runId, JSON.stringify(issues)]);
  const { text, structured } = await tools.call("get_run", { run_id: ids.runId });
  expect(estimateTokens(text)).toBeLessThan(LIMITS.toolAnswerTokensMax);
  expect(structured.cut).toMatch(new RegExp(`^${structured.run.issues.length} of the run's 100`));
  const { structured: concise } = await tools.call("get_run", { run_id: ids.runId, response_format: "concise" });
  expect([concise.cut, concise.run.issues]).toEqual([null, undefined]);
});

test("list_webhook_deliveries shows the endpoints first, then the deliveries of one", async () => {
  const endpoint = webhookEndpointCreateSchema.parse({ url: "https://127.0.0.1/hook" });
  const { id } = await createWebhookEndpoint({ ...call, input: { endpoint } });
  const { structured: overview } = await tools.call("list_webhook_deliveries");
  expect(overview).toMatchObject({
    endpoints: [{ id, url: "https://127.0.0.1/hook", status: "active" }],
    deliveries: [],
  });
  const { system } = gateway.ctx.catalog.db;
  const deliveryId = newId("dlv");
  await system.query(
    `INSERT INTO deliveries (workspace_id, id, event_id, endpoint_id, status, attempt_count, created_at, completed_at)
     VALUES ($1, $2, $3, $4, 'failed', 1, now(), now())`,
    [workspaceId, deliveryId, newId("evt"), id],
  );
  await system.query(
    `INSERT INTO delivery_attempts (workspace_id, delivery_id, number, started_at, duration_ms, outcome, status_code, response_body)
     VALUES ($1, $2, 1, now(), 5, 'rejected', 500, $3)`,
    [workspaceId, deliveryId, "no".repeat(8_000)],
  );
  const { structured } = await tools.call("list_webhook_deliveries", { endpoint_id: id, status: "failed" });
  expect(structured.deliveries).toEqual([
    expect.objectContaining({
      id: deliveryId,
      status: "failed",
      last_attempt: expect.objectContaining({ status_code: 500, response_body: "no".repeat(150) }),
    }),
  ]);
  const { structured: all } = await tools.call("list_webhook_deliveries", { status: "failed" });
  expect(all.deliveries).toEqual([expect.objectContaining({ id: deliveryId, endpoint_id: id })]);
  const trend = await tools.call("list_webhook_deliveries", { trend_hours: 3 });
  expect([trend.isError, trend.text]).toEqual([true, expect.stringContaining("/endpoint_id: is required")]);
  expect((await tools.call("list_webhook_deliveries")).structured.hint).toContain("Pass endpoint_id or status");
});

test("list_webhook_deliveries shows since when an endpoint has failed, and why its deliveries wait", async () => {
  const endpoint = webhookEndpointCreateSchema.parse({ url: "https://127.0.0.1/dead", ordering: "per_object" });
  const { id } = await createWebhookEndpoint({ ...call, input: { endpoint } });
  const { structured: working } = await tools.call("list_webhook_deliveries", { endpoint_id: id });
  expect(working).toMatchObject({ endpoints: [{ id, failing_since: null }], hint: null });
  const { system } = gateway.ctx.catalog.db;
  const since = new Date(gateway.ctx.catalog.clock.now().getTime() - 3_600_000);
  const failing = newId("dlv", since.getTime());
  await system.query("UPDATE webhook_endpoints SET failing_since = $2 WHERE id = $1", [id, since]);
  await system.query(
    `INSERT INTO deliveries (workspace_id, id, event_id, endpoint_id, status, attempt_count, created_at, next_attempt_at)
     VALUES ($1, $2, $3, $4, 'pending', 1, $5, now() + interval '1 hour')`,
    [workspaceId, failing, newId("evt"), id, since],
  );
  await system.query(
    `INSERT INTO delivery_attempts (workspace_id, delivery_id, number, started_at, duration_ms, outcome, status_code)
     VALUES ($1, $2, 1, $3, 5, 'rejected', 503)`,
    [workspaceId, failing, since],
  );
  const { structured } = await tools.call("list_webhook_deliveries", { endpoint_id: id, limit: 1 });
  expect(structured).toMatchObject({
    endpoints: [{ id, status: "active", failing_since: since.toISOString() }],
    hint: expect.stringMatching(
      new RegExp(`since ${since.toISOString()} have failed; the last was ${failing}: rejected, 503`),
    ),
  });
  expect(structured.hint).toContain("wait for an earlier delivery about the same object");
  const { structured: overview } = await tools.call("list_webhook_deliveries");
  expect(overview.endpoints).toContainEqual(expect.objectContaining({ id, failing_since: since.toISOString() }));
  await system.query("UPDATE webhook_endpoints SET status = 'paused' WHERE id = $1", [id]);
  const { structured: paused } = await tools.call("list_webhook_deliveries", { endpoint_id: id });
  expect(paused.hint).toMatch(/^The endpoint is paused/);
});

test("list_webhook_deliveries shows the attempts of each hour on request", async () => {
  const endpoint = webhookEndpointCreateSchema.parse({ url: "https://127.0.0.1/trend" });
  const { id } = await createWebhookEndpoint({ ...call, input: { endpoint } });
  const { system } = gateway.ctx.catalog.db;
  const now = gateway.ctx.catalog.clock.now().getTime();
  const attempts = [
    { hoursAgo: 0, outcome: "delivered", code: 200 },
    { hoursAgo: 2, outcome: "rejected", code: 500 },
    { hoursAgo: 4, outcome: "delivered", code: 200 },
  ];
  for (const { hoursAgo, outcome, code } of attempts) {
    const at = new Date(now - hoursAgo * 3_600_000);
    const deliveryId = newId("dlv", at.getTime());
    await system.query(
      `INSERT INTO deliveries (workspace_id, id, event_id, endpoint_id, status, attempt_count, created_at, completed_at)
       VALUES ($1, $2, $3, $4, 'delivered', 1, $5, $5)`,
      [workspaceId, deliveryId, newId("evt"), id, at],
    );
    await system.query(
      `INSERT INTO delivery_attempts (workspace_id, delivery_id, number, started_at, duration_ms, outcome, status_code)
       VALUES ($1, $2, 1, $3, 5, $4, $5)`,
      [workspaceId, deliveryId, at, outcome, code],
    );
  }
  const { structured } = await tools.call("list_webhook_deliveries", { endpoint_id: id, trend_hours: 3 });
  expect(structured.trend).toMatchObject([
    { attempts: 1, success_rate: 0 },
    { attempts: 1, success_rate: 1, latency_p50_ms: 5 },
  ]);
  expect((await tools.call("list_webhook_deliveries", { endpoint_id: id })).structured.trend).toBeNull();
});

test("validate_products tries a channel profile, with all of its errors, and stores nothing", async () => {
  const columns = [
    { name: "id", type: "text", from: "sku", required: true },
    { name: "title", type: "text", from: "title", max: 5 },
  ];
  const profile = { name: "custom_agent", title: "Agent", formats: ["csv"], columns };
  const products = [
    { sku: "NEW-1", title: "Too long", price_amount: 1, price_currency: "USD", availability: "in_stock" },
  ];
  const asked = { products, channel_id: ids.channelId };
  const wrong = [...columns, { name: "a", type: "money", from: "cost" }, { name: "b", type: "money", from: "brand" }];
  const refused = await tools.call("validate_products", { ...asked, profile: { ...profile, columns: wrong } });
  expect(JSON.stringify(refused)).toContain("/profile/columns/2/from");
  expect(JSON.stringify(refused)).toContain("/profile/columns/3/type");
  const unknown = await tools.call("validate_products", { ...asked, profile: { ...profile, formats: ["odt"] } });
  expect(JSON.stringify(unknown)).toContain("/profile/formats/0");
  const { structured } = await tools.call("validate_products", { ...asked, profile });
  expect(structured.results).toMatchObject([{ is_valid: false, issues: [{ code: "too_long", field: "title" }] }]);
  const { items } = await listChannelProfiles({ ...call, input: { after: "", limit: 200 } });
  expect(items.some(({ is_custom }) => is_custom)).toBe(false);
});

test("list_sources shows whether sources work without their secrets, and run_source starts one run at a time", async () => {
  const auth = { type: "bearer", token: "t0ken-of-the-shop" };
  const source = sourceCreateSchema.parse({ type: "url", name: "Shop", url: "https://127.0.0.1/a.csv", auth });
  const { id } = await createSource({ ...call, input: { source } });
  const { structured, text } = await tools.call("list_sources", {});
  expect(structured.sources).toMatchObject([{ id, name: "Shop", status: "active", last_error: null }]);
  expect(text).not.toContain("t0ken-of-the-shop");

  const tried = await tools.call("run_source", { source_id: id, validate_only: true });
  expect(tried.structured).toMatchObject({ started: false, import_id: null });
  const first = await tools.call("run_source", { source_id: id });
  const second = await tools.call("run_source", { source_id: id });
  expect(first.structured).toMatchObject({ started: true, import_id: expect.stringMatching(/^imp_/) });
  expect(second.structured.import_id).toBe(first.structured.import_id);
  const unknown = await tools.call("run_source", { source_id: newId("src") });
  expect([unknown.isError, unknown.text]).toEqual([true, expect.stringContaining("list_sources returns the ids")]);

  const reader = await callTools(gateway.url, gateway.keyOf(workspaceId, ["products:read"]));
  expect((await reader.call("run_source", { source_id: id })).isError).toBe(true);
  await reader.close();
});

interface Answered {
  readonly mapping: Record<string, unknown>;
}

test("preview_import asks what a file leaves open; an answer changes the preview, and nothing is stored", async () => {
  const content = "Artikelnummer;Titel;Preis;Bestand\nNEW-1;Hut;12,90;3\nNEW-2;Tasse;1.299,00;0\n";
  const { structured: open } = await tools.call("preview_import", { content });
  expect(open).toMatchObject({ format: "csv", preset: "none", mapping: { sku: "Artikelnummer", price: "Preis" } });
  // The output schema does not describe questions, to keep the list of tools short.
  const questions = open.questions as readonly { readonly code: string; readonly answers: readonly Answered[] }[];
  expect(questions.map(({ code }) => code)).toEqual(["currency"]);
  expect(open.checked).toMatchObject({ received: 2, created: 0, invalid: 2 });

  const mapping = questions[0]?.answers[0]?.mapping;
  const { structured: answered } = await tools.call("preview_import", {
    content,
    mapping,
    options: { decimal: "comma" },
  });
  expect(answered).toMatchObject({ questions: [], checked: { created: 2, invalid: 0 } });
  expect(answered.rows).toMatchObject([{ sku: "NEW-1", product: { price_amount: 12.9 } }, { sku: "NEW-2" }]);

  const wrong = await tools.call("preview_import", { content, options: { decimal: "dot", speed: "1" } });
  expect(wrong.isError).toBe(true);
  expect(wrong.text).toContain("- /options/decimal");
  expect(wrong.text).toContain("- /options/speed");
  const misplaced = await tools.call("preview_import", { content, mapping: { sku: 1 } });
  expect(misplaced.text).toContain("/mapping/sku");
  expect(misplaced.text).not.toContain("/options");
  expect((await tools.call("preview_import", { content: "<!DOCTYPE html><html></html>" })).text).toContain("web page");
  expect((await tools.call("lookup_catalog", { skus: ["NEW-1"] })).structured.products).toEqual([]);
});
