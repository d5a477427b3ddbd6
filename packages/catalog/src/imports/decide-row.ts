import { type Fault, Problem } from "@skucast/contracts/problem";
import {
  type ProductBody,
  type ProductContent,
  type ProductUpsert,
  REQUIRED_ON_CREATE,
} from "@skucast/contracts/products/product";
import { type Decision, decideChange, type StoredState } from "../products/decide-product.js";
import type { Intent } from "../products/write-products.js";
import { type InCurrency, inCurrency } from "./in-currency.js";
import { inLocale } from "./in-locale.js";
import { keepCurrency } from "./keep-currency.js";
import { storedShipping } from "./keep-shipping.js";
import { withStoredTypes } from "./keep-types.js";
import { inStoredUnits } from "./keep-units.js";
import { mergeLabels } from "./merge-labels.js";
import { mergeMarkets } from "./merge-markets.js";
import type { RowChange } from "./row-change.js";

export interface RowDecision {
  readonly decision: Decision;
  /** Fields that were left out because they do not fit the stored product. */
  readonly warnings: readonly Fault[];
}

/** Availabilities that a stock count does not change: the shop decides when such a product is sold. */
const KEPT: ReadonlySet<string> = new Set(["preorder", "backorder", "discontinued"]);
/** The same for a row that says if the shop sells without stock: then it also says when a backorder ends. */
const KEPT_WITH_POLICY: ReadonlySet<string> = new Set(["preorder", "discontinued"]);

/**
 * Decides what a row changes. Members that it does not name stay, a stock count alone does not make a stored preorder
 * available, and an optional field that does not fit the stored product is left out. Throws a Problem to reject the row.
 */
export function decideRow(row: RowChange, intent: Intent, stored: StoredState | null): RowDecision {
  const { body, warnings } = bodyFor(row, stored);
  try {
    return { decision: body === row.body ? intent.decide(stored) : decide(body, stored), warnings };
  } catch (error) {
    const faults = row.isStrict ? [] : optionalFaults(error);
    if (faults.length === 0) throw error;
    return { decision: decide(without(body, faults), stored), warnings: [...warnings, ...faults] };
  }
}

const decide = (body: ProductUpsert, stored: StoredState | null): Decision =>
  decideChange({ sku: body.sku, body, mode: "merge", mustExist: false }, stored);

/** The upsert body for a stored product; the row's own body object if it needs no changes. */
function bodyFor(given: RowChange, stored: StoredState | null): InCurrency {
  const { isStrict = false, ifNew = {} } = given;
  if (!stored || stored.deleted)
    return { body: Object.keys(ifNew).length === 0 ? given.body : { ...given.body, ...ifNew }, warnings: [] };
  const { content } = stored;
  if (content === null) return { body: given.body, warnings: [] };
  const translated = inLocale(given, content);
  const { row, warnings: ofCurrency } = keepCurrency(translated.row, content);
  const warnings = [...translated.warnings, ...ofCurrency];
  const { markets, replaces = [] } = row;
  const body = withStored(row, content);
  const others = [
    ...replaces.flatMap((field) => membersReplaced(field, body, content) ?? []),
    ...(replaces.includes("variant_options") ? fieldsOfOptions(body, content) : []),
  ];
  const availability = availabilityFor(row, content.availability);
  const prices = markets && mergeMarkets(body.prices, markets, { stored: content.prices, isStrict });
  const isSame = others.length === 0 && availability === body.availability && prices === undefined;
  const merged = isSame
    ? body
    : { ...body, ...Object.fromEntries(others), ...(availability && { availability }), ...prices?.body };
  const settled = inCurrency(merged, content, { isStrict });
  return { ...settled, warnings: [...warnings, ...(prices?.warnings ?? []), ...settled.warnings] };
}

/** The body with what it shares with the stored product: labels of other places, types of attributes, shipping, units. */
function withStored({ body: given, labels }: RowChange, content: ProductContent): ProductUpsert {
  const body = labels === undefined ? given : mergeLabels(given, labels, content);
  const attributes = withStoredTypes(body.custom_attributes, content.custom_attributes);
  const shipping = storedShipping(body, content);
  const sizes = inStoredUnits(body, content);
  if (attributes === undefined && shipping === undefined && sizes === undefined) return body;
  return { ...body, ...(attributes && { custom_attributes: attributes }), ...(shipping && { shipping }), ...sizes };
}

