import { COUNTRIES } from "@skucast/contracts/codes/countries";
import { languageSchema } from "@skucast/contracts/codes/schemas";
import type { ImportQuestion } from "@skucast/contracts/imports/import";
import type { ImportMapping, ImportRule } from "@skucast/contracts/imports/mapping";
import { amountHeader } from "../mapping/amount-header.js";
import { plainName } from "../mapping/known-columns.js";
import { columnOf, usedColumns } from "../mapping/rule-column.js";
import { readMoney } from "../values/money.js";
import { EVERYONE, GROUPS, QUANTITIES } from "./buyer-columns.js";
import { columnTexts } from "./column-texts.js";
import { valueIn } from "./find-visibility.js";
import type { MappedRows } from "./mapped-rows.js";

interface Found {
  readonly mapping: ImportMapping;
  readonly questions: readonly ImportQuestion[];
}

/**
 * Leaves out what the rows of a file say for some buyers only: those of a country or language (Meta's overrides), of a group,
 * of a price list, or of a minimum quantity. It would replace what applies to all of them, so it is asked about.
 */
export function withoutSomeBuyers(read: MappedRows): Found {
  const { mapping } = read;
  const found = overrideIn(read) ?? buyersIn(read);
  if (found === undefined) return { mapping, questions: [] };
  const left = Object.fromEntries(Object.entries(mapping).filter(([target]) => !found.targets.includes(target)));
  return { mapping: left, questions: [found.question] };
}

interface Scope {
  readonly targets: readonly string[];
  readonly question: ImportQuestion;
}

const NO = "No, leave them out";
const YES = "Yes";

/** The values of columns that no rule reads, by the plain name of each: `minQty` is `min_qty`. */
function unusedIn({
  columns,
  rows,
  mapping,
}: MappedRows): { column: string; name: string; texts: readonly string[] }[] {
  const used = usedColumns(mapping);
  return columns.flatMap((column, place) => {
    const name = plainName(column.replace(/([a-z\d])(?=[A-Z])/g, "$1_"));
    if (used.has(column) || !(name === OVERRIDE || GROUPS.has(name) || QUANTITIES.has(name))) return [];
    const texts = rows.flatMap((row) => valueIn(row, column, place)).map((text) => text.trim());
    return [{ column, name, texts: texts.filter((text) => text !== "") }];
  });
}

const OVERRIDE = "override";
const codes: ReadonlySet<string> = new Set(COUNTRIES);

/** Meta's feeds for countries and languages: `override` has a country (`FR`) or a language (`de_DE`) in each row. */
function overrideIn(read: MappedRows): Scope | undefined {
  const { mapping, given } = read;
  const override = unusedIn(read).find(({ name }) => name === OVERRIDE);
  if (override === undefined || override.texts.length === 0) return undefined;
  const areCountries = override.texts.every((text) => codes.has(text.toUpperCase()));
  if (!areCountries && !override.texts.every((text) => /^[a-z]{2}_[a-z]{2}$/i.test(text))) return undefined;
  const held = Object.entries(mapping).filter(([target]) => target !== "sku" && !(target in given));
  if (held.length === 0) return undefined;
  const none = Object.fromEntries(held.map(([target]) => [target, null]));
  const values = [...new Set(override.texts)];
  const own = values.length === 1 ? values[0] : undefined;
  const said = own ?? (areCountries ? "several countries" : "several languages");
  const answers = [
    { label: NO, mapping: none },
    ...(own === undefined
      ? []
      : areCountries
        ? marketAnswers(own.toUpperCase(), { ...read, none })
        : languageAnswers(own, { held, none })),
    { label: YES, mapping: Object.fromEntries(held) },
  ];
  const message = `Do the rows apply to all buyers? ${override.column} says that they are for ${said}, so they are not read until then.${own === undefined ? wayOut(areCountries) : ""}`;
  return {
    targets: held.map(([target]) => target),
    question: { code: "overrides", column: override.column, message, answers },
  };
}

/** What to do with a file of several countries or languages. */
const wayOut = (areCountries: boolean): string =>
  areCountries
    ? " To import prices by country, send a file for each country."
    : " To import translations, send a file for each language.";

