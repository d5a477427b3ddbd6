import { expect, test } from "@jest/globals";
import { compileChannel } from "../channel/compile-channel.js";
import { SIMPLE_PRODUCT } from "../testing/simple-product.js";
import { googleMerchant202610 } from "./google-merchant-2026-10.js";

const channel = {
  id: "ch_1",
  profile: `${googleMerchant202610.name}@${googleMerchant202610.version}`,
  market: { country: "US", currency: "USD", language: "en" },
  defaults: {},
  rules: [],
};
const PRODUCT = { ...SIMPLE_PRODUCT, gtin: undefined, price_amount: 5, price_currency: "USD" };

/** The non-empty cells of a row by column. */
function cellsOf(custom_attributes: Record<string, unknown>) {
  const { columns, map } = compileChannel(channel as unknown as Parameters<typeof compileChannel>[0], new Date());
  const row = map({ ...PRODUCT, custom_attributes } as unknown as Parameters<typeof map>[0]);
  if (!row.isValid) throw new Error(JSON.stringify(row.issues));
  return Object.fromEntries(
    columns.flatMap(({ name }, i) => (row.cells[i] === undefined ? [] : [[name, row.cells[i]]])),
  );
}

test("attributes imported from a Google feed without a product field are written to the same columns", () => {
  const attributes = {
    identifier_exists: "no",
    shipping_weight: "1.5 kg",
    shipping_label: "bulky",
    short_title: "Soft tee",
    promotion_id: "SUMMER",
    shipping_length: "20 cm",
    shipping_width: "10 cm",
    shipping_height: "5 cm",
  };
  const cells = cellsOf(attributes);
  expect(cells).toMatchObject({ ...attributes, promotion_id: ["SUMMER"] });
  expect(cells).not.toHaveProperty("product_weight");
});

test.each([
  [{ shipping_weight: "heavy" }, "shipping_weight"],
  [{ identifier_exists: "\u0007" }, "identifier_exists"],
])("a custom attribute that is not a valid value of the column is left out: %j", (attributes, column) => {
  expect(cellsOf(attributes)).not.toHaveProperty(column);
});
