import type { ImportQuestion } from "@skucast/contracts/imports/import";
import { plainName } from "../mapping/known-columns.js";
import { columnOf, ruleColumns } from "../mapping/rule-column.js";
import { memberAt } from "../member-at.js";
import { SKU_OR_NUMBER } from "../presets/saleor-dump.js";
import type { RawRow } from "../row.js";
import { columnTexts } from "./column-texts.js";
import type { MappedRows } from "./mapped-rows.js";

const COLUMNS_OFFERED_MAX = 10;
const COLUMNS_EXAMINED_MAX = 50;
const SKU_SHOWN_MAX = 40;
const LEAVE_OUT = "Leave them out";

/** Which column has the SKU, or which SKU the products without one have. */
export const askSku = (asked: MappedRows): ImportQuestion[] => [
  ...askColumn(asked),
  ...askNumber(asked),
  ...askMissing(asked),
];

function askColumn({ columns, mapping, rows }: MappedRows): ImportQuestion[] {
  if ("sku" in mapping) return [];
  const named = columns.filter((column) => column !== "");
  const answers = columnTexts(Object.fromEntries(named.map((column) => [column, column])), columns, rows)
    .filter(({ texts }) => texts.length === rows.length && areSkus(texts))
    .slice(0, COLUMNS_OFFERED_MAX)
    .map(({ column }) => ({ label: column, mapping: { sku: column } }));
  const message = 'Which column contains the SKU? Set it in the mapping: {"sku": "…"}.';
  return [{ code: "sku", column: null, message, answers }];
}

/** Which SKU variants of a Saleor dump without one have. */
function askNumber({ columns, mapping, rows }: MappedRows): ImportQuestion[] {
  if (mapping.sku !== "sku" || !columns.includes(SKU_OR_NUMBER)) return [];
  const example = rows.find(({ members }) => members !== undefined && !members.sku)?.members?.[SKU_OR_NUMBER];
  const answers = [
    {
      label: example === undefined ? "Use their numbers" : `Use their numbers, such as ${example}`,
      mapping: { sku: SKU_OR_NUMBER },
    },
    { label: LEAVE_OUT, mapping: { sku: { column: "sku" } } },
  ];
  return [{ code: "sku", column: "sku", message: "Some variants have no SKU. Which one should they have?", answers }];
}

/** Many shops do not require SKUs. Columns that name each product can stand in for those that are missing. */
function askMissing({ columns, mapping, rows, given }: MappedRows): ImportQuestion[] {
  const rule = mapping.sku;
  const column = columnOf(rule ?? null);
  if (column === undefined || "sku" in given || columns.includes(SKU_OR_NUMBER) || typeof rule !== "string") return [];
  const products = rows.filter(({ isSkipped, fault }) => !isSkipped && fault === undefined);
  const textsIn = (name: string): string[] => {
    const place = columns.indexOf(name);
    return products.map((row) => textOf(row, name, place));
  };
  const skus = textsIn(column);
  const open = products[skus.indexOf("")];
  if (open === undefined) return [];
  const known = new Set(skus);
  const taken = new Set(
    Object.entries(mapping).flatMap(([target, used]) => (target === GROUP ? [] : ruleColumns(used))),
  );
  const answers = columns
    .filter((name) => !taken.has(name) && NAMES_PRODUCT.test(plainName(name)))
    .slice(0, COLUMNS_EXAMINED_MAX)
    .map((name) => ({ name, texts: textsIn(name) }))
    .filter(({ texts }) => areSkus(texts) && !texts.some((text) => known.has(text)))
    .slice(0, COLUMNS_OFFERED_MAX)
    .map(({ name, texts }) => ({
      label: `Use ${name}, such as ${texts[skus.indexOf("")]}`,
      mapping: { sku: { column, otherwise: [name] } },
    }));
  if (answers.length === 0) return [];
  const message = `Some products have no SKU, such as that of line ${open.line}. Which one should they have?`;
  return [{ code: "sku", column, message, answers: [...answers, { label: LEAVE_OUT, mapping: { sku: { column } } }] }];
}

const GROUP = "item_group_id";
/** Columns that may name a product, by their plain names. */
const NAMES_PRODUCT = /(?:^|_)(?:id|handle|handleid|slug|reference|number|nummer|nr)$/;

/** The text or number of a row in a column; empty if it has none. */
function textOf({ cells, members }: RawRow, name: string, place: number): string {
  const value = cells ? cells[place] : members && memberAt(members, name);
  return typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
}

/** Whether there is another short text for each product. */
const areSkus = (texts: readonly string[]): boolean =>
  texts.length > 0 &&
  new Set(texts).size === texts.length &&
  texts.every((text) => text !== "" && text.length <= SKU_SHOWN_MAX);
