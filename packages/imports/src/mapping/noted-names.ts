import type { ColumnNames } from "../presets/preset.js";
import { KNOWN_COLUMNS, plainName } from "./known-columns.js";

/** A note in brackets behind a name: `Bestand (Stk.)`. */
const NOTE = /^(.+?)\s*[([（]\s*([^()[\]（）]+?)\s*[)\]）]$/;
const PIECES =
  /^(?:stk|stck|stuck|stucke|pcs?|pieces?|units?|items?|qty|quantity|anzahl|menge|unites?|ud|uds|unidades|unid|un|pezzi|pz|stuks|st|szt|sztuk|ks|kusu|kusy|個|点|個数|数量)$/;
const REQUIRED =
  /^(?:required|mandatory|optional|pflicht|pflichtfeld|obligatoire|facultatif|obligatorio|opcional|obbligatorio|verplicht|必須|任意)$/;

/** Columns by their names without a note that changes nothing: a unit of pieces, another name of the same, or `required`. */
export function notedNames(columns: readonly string[]): ColumnNames {
  const found = columns.flatMap((column): (readonly [name: string, column: string])[] => {
    const bare = bareName(column.trim());
    return bare === undefined ? [] : [[bare, column]];
  });
  return new Map(found.toReversed());
}

function bareName(column: string): string | undefined {
  const [, before, note] = NOTE.exec(column) ?? [];
  if (before !== undefined && note !== undefined) {
    const name = plainName(before);
    const said = plainName(note);
    const isCount = PIECES.test(said) && targetsOf(name).includes("inventory_quantity");
    return isCount || REQUIRED.test(said) || areSame(name, said) ? name : undefined;
  }
  const [first = "", second, ...more] = column.split(/\s*[/|]\s*/).map(plainName);
  return second !== undefined && more.length === 0 && areSame(first, second) ? first : undefined;
}

/** Whether two names are those of the same field: `EAN/GTIN`, `Artikelnummer (SKU)`. */
function areSame(one: string, other: string): boolean {
  const targets = targetsOf(other);
  return targetsOf(one).some((target) => targets.includes(target));
}

const targetsOf = (name: string): string[] =>
  KNOWN_COLUMNS.flatMap(([target, names]) => (names.includes(name) ? [target] : []));
