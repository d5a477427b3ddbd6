import { EMPTY_CELLS, IMPORT_MODES, MISSING_ACTIONS } from "@skucast/contracts/imports/import";
import { Card } from "../../components/card.js";
import { CheckField, SelectField, TextField } from "../../forms/field.js";
import { texts } from "../../texts/texts.js";
import { emptyCellsOf, type ImportValues } from "./import-values.js";

const words = texts.imports.make.how;

interface ImportOptionsProps {
  readonly values: ImportValues;
  readonly set: (change: Partial<ImportValues>) => void;
  readonly errorAt: (pointer: string) => string | undefined;
}

const choicesOf = <Value extends string>(values: readonly Value[], labels: Readonly<Record<Value, string>>) =>
  values.map((value) => ({ value, label: labels[value] }));

/** What happens to products in the file and to those that are not in it. */
export const ImportOptions = ({ values, set, errorAt }: ImportOptionsProps) => (
  <Card title={words.title}>
    <SelectField
      label={words.mode}
      value={values.mode}
      choices={choicesOf(IMPORT_MODES, words.modes)}
      onValue={(mode) => set({ mode: mode as ImportValues["mode"] })}
    />
    {values.mode === "replace" && (
      <>
        <SelectField
          label={words.missing}
          value={values.missing}
          choices={choicesOf(MISSING_ACTIONS, words.missingActions)}
          onValue={(missing) => set({ missing: missing as ImportValues["missing"] })}
        />
        <TextField
          label={words.maxRemoval}
          hint={words.maxRemovalHint}
          inputMode="numeric"
          value={values.maxRemovalPercent}
          error={errorAt("/max_removal_percent")}
          onValue={(maxRemovalPercent) => set({ maxRemovalPercent })}
        />
      </>
    )}
    <SelectField
      label={words.emptyCells}
      value={emptyCellsOf(values)}
      choices={choicesOf(EMPTY_CELLS, words.empties)}
      onValue={(emptyCells) => set({ emptyCells: emptyCells as ImportValues["emptyCells"] })}
    />
    <CheckField
      label={words.only}
      hint={words.onlyHint}
      isChecked={values.isOnlyChecked}
      onChecked={(isOnlyChecked) => set({ isOnlyChecked })}
    />
  </Card>
);
