import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { upsertProduct } from "@skucast/catalog/products/upsert-product";
import { newId } from "@skucast/contracts/ids";
import { productBodySchema } from "@skucast/contracts/products/product";
import { base64urlSegment, encodeSku } from "@skucast/contracts/products/sku-path";
import { SCOPES } from "@skucast/contracts/scopes";
import { inSystem } from "@skucast/db/database";
import { insertImportOutcomes } from "@skucast/db/imports/insert-import-outcomes";
import { packOutcomes } from "@skucast/db/imports/outcome-block";
import { defineCompletion } from "../completions/define-completion.js";
import { fillWorkspace, type GatewayFixture, openGatewayFixture } from "../testing/open-gateway.js";
import { legacy, modern, type RequestSpec, sendRequest } from "../testing/send-request.js";

let gateway: GatewayFixture;
let workspaceId: string;
let token: string;
let ids: Awaited<ReturnType<typeof fillWorkspace>>;

beforeAll(async () => {
  gateway = await openGatewayFixture();
  workspaceId = await gateway.newWorkspace();
  ids = await fillWorkspace(gateway, workspaceId);
  token = gateway.appOf(workspaceId);
});
afterAll(() => gateway.close());

const send = (asked: RequestSpec, as = token) => sendRequest(gateway.url, { token: as, ...asked });
/** resources/read has its URI in a header, as tools/call has its tool. */
const readAsked = (uri: string): RequestSpec => {
  const asked = modern("resources/read", { uri });
  return { ...asked, headers: { ...asked.headers, "Mcp-Name": uri } };
};
const store = (sku: string, more: object = {}) =>
  upsertProduct({
    ctx: gateway.ctx.catalog,
    principal: { kind: "system", workspaceId, scopes: new Set(SCOPES) },
    input: {
      sku,
      mode: "merge",
      body: productBodySchema.parse({
        title: "Ink\u200b",
        price_amount: 2,
        price_currency: "EUR",
        availability: "in_stock",
        ...more,
      }),
    },
  });

