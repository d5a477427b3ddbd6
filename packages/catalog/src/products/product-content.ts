import { hash } from "node:crypto";
import { priceText } from "@skucast/contracts/money";
import { PRODUCT_FIELDS, type ProductContent } from "@skucast/contracts/products/product";

const SERVER_FIELDS: ReadonlySet<string> = new Set([
  "id",
  "price",
  "content_hash",
  "version",
  "created_at",
  "updated_at",
]);

/** Content in its canonical form: fields in the order of the contract, those without a value left out. */
export function canonical(content: Readonly<Record<string, unknown>>): ProductContent {
  const ordered: Record<string, unknown> = {};
  for (const field of PRODUCT_FIELDS) {
    const value = content[field];
    if (value !== undefined && value !== null) ordered[field] = value;
  }
  // Whoever calls has parsed the fields by the contract; this only orders them.
  return ordered as unknown as ProductContent;
}

/** SHA-256 of canonical content's JSON. */
export const hashContent = (contentJson: string): Buffer => hash("sha256", contentJson, "buffer");

export interface ServerFields {
  readonly id: string;
  readonly contentHash: Buffer;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The product's JSON as it is answered, listed, exported and put into events. */
export function renderProduct(content: ProductContent, contentJson: string, server: ServerFields): string {
  const price =
    content.price_amount === undefined || content.price_currency === undefined
      ? ""
      : `,"price":"${priceText(content.price_amount, content.price_currency)}"`;
  return (
    `{"id":"${server.id}",${contentJson.slice(1, -1)}${price},"content_hash":"${server.contentHash.toString("hex")}",` +
    `"version":${server.version},"created_at":"${server.createdAt.toISOString()}","updated_at":"${server.updatedAt.toISOString()}"}`
  );
}

/** The content that a rendered product was made of. */
export function contentOf(doc: string): ProductContent {
  const product = JSON.parse(doc) as Record<string, unknown>;
  for (const field of SERVER_FIELDS) delete product[field];
  // What stands in the database was rendered from checked content.
  return product as unknown as ProductContent;
}

/** JSON object of the former values of the fields that differ; null where there was none. */
export function renderPrevious(before: ProductContent | null, after: ProductContent): string {
  if (!before) return "{}";
  const previous: Record<string, unknown> = {};
  for (const field of PRODUCT_FIELDS) {
    const [was, is] = [before[field], after[field]];
    if (was !== is && JSON.stringify(was) !== JSON.stringify(is)) previous[field] = was ?? null;
  }
  return JSON.stringify(previous);
}
