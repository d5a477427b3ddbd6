import type { GivenMapping } from "@skucast/contracts/imports/mapping";
import { plainName } from "./known-columns.js";
import { columnOf } from "./rule-column.js";

export const SALE_DATES = { start: "sale_price_starts_at", end: "sale_price_ends_at" } as const;
export type SaleSide = keyof typeof SALE_DATES;

/** Words without accents for a sale, in the languages whose columns are recognized. */
const SALE = new RegExp(
  [
    "^(?:sales?|saleprice|special|specialprice|discount|discounted|offer|reduced|reduction|markdown|promo[a-z]*",
    "angebot[a-z]*|aktion[a-z]*|sonder(?:preis|angebot)[a-z]*|rabatt[a-z]*|remise|soldes?|offre|rabais",
    "oferta|ofertas|rebaja[a-z]*|descuento|desconto|sconto|scontat[oa]|offerta|saldi|ribass[oa]",
    "aanbieding[a-z]*|actie|actieprijs|actieperiode|korting[a-z]*|uitverkoop|wyprzedaz[a-z]*|obnizk[a-z]*",
    "akc[a-z]*|slev[a-z]*|zlav[a-z]*)$|セール|特価|割引|キャンペーン",
  ].join("|"),
);
const START =
  /^(?:from|start|starts|starting|startdate|begin|begins|since|ab|von|seit|vom|debut|partir|desde|inicio|comienzo|comienza|dal|inizio|van|vanaf|od|poczatek|zacatek|zaciatok|starttermin|(?:.+)(?:beginn|start|anfang)|beginn|anfang)$|開始/;
const END =
  /^(?:to|until|till|through|end|ends|ending|enddate|expires|expiry|expiration|bis|zum|ende|(?:.+)ende|fin|jusqu|jusque|hasta|final|termina|ate|fim|termino|fino|fine|scadenza|tot|tm|einde|eind|koniec|konec)$|終了|期限/;
/** Words that also stand between others: they count if no other word says the side. */
const LINKS: Readonly<Record<string, SaleSide | undefined>> = {
  du: "start",
  da: "start",
  do: "end",
  al: "end",
  au: "end",
};
/** A product that is for sale is not in a sale. */
const NO_SALE = /^(?:for|purchase|purchasable)$/;

/** What a header says about a date: whether it is that of a sale, and whether of its start or its end. */
export function saleDateOf(column: string): { readonly isOfSale: boolean; readonly side: SaleSide | undefined } {
  const tokens = plainName(column.replace(/([a-z\d])([A-Z])/g, "$1_$2"))
    .replace(/date$/, "_date")
    .replace(/(^|_)t_m(?=_|$)/, "$1tm")
    .split(/[_.]+/);
  const isStart = tokens.some((token) => START.test(token));
  const isEnd = tokens.some((token) => END.test(token));
  const link = tokens.map((token) => LINKS[token]).find((found) => found !== undefined);
  const side = isStart === isEnd ? (isStart ? undefined : link) : isStart ? "start" : "end";
  return { isOfSale: tokens.some((token) => SALE.test(token)) && !tokens.some((token) => NO_SALE.test(token)), side };
}

const SALES = ["sale_price", "sale_price_amount", "discount_amount", "discount_percent", "compare_at_price"];
export const hasSale = (mapping: GivenMapping): boolean =>
  SALES.some((target) => mapping[target] !== undefined && mapping[target] !== null);

/** Whether the file has a column with the period of a sale; a feed's mapping has it in any case. */
export const hasPeriod = (mapping: GivenMapping, columns: readonly string[]): boolean =>
  columns.includes(columnOf(mapping.sale_period ?? null) ?? "");

interface Given {
  readonly columns: readonly string[];
  readonly mapping: GivenMapping;
  readonly used: ReadonlySet<string>;
  readonly add: (target: string, column: string) => void;
}

/** Maps the dates of a sale by what their names consist of: `date_on_sale_from`, `Aktionspreis gültig bis`. */
export function addSaleDates({ columns, mapping, used, add }: Given): void {
  if (!hasSale(mapping) || hasPeriod(mapping, columns)) return;
  // Of a time in the time zone of the shop and one in UTC, the latter is the known one.
  const inUtc = (column: string): number => (/(?:gmt|utc)$/i.test(column) ? 0 : 1);
  const sorted = [...columns].sort((one, other) => inUtc(one) - inUtc(other));
  for (const side of ["start", "end"] as const) {
    if (SALE_DATES[side] in mapping) continue;
    const column = sorted.find((name) => {
      const found = saleDateOf(name);
      return !used.has(name) && found.isOfSale && found.side === side;
    });
    if (column !== undefined) add(SALE_DATES[side], column);
  }
}
