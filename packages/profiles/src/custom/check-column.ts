import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { Fault } from "@skucast/contracts/problem";
import { checkValueFor } from "../channel/check-value.js";
import { kindOf } from "../channel/column-kinds.js";
import { readValue } from "../channel/read-value.js";
import { UNIT_PRICE_MEMBERS } from "../channel/unit-price.js";
import { hasForm, valueFormFor } from "../channel/value-forms.js";
import { checkTemplate } from "../rules/check-template.js";
import { typesFrom } from "./sources.js";

/** Constants are checked without a market; every currency has at most this one's decimals or is checked by the row. */
const CURRENCY = "USD";

/** The errors of one column of a profile, with their positions below `pointer`. */
export function checkCustomColumn(column: Column, pointer: string, columns: readonly Column[]): Fault[] {
  return [
    ...sourceFaults(column, pointer),
    ...constantFaults(column, pointer),
    ...templateFaults(column, pointer, columns),
    ...defaultFaults(column, pointer),
    ...boundFaults(column, pointer),
    ...typeFaults(column, pointer),
    ...groupFaults(column, pointer),
  ];
}

function sourceFaults({ from, else_from, takes_attribute, type }: Column, pointer: string): Fault[] {
  const faults = [
    ...fieldFaults(from, type, { pointer, member: "from" }),
    ...fieldFaults(else_from, type, { pointer, member: "else_from" }),
  ];
  if (from !== undefined) return faults;
  for (const [member, value] of Object.entries({ else_from, takes_attribute })) {
    if (value !== undefined)
      faults.push({ pointer: `${pointer}/${member}`, code: "not_allowed", message: "needs from" });
  }
  return faults;
}

function fieldFaults(
  field: string | undefined,
  type: Column["type"],
  { pointer, member }: { readonly pointer: string; readonly member: string },
): Fault[] {
  if (field === undefined) return [];
  const result = typesFrom(field);
  if (!result.ok) return [{ pointer: `${pointer}/${member}`, code: "unknown_field", message: result.message }];
  if (result.types.includes(type)) return [];
  const message = `must be ${result.types.join(", ")} for ${field}`;
  return [{ pointer: `${pointer}/type`, code: "not_allowed", message }];
}

function constantFaults(column: Column, pointer: string): Fault[] {
  const { constant, from, template } = column;
  if (constant === undefined) return [];
  const at = `${pointer}/constant`;
  if (from === "sku") {
    return [{ pointer: at, code: "not_allowed", message: "must be absent: it would give products the same id" }];
  }
  if (template !== undefined) {
    return [
      { pointer: at, code: "not_allowed", message: "must be absent next to template: {reference|text} has a fallback" },
    ];
  }
  const cell = readValue(column, constant, CURRENCY);
  if (cell === undefined) {
    return [{ pointer: at, code: "invalid_value", message: `must be ${kindOf(column)}` }];
  }
  const form = valueFormFor(column, { own: true });
  if (form && !hasForm(form, cell)) return [{ pointer: at, code: "invalid_value", message: `must be ${form.what}` }];
  const issue = checkValueFor(column)?.(cell);
  return issue?.severity === "error" ? [{ pointer: at, code: issue.code, message: issue.message }] : [];
}

function templateFaults({ template, from }: Column, pointer: string, columns: readonly Column[]): Fault[] {
  if (template === undefined) return [];
  const at = `${pointer}/template`;
  if (from !== undefined) {
    return [{ pointer: at, code: "not_allowed", message: `must be absent next to from; {product.${from}} reads it` }];
  }
  return checkTemplate(template, at, columns);
}

/** The type of each default that is not text. */
const DEFAULT_TYPES: Readonly<Record<string, readonly Column["type"][]>> = {
  target_countries: ["comma_list", "text_list", "list"],
  is_eligible_search: ["boolean"],
  is_eligible_checkout: ["boolean"],
  is_ads_eligible: ["boolean"],
  accepts_returns: ["boolean"],
  return_window_days: ["integer", "decimal"],
};