type Answers = ImportQuestion["answers"];
type NoTargets = Readonly<Record<string, null>>;

/** The prices of one country in the only currency that the file has. */
function marketAnswers(
  country: string,
  { mapping, columns, rows, none }: MappedRows & { readonly none: NoTargets },
): Answers {
  const price = mapping.price ?? mapping.price_amount;
  const column = price === undefined ? undefined : columnOf(price);
  if (price === undefined || column === undefined) return [];
  const texts = columnTexts({ price: column }, columns, rows).flatMap((one) => one.texts);
  const named = new Set([amountHeader(column).currency, ...texts.map((text) => readMoney(text, "point").currency)]);
  const [currency, ...more] = [...named].filter((one) => one !== undefined);
  if (currency === undefined || more.length > 0) return [];
  const sale = mapping.sale_price ?? mapping.sale_price_amount;
  return [
    {
      label: `They are prices in ${country}`,
      mapping: {
        ...none,
        [`prices.${currency}.${country}.amount`]: price,
        ...(sale !== undefined && { [`prices.${currency}.${country}.sale_amount`]: sale }),
      },
    },
  ];
}

const TRANSLATED: ReadonlySet<string> = new Set(["title", "description", "url", "color", "size", "material"]);

/** The texts of one language. Meta writes `fr_XX` for French in every country. */
function languageAnswers(
  said: string,
  { held, none }: { readonly held: readonly (readonly [string, ImportRule])[]; readonly none: NoTargets },
): Answers {
  const tag = languageSchema.safeParse(said.replace(/_XX$/i, "").replace("_", "-"));
  const texts = held.filter(([target]) => TRANSLATED.has(target));
  if (!tag.success || texts.length === 0) return [];
  const translated = texts.map(([target, rule]) => [`translations.${tag.data}.${target}`, rule] as const);
  return [{ label: "They are translations", mapping: { ...none, ...Object.fromEntries(translated) } }];
}

/** What is an amount, and no name or number of a list. */
const AMOUNT = /\d[.,]\d{2}(?!\d)/;

/** What is asked about: the amounts of a price, and its currency. */
const OF_PRICES: ReadonlySet<string> = new Set([
  "price",
  "price_amount",
  "price_currency",
  "sale_price",
  "sale_price_amount",
  "sale_price_starts_at",
  "sale_price_ends_at",
  "sale_period",
  "compare_at_price",
  "discount_amount",
  "discount_percent",
  "on_sale",
]);
const NAMED: readonly string[] = ["price", "price_amount", "sale_price", "sale_price_amount"];

/** Prices of some customers, or from a quantity on. Known shops have their own meaning of such columns. */
function buyersIn(read: MappedRows): Scope | undefined {
  const { mapping, given, preset = "none" } = read;
  const held = Object.entries(mapping).filter(([target]) => OF_PRICES.has(target) && !(target in given));
  if (preset !== "none" || !held.some(([target]) => NAMED.includes(target))) return undefined;
  const found = unusedIn(read).find(
    ({ name, texts }) =>
      (GROUPS.has(name) && texts.some((text) => !EVERYONE.test(text)) && !texts.some((text) => AMOUNT.test(text))) ||
      (QUANTITIES.has(name) && texts.some((text) => !/^[01]?(?:[.,]0+)?$/.test(text)) && mayBeOfPrices(read)),
  );
  if (found === undefined) return undefined;
  const message = `Do the prices apply to all buyers? ${found.column} says that they are for some groups or quantities, so they are not read until then.`;
  const answers = [
    { label: NO, mapping: Object.fromEntries(held.map(([target]) => [target, null])) },
    { label: YES, mapping: Object.fromEntries(held) },
  ];
  return {
    targets: held.map(([target]) => target),
    question: { code: "buyers", column: found.column, message, answers },
  };
}

/** In a file of products, a minimum quantity is that of an order, unless products have several rows. */
function mayBeOfPrices({ columns, rows, mapping }: MappedRows): boolean {
  if (!("title" in mapping)) return true;
  const column = columnOf(mapping.sku ?? null);
  if (column === undefined) return false;
  const skus = columnTexts({ sku: column }, columns, rows).flatMap(({ texts }) => texts);
  return new Set(skus).size < skus.length;
}
