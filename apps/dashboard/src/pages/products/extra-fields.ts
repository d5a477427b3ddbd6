import { UNIT_PRICE_UNITS } from "@skucast/contracts/products/channel-fields";
import { LENGTH_UNITS, WEIGHT_UNITS } from "@skucast/contracts/products/field-schemas";
import { productFields } from "@skucast/contracts/products/product";
import { numberInput, readNumber } from "../../forms/read-number.js";

/** How a field is edited. */
export type FieldKind =
  | { readonly type: "text" | "number" | "date" | "date_time" | "yes_no" | "lines" | "pairs" }
  | { readonly type: "choice"; readonly choices: readonly string[] }
  | { readonly type: "members"; readonly members: Readonly<Record<string, MemberKind>> }
  /** A list of objects; or, with `keyedBy`, an object of them by the value of that member. */
  | {
      readonly type: "rows";
      readonly members: Readonly<Record<string, MemberKind>>;
      readonly keyedBy?: string;
    };
export type MemberKind = "text" | "number" | readonly string[];

export type Row = Readonly<Record<string, string>>;
/** The form value of a field, by its kind: text, members, or rows. */
export type ExtraValue = string | Row | readonly Row[];

const text = { type: "text" } as const;
const number = { type: "number" } as const;
const lines = { type: "lines" } as const;
const yesNo = { type: "yes_no" } as const;
const choice = (schema: { readonly options: readonly string[] }) =>
  ({ type: "choice", choices: schema.options }) as const;

const quantityOf = (units: readonly string[]) =>
  ({ type: "members", members: { value: "number", unit: units } }) as const;
const sizes = {
  type: "members",
  members: { length: "number", width: "number", height: "number", unit: LENGTH_UNITS },
} as const;

/** Fields with a form of their own beyond the main ones, in the order of their sections. */
export const EXTRA_FIELDS = {
  item_group_id: text,
  item_group_title: text,
  variant_options: { type: "pairs" },
  color: text,
  size: text,
  size_system: choice(productFields.size_system),
  size_type: choice(productFields.size_type),
  material: text,
  pattern: text,
  gender: choice(productFields.gender),
  age_group: choice(productFields.age_group),
  additional_image_urls: lines,
  video_url: text,
  model_3d_url: text,
  sale_price_starts_at: { type: "date_time" },
  sale_price_ends_at: { type: "date_time" },
  availability_date: { type: "date" },
  expiration_date: { type: "date" },
  cost_amount: number,
  tax_class: text,
  mobile_url: text,
  lifestyle_image_url: text,
  unit_pricing_measure: quantityOf(UNIT_PRICE_UNITS),
  unit_pricing_base_measure: quantityOf(UNIT_PRICE_UNITS),
  subscription_cost: {
    type: "members",
    members: {
      period: productFields.subscription_cost.shape.period.options,
      period_length: "number",
      amount: "number",
      currency: "text",
    },
  },
  installment: {
    type: "members",
    members: {
      months: "number",
      amount: "number",
      currency: "text",
      downpayment: "number",
      credit_type: productFields.installment.shape.credit_type.unwrap().options,
    },
  },
  weight: quantityOf(WEIGHT_UNITS),
  dimensions: sizes,
  package_weight: quantityOf(WEIGHT_UNITS),
  package_dimensions: sizes,
  shipping: {
    type: "rows",
    members: {
      country: "text",
      region: "text",
      service: "text",
      price_amount: "number",
      price_currency: "text",
      min_handling_days: "number",
      max_handling_days: "number",
      min_transit_days: "number",
      max_transit_days: "number",
    },
  },
  min_handling_days: number,
  max_handling_days: number,
  min_transit_days: number,
  max_transit_days: number,
  ships_from_country: text,
  minimum_order_values: {
    type: "rows",
    members: {
      country: "text",
      service: "text",
      surface: productFields.minimum_order_values.element.shape.surface.unwrap().options,
      amount: "number",
      currency: "text",
    },
  },
  product_highlights: lines,
  product_details: { type: "rows", members: { section: "text", name: "text", value: "text" } },
  certifications: { type: "rows", members: { authority: "text", name: "text", code: "text" } },
  energy_efficiency_class: choice(productFields.energy_efficiency_class),
  min_energy_efficiency_class: choice(productFields.min_energy_efficiency_class),
  max_energy_efficiency_class: choice(productFields.max_energy_efficiency_class),
  identifier_exists: yesNo,
  promotion_ids: lines,
  accepts_returns: yesNo,
  return_window_days: number,
  google_product_category: text,
  multipack: number,
  is_bundle: yesNo,
  is_digital: yesNo,
  adult: yesNo,
  age_restriction: number,
  seller: {
    type: "members",
    members: { name: "text", url: "text", privacy_url: "text", terms_url: "text", returns_url: "text" },
  },
  review_count: number,
  review_rating: number,
  tags: lines,
  custom_labels: lines,
  translations: {
    type: "rows",
    keyedBy: "language",
    members: {
      language: "text",
      title: "text",
      description: "text",
      url: "text",
      color: "text",
      size: "text",
      material: "text",
    },
  },
  metadata: { type: "pairs" },
} as const satisfies Readonly<Partial<Record<keyof typeof productFields, FieldKind>>>;
export type ExtraField = keyof typeof EXTRA_FIELDS;
export const EXTRA_FIELD_NAMES = Object.keys(EXTRA_FIELDS) as ExtraField[];
export type ExtraDraft = Readonly<Record<ExtraField, ExtraValue>>;

