import { NO_FILL_DOWN } from "./fill-down.js";
import { localeColumnOf } from "./find-combined-rows.js";
import type { ImportPlan } from "./import-plan.js";
import { plainName } from "./mapping/known-columns.js";
import { LANGUAGE_ATTRIBUTES } from "./mapping/locale-columns.js";
import { ruleColumns } from "./mapping/rule-column.js";
import { presetNamed } from "./presets/presets.js";

type Deciding = Pick<ImportPlan, "columns" | "mapping"> & Partial<Pick<ImportPlan, "fill_down" | "preset">>;

/** A column that is read, although it may be mapped to no field, and what it decides. */
export interface DecidingColumn {
  readonly column: string;
  readonly target: string;
}

/** The attribute with the language of an element's text. */
const OF_TEXTS = new RegExp(`^(.+)@(?:${LANGUAGE_ATTRIBUTES.join("|")})$`);

/** The columns by which a shop's rows are grouped, sorted and selected, and those that decide how others are read. */
export function decidingColumns({ columns, mapping, fill_down: fillDown, preset }: Deciding): DecidingColumn[] {
  const locale = localeColumnOf({ columns, fill_down: fillDown ?? NO_FILL_DOWN, preset });
  const decides = presetNamed(preset)?.decides ?? {};
  const parents = fillDown?.parents;
  const mapped = new Set(Object.values(mapping).flatMap(ruleColumns));
  const group = mapping.item_group_id === undefined ? "row_type" : "item_group_id";
  const found = [
    { target: "image", column: fillDown?.images?.order },
    { target: group, column: fillDown?.within },
    { target: "row_type", column: parents?.type },
    { target: group, column: parents?.reference },
    { target: group, column: parents?.id },
    { target: group, column: fillDown?.referred?.sku },
    { target: "translations", column: locale },
    ...columns.flatMap((column) => {
      const element = OF_TEXTS.exec(column)?.[1];
      return element !== undefined && mapped.has(element) ? [{ target: "translations", column }] : [];
    }),
    ...columns.flatMap((column) => {
      const target = Object.entries(decides).find(([name]) => name === plainName(column))?.[1];
      return target === undefined ? [] : [{ target, column }];
    }),
  ];
  return found.flatMap(({ target, column }) => (column === undefined ? [] : [{ target, column }]));
}
