import type { ResponseOf } from "../../api/client.js";
import { numberInput, readNumber } from "../../forms/read-number.js";
import { EXTRA_FIELD_NAMES, type ExtraDraft, extraContentOf, extraDraftOf } from "./extra-fields.js";

type Product = ResponseOf<"getProduct">;

/** The main fields, in the form's order. Others are in extra-fields.ts, and the few that have no form are edited as JSON. */
export const FORM_FIELDS = [
  "sku",
  "title",
  "description",
  "brand",
  "gtin",
  "mpn",
  "product_category",
  "price_amount",
  "price_currency",
  "sale_price_amount",
  "availability",
  "inventory_quantity",
  "condition",
  "status",
  "url",
  "image_url",
] as const;
export type FormField = (typeof FORM_FIELDS)[number];
/** Fields with numeric values. */
export const NUMBERS: readonly FormField[] = ["price_amount", "sale_price_amount", "inventory_quantity"];
/** Fields that only the service sets. */
const SERVER_FIELDS: readonly string[] = ["id", "version", "created_at", "updated_at", "content_hash", "price"];

/** Members of a price by market, in the form's order. */
export const PRICE_PARTS = ["currency", "country", "amount", "sale_amount", "sale_starts_at", "sale_ends_at"] as const;
export type PricePart = (typeof PRICE_PARTS)[number];
export type PriceDraft = Readonly<Record<PricePart, string>>;

/** Form values of a product, as text. */
export type ProductDraft = Readonly<Record<FormField, string>> & {
  readonly more: string;
  readonly extra: ExtraDraft;
  readonly prices: readonly PriceDraft[];
};

export const NEW_PRICE: PriceDraft = {
  currency: "",
  country: "",
  amount: "",
  sale_amount: "",
  sale_starts_at: "",
  sale_ends_at: "",
};

export const NEW_DRAFT: ProductDraft = {
  ...(Object.fromEntries(FORM_FIELDS.map((field) => [field, ""])) as Record<FormField, string>),
  availability: "in_stock",
  condition: "new",
  status: "active",
  more: "{}",
  extra: extraDraftOf({}),
  prices: [],
};

export function draftOf(product: Product): ProductDraft {
  const stored: Record<string, unknown> = product;
  const shown: readonly string[] = [...FORM_FIELDS, ...EXTRA_FIELD_NAMES, ...SERVER_FIELDS, "prices"];
  const isOther = (name: string) => !shown.includes(name);
  const more = Object.fromEntries(Object.entries(stored).filter(([name]) => isOther(name)));
  const texts = FORM_FIELDS.map((field) => [field, inputOf(stored[field])]);
  return {
    ...(Object.fromEntries(texts) as Record<FormField, string>),
    more: JSON.stringify(more, null, 2),
    extra: extraDraftOf(stored),
    prices: (product.prices ?? []).map(priceDraftOf),
  };
}

function priceDraftOf(price: NonNullable<Product["prices"]>[number]): PriceDraft {
  const parts = PRICE_PARTS.map((part) => [part, inputOf(price[part])]);
  return Object.fromEntries(parts) as Record<PricePart, string>;
}

function inputOf(value: unknown): string {
  if (value === undefined) return "";
  return typeof value === "number" ? numberInput(value) : String(value);
}

/** Parses the JSON of the other fields; null if it is not an object. */
export function readMore(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text.trim() === "" ? "{}" : text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/**
 * The product that a draft describes, without empty fields. Invalid numbers stay text, so that validation rejects them.
 */
export function contentOf(draft: ProductDraft): Record<string, unknown> {
  const typed = FORM_FIELDS.filter((field) => draft[field].trim() !== "").map((field) => [
    field,
    NUMBERS.includes(field) ? numberOf(draft[field]) : draft[field].trim(),
  ]);
  const prices = draft.prices.map(priceOf);
  return {
    ...readMore(draft.more),
    ...extraContentOf(draft.extra),
    ...Object.fromEntries(typed),
    ...(prices.length > 0 && { prices }),
  };
}

function priceOf(draft: PriceDraft): Record<string, unknown> {
  const typed = PRICE_PARTS.filter((part) => draft[part].trim() !== "");
  const isAmount = (part: PricePart) => part === "amount" || part === "sale_amount";
  return Object.fromEntries(typed.map((part) => [part, isAmount(part) ? numberOf(draft[part]) : draft[part].trim()]));
}

/** The merge patch between two drafts: changed values, and null for removed ones. */
export const patchOf = (before: ProductDraft, after: ProductDraft): Record<string, unknown> =>
  patchBetween(contentOf(before), contentOf(after));

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function patchBetween(was: Members, is: Members): Record<string, unknown> {
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const changed = names.filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]));
  return Object.fromEntries(changed.map((name) => [name, patchOfMember(was[name], is[name])]));
}

const patchOfMember = (was: unknown, is: unknown): unknown =>
  isMembers(was) && isMembers(is) ? patchBetween(was, is) : (is ?? null);

const numberOf = (text: string): number | string => readNumber(text) ?? text.trim();
