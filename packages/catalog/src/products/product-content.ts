import { hash } from "node:crypto";
import { isJsonObject, mergePatch } from "@skucast/contracts/merge-patch";
import { priceText } from "@skucast/contracts/money";
import { PRODUCT_FIELDS, type ProductContent, productFields } from "@skucast/contracts/products/product";
import { z } from "zod";

/** Fields whose keys the merchant chooses. */
const MAPS: ReadonlySet<string> = new Set([
  "variant_options",
  "translations",
  "channel_overrides",
  "custom_attributes",
  "metadata",
]);

/** Members of the fields that are objects, in the order of the contract. */
const MEMBERS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(productFields).flatMap(([field, schema]) =>
    schema instanceof z.ZodObject ? [[field, Object.keys(schema.shape)]] : [],
  ),
);

type Fields = Readonly<Record<string, unknown>>;

/**
 * Content in canonical form: fields and their members in the order of the contract, maps in order of their keys, without
 * empty fields. Fields of `given` are merged into those of `kept` (RFC 7396): null removes a field or member.
 */
export function canonical(given: Fields, kept: Fields = NEW_PRODUCT): ProductContent {
  const ordered: Record<string, unknown> = {};
  for (const field of PRODUCT_FIELDS) {
    const own = given[field];
    const value = own === undefined ? kept[field] : mergedField(field, kept[field], own);
    if (value !== undefined && value !== null) ordered[field] = MAPS.has(field) ? byKey(value) : value;
  }
  // The caller has parsed the fields with the contract's schemas; this only orders them.
  return ordered as unknown as ProductContent;
}

function mergedField(field: string, kept: unknown, own: unknown): unknown {
  if (!isJsonObject(own)) return own;
  const merged = mergePatch(kept, own);
  const members = MEMBERS.get(field);
  if (!members || !isJsonObject(merged)) return merged;
  return Object.fromEntries(members.filter((name) => name in merged).map((name) => [name, merged[name]]));
}

/** Default values of a new product. */
export const NEW_PRODUCT: Fields = { condition: "new", status: "active" };

function byKey(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, byKey(inner)]));
}

/** SHA-256 of canonical content's JSON, hexadecimal: a buffer would need an expensive memory allocation of its own. */
export const hashContent = (contentJson: string): string => hash("sha256", contentJson, "hex");

export interface ServerFields {
  readonly id: string;
  /** Hexadecimal. */
  readonly contentHash: string;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The product's JSON, as used in responses, exports and events. */
export function renderProduct(content: ProductContent, contentJson: string, server: ServerFields): string {
  const text = priceOf(content);
  const price = text === null ? "" : `,"price":"${text}"`;
  return (
    `{"id":"${server.id}",${contentJson.slice(1, -1)}${price},"content_hash":"${server.contentHash}",` +
    `"version":${server.version},"created_at":"${server.createdAt.toISOString()}","updated_at":"${server.updatedAt.toISOString()}"}`
  );
}

/** `updated_at` of a rendered product (RFC 3339). It is at the end of the text, which saves parsing all of it. */
export const updatedAtOf = (doc: string): string => doc.slice(-26, -2);

const priceOf = ({ price_amount: amount, price_currency: currency }: ProductContent): string | null =>
  amount === undefined || currency === undefined ? null : priceText(amount, currency);

/** A parsed stored product: its content and the server's fields. */
export type RenderedProduct = ProductContent & { readonly content_hash: string };

export const parseRendered = (doc: string): RenderedProduct => JSON.parse(doc) as RenderedProduct;

/** JSON object with the former values of the changed fields; null for a field that had no value. */
export function renderPrevious(before: ProductContent | null, after: ProductContent): string {
  if (!before) return "{}";
  const previous: Record<string, unknown> = {};
  for (const field of PRODUCT_FIELDS) {
    const was = before[field];
    const is = after[field];
    if (was !== is && !isSameObject(was, is)) previous[field] = was ?? null;
  }
  const hasOtherPrice = before.price_amount !== after.price_amount || before.price_currency !== after.price_currency;
  if (hasOtherPrice && priceOf(before) !== priceOf(after)) previous.price = priceOf(before);
  return JSON.stringify(previous);
}

/** Whether two lists or objects have the same JSON. */
const isSameObject = (one: unknown, other: unknown): boolean =>
  typeof one === "object" && typeof other === "object" && JSON.stringify(one) === JSON.stringify(other);
