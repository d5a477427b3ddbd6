import type { Column } from "@skucast/contracts/channel-profiles/column";
import { nearest } from "@skucast/contracts/nearest";
import { PRODUCT_FIELDS, type ProductField } from "@skucast/contracts/products/product";

type Type = Column["type"];

const TEXT: readonly Type[] = ["text", "enum", "presence", "absence"];
const URL: readonly Type[] = ["url", ...TEXT];
const DATE: readonly Type[] = ["moment", ...TEXT];
const INTEGER: readonly Type[] = ["integer", "decimal", "decimal_text", ...TEXT];
const DECIMAL: readonly Type[] = ["decimal", "decimal_text", ...TEXT];
const BOOLEAN: readonly Type[] = ["boolean", ...TEXT];
const AMOUNT: readonly Type[] = ["money", "decimal", "decimal_text", "presence", "absence"];
const LIST: readonly Type[] = ["comma_list", "text_list", "list", "presence", "absence"];
const QUANTITY: readonly Type[] = ["object", "presence", "absence"];
/** A custom attribute is text that is read as the column's type. */
const ANY_TEXT: readonly Type[] = [
  "text",
  "url",
  "enum",
  "moment",
  "integer",
  "decimal",
  "decimal_text",
  "boolean",
  "money",
  "gtin",
  "presence",
  "absence",
  "comma_list",
  "text_list",
  "list",
  "object",
  "measure",
];

/** What a product's field can fill, and the same for its members; a record has any member. */
interface Source {
  readonly types: readonly Type[];
  readonly members?: Readonly<Record<string, readonly Type[]>>;
  readonly anyMember?: readonly Type[];
}

const plain = (types: readonly Type[]): Source => ({ types });
const SIZE: readonly Type[] = ["measure", ...DECIMAL];

const MEASURE: Source = { types: QUANTITY, members: { value: SIZE, unit: TEXT } };
const SIZES: Source = {
  types: ["measures", ...QUANTITY],
  members: { length: SIZE, width: SIZE, height: SIZE, unit: TEXT },
};
/** Entries with members: their parts, or JSON. */
const GROUPS = plain(["text_list", "list", "presence", "absence"]);

/** Undefined for fields that are not published as such: prices of markets, translations and overrides become others. */
const SOURCES: Readonly<Record<ProductField, Source | undefined>> = {
  sku: plain(TEXT),
  title: plain(TEXT),
  description: plain(TEXT),
  url: plain(URL),
  image_url: plain(URL),
  additional_image_urls: { types: LIST, anyMember: URL },
  video_url: plain(URL),
  model_3d_url: plain(URL),
  brand: plain(TEXT),
  mpn: plain(TEXT),
  gtin: plain(["gtin", ...TEXT]),
  product_category: plain(TEXT),
  google_product_category: plain(TEXT),
  condition: plain(TEXT),
  availability: plain(TEXT),
  availability_date: plain(DATE),
  expiration_date: plain(DATE),
  inventory_quantity: plain(INTEGER),
  price_amount: plain(AMOUNT),
  price_currency: plain(TEXT),
  sale_price_amount: plain(["sale_money", "decimal", "decimal_text", "presence", "absence"]),
  sale_price_starts_at: plain(["sale_window", ...DATE]),
  sale_price_ends_at: plain(DATE),
  prices: undefined,
  cost_amount: plain(AMOUNT),
  item_group_id: plain(TEXT),
  item_group_title: plain(TEXT),
  variant_options: {
    types: ["variant_options", "option_name", "option_value", "object", "presence", "absence"],
    anyMember: TEXT,
  },
  color: plain(TEXT),
  size: plain(TEXT),
  size_system: plain(TEXT),
  size_type: plain(TEXT),
  material: plain(TEXT),
  pattern: plain(TEXT),
  multipack: plain(INTEGER),
  is_bundle: plain(BOOLEAN),
  gender: plain(TEXT),
  age_group: plain(TEXT),
  weight: MEASURE,
  dimensions: SIZES,
  shipping: plain(["shipping", "shipping_money", "list", "presence", "absence"]),
  tax_class: plain(TEXT),
  is_digital: plain(BOOLEAN),
  adult: plain(BOOLEAN),
  age_restriction: plain(INTEGER),
  seller: {
    types: ["object", "presence", "absence"],
    members: { name: TEXT, url: URL, privacy_url: URL, terms_url: URL, returns_url: URL },
  },
  accepts_returns: plain(BOOLEAN),
  return_window_days: plain(INTEGER),
  review_count: plain(INTEGER),
  review_rating: plain(DECIMAL),
  unit_pricing_measure: { ...MEASURE, types: ["unit_price", ...QUANTITY] },
  unit_pricing_base_measure: MEASURE,
  certifications: GROUPS,
  energy_efficiency_class: plain(TEXT),
  min_energy_efficiency_class: plain(TEXT),
  max_energy_efficiency_class: plain(TEXT),
  product_highlights: { types: LIST, anyMember: TEXT },
  product_details: GROUPS,
  min_handling_days: plain(INTEGER),
  max_handling_days: plain(INTEGER),
  min_transit_days: plain(INTEGER),
  max_transit_days: plain(INTEGER),
  package_weight: MEASURE,
  package_dimensions: SIZES,
  ships_from_country: plain(TEXT),
  minimum_order_values: GROUPS,
  promotion_ids: { types: LIST, anyMember: TEXT },
  identifier_exists: plain(BOOLEAN),
  mobile_url: plain(URL),
  lifestyle_image_url: plain(URL),
  subscription_cost: {
    types: ["text_list", ...QUANTITY],
    members: { period: TEXT, period_length: INTEGER, amount: DECIMAL, currency: TEXT },
  },
  installment: {
    types: ["text_list", ...QUANTITY],
    members: { months: INTEGER, amount: DECIMAL, currency: TEXT, downpayment: DECIMAL, credit_type: TEXT },
  },
  custom_labels: { types: LIST, anyMember: TEXT },
  tags: { types: LIST, anyMember: TEXT },
  translations: undefined,
  channel_overrides: undefined,
  status: plain(TEXT),
  custom_attributes: { types: ["object", "presence", "absence"], anyMember: ANY_TEXT },
  metadata: { types: ["object", "presence", "absence"], anyMember: TEXT },
};

