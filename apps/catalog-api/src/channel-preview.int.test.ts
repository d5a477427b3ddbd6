import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type ApiFixture, openApiFixture } from "./testing/open-api-fixture.js";

let api: ApiFixture;
let channelId = "";
beforeAll(async () => {
  api = await openApiFixture();
  const market = { country: "US", currency: "USD", language: "en" };
  const channel = await api.ask("POST", "/channels", { body: { name: "Shop", market } });
  channelId = channel.json.id;
  const product = { title: "Tee", price_amount: 19.9, price_currency: "USD", availability: "in_stock" };
  for (const sku of ["A", "B"]) await api.ask("POST", "/products", { body: { ...product, sku } });
});
afterAll(() => api?.close());

const preview = (body: object) => api.ask("POST", `/channels/${channelId}/preview`, { body });

test("a preview returns rows, counts and the effect of each rule", async () => {
  const rules = [{ type: "constant", field: "brand", value: "Acme" }];
  const { status, json } = await preview({ channel: { rules }, limit: 1 });
  expect(status).toBe(200);
  expect(json).toMatchObject({ channel_id: channelId, profile: "generic@1", is_complete: true, next_cursor: null });
  expect(json.counts).toEqual({ selected: 2, written: 2, excluded: 0, invalid: 0, warnings: 0 });
  expect(json.rows).toMatchObject([{ sku: "A", row: { sku: "A", price: "19.90 USD", brand: "Acme" }, issues: [] }]);
  expect(json.rules).toEqual([{ index: 0, type: "constant", matched: 2, changed: 2, failed: 0 }]);
});

test("without a body, the stored channel is previewed", async () => {
  const { status, json } = await api.ask("POST", `/channels/${channelId}/preview`);
  expect([status, json.counts.selected]).toEqual([200, 2]);
});

test("errors in the request have pointers, in the draft as well", async () => {
  const unknown = await preview({ channel: { status: "paused" }, limit: 0 });
  expect(unknown.status).toBe(422);
  expect(unknown.json.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
    "/channel/status",
    "/limit",
  ]);
  const rule = await preview({ channel: { rules: [{ type: "strip_html", field: "titel" }] } });
  expect(rule.json).toMatchObject({ code: "validation_failed", errors: [{ pointer: "/channel/rules/0/field" }] });
});

test("a cursor of another preview is rejected, and an unknown channel is not found", async () => {
  const { json: list } = await api.ask("GET", "/products?limit=1");
  const foreign = await preview({ cursor: list.next_cursor });
  expect(foreign.json).toMatchObject({ status: 400, code: "invalid_cursor" });
  const missing = await api.ask("POST", `/channels/ch_${"0".repeat(26)}/preview`, { body: {} });
  expect(missing.json).toMatchObject({ status: 404, code: "not_found" });
});

