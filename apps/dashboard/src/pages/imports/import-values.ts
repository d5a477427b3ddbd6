import type { EMPTY_CELLS, IMPORT_MODES, MISSING_ACTIONS } from "@skucast/contracts/imports/import";
import type { GivenMapping } from "@skucast/contracts/imports/mapping";
import { LIMITS } from "@skucast/contracts/limits";

/** Form values of a new import. */
export interface ImportValues {
  readonly given: GivenMapping;
  readonly mode: (typeof IMPORT_MODES)[number];
  readonly missing: (typeof MISSING_ACTIONS)[number];
  readonly maxRemovalPercent: string;
  /** Undefined: the default of the mode. */
  readonly emptyCells: (typeof EMPTY_CELLS)[number] | undefined;
  readonly isOnlyChecked: boolean;
  /** Answers to the file's questions, as query parameters. */
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

/** How empty cells are treated. */
export const emptyCellsOf = ({ mode, emptyCells }: ImportValues) =>
  emptyCells ?? (mode === "replace" ? "clear" : "keep");

const removalLimitOf = ({ maxRemovalPercent }: ImportValues) => ({ max_removal_percent: maxRemovalPercent.trim() });

/** Query parameters of the preview. */
export const previewQueryOf = (values: ImportValues, fileName: string) => ({
  ...values.reading,
  file_name: fileName,
  mode: values.mode,
  ...(values.mode === "replace" && /^\s*\d+\s*$/.test(values.maxRemovalPercent) && removalLimitOf(values)),
  ...(values.emptyCells !== undefined && { empty_cells: values.emptyCells }),
  ...(Object.keys(values.given).length > 0 && { mapping: JSON.stringify(values.given) }),
});

/** Query parameters of the import. */
export const importQueryOf = (values: ImportValues, fileName: string) => ({
  ...previewQueryOf(values, fileName),
  ...(values.mode === "replace" && { missing: values.missing }),
  ...(values.mode === "replace" && removalLimitOf(values)),
  ...(values.isOnlyChecked && { validate_only: "true" }),
});
