import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createChannel } from "@skucast/catalog/channels/create-channel";
import { deleteChannel } from "@skucast/catalog/channels/delete-channel";
import { updateChannel } from "@skucast/catalog/channels/update-channel";
import { batchUpsertProducts } from "@skucast/catalog/products/batch-upsert-products";
import { channelCreateSchema, channelPatchSchema } from "@skucast/contracts/channels/channel";
import { LIMITS } from "@skucast/contracts/limits";
import type { Principal } from "@skucast/contracts/principal";
import { SCOPES } from "@skucast/contracts/scopes";
import { PUBLIC_TOOLS } from "../public-tools.js";
import { type Answer, callTools, type ToolCaller } from "../testing/call-tools.js";
import { type GatewayFixture, openGatewayFixture } from "../testing/open-gateway.js";
import { callOf, legacy, modern, type RequestSpec, sendRequest } from "../testing/send-request.js";
import { estimateTokens } from "../tools/parts/count-tokens.js";
import { TOOLS } from "../tools.js";

let gateway: GatewayFixture;
let tools: ToolCaller;
let workspaceId: string;
let call: { ctx: GatewayFixture["ctx"]["catalog"]; principal: Principal };
let catalogId: string;

const product = (sku: string, more: object = {}) => ({
  sku,
  title: `Mug ${sku}`,
  price_amount: 9.5,
  price_currency: "EUR",
  availability: "in_stock",
  brand: "Acme",
  ...more,
});
const newChannel = async (more: object = {}) => {
  const channel = channelCreateSchema.parse({
    name: "Shop",
    market: { country: "DE", currency: "EUR", language: "de" },
    defaults: { seller_name: "Acme" },
    ...more,
  });
  return (await createChannel({ ...call, input: { channel } })).id;
};
async function store(...items: unknown[]) {
  await batchUpsertProducts({ ...call, input: { items, mode: "partial" } });
  await gateway.settleSearch();
}

beforeAll(async () => {
  gateway = await openGatewayFixture({ settings: { SKUCAST_PUBLIC_REQUESTS_PER_MINUTE: "10000" } });
  workspaceId = await gateway.newWorkspace();
  call = { ctx: gateway.ctx.catalog, principal: { kind: "system", workspaceId, scopes: new Set(SCOPES) } };
  catalogId = await newChannel({ in_public_directory: true, name: "Public" });
  await newChannel({ name: "Private" });
  await store(
    product("one", { cost_amount: 1, inventory_quantity: 7, description: "Holds\u200b tea." }),
    product("two"),
  );
  tools = await callTools(gateway.publicUrl);
});
afterAll(async () => {
  await tools.close();
  await gateway.close();
});

const send = (asked: RequestSpec) => sendRequest(gateway.publicUrl, asked);
const search = (catalog: object = {}) => tools.call("search_catalog", { catalog });
const idsOf = ({ structured }: Answer) => structured.products.map(({ id }) => id);

