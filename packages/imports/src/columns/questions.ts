import type { ImportQuestion } from "@skucast/contracts/imports/import";
import type {
  DateOrder,
  DecimalSign,
  GivenMapping,
  ImportMapping,
  ImportRule,
} from "@skucast/contracts/imports/mapping";
import { AVAILABILITIES } from "@skucast/contracts/products/product";
import { compileMapping } from "../mapping/compile-mapping.js";
import { hasDecimalsNext, isMinor, MAJOR, MINOR } from "../mapping/minor-units.js";
import { columnOf, usedColumns } from "../mapping/rule-column.js";
import { PRICE_OF_MEDUSA_1 } from "../presets/medusa.js";
import { HIDDEN_OR_INHERITED } from "../presets/shopware.js";
import { readColumns } from "../presets/unread-columns.js";
import type { RawRow } from "../row.js";
import { orderOf, readDate } from "../values/date.js";
import { signOf } from "../values/decimal.js";
import { ambiguousSignOf, isNetAmount, readMoney } from "../values/money.js";
import { isRelative, urlsOf } from "../values/parts.js";
import { readQuantity } from "../values/quantity.js";
import { readBoolean, readWord } from "../values/words.js";
import { askColumns } from "./ask-columns.js";
import { askSku } from "./ask-sku.js";
import { type ColumnTexts, columnTexts, isDate, isNumber } from "./column-texts.js";
import { hasOtherNumbers } from "./other-numbers.js";
import { digitsOf } from "./settle-reading.js";

interface SettledMapping {
  readonly columns: readonly string[];
  readonly mapping: ImportMapping;
  readonly decimal?: DecimalSign | undefined;
  readonly dates?: DateOrder | undefined;
  readonly preset?: string | undefined;
}

/** The questions that the sampled rows of a file leave open, and that the given mapping does not answer. */
export function questionsOf(sent: SettledMapping, rows: readonly RawRow[], given: GivenMapping = {}): ImportQuestion[] {
  const settled = { ...sent, columns: readColumns(sent.columns) };
  const all = columnTexts(settled.mapping, settled.columns, rows);
  const ofColumns = askColumns({ ...settled, rows, given });
  // What stores have must not become what the online shop has by the answer to another question.
  const isOfStores = ofColumns.some(({ code }) => code === "stores" || code === "regions");
  return [
    ...askSku({ ...settled, rows, given }),
    ...(isOfStores ? [] : askNeeded(settled, rows)),
    ...askCurrency(settled.mapping, all),
    ...(isOfStores ? [] : askAvailability(settled, rows)),
    ...ofColumns,
    ...(ofColumns.some(({ code }) => code === "net_price") ? [] : askNetAmounts(all, given)),
    ...all.flatMap((column) => [
      ...askDecimal(settled, column),
      ...askDates(settled, column),
      ...askUnit(settled.mapping, column),
      ...askPrefix(column),
      ...askHidden(column),
    ]),
  ];
}

/** Which column has the title and the price, which new products need: the answers are columns with such values. */
function askNeeded({ columns, mapping, preset }: SettledMapping, rows: readonly RawRow[]): ImportQuestion[] {
  const unmapped = unmappedColumns({ columns, mapping }, rows);
  const kinds = [
    { code: "title", targets: ["title"], fits: isTitle },
    { code: "price", targets: ["price", "price_amount", "prices"], fits: isPrice },
  ] as const;
  return kinds.flatMap(({ code, targets, fits }) => {
    if (targets.some((target) => target in mapping)) return [];
    const known = code === "title" ? [...shortDescriptions({ columns, mapping }, rows), ...unmapped] : unmapped;
    const answers = known
      .filter(fits)
      .slice(0, COLUMNS_OFFERED_MAX)
      .flatMap((column) =>
        code === "price" ? priceAnswers(column, { columns, preset }) : [columnAnswer(code, column.column)],
      );
    const message = `Which column contains the ${code}, which new products need? Set it in the mapping: {"${code}": "…"}.`;
    return [{ ...question(code, null, message), answers }];
  });
}

