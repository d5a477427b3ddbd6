import { describe, expect, test } from "@jest/globals";
import { getBuiltInProfile } from "@skucast/catalog/channel-profiles/get-channel-profile";
import type { Column } from "@skucast/contracts/channel-profiles/column";
import { CHANNEL_PROFILES } from "@skucast/contracts/channels/channel";
import { checkProduct } from "@skucast/contracts/products/check-product";
import { productUpsertSchema } from "@skucast/contracts/products/product";
import { fillShape } from "../../testing/fill-shape.js";
import { fieldShapeOf } from "./field-shape.js";

const unitOf = ({ from = "" }: Column): string => (/dimensions/.test(from) ? "cm" : "g");

const columns = CHANNEL_PROFILES.filter((name) => name.includes("@")).flatMap((profile) =>
  getBuiltInProfile(profile).columns.map((column) => ({ profile, name: column.name, column })),
);

describe("the shape of a column's field", () => {
  test.each(columns)("$profile $name can be written with its values", ({ column }) => {
    const shape = fieldShapeOf(column);
    expect(JSON.stringify(shape)).toContain("…");
    const body = { sku: "A", ...(fillShape(shape, { unit: unitOf(column) }) as object) };
    const parsed = productUpsertSchema.safeParse(body);
    expect({ shape, issues: parsed.error?.issues ?? [] }).toEqual({ shape, issues: [] });
    expect(checkProduct(parsed.data ?? {})).toEqual([]);
  });

  test.each<[Partial<Column>, object]>([
    [{ type: "shipping", from: "shipping" }, { shipping: [{ country: "…", price_amount: "…" }] }],
    [{ type: "measure", from: "unit_pricing_measure.value" }, { unit_pricing_measure: { value: "…", unit: "…" } }],
    [
      { type: "measure", from: "dimensions.width" },
      { dimensions: { length: "…", width: "…", height: "…", unit: "…" } },
    ],
    [{ type: "text", from: "seller.name" }, { seller: { name: "…" } }],
    [{ type: "text", from: "custom_labels.1" }, { custom_labels: ["…", "…"] }],
    [{ type: "comma_list", from: "additional_image_urls" }, { additional_image_urls: ["…"] }],
    [{ type: "variant_options", from: "variant_options" }, { variant_options: { "…": "…" } }],
    [{ type: "text", from: "variant_options.Shoe size" }, { variant_options: { "Shoe size": "…" } }],
    [{ type: "text", from: "metadata.bin.row" }, { metadata: { "bin.row": "…" } }],
    [
      { type: "sale_window", from: "sale_price_starts_at" },
      { sale_price_starts_at: "…", sale_price_ends_at: "…" },
    ],
    [{ type: "text_list", parts: ["country", "rate"] }, { custom_attributes: { x: "… (country:rate)" } }],
    [{ type: "object" }, { custom_attributes: { x: "… (JSON)" } }],
  ])("of %j is %j", (column, shape) => {
    expect(fieldShapeOf({ name: "x", type: "text", ...column })).toEqual(shape);
  });
});