/** The availability of a stored product after the row: its own, the stored one that a stock count does not change, or that of the count. */
function availabilityFor(
  { body, isAvailabilityDerived, isPolicyGiven, byStock }: RowChange,
  stored: ProductUpsert["availability"],
): ProductUpsert["availability"] {
  const isKept = (isPolicyGiven ? KEPT_WITH_POLICY : KEPT).has(stored ?? "");
  if (body.availability !== undefined) return isAvailabilityDerived && isKept ? stored : body.availability;
  if (byStock === undefined || isKept) return undefined;
  const isSoldOut = stored === "in_stock" && byStock.availability !== "in_stock";
  return isSoldOut || !byStock.isCautious ? byStock.availability : undefined;
}

type Members = Readonly<Record<string, unknown>>;
const membersOf = (value: unknown): Members => (typeof value === "object" && value !== null ? (value as Members) : {});

/** A field with null for each stored member that the row does not name; undefined if there is none. A list is replaced anyway. */
function membersReplaced(field: string, body: Members, content: Members): [string, Members | null][] | undefined {
  const given = body[field];
  if (field === "additional_image_urls" && given === undefined && content[field] !== undefined) return [[field, null]];
  if (given === null || given === undefined || Array.isArray(given)) return undefined;
  const gone = Object.keys(membersOf(content[field])).filter((name) => !Object.hasOwn(membersOf(given), name));
  if (gone.length === 0) return undefined;
  return [[field, { ...membersOf(given), ...Object.fromEntries(gone.map((name) => [name, null])) }]];
}

/** The color and the size that a stored product has by an option that the row no longer has. */
function fieldsOfOptions(body: ProductUpsert, content: ProductContent): [string, null][] {
  const given = membersOf(body.variant_options);
  const gone = Object.entries(content.variant_options ?? {}).filter(([name]) => !Object.hasOwn(given, name));
  const values = gone.map(([, value]) => value);
  return (["color", "size"] as const).flatMap((field): [string, null][] => {
    const stored = content[field];
    return body[field] === undefined && stored !== undefined && values.includes(stored) ? [[field, null]] : [];
  });
}

const REQUIRED: ReadonlySet<string> = new Set(REQUIRED_ON_CREATE);

/** The errors of a rejected write, if all of them are in optional fields. */
function optionalFaults(error: unknown): readonly Fault[] {
  if (!(error instanceof Problem) || error.code !== "validation_failed") return [];
  const isOptional = ({ pointer }: Fault) => pointer !== "" && !REQUIRED.has(pointer.split("/")[1] ?? "");
  return error.faults.every(isOptional) ? error.faults : [];
}

const SALE_DATES: ReadonlySet<string> = new Set(["sale_price_starts_at", "sale_price_ends_at"]);
const SALE_AMOUNT = "sale_price_amount";
const NO_SALE = { sale_price_amount: null, sale_price_starts_at: null, sale_price_ends_at: null } as const;

/**
 * The body without the fields in the errors. A stored field that does not fit the row, such as a sale, is cleared. A sale has
 * its dates: they are cleared with a stored one, and left out with that of the row.
 */
function without(body: ProductUpsert, faults: readonly Fault[]): ProductUpsert {
  const left: Record<string, unknown> = structuredClone(body);
  for (const { pointer } of faults) {
    const [field = "", ...inner] = pointer.split("/").slice(1).map(unescaped);
    if (SALE_DATES.has(field) || (field === SALE_AMOUNT && !(field in body))) Object.assign(left, NO_SALE);
    else if (field === SALE_AMOUNT) for (const member of [SALE_AMOUNT, ...SALE_DATES]) delete left[member];
    else if (!(field in body)) left[field] = null;
    else if (inner.length > 0 && field === "channel_overrides") remove(left[field], inner);
    else delete left[field];
  }
  return left as ProductBody & { sku: string };
}

function remove(members: unknown, [name = "", ...inner]: readonly string[]): void {
  if (typeof members !== "object" || members === null) return;
  if (inner.length > 0) remove((members as Members)[name], inner);
  else delete (members as Record<string, unknown>)[name];
}

const unescaped = (name: string): string => name.replaceAll("~1", "/").replaceAll("~0", "~");
