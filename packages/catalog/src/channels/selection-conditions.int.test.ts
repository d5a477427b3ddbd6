import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { channelCreateSchema } from "@skucast/contracts/channels/channel";
import type { Principal } from "@skucast/contracts/principal";
import { productBodySchema } from "@skucast/contracts/products/product";
import { productListQuery } from "@skucast/contracts/products/product-list";
import { numberIn } from "@skucast/profiles/rules/number-in";
import { listProductChannels } from "../listings/list-product-channels.js";
import { listProducts } from "../products/list-products.js";
import { upsertProduct } from "../products/upsert-product.js";
import { type CatalogFixture, openCatalogFixture } from "../testing/open-catalog-fixture.js";
import { createChannel } from "./create-channel.js";
import { previewChannel } from "./preview-channel.js";

const DAY_MS = 86_400_000;
const market = { country: "US", currency: "USD", language: "en" };
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

let fixture: CatalogFixture;
let principal: Principal;
beforeAll(async () => {
  fixture = await openCatalogFixture();
  principal = await fixture.newPrincipal();
  await put("A", {
    title: "Red Tee",
    brand: "Acme",
    price_amount: 19.9,
    inventory_quantity: 0,
    tags: ["summer", "sale"],
    image_url: "https://img.example.com/a.jpg",
    product_category: "Clothing > Tees",
    weight: { value: 1, unit: "kg" },
    prices: [{ currency: "EUR", amount: 18 }],
    custom_attributes: {
      cost: "1,299.00 USD",
      Season: "winter",
      weight: 1200,
      is_new: true,
      launched: daysAgo(10),
      sizes: ["S", 38],
    },
  });
  await put("B", {
    title: "Blue tee",
    brand: "acme",
    price_amount: 5,
    inventory_quantity: 12,
    tags: ["sale-items"],
    custom_labels: ["top"],
    custom_attributes: { cost: "1,299", Season: "WINTER 2026", weight: "900 g", launched: daysAgo(40).slice(0, 10) },
  });
  await put("C", {
    title: "100% cap_",
    price_amount: 100,
    product_category: "Clothing > Caps",
    seller: { name: "Acme Store" },
    custom_attributes: { cost: "1.299,50 €", Season: "summer", weight: "heavy", launched: "soon", "max. Load": 40 },
  });
});
afterAll(() => fixture.close());

function put(sku: string, change: object) {
  const body = productBodySchema.parse({ price_currency: "USD", availability: "in_stock", ...change });
  return upsertProduct({ ctx: fixture.ctx, principal, input: { sku, body, mode: "replace" } });
}

async function newChannel(change: object): Promise<string> {
  const channel = channelCreateSchema.parse({ name: "Shop", market, profile: "generic", ...change });
  return (await createChannel({ ctx: fixture.ctx, principal, input: { channel } })).id;
}

async function skusOfList(channelId: string | undefined, as: Principal): Promise<string[]> {
  const { channel_id: _, updated_after: _after, q: _q, ...filters } = productListQuery.parse({});
  const input = { ...filters, query: undefined, channelId, updatedAfter: undefined, after: "" };
  const { docs } = await listProducts({ ctx: fixture.ctx, principal: as, input });
  return JSON.parse(`[${docs}]`).map(({ sku }: { sku: string }) => sku);
}

const previewOf = async (id: string) =>
  (await previewChannel({ ctx: fixture.ctx, principal, input: { id, after: "", limit: 50 } })).preview;

interface Test {
  readonly op: string;
  readonly field?: string;
  readonly conditions?: readonly Test[];
  readonly [name: string]: unknown;
}

/** Conditions with the products that meet them. */
const CASES: readonly (readonly [Test, readonly string[]])[] = [
  [{ field: "brand", op: "exists" }, ["A", "B"]],
  [{ field: "image_url", op: "missing" }, ["B", "C"]],
  [{ field: "seller.name", op: "equals", value: "Acme Store" }, ["C"]],
  [{ field: "seller", op: "exists" }, ["C"]],
  [{ field: "weight", op: "missing" }, ["B", "C"]],
  [{ field: "prices", op: "exists" }, ["A"]],
  [{ field: "custom_labels", op: "missing" }, ["A", "C"]],
  [{ field: "brand", op: "equals", value: "Acme" }, ["A"]],
  [{ field: "brand", op: "not_equals", value: "Acme" }, ["B", "C"]],
  [{ field: "price_amount", op: "equals", value: 19.9 }, ["A"]],
  [{ field: "price_amount", op: "one_of", values: ["5", 100] }, ["B", "C"]],
  [{ field: "custom_attributes.is_new", op: "equals", value: true }, ["A"]],
  [{ field: "tags", op: "includes", value: "sale" }, ["A"]],
  [{ field: "tags", op: "contains", value: "SALE" }, ["A", "B"]],
  [{ field: "tags", op: "equals", value: "summer, sale" }, ["A"]],
  [{ field: "custom_labels", op: "includes", value: "top" }, ["B"]],
  [{ field: "brand", op: "includes", value: "acme" }, ["B"]],
  [{ field: "custom_attributes.sizes", op: "includes", value: 38 }, ["A"]],
  [{ field: "product_category", op: "starts_with", value: "clothing > t" }, ["A"]],
  [{ field: "product_category", op: "ends_with", value: "CAPS" }, ["C"]],
  [{ field: "title", op: "contains", value: "0% CAP_" }, ["C"]],
  [{ field: "title", op: "starts_with", value: "%" }, []],
  [{ field: "custom_attributes.Season", op: "starts_with", value: "winter" }, ["A", "B"]],
  [{ field: "price_amount", op: "above", value: 5 }, ["A", "C"]],
  [{ field: "price_amount", op: "below", value: 19.9 }, ["B"]],
  [{ field: "inventory_quantity", op: "below", value: 1 }, ["A"]],
  [{ field: "custom_attributes.weight", op: "above", value: 899.5 }, ["A", "B"]],
  [{ field: "custom_attributes.max. Load", op: "above", value: 30 }, ["C"]],
  [{ field: "custom_attributes.cost", op: "above", value: 2 }, ["A", "C"]],
  [{ field: "custom_attributes.cost", op: "above", value: 1299 }, ["C"]],
  [{ field: "custom_attributes.cost", op: "below", value: 1300 }, ["A", "C"]],
  [{ field: "custom_attributes.launched", op: "newer_than_days", value: 30 }, ["A"]],
  [{ field: "custom_attributes.launched", op: "older_than_days", value: 30 }, ["B"]],
  [{ field: "created_at", op: "newer_than_days", value: 36_500 }, ["A", "B", "C"]],
  [{ op: "not", conditions: [{ field: "brand", op: "exists" }] }, ["C"]],
  [
    {
      op: "or",
      conditions: [
        { field: "price_amount", op: "above", value: 50 },
        {
          op: "and",
          conditions: [
            { field: "tags", op: "includes", value: "sale" },
            { field: "brand", op: "exists" },
          ],
        },
      ],
    },
    ["A", "C"],
  ],
  [
    {
      op: "not",
      conditions: [
        { field: "price_amount", op: "above", value: 50 },
        { field: "brand", op: "equals", value: "Acme" },
      ],
    },
    ["B"],
  ],
];