/** Fields whose members have any name, also one with points. */
const NAMED_BY_MERCHANTS: ReadonlySet<string> = new Set(["custom_attributes", "metadata", "variant_options"]);

/** Fields with lists of values, with the number of items that a product can have. */
const LISTS: ReadonlyMap<string, number> = new Map([
  ["additional_image_urls", 20],
  ["product_highlights", 100],
  ["promotion_ids", 10],
  ["custom_labels", 5],
  ["tags", 100],
]);

/** The column types that a source can fill, or what is wrong with it. */
export type SourceResult =
  | { readonly ok: true; readonly types: readonly Type[] }
  | { readonly ok: false; readonly message: string };

/** What `field` or `field.member` can fill. */
export function typesFrom(from: string): SourceResult {
  const [field = "", ...rest] = from.split(".");
  const member = rest.length === 0 ? undefined : rest.join(".");
  const source = isProductField(field) ? SOURCES[field] : undefined;
  if (!isProductField(field)) {
    const near = nearest(field, PRODUCT_FIELDS);
    const hint = near ? `; did you mean ${near}?` : "; a custom attribute is custom_attributes and its name";
    return { ok: false, message: `is not a field of products: ${field}${hint}` };
  }
  if (source === undefined) {
    return { ok: false, message: `${field} cannot fill a column: the channel's market decides which of them is used` };
  }
  if (member === undefined) return { ok: true, types: source.types };
  const listLength = LISTS.get(field);
  if (listLength !== undefined && !(/^(?:0|[1-9]\d*)$/.test(member) && Number(member) < listLength)) {
    return {
      ok: false,
      message: `${field} is a list with at most ${listLength} items: ${field}.0 is the first of them`,
    };
  }
  const types = source.members && Object.hasOwn(source.members, member) ? source.members[member] : source.anyMember;
  if (types === undefined || (member.includes(".") && !NAMED_BY_MERCHANTS.has(field)))
    return { ok: false, message: noMember(field, member, source) };
  return { ok: true, types };
}

function noMember(field: string, member: string, { members = {} }: Source): string {
  const known = Object.keys(members);
  if (known.length === 0) return `${field} has no members such as ${member}`;
  return `${member} is not a member of ${field}; these are: ${known.join(", ")}`;
}

const isProductField = (name: string): name is ProductField => PRODUCT_FIELDS.some((field) => field === name);
