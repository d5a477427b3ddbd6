import { CURRENCY_DECIMALS } from "@skucast/contracts/codes/currencies";
import type { DateOrder, DecimalSign, ImportMapping, ImportRule } from "@skucast/contracts/imports/mapping";
import type { RawRow } from "../row.js";
import { orderOf } from "../values/date.js";
import { signOf } from "../values/decimal.js";
import { halfWidth } from "../values/half-width.js";
import { ambiguousSignOf, hasNoDecimals, readMoney } from "../values/money.js";
import { isHtml } from "../values/plain-text.js";
import { type ColumnTexts, columnTexts, isDate, isMoney, isNumber } from "./column-texts.js";

/** How the cells of a file are read, derived from its columns. */
export interface Reading {
  readonly mapping: ImportMapping;
  readonly decimal: DecimalSign | undefined;
  readonly dates: DateOrder | undefined;
}

interface Given {
  readonly columns: readonly string[];
  readonly mapping: ImportMapping;
  readonly decimal?: DecimalSign | undefined;
  readonly dates?: DateOrder | undefined;
}

/**
 * Derives how numbers and dates are written from whole columns: unambiguous values decide for the ambiguous ones. A column
 * that differs from the rest of the file gets the decimal separator in its rule. If most prices name one currency, the
 * others are in it, too.
 */
export function settleReading({ columns, mapping, ...given }: Given, rows: readonly RawRow[]): Reading {
  const all = columnTexts(mapping, columns, rows);
  const numbers = all
    .filter(({ target }) => isNumber(target))
    .map((one) => ({ ...one, sign: signOfColumn(one.texts) ?? signByCurrency(one, mapping) }));
  const common = agreed(numbers.map(({ sign }) => sign));
  const decimal = given.decimal ?? (common !== undefined && isTooPrecise(all, common) ? undefined : common);
  const dates =
    given.dates ?? agreed(all.filter(({ target }) => isDate(target)).flatMap(({ texts }) => texts.map(orderOf)));
  const changes: Record<string, ImportRule> = {};
  for (const { target, rule, column, sign } of numbers) {
    if (given.decimal !== undefined || sign === undefined || sign === decimal || hasOwn(rule, "decimal")) continue;
    changes[target] = { ...ruleOf(rule, column), decimal: sign };
  }
  for (const { target, rule, column, texts } of all) {
    if (target !== "description" || hasOwn(rule, "as") || !texts.some(isHtml)) continue;
    changes[target] = { ...ruleOf(rule, column), as: "plain_text" };
  }
  const currency = "price_currency" in mapping ? undefined : currencyOfOthers(all);
  if (currency !== undefined) changes.price_currency = { value: currency };
  return { mapping: { ...mapping, ...changes }, decimal, dates };
}

/**
 * Whether prices would have three decimals if the separator of the other columns decided: `1.299` next to a weight of
 * `0.5 kg`. Few currencies have three, and what it means must be asked.
 */
function isTooPrecise(all: readonly ColumnTexts[], sign: DecimalSign): boolean {
  const separator = sign === "comma" ? "," : ".";
  const currencies = all.flatMap(({ target, rule, texts }) => {
    if (target === "price_currency") return typeof rule === "object" && "value" in rule ? [String(rule.value)] : texts;
    return isMoney(target) ? texts.map((text) => readMoney(text, "point").currency ?? "") : [];
  });
  if (currencies.some((currency) => CURRENCY_DECIMALS.get(currency.toUpperCase()) === 3)) return false;
  return all.some(
    ({ target, texts }) =>
      isMoney(target) &&
      signOfColumn(texts) === undefined &&
      texts.map(digitsOf).some((digits) => signOf(digits) === "ambiguous" && digits.includes(separator)),
  );
}

/** The only currency that prices have, if other prices have none. */
function currencyOfOthers(all: readonly ColumnTexts[]): string | undefined {
  const prices = all.filter(({ target }) => target === "price" || target === "price_amount");
  const amounts = prices.flatMap(({ texts }) => texts.filter((text) => /\d/.test(text)));
  const named = amounts.map((text) => readMoney(text, "point").currency);
  const isOpen = prices.some(({ hasNumbers }) => hasNumbers) || named.includes(undefined);
  return isOpen && !amounts.some((text) => ambiguousSignOf(text) !== undefined) ? agreed(named) : undefined;
}

/** Whether the rows so far contain no unambiguous number or date, so that the reading is still open. */
export function isReadingOpen({ columns, mapping, decimal, dates }: Given, rows: readonly RawRow[]): boolean {
  const all = columnTexts(mapping, columns, rows);
  const hasNumbers = all.some(({ target }) => isNumber(target));
  const hasDates = all.some(({ target, texts }) => isDate(target) && texts.some((text) => /^\d{1,2}[/-]/.test(text)));
  return (hasNumbers && decimal === undefined) || (hasDates && dates === undefined);
}

type ColumnRule = Exclude<ImportRule, string | { readonly value: string }>;

const ruleOf = (rule: ImportRule, column: string): ColumnRule =>
  typeof rule === "string" || "value" in rule ? { column } : rule;

const hasOwn = (rule: ImportRule, name: string): boolean => typeof rule === "object" && name in rule;

/** The only value among those that are not undefined; undefined if there is none or several. */
function agreed<Value extends string>(values: readonly (Value | undefined)[]): Value | undefined {
  const distinct = new Set(values.filter((value) => value !== undefined));
  return distinct.size === 1 ? [...distinct][0] : undefined;
}

const DIGITS = /-?\d[\d.,'’\s\u00a0\u202f]*\d|\d/;

/** The number in a text, without its currency or unit. */
export const digitsOf = (text: string): string =>
  DIGITS.exec(halfWidth(text))?.[0].replace(/[\s\u00a0\u202f'’]/g, "") ?? "";

/**
 * Amounts in a currency without decimals, such as JPY, have separators between thousands only. So have those with its sign,
 * which is that of CNY as well: no amount in CNY has three decimals.
 */
function signByCurrency(
  { target, texts }: ColumnTexts,
  { price_currency: rule }: ImportMapping,
): DecimalSign | undefined {
  const isWhole = rule !== undefined && typeof rule === "object" && "value" in rule && hasNoDecimals(rule.value);
  const areYen = texts.length > 0 && texts.every((text) => halfWidth(text).includes("¥"));
  if (!(isWhole || areYen) || !isMoney(target)) return undefined;
  const signs = texts.map(digitsOf).filter((digits) => signOf(digits) === "ambiguous");
  return agreed(signs.map((digits) => (digits.includes(",") ? "point" : "comma")));
}

function signOfColumn(texts: ColumnTexts["texts"]): DecimalSign | undefined {
  const signs = texts.map((text) => signOf(digitsOf(text)));
  return agreed(signs.filter((sign) => sign === "point" || sign === "comma"));
}
