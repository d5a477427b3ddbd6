import { plainNumber } from "../values/decimal.js";
import { readBoolean } from "../values/words.js";
import { optionsIn } from "./bigcommerce-options.js";
import { placeOf } from "./preset.js";
import { type CellRow, cellOf, withCells } from "./shaped-rows.js";

/** Applies the rules of a product, which are the rows `Rule` of the older form, to the row of one of its variants. */
export type ApplyRules = (variant: CellRow, options: string, rules: readonly CellRow[]) => CellRow;

/**
 * A rule is for SKUs, or for all variants with options such as `[RB]Size=9,Size=10`, of which each has one of the values.
 * It changes the price, or ends the sale of the variant. A price that cannot be calculated is left for the report of errors.
 */
export function createRules(columns: readonly string[]): ApplyRules {
  const [price, sale, sku, name, purchases, stops] = [
    "price",
    "sale_price",
    "product_code_sku",
    "product_name",
    "allow_purchases",
    "stop_processing_rules",
  ].map((column) => placeOf(columns, column)) as [number, number, number, number, number, number];

  function isFor({ cells }: CellRow, variant: CellRow, options: ReadonlyMap<string, string>): boolean {
    const own = cellOf(variant.cells, sku);
    const listed = cellOf(cells, sku);
    if (listed !== "") return listed === own || listed.split(/[,;|]/).some((one) => one.trim() === own);
    const wanted = valuesByName(cellOf(cells, name));
    return wanted.size > 0 && [...wanted].every(([option, values]) => values.has(options.get(option) ?? ""));
  }

  function changedBy({ cells }: CellRow, variant: CellRow): CellRow {
    const changes = new Map<number, string>();
    if (readBoolean(cellOf(cells, purchases)) === false) changes.set(purchases, cellOf(cells, purchases));
    const rule = cellOf(cells, price);
    if (rule !== "" && plainNumber(rule) !== 0) {
      const [kind, amount] = adjustmentIn(rule);
      const before = cellOf(variant.cells, price);
      changes.set(price, adjusted(before, kind, amount) ?? `${before} ${rule}`);
      const reduced = plainNumber(cellOf(variant.cells, sale)) || 0;
      if (reduced > 0) changes.set(sale, kind === "fixed" ? "0" : (adjusted(String(reduced), kind, amount) ?? ""));
    }
    return withCells(variant, changes);
  }

  return (variant, options, rules) => {
    const chosen = new Map([...valuesByName(optionsIn(options))].map(([option, [value = ""]]) => [option, value]));
    let row = variant;
    for (const rule of rules) {
      if (!isFor(rule, variant, chosen)) continue;
      row = changedBy(rule, row);
      if (readBoolean(cellOf(rule.cells, stops)) === true) break;
    }
    return row;
  };
}

type Kind = "fixed" | "add" | "remove" | "unknown";
const KINDS: readonly Kind[] = ["fixed", "add", "remove"];

/** `[FIXED]19`, `[ADD]2.50` or `[REMOVE]5`. */
function adjustmentIn(text: string): readonly [kind: Kind, amount: number | undefined] {
  const [, word = "", amount = ""] = /^\[(\w+)\]\s*(.+)$/.exec(text) ?? [];
  return [KINDS.find((kind) => kind === word.toLowerCase()) ?? "unknown", plainNumber(amount)];
}

/** The price with an adjustment; undefined if it is not known. */
function adjusted(before: string, kind: Kind, amount: number | undefined): string | undefined {
  if (amount === undefined || kind === "unknown") return undefined;
  if (kind === "fixed") return String(amount);
  const price = plainNumber(before);
  if (price === undefined) return undefined;
  const sum = kind === "add" ? price + amount : price - amount;
  return sum < 0 ? undefined : String(Number(sum.toFixed(4)));
}

/** The values of each option in `[RB]Size=9,Size=10,[CS]Color=Blue:#00f`, lower-cased. */
function valuesByName(text: string): ReadonlyMap<string, ReadonlySet<string>> {
  const byName = new Map<string, Set<string>>();
  for (const part of optionsIn(text).split(",")) {
    const at = part.indexOf("=");
    const option = part
      .slice(0, Math.max(at, 0))
      .replace(/^\s*\[\w+\]/, "")
      .trim()
      .toLowerCase();
    if (option === "") continue;
    const values = byName.get(option) ?? new Set<string>();
    byName.set(
      option,
      values.add(
        part
          .slice(at + 1)
          .trim()
          .toLowerCase(),
      ),
    );
  }
  return byName;
}
