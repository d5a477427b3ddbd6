import type { DateOrder, ImportTarget } from "@skucast/contracts/imports/mapping";
import { DELIVERY_TIMES } from "@skucast/contracts/products/channel-fields";
import { readAvailability } from "../values/availability.js";
import { endOf, readDate, startOf } from "../values/date.js";
import { readDecimal } from "../values/decimal.js";
import { readMoney } from "../values/money.js";
import { partsOf, urlsOf } from "../values/parts.js";
import { decodeEntities } from "../values/plain-text.js";
import { readQuantity, unitNamed } from "../values/quantity.js";
import { readBoolean } from "../values/words.js";
import { attributeField } from "./attribute-fields.js";
import { canonicalPath } from "./canonical-path.js";
import { type Draft, newDraft, noteCurrency, noteShipping, shopOf } from "./draft.js";
import { addImages } from "./images.js";
import { optionsIn } from "./options-in.js";
import { publishedSetter } from "./published.js";
import { putSide } from "./put-side.js";
import { amountIn, moneySetter, numberOrFault, setStock, setWeight, stockSetter } from "./read-field.js";
import { membersOf, setMember } from "./set-member.js";
import { rejectAmbiguous, rejectText, type Setter } from "./setter.js";
import { labelSetter } from "./settle-labels.js";

type FactName = "isPurchasable" | "isStockTracked" | "sellsWithoutStock";

/** What stands for yes where an empty cell stands for no. */
export const MARK = /^[x✓✔]$/i;

/** The setters of targets that fill several fields, or part of one. */
export const TARGET_SETTERS = {
  price: moneySetter("price_amount"),
  sale_price: moneySetter("sale_price_amount"),
  cost: moneySetter("cost_amount"),
  compare_at_price: (draft, text, format) => {
    const { decimal } = format;
    const money = readMoney(text, decimal);
    const { number } = money;
    const value = numberOrFault(draft, { text, number, pointer: "/sale_price_amount", message: "must be an amount" });
    if (value === undefined) return;
    const { currency } = money;
    shopOf(draft).compareAtPrice = amountIn(draft, { field: "compare_at_price", value, format, currency });
    noteCurrency(draft, { field: "compare_at_price", text, money, format });
  },
  sale_period: setPeriod,
  stock: stockSetter(true),
  stock_tracked: factOf("isStockTracked", "/inventory_quantity"),
  sells_without_stock: factOf("sellsWithoutStock", "/availability"),
  purchasable: purchasableSetter,
  purchasable_from: (draft, text, { dates }) => {
    const time = timeIn(draft, text, dates);
    if (time !== undefined && time > draft.now) shopOf(draft).isPurchasable = false;
  },
  purchasable_until: (draft, text, { dates }) => {
    const time = timeIn(draft, text, dates);
    if (time !== undefined && time <= draft.now) shopOf(draft).isPurchasable = false;
  },
  published: publishedSetter,
  stock_by_source: (draft, text) => {
    const counts = text.split(/[|,;]/).map((entry) => /^[^=:]+[=:]\s*(-?\d+)$/.exec(entry.trim())?.[1]);
    if (counts.every((count) => count !== undefined))
      setStock(
        draft,
        counts.reduce((sum, count) => sum + Number(count), 0),
        true,
      );
    else if (readAvailability(text) !== undefined) draft.body.availability = readAvailability(text);
    else rejectText(draft, text, { pointer: "/inventory_quantity", message: "must be counts such as default=100" });
  },
  facets: setFacets,
  attributes: setAttributes,
  options: setOptions,
  discount_amount: discountSetter("discountAmount"),
  discount_percent: discountSetter("discountPercent"),
  on_sale: (draft, text) => {
    const isOnSale = MARK.test(text) || readBoolean(text);
    shopOf(draft).isOnSale = isOnSale ?? "unreadable";
    if (isOnSale !== undefined) return;
    const message = "must be yes or no; the sale is left out";
    rejectText(draft, text, { pointer: "/sale_price_amount", code: "invalid_type", message });
  },
  row_type: (draft, text) => {
    shopOf(draft).rowType = text;
  },
  shipping_weight: setWeight,
  product_length: sideOf("length"),
  product_width: sideOf("width"),
  product_height: sideOf("height"),
  custom_label: entryOf("custom_labels"),
  tag: entryOf("tags"),
  image: (draft, text) => addImages(draft, urlsOf(text)),
  variant_image: (draft, text) => {
    const [first] = urlsOf(text);
    if (first !== undefined) shopOf(draft).variantImage = first;
  },
  option_name: namedOf("options", "name", ""),
  option_value: namedOf("options", "value", ""),
  attribute_name: namedOf("attributes", "name", ""),
  attribute_value: namedOf("attributes", "value", ""),
} as const satisfies Record<ImportTarget, Setter>;

