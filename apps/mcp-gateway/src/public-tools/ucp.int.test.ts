import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createChannel } from "@skucast/catalog/channels/create-channel";
import { batchUpsertProducts } from "@skucast/catalog/products/batch-upsert-products";
import { channelCreateSchema } from "@skucast/contracts/channels/channel";
import { SCOPES } from "@skucast/contracts/scopes";
import { callTools, type ToolCaller } from "../testing/call-tools.js";
import { type GatewayFixture, openGatewayFixture } from "../testing/open-gateway.js";
import { ucpFaults } from "../testing/ucp/ucp-validator.js";

let gateway: GatewayFixture;
let tools: ToolCaller;
let catalogId: string;
let dollarId: string;

beforeAll(async () => {
  gateway = await openGatewayFixture({ settings: { SKUCAST_PUBLIC_REQUESTS_PER_MINUTE: "10000" } });
  const workspaceId = await gateway.newWorkspace();
  const principal = { kind: "system", workspaceId, scopes: new Set(SCOPES) } as const;
  const call = { ctx: gateway.ctx.catalog, principal };
  const newChannel = async (country: string, currency: string) => {
    const market = { country, currency, language: "en" };
    const channel = channelCreateSchema.parse({ name: country, market, in_public_directory: true });
    return (await createChannel({ ...call, input: { channel } })).id;
  };
  catalogId = await newChannel("IE", "EUR");
  dollarId = await newChannel("US", "USD");
  const item = (sku: string, more: object) => ({
    sku,
    title: `Lamp ${sku}`,
    description: "Warm light.",
    price_amount: 20,
    price_currency: "EUR",
    availability: "in_stock",
    brand: "Lumen",
    url: `https://shop.example/${sku}`,
    image_url: `https://shop.example/${sku}.jpg`,
    ...more,
  });
  const items = [
    item("a", {
      item_group_id: "g",
      variant_options: { Color: "Red", Size: "L" },
      gtin: "4006381333931",
      sale_price_amount: 15,
      additional_image_urls: ["https://shop.example/a2.jpg"],
      product_category: "Home > Lamps",
      google_product_category: "3006",
    }),
    item("b", { item_group_id: "g", variant_options: { Color: "Blue", Size: "L" }, availability: "preorder" }),
    item("c", { availability: "out_of_stock", description: undefined, url: undefined, image_url: undefined }),
    item("d", { price_currency: "USD", price_amount: 18, brand: "Other" }),
  ];
  await batchUpsertProducts({ ...call, input: { items, mode: "atomic" } });
  await gateway.settleSearch();
  tools = await callTools(gateway.publicUrl);
});
afterAll(async () => {
  await tools.close();
  await gateway.close();
});

type Asked = Record<string, unknown>;

/** Calls a tool as UCP describes it, and checks the request and the response against UCP's schemas. */
async function ask(tool: "search_catalog" | "lookup_catalog" | "get_product", catalog: Asked, more: Asked = {}) {
  const [schema, kind] = {
    search_catalog: ["catalog_search", "search"] as const,
    lookup_catalog: ["catalog_lookup", "lookup"] as const,
    get_product: ["catalog_lookup", "get_product"] as const,
  }[tool];
  expect(ucpFaults(schema, `${kind}_request`, catalog)).toEqual([]);
  const meta = { "ucp-agent": { profile: "https://agent.example/profile.json" } };
  const { isError, structured } = await tools.call(tool, { meta, catalog, ...more });
  expect(isError).toBe(false);
  if (structured.ucp.status !== "error") expect(ucpFaults(schema, `${kind}_response`, structured)).toEqual([]);
  return structured;
}
const skusOf = ({ products }: { readonly products: readonly { readonly id: string }[] }) =>
  products.map(({ id }) => id.split(":")[1]);

const SIGNALS = { "dev.ucp.buyer_ip": "203.0.113.1" };
const CONTEXT = { address_country: "IE", intent: "for a desk", language: "en", eligibility: ["com.example.gold"] };