describe("what comes in from Google's format goes out in the same columns", () => {
  const TEXTS: Record<string, string> = {
    id: "G",
    title: "Tee",
    description: "Soft",
    link: "https://g.example/t",
    image_link: "https://g.example/1.jpg",
    mobile_link: "https://m.g.example/t",
    ads_redirect: "https://ads.g.example/t",
    video_link: "https://g.example/v.mp4",
    availability: "preorder",
    availability_date: "2027-01-05T00:00:00Z",
    price: "20.00 USD",
    sale_price: "15.00 USD",
    sale_price_effective_date: "2026-01-01T00:00:00Z/2126-12-24T23:59:59Z",
    cost_of_goods_sold: "7.50 USD",
    google_product_category: "212",
    product_type: "Clothing > Tops",
    brand: "Acme",
    gtin: "4006381333931",
    mpn: "M-1",
    identifier_exists: "yes",
    condition: "new",
    adult: "no",
    age_group: "adult",
    color: "Red",
    gender: "unisex",
    material: "Cotton",
    pattern: "Plain",
    size: "M",
    size_type: "regular",
    size_system: "US",
    item_group_id: "TEE",
    product_length: "30 cm",
    product_width: "20 cm",
    product_height: "2 cm",
    product_weight: "250 g",
    shipping_weight: "1.5 kg",
    shipping_label: "bulky",
    shipping_length: "20 cm",
    shipping_width: "10 cm",
    shipping_height: "5 cm",
    min_handling_time: "1",
    max_handling_time: "3",
    unit_pricing_measure: "1 ct",
    energy_efficiency_class: "A+",
    custom_label_0: "summer",
    custom_label_1: "sale",
    custom_label_3: "clearance",
    pause: "ads",
    return_policy_label: "short",
    ships_from_country: "DE",
  };
  /** Elements with parts, or that occur several times; their text in a cell, and the value in the row of the channel. */
  const OTHERS: readonly [name: string, xml: string, cell: string, row: unknown][] = [
    [
      "additional_image_link",
      "<g:additional_image_link>https://g.example/2.jpg</g:additional_image_link><g:additional_image_link>https://g.example/3.jpg</g:additional_image_link>",
      "https://g.example/2.jpg,https://g.example/3.jpg",
      ["https://g.example/2.jpg", "https://g.example/3.jpg"],
    ],
    [
      "shipping",
      "<g:shipping><g:country>US</g:country><g:region>CA</g:region><g:service>Express</g:service><g:price>6.00 USD</g:price></g:shipping>",
      "US:CA:Express:6.00 USD",
      ["US:CA:Express:6.00 USD"],
    ],
    [
      "variant_option",
      "<g:variant_option><g:name>Fit</g:name><g:value>Slim</g:value></g:variant_option>",
      "Fit:Slim",
      ["Fit:Slim"],
    ],
    [
      "certification",
      "<g:certification><g:certification_authority>EC</g:certification_authority><g:certification_name>EPREL</g:certification_name><g:certification_code>123456</g:certification_code></g:certification>",
      "EC:EPREL:123456",
      ["EC:EPREL:123456"],
    ],
    [
      "product_highlight",
      "<g:product_highlight>Soft</g:product_highlight><g:product_highlight>Warm</g:product_highlight>",
      "Soft,Warm",
      ["Soft", "Warm"],
    ],
    ["promotion_id", "<g:promotion_id>P1</g:promotion_id>", "P1", ["P1"]],
  ];
  const expected = { ...TEXTS, ...Object.fromEntries(OTHERS.map(([name, , , row]) => [name, row])) };
  const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll(">", "&gt;");
  const rss = `<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><item>${Object.entries(TEXTS)
    .map(([name, text]) => `<g:${name}>${escaped(text)}</g:${name}>`)
    .join("")}${OTHERS.map(([, xml]) => xml).join("")}</item></channel></rss>`;
  const cells = { ...TEXTS, ...Object.fromEntries(OTHERS.map(([name, , cell]) => [name, cell])) };
  const table = (delimiter: string) =>
    [Object.keys(cells), Object.values(cells).map((cell) => (cell.includes(delimiter) ? `"${cell}"` : cell))]
      .map((line) => line.join(delimiter))
      .join("\n");

  test.each([
    ["RSS", "application/xml", rss],
    ["CSV", "text/csv", table(",")],
    ["TSV", "text/tab-separated-values", table("\t")],
  ])("%s", async (_format, type, file) => {
    const { token } = await api.newWorkspace();
    const market = { country: "US", currency: "USD", language: "en" };
    const channel = { name: "Google", profile: "google_merchant", market };
    const { json: created } = await api.ask("POST", "/channels", { body: channel, token });
    const { json: read } = await api.ask("POST", "/imports/preview", {
      body: file,
      token,
      headers: { "Content-Type": type },
    });
    const [row] = read.preview;
    expect([read.preset, read.questions, row.errors]).toEqual(["google", [], []]);
    expect(read.columns.filter(({ fields }: { fields: string[] }) => fields.length === 0)).toEqual([]);
    expect((await api.ask("POST", "/products", { body: row.product, token })).status).toBe(201);
    const { json } = await api.ask("POST", `/channels/${created.id}/preview`, { body: {}, token });
    const written = json.rows[0]?.row;
    const joined = (value: unknown) => (Array.isArray(value) ? value.join(",") : String(value));
    const shown = Object.keys(expected).map((name) => [name, joined(written[name])]);
    expect(shown).toEqual(Object.entries(expected).map(([name, value]) => [name, joined(value)]));
  });
});