/** The setter of a target that occurs several times, by its number. */
export function numberedSetter(target: string, number: string): Setter | undefined {
  if (target === "stock" && number !== "") return addStock;
  if (target === "custom_label" && number !== "") return labelSetter(Number(number));
  const [list, part] = target.split("_");
  if ((list !== "option" && list !== "attribute") || (part !== "name" && part !== "value")) return undefined;
  return namedOf(`${list}s`, part, number);
}

function namedOf(list: "options" | "attributes", part: "name" | "value", number: string): Setter {
  return (draft, text) => {
    const values = shopOf(draft)[list];
    values.set(number, { ...values.get(number), [part]: decodeEntities(text) });
  };
}

/** Adds a count to those of other columns, such as those of other warehouses. */
const addStock: Setter = (draft, text, format) => {
  const before = shopOf(draft).stock ?? 0;
  const alone = newDraft();
  stockSetter(true)(alone, text, format);
  // The product has the counts that can be read.
  draft.faults.push(...alone.faults.map((fault) => ({ ...fault, pointer: "/inventory_quantity" })));
  if (alone.body.availability !== undefined) draft.body.availability = alone.body.availability;
  if (alone.shop?.stock !== undefined) setStock(draft, before + alone.shop.stock, true);
};

function discountSetter(name: "discountAmount" | "discountPercent"): Setter {
  return (draft, text, { decimal }) => {
    const number =
      name === "discountAmount" ? readMoney(text, decimal).number : readDecimal(text.replace("%", "").trim(), decimal);
    const value = numberOrFault(draft, { text, number, pointer: "/sale_price_amount", message: "must be a number" });
    if (value === undefined) return;
    if (value > 0) shopOf(draft)[name] = value;
    else draft.body.sale_price_amount ??= null;
  };
}

/** `color=Red,size=M`, or `Color:Red:1` with a position that is left out. A comma in a value belongs to it. */
function setAttributes(...[draft, text]: Parameters<Setter>): void {
  for (const { name, value } of pairsIn(text)) {
    const known = attributeField(name, value);
    if (known !== undefined) draft.body[known.field] ??= known.value;
    else membersOf(draft, "custom_attributes")[name] = value;
  }
}

/** `Color=Red,Size=M`, or `Type=Dropdown|Name=Color|Value=Red` for each option. */
function setOptions(...[draft, text]: Parameters<Setter>): void {
  const pairs = pairsIn(text);
  const names = pairs.filter(({ name }) => name === "Name").map(({ value }) => value);
  const values = pairs.filter(({ name }) => name === "Value").map(({ value }) => value);
  const chosen = names.length > 0 ? names.map((name, i) => ({ name, value: values[i] ?? "" })) : pairs;
  for (const [i, pair] of chosen.entries()) shopOf(draft).options.set(`in_cell_${i}`, pair);
}

