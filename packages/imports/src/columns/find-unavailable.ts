import type { ImportQuestion } from "@skucast/contracts/imports/import";
import type { ImportMapping, ImportRule } from "@skucast/contracts/imports/mapping";
import { AVAILABILITIES } from "@skucast/contracts/products/product";
import { plainName } from "../mapping/known-columns.js";
import {
  ELSEWHERE_WORDS,
  JAPANESE_ELSEWHERE,
  JAPANESE_STOCK,
  OF_PRODUCT,
  STOCK_WORDS,
} from "../mapping/names-by-values.js";
import { isOtherText } from "../mapping/other-texts.js";
import { usedColumns } from "../mapping/rule-column.js";
import { unavailabilityIn } from "../values/unavailable.js";
import { readBoolean, readWord } from "../values/words.js";
import { isDecided } from "./find-for-sale.js";
import { valueIn } from "./find-visibility.js";
import type { MappedRows } from "./mapped-rows.js";

/** A column that no rule reads, with values that say that a product cannot be bought. */
interface Candidate {
  readonly column: string;
  readonly target: string;
  readonly isCertain: boolean;
}

/** The numbers of the targets begin here: lower ones are those of other columns. */
const FIRST_NUMBER = 1_000;

/**
 * Maps the columns whose texts take a product off sale, such as a delivery time or a note with `Sold out`. Whatever else
 * they say changes nothing.
 */
export function withUnavailable(read: MappedRows): ImportMapping {
  const found = candidatesIn(read).filter(({ isCertain }) => isCertain);
  return { ...read.mapping, ...Object.fromEntries(found.map(({ target, column }) => [target, ruleFor(column)])) };
}

/** The questions about other columns with such texts, which may be about a store, a supplier or a video. */
export function askUnavailable(read: MappedRows): ImportQuestion[] {
  return candidatesIn(read)
    .filter(({ target, isCertain }) => !isCertain && !(target in read.given))
    .map(({ column, target }) => ({
      code: "purchasable",
      column,
      message: `Does ${column} say which products cannot be ordered?`,
      answers: [
        { label: "Yes", mapping: { [target]: ruleFor(column) } },
        { label: "No", mapping: { [target]: null } },
      ],
    }));
}

const ruleFor = (column: string): ImportRule => ({ column, as: "unavailable" });

const COUNTS = /^(?:availability|stock|stock_by_source|inventory_quantity)(?:#|$)/;

function candidatesIn(read: MappedRows): Candidate[] {
  const { columns, rows, mapping, given, preset = "none" } = read;
  // Without a stock, or an availability, such a column may be the availability itself, which is asked for.
  if (isDecided(read) || !Object.keys(mapping).some((target) => COUNTS.test(target))) return [];
  const used = usedColumns(mapping);
  return columns.flatMap((column, place) => {
    const target = `purchasable#${FIRST_NUMBER + place}`;
    if (column === "" || used.has(column) || given[target] === null || isRepeated(column, columns)) return [];
    const kind = kindOf(column);
    // A feed for a channel says in its own columns what applies to regions and stores.
    if (kind === undefined || (kind === "elsewhere" && preset !== "none")) return [];
    const values = [...new Set(rows.flatMap((row) => valueIn(row, column, place)))];
    const said = new Set(values.map(unavailabilityIn));
    const isSaid = said.has("sold_out") || said.has("missing");
    if (kind === "stock") return isSaid || values.some(isAvailability) ? [{ column, target, isCertain: true }] : [];
    return isSaid ? [{ column, target, isCertain: kind === "any" && said.has("sold_out") }] : [];
  });
}

/** The second column with a name is asked about if it differs from the first one. */
const isRepeated = (column: string, columns: readonly string[]): boolean =>
  / \(\d+\)$/.test(column) && columns.includes(column.replace(/ \(\d+\)$/, ""));

const KNOWN: ReadonlySet<string> = new Set(AVAILABILITIES);
const isAvailability = (value: string): boolean =>
  !/^-?[\d.,]+$/.test(value) && readBoolean(value) === undefined && KNOWN.has(readWord("availability", value) ?? "");

/** What the name of a column says: that it is about the stock, that it may be about another place, or nothing. */
function kindOf(column: string): "stock" | "elsewhere" | "any" | undefined {
  const path = column.split(/[/@]/);
  const name = plainName((path.at(-1) ?? "").replace(/([a-z\d])(?=[A-Z])/g, "$1_").replace(/[łŁ]/g, "l"));
  if (path.length > 1 && !OF_PRODUCT.has(plainName(path.at(-2) ?? ""))) return undefined;
  const tokens = name.split(/[_.]+/);
  if (tokens.some((token) => ELSEWHERE_WORDS.test(token)) || JAPANESE_ELSEWHERE.test(name)) return "elsewhere";
  if (tokens.some((token) => STOCK_WORDS.test(token)) || JAPANESE_STOCK.test(name)) return "stock";
  return isOtherText(column) ? undefined : "any";
}
