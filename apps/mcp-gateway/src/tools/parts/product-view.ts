import { LIMITS } from "@skucast/contracts/limits";
import { PRODUCT_FIELDS } from "@skucast/contracts/products/product";
import { z } from "zod";
import { createView } from "./view.js";

const SERVER_FIELDS = ["id", "content_hash", "version", "created_at", "updated_at"];
const CONCISE = ["sku", "title", "price", "sale_price", "availability", "inventory_quantity", "brand", "status"];
const known = [...PRODUCT_FIELDS, ...SERVER_FIELDS, "price", "sale_price"];

/** A product in a list. */
export const productView = createView({
  key: "sku",
  concise: [...CONCISE, "market_prices"],
  known: [...known, "market_prices"],
  defaultFormat: "concise",
});

/** A single product, which may be longer. */
export const singleProductView = createView({
  key: "sku",
  concise: CONCISE,
  known,
  defaultFormat: "detailed",
  tokensMax: LIMITS.toolAnswerTokensMax,
});

/** A product in a result. Fields without a value are omitted. */
export const productOutput = z.looseObject({
  sku: z.string(),
  omitted_fields: z
    .array(z.string())
    .optional()
    .describe("Too long for this answer; get_product returns them by name."),
});

/** A stored product document. All fields except the SKU are passed through. */
export interface StoredProduct extends Readonly<Record<string, unknown>> {
  readonly sku: string;
}

/** Parses comma-separated JSON documents of products. */
export const parseProducts = (docs: string): StoredProduct[] => JSON.parse(`[${docs}]`) as StoredProduct[];