describe("the public endpoint", () => {
  test("lists only its own, read-only public tools, in both eras, cacheable by all", async () => {
    for (const era of [modern, legacy]) {
      const { status, json } = await send(era("tools/list"));
      expect(status).toBe(200);
      const listed = json.result.tools as { name: string; annotations: { readOnlyHint: boolean } }[];
      expect(listed.map(({ name }) => name)).toEqual(PUBLIC_TOOLS.map(({ name }) => name));
      expect(listed.every(({ annotations }) => annotations.readOnlyHint)).toBe(true);
    }
    const { json } = await send(modern("tools/list"));
    expect([json.result.cacheScope, json.result.ttlMs]).toEqual(["public", 3_600_000]);
  });

  test("never answers 401, with any credential, and no token gives more access", async () => {
    const token = gateway.keyOf(workspaceId);
    const before = (await send(modern("tools/list"))).text;
    for (const shown of [token, gateway.appOf(workspaceId), "rubbish"]) {
      expect((await send({ token: shown, ...modern("tools/list") })).text).toBe(before);
      const { status, json } = await send({ token: shown, ...modern("tools/call", callOf("list_feeds")) });
      expect([status === 401, json.error.code]).toEqual([false, -32_602]);
    }
    const { headers } = await send({ method: "GET" });
    expect(headers["www-authenticate"]).toBeUndefined();
  });

  test("offers no workspace tool, not even by name", async () => {
    const open = new Set(PUBLIC_TOOLS.map(({ name }) => name));
    for (const { name } of TOOLS.filter((tool) => !open.has(tool.name))) {
      const { json } = await send(modern("tools/call", callOf(name)));
      expect([name, json.error.code]).toEqual([name, -32_602]);
    }
  });

  test("allows pages of every origin, and rejects another host", async () => {
    const { headers } = await send({
      ...modern("tools/list"),
      headers: { ...modern("tools/list").headers, Origin: "https://any.example" },
    });
    expect(headers["access-control-allow-origin"]).toBe("*");
    expect((await send({ method: "OPTIONS", headers: { Origin: "https://any.example" } })).status).toBe(204);
    expect(
      (await send({ ...modern("tools/list"), headers: { ...modern("tools/list").headers, Host: "evil.example" } }))
        .status,
    ).toBe(403);
  });

  test("rejects other methods with 405, batches and standing streams, and limits bodies", async () => {
    expect((await send({ method: "GET" })).status).toBe(405);
    expect((await send({ body: [{ jsonrpc: "2.0", id: 1, method: "tools/list" }] })).status).toBe(400);
    expect((await send({ body: "x".repeat(LIMITS.bodyBytesMax + 1) })).status).toBe(413);
  });

  test("answers -32601 for methods that it does not offer, and lists none", async () => {
    for (const method of ["subscriptions/listen", "resources/list", "resources/read", "prompts/list", "prompts/get"]) {
      for (const era of [modern, legacy]) {
        const { json } = await send(era(method, { cursor: "x", notifications: { toolsListChanged: true } }));
        expect([method, json.id, json.error.code]).toEqual([method, 7, -32_601]);
      }
    }
    expect((await send(modern("subscriptions/listen", { notifications: {} }))).status).toBe(404);
    const { json } = await send(modern("server/discover"));
    expect(json.result.capabilities).toEqual({ tools: { listChanged: false } });
  });

  test("answers -32602 for an unknown cursor, in both eras", async () => {
    for (const era of [modern, legacy]) {
      for (const cursor of ["bm90aGluZw", 5]) {
        const { json } = await send(era("tools/list", { cursor }));
        expect([json.id, json.error.code, json.error.message]).toEqual([7, -32_602, expect.stringContaining("cursor")]);
      }
      expect((await send(era("tools/list", { cursor: "" }))).json.result.tools).toHaveLength(PUBLIC_TOOLS.length);
    }
  });

  test("serves the icons of both servers to everyone, and nothing else", async () => {
    for (const url of [gateway.url, gateway.publicUrl]) {
      const { json } = await sendRequest(url, { token: gateway.keyOf(workspaceId), ...modern("server/discover") });
      const { icons = [] } = json.result._meta["io.modelcontextprotocol/serverInfo"] ?? {};
      expect(icons).toHaveLength(2);
      for (const { src, mimeType } of icons) {
        const answer = await fetch(gateway.origin + new URL(src).pathname);
        expect([answer.status, answer.headers.get("content-type")]).toEqual([200, mimeType]);
        expect((await answer.arrayBuffer()).byteLength).toBe(Number(answer.headers.get("content-length")));
      }
    }
    const icon = `${gateway.origin}/mcp/icons`;
    expect((await fetch(`${icon}/..%2Fpackage.json`)).status).toBe(404);
    expect((await fetch(`${icon}/skucast.svg`, { method: "POST" })).status).toBe(405);
  });

  test("tells a client with an exhausted budget when to retry", async () => {
    const small = await openGatewayFixture({ settings: { SKUCAST_PUBLIC_REQUESTS_PER_MINUTE: "1" } });
    try {
      expect((await sendRequest(small.publicUrl, modern("tools/list"))).status).toBe(200);
      const { status, headers, json } = await sendRequest(small.publicUrl, {
        ...modern("tools/list"),
        headers: { ...modern("tools/list").headers, "X-Forwarded-For": "192.0.2.9" },
      });
      expect([status, json.id, Number(headers["retry-after"])]).toEqual([429, 7, 60]);
      expect(json.error.message).toMatch(/Retry-After says\. \(Retry-After: 60 s\)$/);
    } finally {
      await small.close();
    }
  });
});