/** The condition as a rule names its fields. */
const ofProduct = ({ conditions, field, ...rest }: Test): Test => ({
  ...rest,
  ...(field !== undefined && { field: `product.${field}` }),
  ...(conditions && { conditions: conditions.map(ofProduct) }),
});

test.each([
  "1299",
  "1299.90 USD",
  "-5",
  " 1.5kg",
  ".5",
  "2e3",
  "1,299.00",
  "1,299,000",
  "1.299,00 €",
  "1.299.000",
  "12,90",
  "0,125 kg",
  "1234,567",
  "1 299,00",
  "1\u202f299",
  "1'299.50 CHF",
  "1\u2019299",
  "10 x 20",
  "10 20",
  "1.299",
  "12, 13",
  "2026-11-27",
  "1,299",
  "1,299 USD",
  "1.2.3",
  "about 5",
  "5.",
  "12,90,",
  "1,29,900.00",
  "9".repeat(40),
  "",
])("the database reads the number in %j as rules do", async (text) => {
  const { rows } = await fixture.db.system.query("SELECT value_number($1)::float8 AS number", [text]);
  const number = numberIn(text);
  expect(rows[0]?.number ?? null).toBe(Number.isNaN(number) ? null : number);
});

describe("conditions", () => {
  test.each(CASES)("%j: a selection, its preview, its restricted members and a rule agree", async (condition, skus) => {
    const selecting = await newChannel({ selection: { conditions: [condition] } });
    const ruling = await newChannel({
      rules: [{ type: "exclude", when: [{ op: "not", conditions: [ofProduct(condition)] }], reason: "Not wanted" }],
    });
    const member = await fixture.newMember(principal, "viewer", [selecting]);
    expect({
      selection: await skusOfList(selecting, principal),
      member: await skusOfList(undefined, member),
      preview: (await previewOf(selecting)).rows.map(({ sku }) => sku),
      rule: (await previewOf(ruling)).rows.map(({ sku }) => sku),
    }).toEqual({ selection: skus, member: skus, preview: skus, rule: skus });
  });

  test("must all be true, and do not apply to the SKUs that the channel names", async () => {
    const conditions = [
      { field: "price_amount", op: "below", value: 50 },
      { field: "brand", op: "equals", value: "Acme" },
    ];
    const id = await newChannel({ selection: { conditions, include_skus: ["C"], exclude_skus: ["A"] } });
    const { rows, excluded } = await previewOf(id);
    expect(rows.map(({ sku }) => sku)).toEqual(["C"]);
    expect(excluded).toEqual([
      { sku: "A", reasons: ["exclude_skus"] },
      { sku: "B", reasons: ["conditions"] },
    ]);
  });
});

test("an excluded product is shown with the rule's reason in the preview and in its list of channels", async () => {
  const when = [{ field: "title", op: "matches", pattern: "^(red|blue)\\b", ignore_case: true }];
  const id = await newChannel({ rules: [{ type: "exclude", when, reason: "Colors are sold out" }] });
  const { rows, excluded, counts, rules, issue_counts } = await previewOf(id);
  expect(rows.map(({ sku }) => sku)).toEqual(["C"]);
  expect(counts).toMatchObject({ selected: 3, written: 1, excluded: 2, invalid: 0 });
  expect(excluded[0]).toMatchObject({
    sku: "A",
    reasons: ["rule"],
    issues: [{ severity: "warning", code: "excluded_by_rule", message: "Colors are sold out" }],
  });
  expect(rules).toEqual([{ index: 0, type: "exclude", matched: 2, changed: 0, failed: 0 }]);
  expect(issue_counts).toEqual([{ code: "excluded_by_rule", field: "", severity: "warning", products: 2 }]);
  // The channels of the tests above as well.
  const input = { sku: "A", after: "", limit: 200 };
  const { items } = await listProductChannels({ ctx: fixture.ctx, principal, input });
  expect(items.find(({ channel_id }) => channel_id === id)).toMatchObject({
    status: "excluded",
    reasons: ["rule"],
    issues: [{ code: "excluded_by_rule", message: "Colors are sold out" }],
  });
});