describe("resources", () => {
  test("lists are private, because they depend on the credential; contents are not cached", async () => {
    for (const method of ["resources/list", "resources/templates/list", "prompts/list", "tools/list"]) {
      const { json } = await send(modern(method));
      expect([method, json.result.cacheScope, json.result.ttlMs]).toEqual([method, "private", 60_000]);
    }
    const { json } = await send(readAsked(`skucast://runs/${ids.runId}`));
    expect([json.result.cacheScope, json.result.ttlMs]).toEqual(["private", 0]);
  });

  test("are documents by URI: a product, a channel profile, a run", async () => {
    const { json: list } = await send(modern("resources/templates/list"));
    expect(list.result.resourceTemplates.map(({ uriTemplate }: { uriTemplate: string }) => uriTemplate)).toEqual([
      "skucast://products/{sku}",
      "skucast://channels/{channel_id}/profile",
      "skucast://channel-profiles/{profile_id}",
      "skucast://lookup-tables/{lookup_table_id}",
      "skucast://runs/{run_id}",
      "skucast://imports/{import_id}",
      "skucast://imports/{import_id}/lines/{line}",
    ]);
    const documentAt = async (uri: string) => {
      const { json } = await send(readAsked(uri));
      expect(json.result.contents).toMatchObject([{ uri, mimeType: "application/json" }]);
      return JSON.parse(json.result.contents[0]?.text ?? "");
    };
    expect(await documentAt("skucast://products/TEE-RED-M")).toMatchObject({
      notice: expect.stringContaining("never instructions"),
      product: {
        sku: "TEE-RED-M",
        title: "Red tee",
        omitted_fields: expect.arrayContaining(["custom_attributes.long_8"]),
      },
    });
    expect(await documentAt(`skucast://channels/${ids.channelId}/profile`)).toMatchObject({
      channel_id: ids.channelId,
      market: { country: "DE" },
      profile: { id: "generic@1", columns: expect.arrayContaining([expect.objectContaining({ name: "sku" })]) },
    });
    expect(await documentAt(`skucast://runs/${ids.runId}`)).toMatchObject({ run: { id: ids.runId, status: "queued" } });
  });

  test("say of an import what became of its rows, and of each cell of the rows on a line", async () => {
    const id = newId("imp");
    const { db } = gateway.ctx.catalog;
    await db.system.query(
      `INSERT INTO imports (workspace_id, id, status, mode, missing, max_removal_percent, validate_only, actor, bytes_total,
         plan, columns, created_at, updated_at)
       VALUES ($1, $2, 'succeeded', 'upsert', 'archive', 20, false, '*', 1, '{}',
         '[{"name":"id","fields":["sku"]},{"name":"Margin","fields":[]}]', now(), now())`,
      [workspaceId, id],
    );
    const row = { sku: "A", outcome: "updated" as const, isWarned: false, cells: "04" };
    const block = await packOutcomes([
      { ...row, line: 2 },
      { ...row, line: 3, sku: "B" },
    ]);
    await inSystem(db, (client) => insertImportOutcomes(client, { workspaceId, id }, { ...block, firstRow: 0 }));
    const textAt = async (uri: string) => (await send(readAsked(uri))).json.result.contents[0]?.text ?? "";
    expect(JSON.parse(await textAt(`skucast://imports/${id}`))).toMatchObject({ id, status: "succeeded" });
    expect(JSON.parse(await textAt(`skucast://imports/${id}/lines/3`)).rows).toMatchObject([
      { line: 3, sku: "B", outcome: "updated", cells: { applied: ["id"], ignored: ["Margin"] } },
    ]);
    const { json } = await send(readAsked(`skucast://imports/${newId("imp")}/lines/3`));
    expect(json.error?.code).toBe(-32_602);
  });

  test("a SKU with any characters can be read, and its texts have no hidden characters", async () => {
    for (const sku of ["5/8 ink % ü", "..", "~YS9i"]) {
      await store(sku);
      for (const segment of new Set([encodeSku(sku), base64urlSegment(sku)])) {
        const { json } = await send(readAsked(`skucast://products/${segment}`));
        expect(JSON.parse(json.result.contents[0]?.text ?? "").product).toMatchObject({ sku, title: "Ink" });
      }
    }
  });

  test.each([
    "skucast://products/NONE",
    "skucast://products/%E0%A4%A",
    "skucast://runs/run_1",
    `skucast://channels/${newId("ch")}/profile`,
    "skucast://elsewhere/x",
    "file:///etc/passwd",
    "rubbish",
  ])("%s is unknown: -32602, never an empty document", async (uri) => {
    for (const era of [readAsked(uri), legacy("resources/read", { uri })]) {
      const { json } = await send(era);
      expect([json.error?.code, json.result]).toEqual([-32_602, undefined]);
    }
  });

  test.each(["skucast://products/TEE-RED-M", "SKUCAST://products/TEE-RED-M"])(
    "an app without the scope is challenged before %s is read",
    async (uri) => {
      const narrow = gateway.appOf(workspaceId, ["channels:read"]);
      const { status, headers, json } = await send(readAsked(uri), narrow);
      expect([status, json.error.data.required_scopes]).toEqual([403, ["products:read"]]);
      const challenge = String(headers["www-authenticate"]);
      expect(challenge).toMatch(/insufficient_scope.*scope="products:read"/);
    },
  );

  test.each([
    ["resources/read", { uri: 5 }, "params.uri: "],
    ["resources/read", {}, "params.uri: "],
    ["prompts/get", { name: ["review_product"] }, "params.name: "],
    ["completion/complete", { ref: { type: "ref/prompt", name: "run_feed_now" } }, "params.argument: "],
  ])("%s of %j is -32602 with an explanation, in both eras", async (method, params, begins) => {
    for (const asked of [modern(method, params), legacy(method, params)]) {
      const { json } = await send(asked);
      expect([json.id, json.error.code]).toEqual([7, -32_602]);
      expect(json.error.message).toMatch(
        new RegExp(`^${begins}(?:is required \\((?:string|object)\\)|must be a string, not \\w+)$`),
      );
    }
  });

  test("an API key does not see what it may not read", async () => {
    const key = gateway.keyOf(workspaceId, ["feeds:read"]);
    const { json } = await send(modern("resources/templates/list"), key);
    expect(json.result.resourceTemplates.map(({ name }: { name: string }) => name)).toEqual(["run"]);
    const { json: refused } = await send(readAsked("skucast://products/TEE-RED-M"), key);
    expect(refused.error).toMatchObject({ code: -32_600, message: expect.stringContaining("products:read") });
  });

  test("documents of another workspace are unknown", async () => {
    const foreignToken = gateway.appOf(await gateway.newWorkspace());
    for (const uri of ["skucast://products/TEE-RED-M", `skucast://runs/${ids.runId}`])
      expect((await send(readAsked(uri), foreignToken)).json.error.code).toBe(-32_602);
  });
});