/** A name with a value in quotation marks, which are doubled inside, or whatever has no separator. */
const PAIR = /[^,|;\n="]+="((?:[^"]|"")*)"\s*(?=[,|;\n]|$)|[^,|;\n]+/g;

/** Names with values. Letters in brackets before a name show how a shop displays the option. */
function pairsIn(given: string): { name: string; value: string }[] {
  // Before the parts are separated: the semicolon of `&amp;` separates nothing.
  const text = decodeEntities(given);
  const sign = text.includes("=") ? "=" : ":";
  const pairs: { name: string; value: string }[] = [];
  for (const { 0: part, 1: quoted } of text.matchAll(PAIR)) {
    const at = part.indexOf(sign);
    const last = pairs.at(-1);
    if (at > 0) {
      const name = part
        .slice(0, at)
        .replace(/^\s*\[\w+\]/, "")
        .trim();
      const value = quoted?.replaceAll('""', '"') ?? part.slice(at + 1);
      pairs.push({ name, value: (sign === ":" ? value.replace(/:\d*$/, "") : value).trim() });
    } else if (last !== undefined && part.trim() !== "") last.value += `, ${part.trim()}`;
  }
  return pairs.filter(({ name, value }) => name !== "" && value !== "");
}

/** Values with the same name belong together: several categories are one path. */
function setFacets(...[draft, text]: Parameters<Setter>): void {
  const byName = new Map<string, string[]>();
  for (const entry of partsOf(text)) {
    const [name = "", ...value] = entry.split(":");
    if (value.length === 0) continue;
    const values = byName.get(name.trim()) ?? [];
    values.push(value.join(":").trim());
    byName.set(name.trim(), values);
  }
  for (const [name, values] of byName) {
    if (name === "brand") draft.body.brand = values[0];
    else if (name === "category") draft.body.product_category = values.join(" > ");
    else membersOf(draft, "custom_attributes")[name] = values.length === 1 ? values[0] : values;
  }
}

function setPeriod(...[draft, text, { dates }]: Parameters<Setter>): void {
  const parts = text.split("/");
  const [start = "", end = "", ...more] = parts.length === 2 ? parts : text.split(/\s[-–/]\s/);
  const [from, to] = [start, end].map((part) => readDate(part.trim(), dates));
  if (from?.type === "date" && to?.type === "date" && more.length === 0) {
    draft.body.sale_price_starts_at = startOf(from);
    draft.body.sale_price_ends_at = endOf(to);
  } else if (from?.type === "ambiguous" || to?.type === "ambiguous") {
    rejectAmbiguous(draft, text, "/sale_price_starts_at", "dates");
  } else {
    const message = "must be two dates or date-times separated by a slash";
    rejectText(draft, text, { pointer: "/sale_price_starts_at", message });
  }
}

function factOf(name: FactName, pointer: string): Setter {
  return (draft, text) => {
    const value = readBoolean(text);
    if (value !== undefined) shopOf(draft)[name] = value;
    else rejectText(draft, text, { pointer, code: "invalid_type", message: "must be yes or no" });
  };
}

/** Several columns may say it; one `no` is enough. */
function purchasableSetter(...[draft, text, format]: Parameters<Setter>): void {
  if (shopOf(draft).isPurchasable !== false) factOf("isPurchasable", "/availability")(draft, text, format);
}

/** The time of a date from or until which a product can be ordered. */
function timeIn(draft: Draft, text: string, dates: DateOrder | undefined): number | undefined {
  const date = readDate(text, dates);
  if (date.type === "date") {
    const time = Date.parse(startOf(date));
    if (time > draft.now) draft.isTimed = true;
    return time;
  }
  if (date.type === "ambiguous") rejectAmbiguous(draft, text, "/availability", "dates");
  else rejectText(draft, text, { pointer: "/availability", message: "must be a date, such as 2026-12-01" });
  return undefined;
}

function sideOf(side: "length" | "width" | "height"): Setter {
  return (draft, text, { decimal, unit }) => {
    const quantity = readQuantity(text, decimal);
    const pointer = `/dimensions/${side}`;
    const message = "must be a number with its unit, such as 20 cm";
    if (quantity === undefined) return rejectText(draft, text, { pointer, message });
    const value = numberOrFault(draft, { text, number: quantity.number, pointer, message });
    if (value === undefined || value === 0) return;
    const own = quantity.unit ?? unit;
    if (own === undefined) rejectText(draft, text, { pointer, code: "unit_missing", message });
    else putSide(draft, { field: "dimensions", side, value, unit: own, text });
  };
}

function entryOf(field: "custom_labels" | "tags"): Setter {
  return ({ body }, text) => {
    const present = body[field];
    const entry = decodeEntities(text);
    body[field] = Array.isArray(present) ? [...present, entry] : [entry];
  };
}

/** Writes text to a member of an object field: `metadata.season`, `translations.de.title`, `weight.value`. */
export function memberSetter(given: readonly string[]): Setter {
  const path = canonicalPath(given);
  const [field = "", ...names] = path;
  const last = names.at(-1) ?? "";
  const isUnit = last === "unit" && (QUANTITIES.has(field) || SIZES.has(field));
  const isNumber =
    (QUANTITIES.has(field) && last === "value") ||
    (SIZES.has(field) && last !== "unit") ||
    (PAYMENTS.has(field) && PAYMENT_NUMBERS.has(last));
  const withUnits = QUANTITIES.has(field) || SIZES.has(field);
  const pointer = `/${path.join("/")}`;
  return (draft, text, { decimal }) => {
    let value: string | number | undefined = isUnit ? unitNamed(text) : decodeEntities(text);
    if (isNumber) {
      // The unit may be in the same cell, although another column has it, too.
      const quantity = withUnits ? readQuantity(text, decimal) : undefined;
      const number = quantity?.number ?? readDecimal(text, decimal);
      value = numberOrFault(draft, { text, number, pointer, message: "must be a number" });
      if (value === undefined || value === 0) return;
      if (quantity?.unit !== undefined && SIZES.has(field))
        return putSide(draft, { field, side: last, value, unit: quantity.unit, text });
      if (quantity?.unit !== undefined) setMember(draft, [field, "unit"], quantity.unit);
    }
    setMember(draft, path, value);
  };
}

/** Fields with a value and its unit, fields with sides, and payments. */
const QUANTITIES: ReadonlySet<string> = new Set([
  "weight",
  "package_weight",
  "unit_pricing_measure",
  "unit_pricing_base_measure",
]);
const SIZES: ReadonlySet<string> = new Set(["dimensions", "package_dimensions"]);
const PAYMENTS: ReadonlySet<string> = new Set(["subscription_cost", "installment"]);
const PAYMENT_NUMBERS: ReadonlySet<string> = new Set(["months", "period_length", "amount", "downpayment"]);

/** Stripe's shipping has the days before the price, `ALL` for every region, and always a service: `US:ALL:Standard:1-5:4.00 USD`. */
const DAYS_BEFORE_PRICE = /^([A-Z]{2}):([^:]*):([^:]*):(?:(\d{1,3})-(\d{1,3}))?:([^:]+)$/;

/** The same as Google writes it: the days of handling, which are part of the others there, are unknown. */
const asGoogleShipping = (option: string): string =>
  option.replace(DAYS_BEFORE_PRICE, (_, country, region, service, min = "", max = "", price) =>
    [country, region === "ALL" ? "" : region, service, price, "", "", min, max].join(":"),
  );

/**
 * Google's shipping in one cell: `US:CA:Express:16.00 USD`, several separated by commas. Handling and transit times in days
 * may follow: `US:CA:Express:16.00 USD:1:1:2:3`.
 */
export const shippingSetter: Setter = (draft, text, { decimal }) => {
  const options = optionsIn(text).map((option) =>
    asGoogleShipping(option)
      .split(":")
      .map((part) => part.trim()),
  );
  const read = options.flatMap((parts) => {
    const [price = parts.at(-1) ?? "", ...times] = parts.length > 4 ? parts.slice(3) : parts.slice(-1);
    const money = readMoney(price, decimal);
    const { number } = money;
    const areTimes = times.length <= DELIVERY_TIMES.length && times.every((days) => /^\d{0,3}$/.test(days));
    if (number.type === "ambiguous") {
      rejectAmbiguous(draft, text, "/shipping", "decimal");
      return [];
    }
    if (number.type === "none" || parts.length < 2 || !areTimes) {
      const message = "must be country:region:service:price, such as US:CA:Express:16.00 USD";
      rejectText(draft, text, { pointer: "/shipping", message });
      return [];
    }
    const [country, region, service] = parts.length > 4 ? parts : parts.slice(0, -1);
    const given = DELIVERY_TIMES.flatMap((name, i) => (times[i] ? [[name, Number(times[i])] as const] : []));
    const option = {
      country,
      ...(region && { region }),
      ...(service && { service }),
      price_amount: number.value,
      ...Object.fromEntries(given),
    };
    noteShipping(draft, option, { text, money });
    return option;
  });
  // Without one of its options, a list would say that the others are all.
  if (read.length === options.length) draft.body.shipping = read;
};