/** A description that is as short as a title: some systems have no other name of a product. */
function shortDescriptions({ columns, mapping }: SettledMapping, rows: readonly RawRow[]): ColumnTexts[] {
  const { description } = mapping;
  const all = description === undefined ? [] : columnTexts({ description }, columns, rows);
  return all.filter(({ texts }) => texts.every((text) => text.length <= TITLE_LENGTH_MAX && !text.includes("<")));
}

const TITLE_LENGTH_MAX = 150;

const columnAnswer = (code: string, column: string) => ({ label: column, mapping: { [code]: column } });

/** A column as the price: with the decimals that its amounts have, if its name says that they are in minor units. */
function priceAnswers(
  { column, texts }: ColumnTexts,
  { columns, preset }: Pick<SettledMapping, "columns" | "preset">,
): ImportQuestion["answers"] {
  const isOfMedusa1 = preset === "medusa" && PRICE_OF_MEDUSA_1.test(column.trim());
  const isOpen = isOfMedusa1 || hasDecimalsNext(column, new Set(columns));
  if (!isOpen && !isMinor(column)) return [columnAnswer("price", column)];
  const example = texts.map(digitsOf).find((digits) => /^\d{3,}$/.test(digits)) ?? "1250";
  const shown = `${example.slice(0, -2)}.${example.slice(-2)}`;
  const minor = { label: `${column}, where ${example} is ${shown}`, mapping: { price: { column, unit: MINOR } } };
  const major = { label: `${column}, where ${example} is ${example}`, mapping: { price: { column, unit: MAJOR } } };
  return isOpen ? [minor, major] : [minor];
}

function unmappedColumns({ columns, mapping }: SettledMapping, rows: readonly RawRow[]): ColumnTexts[] {
  const used = usedColumns(mapping);
  const others = columns.filter((column) => column !== "" && !used.has(column));
  return columnTexts(Object.fromEntries(others.map((column) => [column, column])), columns, rows);
}

const COLUMNS_OFFERED_MAX = 10;
const isTitle = (column: ColumnTexts): boolean =>
  column.texts.length > 0 &&
  column.texts.every((text) => /\p{L}{2}/u.test(text) && !/^https?:/i.test(text)) &&
  !isAmount(column);
const isAmount = ({ texts, hasNumbers }: ColumnTexts): boolean =>
  hasNumbers || (texts.length > 0 && texts.every((text) => readMoney(text, "point").number.type !== "none"));
const isPrice = (found: ColumnTexts): boolean => isAmount(found) && !hasOtherNumbers(found.column, found.texts);

const AVAILABILITY: ReadonlySet<string> = new Set(AVAILABILITIES);
/** Whether each text is an availability, and not only yes or no, which may be about anything. */
const isAvailability = ({ texts }: ColumnTexts): boolean =>
  texts.length > 0 &&
  texts.every((text) => AVAILABILITY.has(readWord("availability", text) ?? "")) &&
  !texts.every((text) => /^-?\d+$/.test(text) || readBoolean(text) !== undefined);

const CURRENCIES_OF: Readonly<Record<string, readonly string[]>> = {
  $: ["USD", "CAD", "AUD", "MXN"],
  "¥": ["JPY", "CNY"],
  kr: ["SEK", "NOK", "DKK", "ISK"],
  lei: ["RON", "MDL"],
  руб: ["RUB", "BYN"],
  р: ["RUB", "BYN"],
  rs: ["INR", "PKR", "LKR", "NPR", "MUR"],
};

function askCurrency(mapping: ImportMapping, all: readonly ColumnTexts[]): ImportQuestion[] {
  const prices = all.filter(({ target }) => target === "price" || target === "price_amount");
  const [first] = prices;
  if (first === undefined || "price_currency" in mapping) return [];
  const texts = prices.flatMap((price) => price.texts);
  const hasPrices = texts.length > 0 || prices.some(({ hasNumbers }) => hasNumbers);
  const named = texts.map((text) => readMoney(text, "point").currency);
  const isNamed = named.some((currency) => currency !== undefined);
  if (!hasPrices || (isNamed && !named.includes(undefined) && !prices.some(({ hasNumbers }) => hasNumbers))) return [];
  const sign = texts
    .map(ambiguousSignOf)
    .find((found) => found !== undefined)
    ?.toLowerCase();
  const found = [...new Set(named.filter((currency) => currency !== undefined))];
  const offered = CURRENCIES_OF[sign ?? ""] ?? (isNamed ? found : ["EUR", "USD", "GBP"]);
  const answers = offered.map((value) => ({ label: value, mapping: { price_currency: { value } } }));
  const without = isNamed
    ? `Which currency are the prices without one in? Others are in ${found.join(", ")}.`
    : "Which currency are the prices in? No column contains a currency.";
  const message = sign === undefined ? without : `Which currency does ${sign} stand for?`;
  return [{ ...question("currency", first.column, message), answers }];
}

