import { LIMITS } from "@skucast/contracts/limits";
import { PRODUCT_FIELDS } from "@skucast/contracts/products/product";
import { z } from "zod";
import { createView } from "./view.js";

const SERVER_FIELDS = ["id", "price", "content_hash", "version", "created_at", "updated_at"];
const CONCISE = ["sku", "title", "price", "availability", "inventory_quantity", "brand", "status"];
const fields = { key: "sku", concise: CONCISE, known: [...PRODUCT_FIELDS, ...SERVER_FIELDS] } as const;

/** A product among others. */
export const productView = createView({ ...fields, byDefault: "concise" });

/** A product alone, for which there is more room. */
export const singleProductView = createView({
  ...fields,
  byDefault: "detailed",
  tokensMax: LIMITS.toolAnswerTokensMax,
});

/** A product as it is answered; fields without a value are left out. */
export const productOutput = z.looseObject({
  sku: z.string(),
  omitted_fields: z.array(z.string()).optional().describe("Too long for this answer; get_product gives them by name."),
});

/** A product's document; all but its SKU is shown as it is. */
export interface StoredProduct extends Readonly<Record<string, unknown>> {
  readonly sku: string;
}

/** Products from the texts of JSON objects, rendered when they were written, with commas between them. */
export const parseProducts = (docs: string): StoredProduct[] => JSON.parse(`[${docs}]`) as StoredProduct[];