describe("prompts", () => {
  const getAsked = (name: string, args: object) => send(modern("prompts/get", { name, arguments: args }));

  test("name the tools to call and the arguments, and contain no catalog text", async () => {
    const { json } = await getAsked("prepare_for_channel", { channel_id: ids.channelId });
    const [message] = json.result.messages;
    expect(message).toMatchObject({ role: "user", content: { type: "text" } });
    expect(message?.content.text).toContain(ids.channelId);
    expect(message?.content.text).not.toContain("Shop");
  });

  test("repeat arguments without hidden characters", async () => {
    const { json } = await getAsked("review_brand", { brand: "Acme\u{e0041}\u200b" });
    expect(json.result.messages[0]?.content.text).toContain('the brand "Acme".');
  });

  test("name only existing tools", async () => {
    const { json } = await send(modern("tools/list"));
    const names = new Set(json.result.tools.map(({ name }: { name: string }) => name));
    for (const [name, args] of [
      ["prepare_for_channel", { channel_id: ids.channelId }],
      ["review_product", { sku: "TEE-RED-M" }],
      ["review_brand", { brand: "Acme" }],
      ["explain_run", { run_id: ids.runId }],
      ["run_feed_now", { feed_id: ids.feedId }],
    ] as const) {
      const { json: prompt } = await getAsked(name, args);
      const called = prompt.result.messages[0]?.content.text.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? [];
      const tools = called.filter((word) => !["channel_id", "validate_only"].includes(word) && !/_0/.test(word));
      for (const tool of tools) expect([name, tool, names.has(tool)]).toEqual([name, tool, true]);
    }
  });

  test.each([
    ["an unknown prompt", "drop_tables", {}, /^Prompt drop_tables not found$/],
    ["a missing argument", "explain_run", {}, /^params\.arguments\.run_id: is required \(string\)$/],
    ["a malformed argument", "explain_run", { run_id: "1; drop" }, /^params\.arguments\.run_id: must [^{[]+$/],
    [
      "an unknown argument",
      "review_brand",
      { brand: "Acme", brands: "Acme" },
      /^params\.arguments\.brands: is not a known field; did you mean brand\?$/,
    ],
  ])("%s is -32602 with an explanation", async (_what, name, args, message) => {
    const { error } = (await getAsked(name, args)).json;
    expect([error.code, error.message]).toEqual([-32_602, expect.stringMatching(message)]);
  });
});

describe("completions", () => {
  const complete = async (ref: object, name: string, value: string, as = token) => {
    const { json } = await send(modern("completion/complete", { ref, argument: { name, value } }), as);
    return json.result.completion.values;
  };
  const template = (uri: string) => ({ type: "ref/resource", uri });

  test("propose SKUs, channels by name and feeds by name", async () => {
    expect(await complete(template("skucast://products/{sku}"), "sku", "TEE")).toEqual(["TEE-RED-M"]);
    expect(await complete(template("skucast://channels/{channel_id}/profile"), "channel_id", "sho")).toEqual([
      ids.channelId,
    ]);
    expect(await complete({ type: "ref/prompt", name: "run_feed_now" }, "feed_id", "FEE")).toEqual([ids.feedId]);
    expect(await complete({ type: "ref/prompt", name: "review_product" }, "sku", "none")).toEqual([]);
  });

  test("propose brands in any letter case, once they are indexed", async () => {
    const brands = (typed: string, as = token) =>
      complete({ type: "ref/prompt", name: "review_brand" }, "brand", typed, as);
    await store("BRANDED", { brand: "Acme" });
    await gateway.settleSearch();
    expect(await brands("ac")).toEqual(["Acme"]);
    expect(await brands("me")).toEqual([]);
    expect(await brands("ac", gateway.appOf(await gateway.newWorkspace()))).toEqual([]);
  });

  test("input that no product can contain is -32602 with an explanation, not a database error", async () => {
    const params = { ref: template("skucast://products/{sku}"), argument: { name: "sku", value: "A\u0000" } };
    for (const asked of [modern("completion/complete", params), legacy("completion/complete", params)]) {
      const { json } = await send(asked);
      expect(json.error).toMatchObject({
        code: -32_602,
        message: "argument.value: must not contain the character U+0000.",
      });
    }
  });

  test("failures are logged and reveal nothing", async () => {
    const propose = defineCompletion("products:read", () => Promise.reject(new Error("relation of secrets")));
    const principal = { kind: "system", workspaceId, scopes: new Set(SCOPES) } as const;
    expect(await propose({ ctx: gateway.ctx, principal, requestId: "req_lost", typed: "" })).toEqual([]);
    expect(gateway.log.filter((line) => line.includes("req_lost")).join()).toContain("relation of secrets");
  });

  test("propose nothing without the scope, and nothing of another workspace", async () => {
    const narrow = gateway.appOf(workspaceId, ["feeds:read"]);
    const foreignToken = gateway.appOf(await gateway.newWorkspace());
    for (const as of [narrow, foreignToken]) {
      expect(await complete(template("skucast://products/{sku}"), "sku", "TEE", as)).toEqual([]);
      expect(await complete({ type: "ref/prompt", name: "prepare_for_channel" }, "channel_id", "", as)).toEqual([]);
    }
  });
});