test.each<[string, Asked, string[]]>([
  ["words", { query: "lamp", context: CONTEXT, signals: SIGNALS }, ["a", "b", "c", "d"]],
  ["nothing", {}, ["a", "b", "c", "d"]],
  ["a category as it is shown", { filters: { categories: ["Home > Lamps"] } }, ["a"]],
  ["a category of a taxonomy", { filters: { categories: ["3006"] } }, ["a"]],
  ["brands", { filters: { brand: ["Lumen", "None"] } }, ["a", "b", "c"]],
  ["several availabilities", { filters: { availability: ["preorder", "out_of_stock"] } }, ["b", "c"]],
  ["a price", { filters: { price: { min: 1_600, max: 2_000 } } }, ["b", "c", "d"]],
  ["a price of the sale", { filters: { price: { max: 1_500 } } }, ["a"]],
  ["a price in a currency", { filters: { price: { max: 2_000 } }, context: { currency: "USD" } }, ["d"]],
  ["words that nothing has", { query: "zzzzzzzz" }, []],
])("a search for %s has UCP's shape and finds what it asks for", async (_name, catalog, skus) => {
  for (const response_format of ["concise", "detailed"])
    expect(skusOf(await ask("search_catalog", catalog, { response_format }))).toEqual(skus);
});

test("pages have UCP's shape: a cursor only if there is another page, and a large limit is lowered", async () => {
  const seen: unknown[] = [];
  let cursor: string | undefined;
  do {
    const { products, pagination } = await ask("search_catalog", {
      pagination: { limit: 3, ...(cursor && { cursor }) },
    });
    seen.push(...skusOf({ products }));
    cursor = pagination.cursor;
    expect(pagination.has_next_page).toBe(cursor !== undefined);
  } while (cursor !== undefined);
  expect(seen).toEqual(["a", "b", "c", "d"]);
  expect(skusOf(await ask("search_catalog", { pagination: { limit: 5_000 } }))).toHaveLength(4);
});

test("a look-up has UCP's shape: duplicates once, unknown ids as messages, each variant with its input, filters applied", async () => {
  const ids = ["a", "b", "none", "a"].map((sku) => `${catalogId}:${sku}`);
  const found = await ask("lookup_catalog", { ids: [...ids, "nonsense"], context: CONTEXT, signals: SIGNALS });
  expect(skusOf(found)).toEqual(["a", "b"]);
  expect(found.messages).toEqual([ids[2], "nonsense"].map((content) => ({ type: "info", code: "not_found", content })));
  const filtered = await ask("lookup_catalog", { ids, filters: { price: { max: 1_500 } } });
  expect([skusOf(filtered), filtered.messages.length]).toEqual([["a"], 1]);
  expect(await ask("lookup_catalog", { ids: ["nonsense"] })).toMatchObject({ products: [], messages: [{}] });
});

test("a product has UCP's shape, with the options it was selected by", async () => {
  const { product } = await ask("get_product", { id: `${catalogId}:a`, context: CONTEXT });
  const options = [
    { name: "Color", label: "Red" },
    { name: "Size", label: "L" },
  ];
  expect(product).toMatchObject({
    selected: options,
    categories: [
      { value: "Home > Lamps", taxonomy: "merchant" },
      { value: "3006", taxonomy: "google_product_category" },
    ],
    price_range: { min: { amount: 1_500, currency: "EUR" } },
    variants: [{ options, list_price: { amount: 2_000 }, barcodes: [{ type: "GTIN", value: "4006381333931" }] }],
  });
  const { product: dollars } = await ask("get_product", { id: `${dollarId}:d` });
  expect(dollars).toMatchObject({ variants: [{ price: { currency: "USD" } }] });
});

test.each<[string, (id: string) => Asked]>([
  ["an unknown id", (id) => ({ id: `${id}:none` })],
  ["an id of another form", () => ({ id: "prod_invalid" })],
  ["a product that the filters exclude", (id) => ({ id: `${id}:a`, filters: { price: { max: 1 } } })],
])("%s is UCP's error outcome, not an error of the call", async (_name, catalogOf) => {
  const { ucp, product, messages } = await ask("get_product", catalogOf(catalogId));
  expect([ucp.status, product]).toEqual(["error", undefined]);
  expect(messages).toEqual([
    { type: "error", code: "not_found", severity: "unrecoverable", content: expect.stringMatching(/\w/) },
  ]);
});
