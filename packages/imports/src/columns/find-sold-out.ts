import type { ImportMapping, ImportRule } from "@skucast/contracts/imports/mapping";
import { plainName } from "../mapping/known-columns.js";
import { MARK } from "../mapping/read-target.js";
import { ruleColumns } from "../mapping/rule-column.js";
import { NO_WORDS, readBoolean } from "../values/words.js";
import { valueIn } from "./find-visibility.js";
import type { MappedRows } from "./mapped-rows.js";

/** What says in yes or no that a product is not sold, without accents. */
const NAMES: ReadonlySet<string> = new Set(
  [
    "sold_out soldout out_of_stock outofstock unavailable not_available not_purchasable not_for_sale discontinued eol",
    "end_of_life ausverkauft vergriffen nicht_lieferbar nicht_verfugbar nicht_verfuegbar nicht_bestellbar epuise",
    "en_rupture rupture rupture_de_stock indisponible agotado sin_stock no_disponible esgotado sem_estoque indisponivel",
    "esaurito non_disponibile uitverkocht niet_leverbaar niet_beschikbaar wyprzedany wyprzedane niedostepny niedostepne",
    "blocked obsolete obsoleted not_available_for_sale do_not_sell not_sellable no_longer_sold sales_blocked sale_blocked",
    "sales_block on_hold quarantine quarantined recalled mark_as_sold verkaufssperre verkaufsstopp vertriebssperre lieferstopp",
    "lieferstop bestellstopp gesperrt_fur_verkauf nicht_verkaufen nicht_verkauflich veraltet obsolet bloque bloquee obsolete",
    "arrete abandonne bloqueado bloqueada obsoleto obsoleta descatalogado descontinuado bloccato bloccata fuori_produzione",
    "geblokkeerd verouderd uit_assortiment zablokowany wycofany wycofane blokovano vyrazeno 販売停止 販売中止 販売終了 取扱終了 廃番",
    "vyprodano vypredane nedostupne 売切 売切れ 売り切れ 在庫切れ 品切れ 完売",
  ].flatMap((names) => names.split(" ")),
);

/** The numbers of the targets begin here: lower ones are those of columns that are known by their names. */
const FIRST_NUMBER = 30;

/** Maps columns that say which products are sold out: such a product cannot be ordered, whatever its stock is. */
export function withSoldOut({ columns, rows, mapping, given, preset = "none" }: MappedRows): ImportMapping {
  // What was sent decides alone, and so do the columns of a known shop.
  if (preset !== "none" || "purchasable" in given) return mapping;
  const used = new Set(Object.values(mapping).flatMap(ruleColumns));
  const found = columns.flatMap((column, place): [target: string, rule: ImportRule][] => {
    const target = `purchasable#${FIRST_NUMBER + place}`;
    if (used.has(column) || target in given || !NAMES.has(nameOf(column))) return [];
    const values = rows.flatMap((row) => valueIn(row, column, place));
    const areFlags = values.every((value) => MARK.test(value) || readBoolean(value) !== undefined);
    return areFlags ? [[target, ruleFor(column, values)]] : [];
  });
  return { ...mapping, ...Object.fromEntries(found) };
}

/** The name of a column as words: `isSoldOut` is `sold_out`. */
const nameOf = (column: string): string =>
  plainName(column.replace(/([a-z\d])(?=[A-Z])/g, "$1_")).replace(/^(?:is|ist|est|es|e)_/, "");

function ruleFor(column: string, values: readonly string[]): ImportRule {
  const sold = [...NO_WORDS, ...values.filter((value) => readBoolean(value) === false)];
  return { column, words: { ...Object.fromEntries(sold.map((word) => [word.toLowerCase(), "yes"])), "*": "no" } };
}
