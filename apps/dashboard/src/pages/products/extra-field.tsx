import { Button } from "../../components/button.js";
import { CodeField, codeKindOf } from "../../forms/code-field.js";
import type { CodeKind } from "../../forms/codes.js";
import { DateField, DateTimeField } from "../../forms/date-fields.js";
import { SelectField, TextArea, TextField } from "../../forms/field.js";
import { texts } from "../../texts/texts.js";
import {
  EXTRA_FIELDS,
  type ExtraField,
  type ExtraValue,
  emptyRow,
  type FieldKind,
  type MemberKind,
  membersOf,
  type Row,
} from "./extra-fields.js";

const { fields, fieldMembers } = texts;
const words = texts.productPages.one;
const MEMBER_NAMES: Readonly<Record<string, string>> = { ...fieldMembers, ...words.members };
const LINES_MIN = 3;

interface ExtraFieldProps {
  readonly field: ExtraField;
  readonly value: ExtraValue;
  readonly isDisabled: boolean;
  readonly errorAt: (pointer: string) => string | undefined;
  readonly onValue: (value: ExtraValue) => void;
}

/** The inputs of a field that not every product has. */
export function ExtraFieldInput({ field, value, isDisabled, errorAt, onValue }: ExtraFieldProps) {
  const kind: FieldKind = EXTRA_FIELDS[field];
  if (typeof value === "string") {
    const shown = { label: words.optional(fields[field]), value, error: errorAt(`/${field}`), onValue };
    const codes = codeKindOf(field);
    if (codes !== undefined) return <CodeField {...shown} kind={codes} isDisabled={isDisabled} />;
    return <TextInput {...shown} kind={kind} isDisabled={isDisabled} />;
  }
  const isList = isRows(value);
  const rows: readonly Row[] = isList ? value : [value];
  const replace = (index: number, row: Row | null) => {
    if (!isList) return onValue(row ?? {});
    const before = rows.slice(0, index);
    onValue([...before, ...(row === null ? [] : [row]), ...rows.slice(index + 1)]);
  };
  const pointers = rows.map((row, index) => (isList ? pointerOf(field, kind, row, index) : `/${field}`));
  const own = errorAt(`/${field}`);
  const isShownBelow = pointers.some((pointer) =>
    Object.keys(membersOf(kind)).some((member) => errorAt(`${pointer}/${member}`) !== undefined),
  );
  return (
    <fieldset className="extra-rows">
      <legend>{words.optional(fields[field])}</legend>
      {own !== undefined && !isShownBelow && (
        <p className="field-error" role="alert">
          {own}
        </p>
      )}
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no ids.
        <div key={index} className="extra-row">
          <div className="grid">
            {Object.entries(membersOf(kind)).map(([member, memberKind]) => (
              <MemberInput
                key={member}
                label={MEMBER_NAMES[`${field}.${member}`] ?? MEMBER_NAMES[member] ?? member}
                kind={memberKind}
                codes={codeKindOf(member)}
                value={row[member] ?? ""}
                isDisabled={isDisabled}
                error={errorAt(`${pointers[index]}/${member}`)}
                onValue={(typed) => replace(index, { ...row, [member]: typed })}
              />
            ))}
          </div>
          {isList && !isDisabled && (
            <Button kind="quiet" onClick={() => replace(index, null)}>
              {words.removeRow(fields[field], index + 1)}
            </Button>
          )}
        </div>
      ))}
      {isList && !isDisabled && (
        <Button kind="quiet" onClick={() => onValue([...rows, emptyRow(kind)])}>
          {words.addRow(fields[field])}
        </Button>
      )}
    </fieldset>
  );
}

const isRows = (value: ExtraValue): value is readonly Row[] => Array.isArray(value);

/** The JSON pointer of a row in the body. */
function pointerOf(field: ExtraField, kind: FieldKind, row: Row, index: number): string {
  const key = kind.type === "rows" && kind.keyedBy !== undefined ? row[kind.keyedBy] : undefined;
  return kind.type === "pairs" ? `/${field}/${row.name ?? ""}` : `/${field}/${key ?? index}`;
}

interface TextInputProps {
  readonly kind: FieldKind;
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly isDisabled: boolean;
  readonly onValue: (value: string) => void;
}

function TextInput({ kind, isDisabled, ...rest }: TextInputProps) {
  const none = { value: "", label: texts.general.notSet };
  switch (kind.type) {
    case "choice": {
      const choices = kind.choices.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }));
      return <SelectField {...rest} disabled={isDisabled} choices={[none, ...choices]} />;
    }
    case "yes_no": {
      const choices = [none, { value: "true", label: texts.general.yes }, { value: "false", label: texts.general.no }];
      return <SelectField {...rest} disabled={isDisabled} choices={choices} />;
    }
    case "date":
      return <DateField {...rest} isDisabled={isDisabled} />;
    case "date_time":
      return <DateTimeField {...rest} isDisabled={isDisabled} />;
    case "lines": {
      const rows = Math.max(LINES_MIN, rest.value.split("\n").length);
      return <TextArea {...rest} hint={texts.channels.one.skusHint} rows={rows} readOnly={isDisabled} />;
    }
    default:
      return <TextField {...rest} inputMode={kind.type === "number" ? "decimal" : undefined} readOnly={isDisabled} />;
  }
}

type MemberInputProps = Omit<TextInputProps, "kind"> & {
  readonly kind: MemberKind;
  readonly codes: CodeKind | undefined;
};

function MemberInput({ kind, codes, isDisabled, ...rest }: MemberInputProps) {
  if (codes !== undefined) return <CodeField {...rest} kind={codes} isDisabled={isDisabled} />;
  if (typeof kind === "string")
    return <TextField {...rest} inputMode={kind === "number" ? "decimal" : undefined} readOnly={isDisabled} />;
  const choices = [{ value: "", label: texts.general.notSet }, ...kind.map((value) => ({ value, label: value }))];
  return <SelectField {...rest} disabled={isDisabled} choices={choices} />;
}
