import type { GivenMapping, ImportRule } from "@skucast/contracts/imports/mapping";
import type { ColumnNames } from "../presets/preset.js";

/** Columns that say in yes or no whether a product is used. */
const NAMES = ["used", "is_used", "second_hand", "gebraucht", "usado", "usato", "tweedehands", "uzywany"];
const YES = ["true", "yes", "y", "1", "ja", "oui", "si", "sí", "sim", "tak"];
const NO = ["false", "no", "n", "0", "nein", "non", "não", "nee", "nie"];
const WORDS: Readonly<Record<string, string>> = Object.fromEntries([
  ...YES.map((word) => [word, "used"]),
  ...NO.map((word) => [word, "new"]),
]);

/** Maps a column such as idealo's `used`, which counts if the row has no condition. */
export function addUsed(
  byName: ColumnNames,
  mapping: GivenMapping,
  used: ReadonlySet<string>,
  add: (target: string, column: string, rule: ImportRule) => void,
): void {
  const column = NAMES.map((name) => byName.get(name)).find((found) => found !== undefined && !used.has(found));
  const { condition } = mapping;
  if (column === undefined || (condition !== undefined && typeof condition !== "string")) return;
  add("condition", column, {
    column: condition ?? column,
    ...(condition !== undefined && { otherwise: [column] }),
    // A column that only says whether a product is used has no other word for its condition.
    words: condition === undefined ? { ...WORDS, "*": "" } : WORDS,
  });
}
