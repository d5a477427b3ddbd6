import type { EMPTY_CELLS, IMPORT_MODES, MISSING_ACTIONS } from "@skucast/contracts/imports/import";
import type { GivenMapping } from "@skucast/contracts/imports/mapping";
import { LIMITS } from "@skucast/contracts/limits";

/** What was chosen for an import. */
export interface ImportValues {
  readonly given: GivenMapping;
  readonly mode: (typeof IMPORT_MODES)[number];
  readonly missing: (typeof MISSING_ACTIONS)[number];
  readonly maxRemovalPercent: string;
  /** Undefined: as the mode has it. */
  readonly emptyCells: (typeof EMPTY_CELLS)[number] | undefined;
  readonly isOnlyChecked: boolean;
  /** Answers to what the file leaves open, as options of the query. */
  readonly reading: Readonly<Record<string, string>>;
}

export const NEW_IMPORT: ImportValues = {
  given: {},
  mode: "upsert",
  missing: "archive",
  maxRemovalPercent: String(LIMITS.importRemovalPercentDefault),
  emptyCells: undefined,
  isOnlyChecked: false,
  reading: {},
};

/** What an empty cell means. */
export const emptyCellsOf = ({ mode, emptyCells }: ImportValues) =>
  emptyCells ?? (mode === "replace" ? "clear" : "keep");

/** How the file is read, as a query. */
export const previewQueryOf = (values: ImportValues, fileName: string) => ({
  ...values.reading,
  file_name: fileName,
  mode: values.mode,
  empty_cells: emptyCellsOf(values),
  ...(Object.keys(values.given).length > 0 && { mapping: JSON.stringify(values.given) }),
});

/** The whole import, as a query. */
export const importQueryOf = (values: ImportValues, fileName: string) => ({
  ...previewQueryOf(values, fileName),
  ...(values.mode === "replace" && { missing: values.missing, max_removal_percent: values.maxRemovalPercent.trim() }),
  ...(values.isOnlyChecked && { validate_only: "true" }),
});
