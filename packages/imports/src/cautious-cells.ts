import type { ImportPlan } from "./import-plan.js";
import { columnOf } from "./mapping/rule-column.js";
import type { RawRow } from "./row.js";
import { readDecimal } from "./values/decimal.js";
import { readPublished, readWord } from "./values/words.js";

type Reading = Pick<ImportPlan, "mapping" | "decimal">;

/** A cell that counts for all rows of a product. */
export interface CautiousCell {
  readonly column: string;
  readonly row: RawRow;
}

const AVAILABILITIES = ["discontinued", "out_of_stock", "backorder", "preorder", "in_stock"];
const STATUSES = ["archived", "draft", "active"];
const rankIn = (order: readonly string[], word: string | null): number | undefined => {
  const rank = order.indexOf(word ?? "");
  return rank < 0 ? undefined : rank;
};

/** How far a cell lets a product be sold, by the field that it fills; undefined if it says nothing about that. */
const RANKS: Readonly<Record<string, (text: string, reading: Reading) => number | undefined>> = {
  availability: (text) => rankIn(AVAILABILITIES, readWord("availability", text)),
  status: (text) => rankIn(STATUSES, readWord("status", text)),
  published: (text) => {
    const isPublished = readPublished(text);
    return isPublished === undefined ? undefined : Number(isPublished);
  },
  stock: countOf,
  inventory_quantity: countOf,
};

function countOf(text: string, { decimal }: Reading): number | undefined {
  const number = readDecimal(text, decimal);
  return number.type === "number" ? Number(number.value) : undefined;
}

/**
 * The cells of rows of one product that say most clearly that it is not sold, where the rows disagree: a product that one of
 * them hides or has none of must not become purchasable through another one. `isSummed` is for rows of warehouses, whose
 * stock and availability are put together. A column whose words the mapping translates is left as it is.
 */
export function cautiousCells(
  rows: readonly RawRow[],
  {
    reading,
    isSummed,
    at,
  }: { readonly reading: Reading; readonly isSummed: boolean; at(row: RawRow, column: string): string },
): readonly CautiousCell[] {
  return Object.entries(reading.mapping).flatMap(([target, rule]): CautiousCell[] => {
    const [field = ""] = target.split("#");
    const rankOf = RANKS[field];
    const column = columnOf(rule);
    const isTranslated = typeof rule === "object" && rule !== null && "words" in rule && rule.words !== undefined;
    if (rankOf === undefined || column === undefined || isTranslated) return [];
    if (isSummed && field !== "published" && field !== "status") return [];
    const ranked = rows.flatMap((row) => {
      const rank = rankOf(at(row, column), reading);
      return rank === undefined ? [] : [{ row, rank }];
    });
    const [first, ...others] = ranked;
    if (first === undefined || others.every(({ rank }) => rank === first.rank)) return [];
    return [{ column, row: others.reduce((lowest, other) => (other.rank < lowest.rank ? other : lowest), first).row }];
  });
}
