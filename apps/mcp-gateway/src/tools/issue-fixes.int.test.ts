import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createChannelProfile } from "@skucast/catalog/channel-profiles/create-channel-profile";
import { createChannel } from "@skucast/catalog/channels/create-channel";
import { customProfileCreateSchema } from "@skucast/contracts/channel-profiles/custom-profile";
import { channelCreateSchema } from "@skucast/contracts/channels/channel";
import { LIMITS } from "@skucast/contracts/limits";
import type { Principal } from "@skucast/contracts/principal";
import { SCOPES } from "@skucast/contracts/scopes";
import { callTools, type ToolCaller } from "../testing/call-tools.js";
import { fillShape } from "../testing/fill-shape.js";
import { type GatewayFixture, openGatewayFixture } from "../testing/open-gateway.js";
import type { IssueGroup } from "../testing/wire.js";

let gateway: GatewayFixture;
let tools: ToolCaller;

beforeAll(async () => {
  gateway = await openGatewayFixture();
});
afterAll(() => gateway.close());

/** Values for required columns of these profiles. */
const VALUES: Readonly<Record<string, string>> = {
  description: "A mug.",
  brand: "Acme",
  seller_name: "Shop",
  product_category: "Home > Mugs",
  mpn: "M-1",
  condition: "new",
  google_product_category: "Home & Garden",
  color: "blue",
  price: "8",
  title: "Mug",
};
const sampleOf = (field: string): unknown => {
  if (/url|link|image|policy|tos/.test(field)) return `https://shop.example/${field}.png`;
  if (/countries/.test(field)) return ["US"];
  if (/days|window/.test(field)) return "30";
  if (/^is_|^accepts_|^enable_/.test(field)) return true;
  return VALUES[field] ?? "x";
};

