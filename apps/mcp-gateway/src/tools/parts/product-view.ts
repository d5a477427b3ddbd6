import { LIMITS } from "@skucast/contracts/limits";
import { PRODUCT_FIELDS } from "@skucast/contracts/products/product";
import { z } from "zod";
import { createView } from "./view.js";

const SERVER_FIELDS = ["id", "price", "content_hash", "version", "created_at", "updated_at"];
const CONCISE = ["sku", "title", "price", "availability", "inventory_quantity", "brand", "status"];
const fields = { key: "sku", concise: CONCISE, known: [...PRODUCT_FIELDS, ...SERVER_FIELDS] } as const;

/** A product in a list. */
export const productView = createView({ ...fields, defaultFormat: "concise" });

/** A single product, which may be longer. */
export const singleProductView = createView({
  ...fields,
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
