import { COUNTRIES } from "@skucast/contracts/codes/countries";
import type { ImportQuestion } from "@skucast/contracts/imports/import";
import { usedColumns } from "../mapping/rule-column.js";
import { columnTexts } from "./column-texts.js";
import type { MappedRows } from "./mapped-rows.js";

const MARKET_PRICE = /^Price \/ (.+)$/i;
/** Currencies that are offered for any market. */
const USUAL = ["EUR", "USD"];
/** The same for a market that is no country, such as Europe. */
const OF_REGIONS = ["EUR", "USD", "GBP"];

/**
 * Shopify's export has the prices of each market in its currency, which no column names. Those of a region are the prices in
 * its currency in any country.
 */
export function askMarketPrices({ columns, rows, mapping, given, preset }: MappedRows): ImportQuestion[] {
  if (preset !== "shopify") return [];
  const used = usedColumns(mapping);
  const hasValues = (column: string): boolean =>
    columnTexts({ [column]: column }, columns, rows).some(({ texts }) => texts.length > 0);
  return columns.flatMap((column): ImportQuestion[] => {
    const [, market] = MARKET_PRICE.exec(column.trim()) ?? [];
    if (market === undefined || used.has(column) || !hasValues(column)) return [];
    const country = countryNamed(market);
    const own = (currency: string, member: string): string =>
      ["prices", currency, ...(country === undefined ? [] : [country]), member].join(".");
    const offered = offeredFor(country, mapping);
    if (offered.some((currency) => given[own(currency, "amount")] === null)) return [];
    const before = columnOf(columns, "Compare[- ]at price", market);
    const included = columnOf(columns, "Included", market);
    const answers = offered.map((label) => ({
      label,
      mapping: {
        [own(label, "amount")]: column,
        ...(before !== undefined && { [own(label, "compare_at_amount")]: before }),
      },
    }));
    const [first = "EUR"] = offered;
    const none = { label: "Leave them out", mapping: { [own(first, "amount")]: null } };
    const never = included !== undefined && hasValues(included) ? ` ${included} is never read.` : "";
    const region = country === undefined ? ` ${market} is no country, so they apply in every country.` : "";
    const message = `Which currency are the prices in ${column} in? They are not read until then.${region}${never}`;
    return [{ code: "market_price", column, message, answers: [...answers, none] }];
  });
}

/** The column of the same market with another name. */
const columnOf = (columns: readonly string[], name: string, market: string): string | undefined =>
  columns.find((column) => {
    const [, first = "", rest] = /^(.+?) \/ (.+)$/.exec(column.trim()) ?? [];
    return rest === market && new RegExp(`^${name}$`, "i").test(first);
  });

/** A price of a region in the currency of the shop would be the price itself. */
function offeredFor(country: string | undefined, { price_currency: rule }: MappedRows["mapping"]): string[] {
  const shop = typeof rule === "object" && "value" in rule ? rule.value.toUpperCase() : undefined;
  if (country === undefined) return OF_REGIONS.filter((currency) => currency !== shop);
  return [...new Set([CURRENCIES[country] ?? "EUR", ...USUAL])];
}

/** The currencies of countries other than those with the euro. */
const CURRENCIES: Readonly<Record<string, string | undefined>> = {
  AU: "AUD",
  BR: "BRL",
  CA: "CAD",
  CH: "CHF",
  CN: "CNY",
  CZ: "CZK",
  DK: "DKK",
  GB: "GBP",
  HK: "HKD",
  HU: "HUF",
  IN: "INR",
  JP: "JPY",
  KR: "KRW",
  MX: "MXN",
  NO: "NOK",
  NZ: "NZD",
  PL: "PLN",
  RO: "RON",
  SE: "SEK",
  SG: "SGD",
  US: "USD",
};

/** The languages in which merchants name their markets. */
const LANGUAGES = ["en", "de", "fr", "es", "it", "nl", "pt", "pl", "ja"];

const codes = new Map<string, string>();

/** The code of a country by its name. */
function countryNamed(name: string): string | undefined {
  if (codes.size === 0)
    for (const language of LANGUAGES) {
      const names = new Intl.DisplayNames(language, { type: "region", fallback: "none" });
      for (const code of COUNTRIES) codes.set(names.of(code)?.toLowerCase() ?? "", code);
    }
  return codes.get(name.trim().toLowerCase());
}