const PAIR_MEMBERS = { name: "text", value: "text" } as const;
type Members = Readonly<Record<string, MemberKind>>;

/** The members of a row or group of a kind. */
export function membersOf(kind: FieldKind): Members {
  if (kind.type === "pairs") return PAIR_MEMBERS;
  return kind.type === "members" || kind.type === "rows" ? kind.members : {};
}

export const emptyRow = (kind: FieldKind): Row =>
  Object.fromEntries(Object.keys(membersOf(kind)).map((member) => [member, ""]));

/** The form values of a product's fields. */
export const extraDraftOf = (stored: Readonly<Record<string, unknown>>): ExtraDraft =>
  Object.fromEntries(
    EXTRA_FIELD_NAMES.map((field) => [field, draftValue(EXTRA_FIELDS[field], stored[field])]),
  ) as Record<ExtraField, ExtraValue>;

/** The fields that form values describe, without empty ones. Invalid numbers stay text, so that the contract rejects them. */
export function extraContentOf(draft: ExtraDraft): Record<string, unknown> {
  const entries = EXTRA_FIELD_NAMES.map((field) => [field, contentValue(EXTRA_FIELDS[field], draft[field])]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function draftValue(kind: FieldKind, stored: unknown): ExtraValue {
  const members = membersOf(kind);
  switch (kind.type) {
    case "number":
      return typeof stored === "number" ? numberInput(stored) : "";
    case "lines":
      return Array.isArray(stored) ? stored.join("\n") : "";
    case "pairs":
      return Object.entries(objectOf(stored)).map(([name, value]) => ({ name, value: String(value) }));
    case "members":
      return rowOf(members, objectOf(stored));
    case "rows": {
      const { keyedBy } = kind;
      if (keyedBy === undefined)
        return (Array.isArray(stored) ? stored : []).map((row) => rowOf(members, objectOf(row)));
      return Object.entries(objectOf(stored)).map(([key, row]) => rowOf(members, { ...objectOf(row), [keyedBy]: key }));
    }
    default:
      return stored === undefined || stored === null ? "" : String(stored);
  }
}

function contentValue(kind: FieldKind, value: ExtraValue): unknown {
  const rows = Array.isArray(value) ? (value as readonly Row[]) : [];
  const typed = typeof value === "string" ? value.trim() : "";
  switch (kind.type) {
    case "number":
      return typed === "" ? undefined : (readNumber(typed) ?? typed);
    case "yes_no":
      return typed === "" ? undefined : typed === "true";
    case "lines": {
      const found = typed.split("\n").flatMap((line) => line.trim() || []);
      return found.length === 0 ? undefined : found;
    }
    case "pairs":
      return objectOrNone(rows.flatMap((row) => (row.name?.trim() ? [[row.name.trim(), row.value ?? ""]] : [])));
    case "members":
      return objectOrNone(entriesOf(kind.members, value as Row));
    case "rows":
      return rowsContent(kind, rows);
    default:
      return typed === "" ? undefined : typed;
  }
}

function rowsContent({ members, keyedBy }: Extract<FieldKind, { type: "rows" }>, rows: readonly Row[]): unknown {
  const filled = rows.map((row) => Object.fromEntries(entriesOf(members, row)));
  const used = filled.filter((row) => Object.keys(row).length > 0);
  if (keyedBy === undefined) return used.length === 0 ? undefined : used;
  return objectOrNone(used.map(({ [keyedBy]: key, ...row }) => [String(key ?? ""), row]));
}

const entriesOf = (members: Members, row: Row): [string, unknown][] =>
  Object.entries(members).flatMap(([member, kind]): [string, unknown][] => {
    const typed = row[member]?.trim() ?? "";
    if (typed === "") return [];
    return [[member, kind === "number" ? (readNumber(typed) ?? typed) : typed]];
  });

const objectOrNone = (entries: readonly (readonly unknown[])[]): object | undefined =>
  entries.length === 0 ? undefined : Object.fromEntries(entries as [string, unknown][]);

const rowOf = (members: Members, stored: Readonly<Record<string, unknown>>): Row =>
  Object.fromEntries(
    Object.keys(members).map((member) => {
      const value = stored[member];
      if (value === undefined || value === null) return [member, ""];
      return [member, typeof value === "number" ? numberInput(value) : String(value)];
    }),
  );

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
