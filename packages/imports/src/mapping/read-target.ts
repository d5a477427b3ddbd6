import type { ImportTarget } from "@skucast/contracts/imports/mapping";
import { readMoney, readNumber } from "../values/money.js";
import { readQuantity } from "../values/quantity.js";
import { type Draft, refuse } from "./draft.js";
import { partsOf, type Setter, setWeight } from "./read-field.js";

/** How a cell is read that fills more than one field, or part of one. */
export const TARGET_SETTERS = {
  price: moneyOf("price_amount"),
  sale_price: moneyOf("sale_price_amount"),
  cost: moneyOf("cost_amount"),
  sale_period: (draft, text) => {
    const [start, end, ...more] = text.split("/").map((part) => part.trim());
    if (!start || !end || more.length > 0) {
      refuse(draft, "/sale_price_starts_at", "must be two moments with a slash between them");
      return;
    }
    draft.body.sale_price_starts_at = start;
    draft.body.sale_price_ends_at = end;
  },
  stock: (draft, text) => {
    const value = readNumber(text.replace(/\.0+$/, ""));
    if (value === undefined || !Number.isInteger(value))
      refuse(draft, "/inventory_quantity", "must be a whole number", "invalid_type");
    else draft.stock = value;
  },
  shipping_weight: setWeight,
  product_length: sideOf("length"),
  product_width: sideOf("width"),
  product_height: sideOf("height"),
  custom_label: entryOf("custom_labels"),
  tag: entryOf("tags"),
  image: (draft, text) => {
    const [first, ...more] = partsOf(text);
    if (first !== undefined) draft.body.image_url = first;
    if (more.length > 0) draft.body.additional_image_urls = more;
  },
} as const satisfies Record<ImportTarget, Setter>;

function moneyOf(field: string): Setter {
  return (draft, text) => {
    const money = readMoney(text);
    if (!money) {
      refuse(draft, `/${field}`, "must be an amount with a point, such as 1299.90 or 1299.90 USD", "invalid_type");
      return;
    }
    draft.body[field] = money.amount;
    if (money.currency !== undefined) draft.currencies.add(money.currency);
  };
}

function sideOf(side: "length" | "width" | "height"): Setter {
  return (draft, text) => {
    const quantity = readQuantity(text);
    const sides = membersOf(draft, "dimensions");
    if (!quantity) refuse(draft, `/dimensions/${side}`, "must be a number with its unit, such as 20 cm");
    else if (sides.unit !== undefined && sides.unit !== quantity.unit)
      refuse(draft, "/dimensions/unit", "must be one unit for all sides");
    else Object.assign(sides, { [side]: quantity.value, unit: quantity.unit });
  };
}

function entryOf(field: "custom_labels" | "tags"): Setter {
  return ({ body }, text) => {
    const present = body[field];
    body[field] = Array.isArray(present) ? [...present, text] : [text];
  };
}

/** Puts a text into a member of an object field: `metadata.season`, `translations.de.title`, `weight.value`. */
export function memberSetter(path: readonly string[]): Setter {
  const [field = "", ...names] = path;
  const last = names.at(-1) ?? "";
  const isNumber = (field === "weight" && last === "value") || (field === "dimensions" && last !== "unit");
  return (draft, text) => {
    const number = isNumber ? readNumber(text) : undefined;
    if (isNumber && number === undefined) {
      refuse(draft, `/${path.join("/")}`, "must be a number", "invalid_type");
      return;
    }
    let members = membersOf(draft, field);
    for (const name of names.slice(0, -1)) {
      const inner = members[name];
      const next = isMembers(inner) ? inner : {};
      members[name] = next;
      members = next;
    }
    members[last] = number ?? text;
  };
}

function membersOf({ body }: Draft, field: string): Record<string, unknown> {
  const present = body[field];
  if (isMembers(present)) return present;
  const made = {};
  body[field] = made;
  return made;
}

const isMembers = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Google's shipping in one cell: `US:CA:Express:16.00 USD`, several with commas between them. */
export const shippingSetter: Setter = (draft, text) => {
  const options = partsOf(text).map((option) => option.split(":").map((part) => part.trim()));
  draft.body.shipping = options.map((parts) => {
    const money = readMoney(parts.at(-1) ?? "");
    if (!money || parts.length < 2 || parts.length > 4) {
      refuse(draft, "/shipping", "must be country:region:service:price, such as US:CA:Express:16.00 USD");
      return {};
    }
    if (money.currency !== undefined) draft.currencies.add(money.currency);
    const [country, region, service] = parts.slice(0, -1);
    return { country, ...(region && { region }), ...(service && { service }), price_amount: money.amount };
  });
};
