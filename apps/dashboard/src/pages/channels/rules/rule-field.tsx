import { CheckField, SelectField, TextArea, TextField } from "../../../forms/field.js";
import { texts } from "../../../texts/texts.js";
import { LookupTableField } from "./lookup-table-field.js";
import { REQUIRED_PATHS, ROUNDING_MODES, type RuleInput } from "./rule-inputs.js";
import { linesOf, listOf, listTextOf, numberOf, tableOf, textOf } from "./text-values.js";
import { useTextValue } from "./use-text-value.js";

const words = texts.rules;

/** Converts between values and text for each kind of input. */
const READERS = {
  column: { textOf, parse: (text: string): unknown => text.trim() },
  reference: { textOf, parse: (text: string): unknown => text.trim() || undefined },
  text: { textOf, parse: (text: string): unknown => text },
  number: { textOf, parse: numberOf },
  table: { textOf: linesOf, parse: (text: string): unknown => tableOf(text) },
  lines: { textOf: listTextOf, parse: (text: string): unknown => listOf(text) },
} as const;

interface RuleFieldProps {
  readonly input: RuleInput;
  readonly value: unknown;
  readonly columns: readonly string[];
  readonly error: string | undefined;
  readonly isDisabled: boolean;
  readonly onValue: (value: unknown) => void;
}

/** The input for one value of a rule or a condition. */
export function RuleField(props: RuleFieldProps) {
  const { input, value, columns, error, isDisabled, onValue } = props;
  const label = words.inputs[input.path] ?? input.path;
  const shown = { label, error };
  if (input.kind === "flag") {
    const set = (isChecked: boolean) => onValue(isChecked || undefined);
    return <CheckField label={label} isChecked={value === true} isDisabled={isDisabled} onChecked={set} />;
  }
  if (input.kind === "lookup_table") {
    return <LookupTableField {...shown} value={textOf(value)} isDisabled={isDisabled} onValue={onValue} />;
  }
  if (input.kind === "rounding") {
    const choices = ROUNDING_MODES.map((mode) => ({ value: mode, label: words.roundingModes[mode] }));
    const any = { value: "", label: texts.general.none };
    const set = (mode: string) => onValue(mode || undefined);
    return (
      <SelectField {...shown} value={textOf(value)} choices={[any, ...choices]} disabled={isDisabled} onValue={set} />
    );
  }
  if (input.kind === "column" && columns.length > 0) {
    const current = textOf(value);
    const names = columns.includes(current) ? columns : [current, ...columns];
    const choices = names.map((name) => ({ value: name, label: name }));
    return <SelectField {...shown} value={current} choices={choices} disabled={isDisabled} onValue={onValue} />;
  }
  return <ParsedField {...props} kind={input.kind} />;
}

interface ParsedFieldProps extends RuleFieldProps {
  readonly kind: keyof typeof READERS;
}

function ParsedField({ input, kind, value, error, isDisabled, onValue }: ParsedFieldProps) {
  const { textOf: toText, parse } = READERS[kind];
  const keepsEmpty = REQUIRED_PATHS.includes(input.path);
  const { text, setText } = useTextValue({
    value,
    onValue,
    textOf: toText,
    parse: (typed) => (typed === "" && !keepsEmpty && kind === "text" ? undefined : parse(typed)),
  });
  const shown = { label: words.inputs[input.path] ?? input.path, hint: words.hints[input.path], error };
  if (kind === "table" || kind === "lines") {
    return <TextArea {...shown} rows={4} readOnly={isDisabled} value={text} onValue={setText} />;
  }
  const keyboard = kind === "number" ? "decimal" : undefined;
  return <TextField {...shown} inputMode={keyboard} readOnly={isDisabled} value={text} onValue={setText} />;
}
