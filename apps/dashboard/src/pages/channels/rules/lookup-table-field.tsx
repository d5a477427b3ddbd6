import { PAGE_SIZE_MAX } from "@skucast/contracts/list-limits";
import { useApiList } from "../../../api/use-api-list.js";
import { SelectField } from "../../../forms/field.js";
import { texts } from "../../../texts/texts.js";

interface LookupTableFieldProps {
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly isDisabled: boolean;
  readonly onValue: (id: string) => void;
}

/** Chooses one of the workspace's lookup tables. */
export function LookupTableField({ label, value, error, isDisabled, onValue }: LookupTableFieldProps) {
  const { entries } = useApiList("listLookupTables", { query: { limit: PAGE_SIZE_MAX } });
  const isKnown = entries.some(({ id }) => id === value);
  const none = { value: "", label: texts.general.none };
  const choices = [none, ...(isKnown || value === "" ? [] : [{ value, label: value }])];
  return (
    <SelectField
      label={label}
      value={value}
      error={error}
      disabled={isDisabled}
      choices={[...choices, ...entries.map(({ id, name }) => ({ value: id, label: name }))]}
      onValue={onValue}
    />
  );
}