/** Whether amounts whose notes say that they are without taxes are published. */
function askNetAmounts(all: readonly ColumnTexts[], given: GivenMapping): ImportQuestion[] {
  const found = all.find(({ target, texts }) => PRICES.has(target) && !(target in given) && texts.some(isNetAmount));
  if (found === undefined) return [];
  const { target, rule, column } = found;
  const message = `Should the prices in ${column} be published, although they are without taxes?`;
  const answers = [
    { label: "Publish them", mapping: { [target]: rule } },
    { label: "Leave them out", mapping: { [target]: null } },
  ];
  return [{ ...question("net_price", column, message), answers }];
}

const PRICES: ReadonlySet<string> = new Set(["price", "price_amount", "sale_price", "sale_price_amount"]);

function askAvailability(settled: SettledMapping, rows: readonly RawRow[]): ImportQuestion[] {
  const { mapping } = settled;
  if ("availability" in mapping) return [];
  const isOpen = isWithoutStock(settled);
  const counts = Object.keys(mapping).find((target) => COUNTS.has(target.replace(/#.*/, "")));
  const column = counts === undefined ? undefined : columnOf(mapping[counts] ?? null);
  if (counts !== undefined && column !== undefined) {
    const open = rows.find((row) => !row.isSkipped && row.fault === undefined && isOpen(row));
    if (open === undefined) return [];
    const rule = ruleOf(mapping[counts] ?? column, column);
    const answers = ["in_stock", "out_of_stock"].map((value) => ({
      label: value,
      mapping: countedBy(counts, { ...rule, default: value }),
    }));
    const message = `Are the products without a count in ${column} in stock, such as that of line ${open.line}?`;
    return [{ ...question("availability", column, message), answers }];
  }
  if ("stock_tracked" in mapping && !rows.some((row) => !row.isSkipped && row.fault === undefined && isOpen(row)))
    return [];
  const answers = [
    ...unmappedColumns(settled, rows)
      .filter(isAvailability)
      .slice(0, COLUMNS_OFFERED_MAX)
      .map(({ column: name }) => ({ label: name, mapping: { availability: name } })),
    ...["in_stock", "out_of_stock"].map((value) => ({ label: value, mapping: { availability: { value } } })),
  ];
  const message = "Are the products in stock? No column contains the availability, which new products need.";
  return [{ ...question("availability", null, message), answers }];
}

/** Whether a row says nothing about the availability of its product. */
function isWithoutStock({ columns, mapping, decimal, dates }: SettledMapping): (row: RawRow) => boolean {
  const reader = compileMapping({
    columns,
    mapping,
    decimal,
    dates,
    now: Date.now,
    clearsEmpty: false,
    clearsSales: false,
    isAbsentEmpty: false,
    reportsUnknown: "none",
  });
  return (row) => {
    const { body, byStock, faults } = reader.read(row);
    return (
      body.availability === undefined &&
      byStock === undefined &&
      !faults.some(({ pointer }) => STOCK_POINTERS.has(pointer))
    );
  };
}

const STOCK_POINTERS: ReadonlySet<string> = new Set(["/availability", "/inventory_quantity"]);
const COUNTS: ReadonlySet<string> = new Set(["stock", "stock_by_source", "inventory_quantity"]);
/** A word for a product without a count is none of the field, which only has numbers. */
const countedBy = (target: string, rule: ImportRule): Record<string, ImportRule | null> =>
  target === "inventory_quantity" ? { inventory_quantity: null, stock: rule } : { [target]: rule };

function askDecimal({ decimal }: SettledMapping, { target, rule, column, texts }: ColumnTexts): ImportQuestion[] {
  if (!isNumber(target) || decimal !== undefined || hasOwn(rule, "decimal")) return [];
  const open = texts.find(
    (text) => signOf(digitsOf(text)) === "ambiguous" && readMoney(text, undefined).number.type !== "number",
  );
  if (open === undefined) return [];
  const digits = digitsOf(open);
  const answers = (["comma", "point"] as const).map((sign) => ({
    label: `${digits} is ${readAs(digits, sign)}`,
    options: { decimal: sign },
  }));
  return [{ ...question("decimal", column, `How should ${open} be read?`), answers }];
}

const readAs = (digits: string, sign: DecimalSign): string =>
  sign === "comma" ? digits.replaceAll(".", "").replace(",", ".") : digits.replaceAll(",", "");

function askDates({ dates }: SettledMapping, { target, rule, column, texts }: ColumnTexts): ImportQuestion[] {
  if (!isDate(target) || dates !== undefined || hasOwn(rule, "dates")) return [];
  const open = texts.find((text) => readDate(text, undefined).type === "ambiguous" && orderOf(text) === undefined);
  if (open === undefined) return [];
  const answers = [
    { label: "Day first", options: { dates: "dmy" } },
    { label: "Month first", options: { dates: "mdy" } },
  ];
  return [{ ...question("dates", column, `How should ${open} be read?`), answers }];
}

const WEIGHTS = ["kg", "g", "lb", "oz"];
const SIDES = ["cm", "mm", "in", "m"];

function askUnit(mapping: ImportMapping, { target, rule, column, texts, hasNumbers }: ColumnTexts): ImportQuestion[] {
  const isWeight = target === "weight" || target === "shipping_weight" || target === "weight.value";
  const isSide =
    target.startsWith("product_") && ["product_length", "product_width", "product_height"].includes(target);
  if ((!isWeight && !isSide) || hasOwn(rule, "unit") || (target === "weight.value" && "weight.unit" in mapping))
    return [];
  if (
    !hasNumbers &&
    !texts.some((text) => Number(digitsOf(text)) !== 0 && readQuantity(text, "point")?.unit === undefined)
  )
    return [];
  const answers = (isWeight ? WEIGHTS : SIDES).map((unit) => ({
    label: unit,
    mapping:
      target === "weight.value" ? { "weight.unit": { value: unit } } : { [target]: { ...ruleOf(rule, column), unit } },
  }));
  return [{ ...question("unit", column, `Which unit is ${column} in?`), answers }];
}

const LINKS: ReadonlySet<string> = new Set([
  "url",
  "image",
  "image_url",
  "additional_image_urls",
  "variant_image",
  "video_url",
]);

function askPrefix({ target, rule, column, texts }: ColumnTexts): ImportQuestion[] {
  if (!LINKS.has(target) || hasOwn(rule, "prefix")) return [];
  const relative = texts.flatMap(urlsOf).find(isRelative);
  if (relative === undefined) return [];
  const example = JSON.stringify({ [target]: { ...ruleOf(rule, column), prefix: "https://…/" } });
  return [
    question(
      "prefix",
      column,
      `What is the full URL of ${relative.slice(0, 80)}? Set its beginning as the prefix in the mapping: ${example}.`,
    ),
  ];
}

/** Whether variants are hidden that may take the value of their product. */
function askHidden({ target, rule, column, texts }: ColumnTexts): ImportQuestion[] {
  if (target !== "published" || hasOwn(rule, "words") || !texts.includes(HIDDEN_OR_INHERITED)) return [];
  const answers = [
    { label: "Hidden", word: "no" },
    { label: "As their product, which is active", word: "yes" },
  ].map(({ label, word }) => ({
    label,
    mapping: { [target]: { ...ruleOf(rule, column), words: { [HIDDEN_OR_INHERITED]: word } } },
  }));
  const message = `Are the variants with ${column} 0 hidden? Shopware writes 0 also if a variant takes the value of its product.`;
  return [{ ...question("published", column, message), answers }];
}

const question = (code: string, column: string | null, message: string): ImportQuestion => ({
  code,
  column,
  message,
  answers: [],
});
const hasOwn = (rule: ImportRule, name: string): boolean => typeof rule === "object" && name in rule;
const ruleOf = (rule: ImportRule, column: string): Extract<ImportRule, { column: string }> =>
  typeof rule === "object" && "column" in rule ? rule : { column };
