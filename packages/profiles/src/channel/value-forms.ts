import type { Column } from "@skucast/contracts/channel-profiles/column";
import { partsIn } from "@skucast/contracts/channel-profiles/item-parts";
import { dateMs } from "../values/date-pattern.js";
import { type Cell, memberOf } from "./cell.js";
import { error, type RowIssue, warning } from "./issue.js";
import { isCountry, isDays, isMoney, partCheckOf, partsDescribed } from "./part-forms.js";
import type { ValueForm } from "./value-form.js";
import { COUNTRY, wordFormFor } from "./word-forms.js";

/**
 * The form of values that rules, overrides and custom attributes give to a column; undefined if any will do. The parts of
 * entries are known for a partner's columns; those of a workspace's `own` profile may have any meaning.
 */
export function valueFormFor(column: Column, { own = false }: { readonly own?: boolean } = {}): ValueForm | undefined {
  const { type, from = "", default: name, allowed } = column;
  if (allowed !== undefined) return undefined;
  if (name === "target_countries" || name === "store_country" || from === "ships_from_country") return COUNTRY;
  const words = own ? undefined : wordFormFor(column);
  if (words !== undefined) return words;
  switch (type) {
    case "url":
      return WEB_ADDRESS;
    case "comma_list":
    case "list":
      return from === "additional_image_urls" ? WEB_ADDRESS : undefined;
    case "moment":
      return column.format?.date === undefined ? DATE : undefined;
    case "sale_window":
      return column.format?.date === undefined ? PERIOD : undefined;
    case "decimal_text":
      return OPEN_NUMBERS.test(from) ? NUMBER : AMOUNT;
    case "measure":
      return own ? undefined : MEASURE;
    case "shipping":
      return shippingForm(column);
    case "text_list":
      return column.parts === undefined || own ? undefined : entryForm(column.parts);
    case "unit_price":
      return column.members?.includes("reference") ? withMembers(column.members) : undefined;
    default:
      return undefined;
  }
}

/** Numbers whose meaning only the merchant knows may be negative. */
const OPEN_NUMBERS = /^(?:custom_attributes|metadata)\./;

/** A column with a form. */
interface FormedColumn {
  readonly column: Column;
  readonly place: number;
  readonly form: ValueForm;
}

/** The columns with a form. */
export const formedIn = (columns: readonly Column[], of: { readonly own: boolean }): FormedColumn[] =>
  columns.flatMap((column, place) => {
    const form = valueFormFor(column, of);
    return form === undefined ? [] : [{ column, place, form }];
  });

/** Whether all of a cell has the form. */
export const hasForm = ({ accepts }: ValueForm, cell: Cell): boolean =>
  Array.isArray(cell) ? cell.every(accepts) : accepts(cell);

/**
 * Leaves values without the form of their column out of a row if they differ from `mapped`, the row of the product's fields.
 * In a required column they are an error.
 */
export function leaveOutUnusable(
  cells: Cell[],
  mapped: readonly Cell[],
  { formed, issues }: { readonly formed: readonly FormedColumn[]; readonly issues: RowIssue[] },
): void {
  for (const { column, place, form } of formed) {
    const cell = cells[place];
    if (cell === undefined || cell === mapped[place] || hasForm(form, cell)) continue;
    const kept = Array.isArray(cell) ? cell.filter(form.accepts) : [];
    if (kept.length === 0 && column.required) {
      issues.push(error("invalid_value", column.name, `must be ${form.what}`));
      continue;
    }
    cells[place] = kept.length === 0 ? undefined : kept;
    issues.push(warning("invalid_value", column.name, `left out: must be ${form.what}`));
  }
}

const CONTROL_OR_SPACE = /[\s\p{Cc}]/u;

const WEB_ADDRESS: ValueForm = {
  accepts: (value) =>
    typeof value === "string" && /^https?:\/\//i.test(value) && !CONTROL_OR_SPACE.test(value) && URL.canParse(value),
  what: "a URL with http or https and without spaces",
};

const DATE: ValueForm = {
  accepts: (value) => dateMs(String(value)) !== undefined,
  what: "a date or date-time such as 2026-12-01 or 2026-12-01T00:00:00Z",
};

const PERIOD: ValueForm = {
  accepts: (value) => {
    const [start, end, ...rest] = String(value).split("/").map(dateMs);
    return start !== undefined && end !== undefined && start < end && rest.length === 0;
  },
  what: "a start and a later end such as 2026-12-01T00:00:00Z/2026-12-24T00:00:00Z",
};

const MEASURE: ValueForm = {
  accepts: (value) => /^\d+(?:\.\d+)? ?\p{L}[\p{L}\d ]*$/u.test(String(value)),
  what: "a number with its unit, such as 1.5 kg",
};

const NUMBER: ValueForm = { accepts: (value) => /^-?\d+(?:\.\d+)?$/.test(String(value)), what: "a number such as 1.5" };
const AMOUNT: ValueForm = {
  accepts: (value) => /^\d+(?:\.\d+)?$/.test(String(value)),
  what: "a number such as 1.5, zero or more",
};

/** The country, the price and the days of a shipping price are checked. */
function shippingForm({ with_times, with_speed }: Column): ValueForm {
  const pricePlace = with_speed ? 4 : 3;
  const count = with_times ? 8 : pricePlace + 1;
  return {
    accepts: (value) => {
      const parts = String(value).split(":");
      if (parts.length > count || !isCountry(parts[0] ?? "") || !isMoney(parts[pricePlace] ?? "")) return false;
      return with_speed ? isDays(parts[3] ?? "") : parts.slice(4).every(isDays);
    },
    what: with_speed
      ? "entries such as DE:ALL:Standard:2-3:4.90 EUR"
      : `entries such as DE::Standard:4.90 EUR${with_times ? ", with days after the price" : ""}`,
  };
}

/** An entry whose first part is one of these says nothing without another one. */
const NEEDS_MORE: ReadonlySet<string> = new Set([
  "certification_authority",
  "country",
  "digital_source_type",
  "months",
  "period",
  "program_label",
  "question",
  "section_name",
]);

/** Parts without which an entry has no meaning. */
const NEEDED: ReadonlySet<string> = new Set(["price_threshold", "fee_amount"]);

function entryForm(parts: readonly string[]): ValueForm | undefined {
  const checks = parts.map(partCheckOf);
  const needsMore = parts.length > 1 && NEEDS_MORE.has(parts[0] ?? "");
  if (!needsMore && checks.every((check) => check === undefined)) return undefined;
  return {
    accepts: (value) => {
      const given = partsIn(String(value), parts.length);
      if (needsMore && given.filter((part) => part !== "").length < 2) return false;
      return checks.every((check, place) => {
        const part = given[place];
        return part ? check === undefined || check(part) : !NEEDED.has(parts[place] ?? "");
      });
    },
    what: `entries of ${parts.join(":")}${partsDescribed(parts)}`,
  };
}

/** A price per unit as an object has all its members. */
const withMembers = (members: readonly string[]): ValueForm => ({
  accepts: (value) => members.every((member) => memberOf(value, member) !== undefined),
  what: `an object with ${members.join(", ")}`,
});