/** The first call that a fix names, with values in place of its dots. */
function callIn({ fix, field }: IssueGroup, sku: string): [string, Record<string, unknown>] {
  const [, tool = "", json = "{}"] = /^(\w+) (\{.*?\})(?: or \w+ \{.*)?$/.exec(fix) ?? [];
  const args = JSON.parse(json, (name, value: unknown) =>
    value === "…" ? (name === "sku" ? sku : sampleOf(field)) : value === "… USD" ? "8 USD" : value,
  );
  return [tool, args as Record<string, unknown>];
}

async function openChannel(profile: string, token: (workspaceId: string) => string, definition?: object) {
  const workspaceId = await gateway.newWorkspace();
  const principal: Principal = { kind: "system", workspaceId, scopes: new Set(SCOPES) };
  const call = { ctx: gateway.ctx.catalog, principal };
  if (definition)
    await createChannelProfile({ ...call, input: { profile: customProfileCreateSchema.parse(definition) } });
  const market = { country: "US", currency: "USD", language: "en" };
  const channel = channelCreateSchema.parse({ name: "New", profile, market });
  const { id } = await createChannel({ ...call, input: { channel } });
  tools = await callTools(gateway.url, token(workspaceId));
  await tools.call("upsert_products", {
    products: ["A", "B"].map((sku) => ({
      sku,
      title: "Mug",
      price_amount: 9.5,
      price_currency: "USD",
      availability: "in_stock",
    })),
  });
  return id;
}
const groupsOf = async (channel_id: string): Promise<readonly IssueGroup[]> =>
  (await tools.call("get_channel_issues", { channel_id })).structured.issues;

test.each(["openai_products", "openai_products@2025-09", "google_merchant", "meta_catalog", "stripe_agentic"])(
  "the fixes that get_channel_issues names for a new %s channel work, until its products are published",
  async (profile) => {
    const channelId = await openChannel(profile, (workspaceId) => gateway.appOf(workspaceId));
    const first = await groupsOf(channelId);
    expect(first.length).toBeGreaterThan(0);
    expect(first[0]?.products).toBe(2);
    for (let left = first.filter(isMissing); left.length > 0; left = (await groupsOf(channelId)).filter(isMissing)) {
      const [group] = left as [IssueGroup];
      for (const sku of ["A", "B"]) {
        const [tool, args] = callIn(group, sku);
        const { isError, text } = await tools.call(tool, args);
        expect({ tool, args, isError, text: isError ? text : "" }).toEqual({ tool, args, isError: false, text: "" });
      }
      const after = (await groupsOf(channelId)).filter(isMissing);
      expect(after.map(({ field }) => field)).not.toContain(group.field);
    }
    await tools.close();
  },
);

/** Columns whose field is not a single value, by the unit that it takes. */
const STRUCTURED: readonly (readonly [name: string, type: string, from: string, unit?: string])[] = [
  ["shipping", "shipping", "shipping"],
  ["shipping_price", "shipping_money", "shipping"],
  ["content", "measure", "unit_pricing_measure.value", "ml"],
  ["content_value", "object", "unit_pricing_base_measure", "l"],
  ["weight", "measure", "weight.value", "kg"],
  ["width", "measure", "dimensions.width", "cm"],
  ["package", "measures", "package_dimensions", "cm"],
  ["images", "comma_list", "additional_image_urls"],
  ["label_1", "text", "custom_labels.1"],
  ["details", "list", "product_details"],
  ["certificates", "list", "certifications"],
  ["minimum", "list", "minimum_order_values"],
  ["highlights", "text_list", "product_highlights"],
  ["options", "variant_options", "variant_options"],
  ["finish", "text", "variant_options.Finish"],
  ["seller", "text", "seller.name"],
  ["installment", "object", "installment"],
  ["subscription", "text", "subscription_cost.period"],
  ["bin", "text", "metadata.bin.row"],
  ["lead_time", "text", "custom_attributes.lead_time"],
];

test("the fixes for columns whose field is a list or an object work as they are written", async () => {
  const columns = [
    { name: "id", type: "text", from: "sku", required: true },
    { name: "label", type: "text", template: "{product.brand|}", required: true },
    ...STRUCTURED.map(([name, type, from]) => ({ name, type, from, required: true })),
  ];
  const definition = { name: "custom_structured", title: "Structured", formats: ["jsonl"], columns };
  const channelId = await openChannel(definition.name, (workspaceId) => gateway.appOf(workspaceId), definition);
  const missing = (await groupsOf(channelId)).filter(isMissing);
  expect(missing).toHaveLength(columns.length - 1);
  for (const { field, fix } of missing) {
    const [, tool = "", json = "{}"] = /^(\w+) (\{.*\})$/.exec(fix) ?? [];
    const unit = STRUCTURED.find(([name]) => name === field)?.[3] ?? "";
    for (const sku of ["A", "B"]) {
      const args = fillShape(JSON.parse(json), { unit, sku }) as Record<string, unknown>;
      const { isError, text } = await tools.call(tool, args);
      expect({ field, args, isError, text: isError ? text : "" }).toEqual({ field, args, isError: false, text: "" });
    }
  }
  expect((await groupsOf(channelId)).filter(isMissing)).toEqual([]);
  await tools.close();
});

test("the fix of products without a price in the channel's currency sets one for each product", async () => {
  const channel_id = await openChannel("generic", (workspaceId) => gateway.appOf(workspaceId));
  const prices = [{ currency: "GBP", amount: 7 }];
  const products = ["A", "B"].map((sku) => ({ sku, price_currency: "CHF", prices }));
  await tools.call("upsert_products", { products });
  const [group] = await groupsOf(channel_id);
  expect(group).toMatchObject({ code: "currency_mismatch", products: 2 });
  const [tool, args] = callIn(group as IssueGroup, "A");
  expect([tool, args]).toEqual([
    "upsert_products",
    { products: [{ sku: "A", channel_overrides: { [channel_id]: { price: "8 USD" } } }] },
  ]);
  expect((await tools.call(tool, args)).isError).toBe(false);
  expect(await groupsOf(channel_id)).toMatchObject([{ code: "currency_mismatch", products: 1 }]);
  expect((await tools.call("get_product", { sku: "A" })).structured.product).toMatchObject({
    price_currency: "CHF",
    prices: [{ currency: "GBP", amount: 7 }],
  });
  await tools.close();
});

const isMissing = ({ code, severity }: IssueGroup): boolean => code === "missing_value" && severity === "error";

test("update_channel tries a change without storing it, returns the remaining issues, and rejects unknown fields by name", async () => {
  const channel_id = await openChannel("openai_products@2025-09", (workspaceId) => gateway.appOf(workspaceId));
  const fieldsOf = (groups: readonly IssueGroup[]) => groups.map(({ field }) => field);
  expect(fieldsOf(await groupsOf(channel_id))).toContain("seller_name");
  const change = { channel_id, defaults: { seller_name: "Shop" } };
  const tried = await tools.call("update_channel", { ...change, validate_only: true });
  expect(tried.structured).toMatchObject({
    stored: false,
    changed: ["defaults"],
    counts: { selected: 2, invalid: 2 },
  });
  expect(fieldsOf(tried.structured.issues)).not.toContain("seller_name");
  expect(fieldsOf(await groupsOf(channel_id))).toContain("seller_name");
  const rules = [{ type: "constant", field: "seller_url", value: "https://shop.example" }];
  const { structured } = await tools.call("update_channel", { ...change, rules });
  expect(structured).toMatchObject({ stored: true, changed: ["rules", "defaults"].sort() });
  expect(fieldsOf(structured.issues)).not.toContain("seller_url");
  expect(fieldsOf(await groupsOf(channel_id))).toEqual(fieldsOf(structured.issues));
  const refused = await tools.call("update_channel", { channel_id, defaults: { seller_nmae: "Shop" } });
  expect([refused.isError, refused.text]).toEqual([true, expect.stringMatching(/seller_nmae.*seller_name/)]);
  await tools.close();
});

test("update_channel says what it stored, and rejects a call that changes nothing", async () => {
  const channel_id = await openChannel("generic", (workspaceId) => gateway.appOf(workspaceId));
  const conditions = [{ field: "title", op: "contains", value: "Lamp" }];
  const rules = [{ type: "constant", field: "brand", value: "Acme" }];
  const change = { channel_id, selection: { conditions }, rules };
  expect((await tools.call("update_channel", change)).structured).toMatchObject({
    stored: true,
    counts: { written: 0, excluded: 2 },
  });
  expect((await tools.call("update_channel", change)).structured).toMatchObject({ stored: false, changed: [] });
  for (const nothing of [{}, { selection: null }, { rules: null, defaults: null, selection: null }]) {
    const refused = await tools.call("update_channel", { channel_id, ...nothing });
    expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining('{"conditions": []} removes')]);
  }
  const { structured } = await tools.call("update_channel", { channel_id, selection: { conditions: [] }, rules: null });
  expect(structured).toMatchObject({ stored: true, changed: ["selection"], counts: { written: 2, excluded: 0 } });
  const { structured: channels } = await tools.call("list_channels", { fields: ["rules", "selection"] });
  expect(channels.channels).toMatchObject([{ rules, selection: { filters: {} } }]);
  await tools.close();
});

