import { COUNTRIES } from "@skucast/contracts/codes/countries";
import type { ImportQuestion } from "@skucast/contracts/imports/import";
import { ruleColumns } from "../mapping/rule-column.js";
import { columnTexts } from "./column-texts.js";
import type { MappedRows } from "./mapped-rows.js";

const MARKET_PRICE = /^Price \/ (.+)$/i;
/** What Shopify also writes for each market. */
const OTHERS = ["Included", "Compare At Price"];
const USUAL = ["EUR", "USD"];

/** Shopify's export has the prices of each market in its currency, which no column names. */
export function askMarketPrices({ columns, rows, mapping, preset }: MappedRows): ImportQuestion[] {
  if (preset !== "shopify") return [];
  const used = new Set(Object.values(mapping).flatMap(ruleColumns));
  const hasValues = (column: string): boolean =>
    columnTexts({ [column]: column }, columns, rows).some(({ texts }) => texts.length > 0);
  return columns.flatMap((column): ImportQuestion[] => {
    const [, market] = MARKET_PRICE.exec(column.trim()) ?? [];
    if (market === undefined || used.has(column) || !hasValues(column)) return [];
    const others = columns.filter(
      (other) => OTHERS.some((name) => other.trim() === `${name} / ${market}`) && hasValues(other),
    );
    const never =
      others.length === 0 ? "" : ` ${others.join(" and ")} ${others.length === 1 ? "is" : "are"} never read.`;
    const country = countryNamed(market);
    if (country === undefined) {
      const example = JSON.stringify({ "prices.EUR.amount": column }).replace(":", ": ");
      const message = `The prices in ${column} are not read: ${market} is no country. Set their currency in the mapping: ${example}.${never}`;
      return [{ code: "market_price", column, message, answers: [] }];
    }
    const offered = new Set([...(CURRENCIES[country] === undefined ? [] : [CURRENCIES[country]]), ...USUAL]);
    const answers = [...offered].map((label) => ({
      label,
      mapping: { [`prices.${label}.${country}.amount`]: column },
    }));
    const message = `Which currency are the prices in ${column} in? They are not read until then.${never}`;
    return [{ code: "market_price", column, message, answers }];
  });
}

/** The currencies of countries other than those with the euro and the US dollar. */
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
};

const NAMES = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** The code of a country by its English name. */
const countryNamed = (name: string): string | undefined =>
  [...COUNTRIES].find((code) => NAMES.of(code)?.toLowerCase() === name.trim().toLowerCase());