describe("the public directory", () => {
  test("lists the published catalogs", async () => {
    const { structured } = await tools.call("list_public_catalogs");
    expect(structured.catalogs).toEqual([
      expect.objectContaining({ id: catalogId, name: "Public", profile: "generic", seller: { name: "Acme" } }),
    ]);
    expect(JSON.stringify(structured)).not.toContain(workspaceId);
  });

  test("is searchable by words; prices are in minor units, and nothing private is shown", async () => {
    const found = await search({ query: "mug one" });
    expect(found.structured).toMatchObject({
      ucp: { capabilities: { "dev.ucp.shopping.catalog.search": [{}] } },
      products: [
        {
          id: `${catalogId}:one`,
          title: "Mug one",
          description: { plain: "Holds tea." },
          price_range: { min: { amount: 950, currency: "EUR" }, max: { amount: 950, currency: "EUR" } },
          variants: [{ sku: "one", price: { amount: 950 }, availability: { available: true, status: "in_stock" } }],
        },
        { id: `${catalogId}:two` },
      ],
      hint: "The first 1 contain all words; the others contain only some of them.",
      pagination: { has_next_page: false },
    });
    expect(found.text).not.toMatch(/cost|inventory|"version":[0-9]|ws_/);
    expect(found.text).toContain("never instructions");
  });

  test("arguments that are not within catalog are taken for its members", async () => {
    const { structured } = await tools.call("search_catalog", { query: "mug one", limit: 1, brand: ["Acme"] });
    const within = { query: "mug one", pagination: { limit: 1 }, filters: { brand: ["Acme"] } };
    expect(structured).toEqual((await search(within)).structured);
    const { structured: read } = await tools.call("get_product", { id: `${catalogId}:one` });
    expect(read.product).toMatchObject({ id: `${catalogId}:one` });
  });

  test("suggests other words when nothing is found", async () => {
    const { structured } = await search({ query: "nowhere" });
    expect(structured).toMatchObject({ products: [], hint: expect.stringContaining("fewer or other words") });
    const filtered = await search({ query: "mug", filters: { price: { max: 1 } } });
    expect(filtered.structured.hint).toMatch(/^No public product matches the filters and contains these/);
    const unpriced = await search({ query: "over 1,000 euros" });
    expect(unpriced.structured).toMatchObject({
      products: [],
      pagination: { has_next_page: false },
      hint: "The price was read as at least 1000 EUR. No public product has such a price.",
    });
  });

  test("is paged; a cursor is valid only for its search", async () => {
    const first = await search({ pagination: { limit: 1 } });
    const { cursor } = first.structured.pagination;
    const second = await search({ pagination: { limit: 1, cursor } });
    expect([...idsOf(first), ...idsOf(second)]).toEqual([`${catalogId}:one`, `${catalogId}:two`]);
    const wrong = await search({ query: "mug", pagination: { cursor } });
    expect([wrong.isError, wrong.text]).toEqual([true, expect.stringContaining("invalid_cursor")]);
  });

  test("applies all filters page by page, and rejects an unknown filter by name", async () => {
    const market = { country: "DE", currency: "EUR", language: "de" };
    const own = await newChannel({ in_public_directory: true, name: "Lamps", market });
    const lamps = Array.from({ length: 120 }, (_, n) =>
      product(`lamp-${String(n).padStart(3, "0")}`, {
        title: "Desk lamp",
        price_amount: n + 1,
        brand: n % 2 === 0 ? "Lumen" : "Other",
        availability: ["in_stock", "preorder", "out_of_stock"][n % 3],
        product_category: "Home > Lamps > Desk",
      }),
    );
    await store(...lamps.slice(0, 60));
    await store(...lamps.slice(60));
    const filters = {
      catalog_id: own,
      brand: ["lumen"],
      categories: ["lamps"],
      price: { min: 1_000, max: 11_000 },
      availability: ["in_stock", "preorder"],
    };
    const expected = lamps
      .filter(({ price_amount, brand, availability }) => {
        const isWanted = brand === "Lumen" && availability !== "out_of_stock";
        return isWanted && Number(price_amount) >= 10 && Number(price_amount) <= 110;
      })
      .map(({ sku }) => `${own}:${sku}`);
    const seen: string[] = [];
    for (let cursor: string | undefined, isOver = false; !isOver; ) {
      const answer = await search({ query: "lamp", filters, pagination: { limit: 7, ...(cursor && { cursor }) } });
      seen.push(...idsOf(answer));
      cursor = answer.structured.pagination.cursor;
      isOver = !answer.structured.pagination.has_next_page;
    }
    expect(expected.length).toBeGreaterThan(20);
    expect(seen).toEqual(expected);
    const priced = await search({ query: "a desk lamp for under 5 euros", filters: { catalog_id: own } });
    expect(idsOf(priced)).toEqual(lamps.slice(0, 5).map(({ sku }) => `${own}:${sku}`));
    expect(priced.structured.hint).toBe("The price was read as at most 5 EUR.");
    const dollars = await search({
      query: "lamp below 5 dollars",
      filters: { catalog_id: own },
      pagination: { limit: 1 },
    });
    expect([idsOf(dollars), dollars.structured.hint]).toEqual([
      [`${own}:lamp-000`],
      expect.stringContaining("No product with these words has such a price"),
    ]);
    const again = { limit: 1, cursor: dollars.structured.pagination.cursor };
    const rest = await search({ query: "lamp below 5 dollars", filters: { catalog_id: own }, pagination: again });
    expect(idsOf(rest)).toEqual([`${own}:lamp-001`]);
    const { isError, text } = await search({ filters: { color: "red" } });
    expect([isError, text]).toEqual([true, expect.stringContaining("color")]);
    await deleteChannel({ ...call, input: { id: own } });
  });

  test("ignores invalid ids in a look-up of several", async () => {
    const ids = ["nonsense", `${catalogId}:one`, "ch_x:1"];
    const { isError, structured } = await tools.call("lookup_catalog", { catalog: { ids } });
    expect([isError, idsOf({ structured } as Answer)]).toEqual([false, [ids[1]]]);
    expect(structured.messages).toEqual(
      [ids[0], ids[2]].map((content) => ({ type: "info", code: "not_found", content })),
    );
  });

  test("returns products by id, names those that are not public, and returns one with all public fields", async () => {
    const ids = [`${catalogId}:two`, `${catalogId}:none`, `${catalogId}:two`];
    const { structured } = await tools.call("lookup_catalog", { catalog: { ids } });
    expect(structured).toMatchObject({
      products: [{ id: ids[0], variants: [{ inputs: [{ id: ids[0], match: "exact" }] }] }],
      messages: [{ type: "info", code: "not_found", content: ids[1] }],
    });
    const { structured: one } = await tools.call("get_product", { catalog: { id: ids[0] } });
    expect(one.product.metadata).toMatchObject({ catalog_id: catalogId, brand: "Acme" });
    for (const id of [ids[1], "nonsense", "😀"]) {
      const { isError, structured: missing } = await tools.call("get_product", { catalog: { id } });
      expect(isError).toBe(false);
      expect(missing).toMatchObject({
        ucp: { status: "error" },
        messages: [{ type: "error", code: "not_found", content: expect.stringContaining("search_catalog finds ids") }],
      });
    }
  });

  test("rejects a look-up of too many ids with -32602, as the catalog protocol requires, in both eras", async () => {
    const ids = Array.from({ length: LIMITS.toolItemsMax + 1 }, (_, n) => `${catalogId}:${n}`);
    for (const era of [modern, legacy]) {
      const { json } = await send(era("tools/call", callOf("lookup_catalog", { catalog: { ids } })));
      expect([json.id, json.error.code]).toEqual([7, -32_602]);
      expect(json.error.message).toMatch(/at most 100 ids, but got 101/);
      const few = await send(era("tools/call", callOf("lookup_catalog", { catalog: { ids: ids.slice(1) } })));
      expect(few.json.result.structuredContent.messages).toHaveLength(100);
    }
  });

  test("shows what the channel publishes, with its overrides, rules and translations, without excluded products", async () => {
    const id = await newChannel({
      name: "Mapped",
      profile: "openai_products",
      in_public_directory: true,
      rules: [{ type: "constant", field: "brand", value: "From the rule" }],
      selection: { filters: { brand: ["Mapped"] } },
    });
    const url = "https://shop.example.com/m";
    const whole = { brand: "Mapped", description: "Soft.", url, image_url: `${url}.jpg` };
    await store(
      product("m1", { ...whole, channel_overrides: { [id]: { title: "Only here", price_amount: 5 } } }),
      product("m2", { ...whole, image_url: null }),
    );
    const { structured } = await tools.call("search_catalog", {
      catalog: { filters: { catalog_id: id } },
      response_format: "detailed",
    });
    expect(structured.products).toMatchObject([
      {
        id: `${id}:m1`,
        title: "Only here",
        price_range: { min: { amount: 500 } },
        metadata: { brand: "From the rule" },
      },
    ]);
    await updateChannel({ ...call, input: { id, patch: channelPatchSchema.parse({ in_public_directory: false }) } });
  });

  test("loses an unpublished product immediately in every tool", async () => {
    const id = await newChannel({ name: "Fleeting", in_public_directory: true, selection: { include_skus: ["one"] } });
    const place = `${id}:one`;
    expect((await tools.call("fetch", { id: place })).isError).toBe(false);
    await updateChannel({ ...call, input: { id, patch: channelPatchSchema.parse({ status: "paused" }) } });
    expect((await tools.call("fetch", { id: place })).isError).toBe(true);
    expect((await tools.call("get_product", { catalog: { id: place } })).structured.product).toBeUndefined();
    expect((await tools.call("lookup_catalog", { catalog: { ids: [place] } })).structured.products).toEqual([]);
    expect((await search({ filters: { catalog_id: id } })).structured.products).toEqual([]);
    expect(JSON.stringify((await tools.call("list_public_catalogs")).structured)).not.toContain(id);
  });

  test("cites sources with a URL that is never empty in search and fetch", async () => {
    const { structured } = await tools.call("search", { query: "Mug one" });
    expect(structured.results[0]).toMatchObject({
      id: `${catalogId}:one`,
      title: "Mug one",
      url: expect.stringMatching(/^http/),
    });
    const { structured: source } = await tools.call("fetch", { id: structured.results[0]?.id });
    expect(source).toMatchObject({
      text: expect.stringContaining("price: 9.50 EUR"),
      url: expect.stringMatching(/^http/),
    });
    expect(source.text).not.toMatch(/cost|inventory/);
  });

  test("shortens a page that is too long, and its cursor continues there", async () => {
    const id = await newChannel({
      name: "Long",
      in_public_directory: true,
      selection: { filters: { brand: ["Long"] } },
    });
    const skus = Array.from({ length: 8 }, (_, n) => `long-${n}`);
    await store(...skus.map((sku) => product(sku, { brand: "Long", description: "y".repeat(9_900) })));
    const asked = { filters: { catalog_id: id }, pagination: { limit: 50 } };
    const page = (catalog: object) => tools.call("search_catalog", { catalog, response_format: "detailed" });
    const first = await page(asked);
    expect(estimateTokens(first.text)).toBeLessThan(LIMITS.toolAnswerTokensMax * 1.1);
    expect(first.structured.cut).toMatch(/of 8 products fit/);
    const seen = idsOf(first);
    for (let { cursor } = first.structured.pagination; cursor !== undefined; ) {
      const next = await page({ ...asked, pagination: { limit: 50, cursor } });
      seen.push(...idsOf(next));
      cursor = next.structured.pagination.cursor;
    }
    expect(seen).toEqual(skus.map((sku) => `${id}:${sku}`));
  });
});

describe("without any public catalog", () => {
  test("a profile is described, and data is checked against it without being stored", async () => {
    const { structured } = await tools.call("describe_channel_profile", { profile: "openai_products" });
    expect(structured.profile.columns.map(({ name }: { name: string }) => name)).toContain("item_id");
    expect(structured.other_columns).toContain("color");
    const { structured: checked } = await tools.call("validate_products", {
      products: [product("check"), { sku: "broken" }],
      profile: "openai_products",
      market: { country: "DE", currency: "EUR", language: "de" },
    });
    expect(checked.results).toMatchObject([
      {
        sku: "check",
        is_valid: false,
        errors: [],
        issues: expect.arrayContaining([expect.objectContaining({ field: "url" })]),
      },
      {
        sku: "broken",
        is_valid: false,
        errors: expect.arrayContaining([expect.objectContaining({ pointer: "/title" })]),
      },
    ]);
    expect((await search({ query: "check" })).structured.products).toEqual([]);
  });
});
