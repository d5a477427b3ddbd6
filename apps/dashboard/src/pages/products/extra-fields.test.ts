import { expect, test } from "@jest/globals";
import { PRODUCT_FIELDS, productBodySchema } from "@skucast/contracts/products/product";
import { CHANNEL_FIELD_VALUES } from "@skucast/contracts/products/testing/channel-field-values";
import { EXTRA_FIELD_NAMES, emptyRow, extraContentOf, extraDraftOf } from "./extra-fields.js";
import { FORM_FIELDS } from "./product-draft.js";

const STORED = {
  variant_options: { color: "red", size: "M" },
  additional_image_urls: ["https://shop.example/a.jpg", "https://shop.example/b.jpg"],
  sale_price_starts_at: "2026-12-01T08:00:00Z",
  availability_date: "2026-12-01",
  weight: { value: 1.5, unit: "kg" },
  dimensions: { length: 10, unit: "cm" },
  shipping: [
    { country: "DE", service: "DHL", price_amount: 4.9 },
    { country: "AT", price_amount: 0 },
  ],
  is_bundle: false,
  age_restriction: 0,
  seller: { name: "Acme", url: "https://acme.example/" },
  tags: ["summer", "new"],
  translations: { de: { title: "Rotes Hemd" }, fr: { title: "Chemise rouge", color: "rouge" } },
  metadata: { erp: "42" },
  ...CHANNEL_FIELD_VALUES,
} as const;

test("every kind of field is the same after it was shown in the form", () => {
  expect(extraContentOf(extraDraftOf(STORED))).toEqual(STORED);
  expect(productBodySchema.safeParse(STORED).success).toBe(true);
});

test("a product without these fields has none", () => expect(extraContentOf(extraDraftOf({}))).toEqual({}));

test("an empty row and spaces around values are left out", () => {
  const shipping = [
    { ...emptyRow({ type: "rows", members: { country: "text" } }) },
    { country: " DE ", price_amount: "4,90" },
  ];
  expect(extraContentOf({ ...extraDraftOf({}), shipping, tags: " a \n\n b " })).toEqual({
    shipping: [{ country: "DE", price_amount: 4.9 }],
    tags: ["a", "b"],
  });
});

test("all fields of a product have inputs of their own, except those of other shapes", () => {
  const own = new Set<string>([...FORM_FIELDS, ...EXTRA_FIELD_NAMES, "prices"]);
  expect(PRODUCT_FIELDS.filter((field) => !own.has(field))).toEqual(["channel_overrides", "custom_attributes"]);
});