function defaultFaults({ default: name, type }: Column, pointer: string): Fault[] {
  const types = name === undefined ? undefined : (DEFAULT_TYPES[name] ?? ["text", "url", "enum"]);
  if (types === undefined || types.includes(type)) return [];
  return [
    { pointer: `${pointer}/default`, code: "not_allowed", message: `${name} fits the types ${types.join(", ")}` },
  ];
}

function boundFaults({ at_least, at_most, advised_max, max, words, allowed }: Column, pointer: string): Fault[] {
  const faults: Fault[] = [];
  if (at_least !== undefined && at_most !== undefined && at_least > at_most) {
    faults.push({ pointer: `${pointer}/at_least`, code: "too_big", message: "must not be above at_most" });
  }
  if (advised_max !== undefined && max !== undefined && advised_max > max) {
    faults.push({ pointer: `${pointer}/advised_max`, code: "too_big", message: "must not be above max" });
  }
  for (const [ours, theirs] of Object.entries(words ?? {})) {
    if (allowed === undefined || allowed.includes(theirs)) continue;
    const at = `${pointer}/words/${ours.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    faults.push({ pointer: at, code: "not_allowed", message: `${theirs} is not in allowed` });
  }
  return faults;
}

function typeFaults({ type, words, place, from, members }: Column, pointer: string): Fault[] {
  if (words !== undefined && type !== "enum" && type !== "unit_price") {
    return [{ pointer: `${pointer}/words`, code: "not_allowed", message: "needs the type enum or unit_price" }];
  }
  if (place !== undefined && type !== "option_name" && type !== "option_value") {
    return [
      { pointer: `${pointer}/place`, code: "not_allowed", message: "needs the type option_name or option_value" },
    ];
  }
  const isUnknown = members?.find((name) => !UNIT_PRICE_MEMBERS.some((known) => known === name));
  if (type === "unit_price" && isUnknown !== undefined) {
    const message = `must be some of ${UNIT_PRICE_MEMBERS.join(", ")}`;
    return [{ pointer: `${pointer}/members`, code: "not_allowed", message }];
  }
  if (from !== undefined || !BOUND_TYPES.has(type)) return [];
  return [{ pointer: `${pointer}/from`, code: "required", message: `is required for the type ${type}` }];
}

/** Types that only a product's field can fill. */
const BOUND_TYPES: ReadonlySet<Column["type"]> = new Set([
  "sale_window",
  "presence",
  "absence",
  "shipping_money",
  "option_name",
  "option_value",
  "unit_price",
]);

/** Fields whose entries have members, which a list of strings needs as its parts. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  certifications: ["authority", "name", "code"],
  product_details: ["section", "name", "value"],
  minimum_order_values: ["country", "service", "surface", "amount", "currency"],
  subscription_cost: ["period", "period_length", "amount", "currency"],
  installment: ["months", "amount", "downpayment", "credit_type", "currency"],
};

function groupFaults({ type, from = "", parts, members }: Column, pointer: string): Fault[] {
  if (type !== "text_list") return [];
  if (members !== undefined && members.length !== parts?.length) {
    const message = `must have as many names as parts: ${parts?.length ?? 0}`;
    return [{ pointer: `${pointer}/members`, code: "not_allowed", message }];
  }
  const known = Object.hasOwn(GROUPS, from) ? GROUPS[from] : undefined;
  if (known === undefined) return [];
  if (parts === undefined) {
    const message = `is required for text_list from ${from}; its members are ${known.join(", ")}`;
    return [{ pointer: `${pointer}/parts`, code: "required", message }];
  }
  const unknown = (members ?? parts).find((name) => !known.includes(name));
  if (unknown === undefined) return [];
  const message = `${unknown} is not a member of ${from}; these are: ${known.join(", ")}`;
  return [{ pointer: `${pointer}/${members ? "members" : "parts"}`, code: "unknown_field", message }];
}