test("get_channel_issues shows a named product as invalid if another one has its id", async () => {
  let workspace = "";
  const channel_id = await openChannel("generic", (workspaceId) => {
    workspace = workspaceId;
    return gateway.appOf(workspaceId);
  });
  await tools.call("upsert_products", { products: [{ sku: "A", channel_overrides: { [channel_id]: { sku: "B" } } }] });
  await gateway.ctx.catalog.db.system.query(
    `INSERT INTO listings (workspace_id, channel_id, sku, product_version, is_valid, row_id, id_holder, changed_at)
     VALUES ($1, $2, 'A', 2, false, 'B', 'B', now())`,
    [workspace, channel_id],
  );
  const { structured } = await tools.call("get_channel_issues", { channel_id, skus: ["A", "B"] });
  expect(structured.products).toMatchObject([
    { sku: "A", status: "invalid", issues: [{ code: "duplicate_id", field: "sku" }] },
    { sku: "B", status: "written" },
  ]);
  await tools.close();
});

describe("why a channel excludes products", () => {
  const selection = {
    filters: { brand: ["Acme"] },
    conditions: [{ field: "custom_attributes.season", op: "equals", value: "summer" }],
    exclude_skus: ["B"],
  };
  const openExcluding = async () => {
    const channel_id = await openChannel("generic", (workspaceId) => gateway.appOf(workspaceId));
    const { structured } = await tools.call("update_channel", { channel_id, selection });
    expect(structured).toMatchObject({ stored: true, counts: { selected: 2, written: 0, excluded: 2 } });
    return channel_id;
  };

  test("get_channel_issues shows the status of each named SKU, its reasons, and what to do", async () => {
    const channel_id = await openExcluding();
    const summer = { sku: "A", brand: "Acme", custom_attributes: { season: "summer" } };
    await tools.call("upsert_products", { products: [{ ...summer, status: "draft" }] });
    const { structured } = await tools.call("get_channel_issues", { channel_id, skus: ["none", "B", "A"] });
    expect(structured.products).toEqual([
      { sku: "none", status: "excluded", reasons: ["not_found"], issues: [] },
      { sku: "B", status: "excluded", reasons: ["exclude_skus", "brand", "conditions"], issues: [] },
      { sku: "A", status: "excluded", reasons: ["status"], issues: [] },
    ]);
    expect(structured.next_step).toMatch(
      /status: .*upsert_products.*exclude_skus, brand, conditions: .*update_channel/,
    );
    expect(structured.next_step).toContain("not_found: find its SKU with search_catalog");
    const { structured: all } = await tools.call("get_channel_issues", { channel_id });
    expect([all.products, all.next_step]).toEqual([[], expect.stringContaining("name their SKUs in skus")]);
    await tools.call("upsert_products", { products: [{ ...summer, status: "active" }] });
    const { structured: after } = await tools.call("get_channel_issues", { channel_id, skus: ["A"] });
    expect(after).toMatchObject({ products: [{ sku: "A", status: "written", reasons: [] }], next_step: null });
    await tools.close();
  });

  test("validate_products gives the same reasons for products as they would be stored", async () => {
    const channel_id = await openExcluding();
    const products = [
      { sku: "A", brand: "Acme", custom_attributes: { season: "summer" } },
      { sku: "A2", title: "Mug", price_amount: 1, price_currency: "USD", availability: "in_stock", status: "draft" },
    ];
    const { structured } = await tools.call("validate_products", { products, channel_id });
    expect(structured.results).toMatchObject([
      { sku: "A", is_valid: true, reasons: [] },
      { sku: "A2", is_valid: false, reasons: ["status", "brand", "conditions"] },
    ]);
    expect(structured.next_step).toMatch(/^status: .* brand, conditions: /);
    await tools.close();
  });

  test("list_channels shows the selection, and update_channel changes it as PATCH does", async () => {
    const channel_id = await openExcluding();
    const selectionOf = async () =>
      (await tools.call("list_channels", { fields: ["selection"] })).structured.channels[0]?.selection;
    expect(await selectionOf()).toEqual({ ...selection, include_skus: [] });
    const patch = { filters: { brand: null, availability: "in_stock" }, conditions: null };
    const tried = await tools.call("update_channel", { channel_id, selection: patch, validate_only: true });
    expect(tried.structured).toMatchObject({ stored: false, counts: { written: 1, excluded: 1 } });
    expect(await selectionOf()).toEqual({ ...selection, include_skus: [] });
    await tools.call("update_channel", { channel_id, selection: patch });
    expect(await selectionOf()).toEqual({
      filters: { availability: ["in_stock"] },
      include_skus: [],
      exclude_skus: ["B"],
    });
    const refused = await tools.call("update_channel", { channel_id, selection: { filters: { brnad: ["x"] } } });
    expect([refused.isError, refused.text]).toEqual([true, expect.stringMatching(/selection\/filters\/brnad.*brand/)]);
    await tools.close();
  });

  test("list_channels shows how many SKUs a long list has instead of a part of it", async () => {
    const channel_id = await openChannel("generic", (workspaceId) => gateway.appOf(workspaceId));
    const exclude_skus = Array.from({ length: LIMITS.selectionSkusMax }, (_, n) => `SKU-${n}`);
    await tools.call("update_channel", { channel_id, selection: { exclude_skus } });
    const { structured } = await tools.call("list_channels", { response_format: "detailed" });
    expect(structured.channels[0]?.selection).toEqual({
      filters: {},
      include_skus: [],
      exclude_sku_count: LIMITS.selectionSkusMax,
    });
    await tools.close();
  });
});
