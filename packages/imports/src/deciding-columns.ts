import type { ImportPlan } from "./import-plan.js";
import { plainName } from "./mapping/known-columns.js";
import { presetNamed } from "./presets/presets.js";

type Deciding = Pick<ImportPlan, "columns" | "mapping"> & Partial<Pick<ImportPlan, "fill_down" | "preset">>;

/** A column that is read, although it may be mapped to no field, and what it decides. */
export interface DecidingColumn {
  readonly column: string;
  readonly target: string;
}

/** The columns by which a shop's rows are grouped, sorted and selected, and those that decide how others are read. */
export function decidingColumns({ columns, mapping, fill_down: fillDown, preset }: Deciding): DecidingColumn[] {
  const decides = presetNamed(preset)?.decides ?? {};
  const parents = fillDown?.parents;
  const group = mapping.item_group_id === undefined ? "row_type" : "item_group_id";
  const found = [
    { target: "image", column: fillDown?.images?.order },
    { target: group, column: fillDown?.within },
    { target: "row_type", column: parents?.type },
    { target: group, column: parents?.reference },
    { target: group, column: parents?.id },
    ...columns.flatMap((column) => {
      const target = Object.entries(decides).find(([name]) => name === plainName(column))?.[1];
      return target === undefined ? [] : [{ target, column }];
    }),
  ];
  return found.flatMap(({ target, column }) => (column === undefined ? [] : [{ target, column }]));
}
