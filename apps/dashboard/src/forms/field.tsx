import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from "react";

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
}

interface InputAttributes {
  readonly id: string;
  readonly "aria-invalid": boolean | undefined;
  readonly "aria-describedby": string | undefined;
}

/** A label, hint and error, associated with the input. */
function Field({
  label,
  hint,
  error,
  children,
}: FieldProps & { readonly children: (attributes: InputAttributes) => ReactNode }) {
  const id = useId();
  const describedBy = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`]
    .filter(Boolean)
    .join(" ");
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {children({
        id,
        "aria-invalid": error === undefined ? undefined : true,
        "aria-describedby": describedBy || undefined,
      })}
      {error !== undefined && (
        <span className="field-error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  );
}

type Controlled<Attributes> = Omit<Attributes, "onChange" | "value"> & {
  readonly value: string;
  readonly onValue: (value: string) => void;
};

export const TextField = ({
  label,
  hint,
  error,
  onValue,
  ...input
}: FieldProps & Controlled<InputHTMLAttributes<HTMLInputElement>>) => (
  <Field label={label} hint={hint} error={error}>
    {(attributes) => <input {...input} {...attributes} onChange={(event) => onValue(event.target.value)} />}
  </Field>
);

export const TextArea = ({
  label,
  hint,
  error,
  onValue,
  ...area
}: FieldProps & Controlled<TextareaHTMLAttributes<HTMLTextAreaElement>>) => (
  <Field label={label} hint={hint} error={error}>
    {(attributes) => <textarea {...area} {...attributes} onChange={(event) => onValue(event.target.value)} />}
  </Field>
);

interface FileFieldProps extends FieldProps {
  /** Accepted file name extensions, such as `.csv,.gz`. */
  readonly accept: string;
  readonly onFile: (file: File | null) => void;
}

/** A file input. */
export const FileField = ({ label, hint, error, accept, onFile }: FileFieldProps) => (
  <Field label={label} hint={hint} error={error}>
    {(attributes) => (
      <input
        {...attributes}
        type="file"
        accept={accept}
        onChange={(event) => onFile(event.target.files?.[0] ?? null)}
      />
    )}
  </Field>
);

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** What a select shows of a choice in a narrow dialog. */
const SHOWN_CHARACTERS = 40;
/** What a select across a card shows of it. */
const SHOWN_IN_CARD_CHARACTERS = 60;

/** A choice of one. If the chosen label is longer than the select can show, it is repeated in full below. */
export const SelectField = ({
  label,
  hint,
  error,
  choices,
  onValue,
  ...select
}: FieldProps & { readonly choices: readonly Choice[] } & Controlled<SelectHTMLAttributes<HTMLSelectElement>>) => (
  <Field label={label} hint={hint} error={error}>
    {(attributes) => (
      <div>
        <select {...select} {...attributes} onChange={(event) => onValue(event.target.value)}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
        {choices
          .filter(({ value, label: name }) => value === select.value && name.length > SHOWN_CHARACTERS)
          .map((choice) => (
            <span
              key={choice.value}
              className={`hint chosen ${choice.label.length > SHOWN_IN_CARD_CHARACTERS ? "" : "short"}`}
              aria-hidden="true"
            >
              {choice.label}
            </span>
          ))}
      </div>
    )}
  </Field>
);

interface CheckFieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly isChecked: boolean;
  readonly onChecked: (isChecked: boolean) => void;
  readonly isDisabled?: boolean;
}

export function CheckField({ label, hint, isChecked, onChecked, isDisabled = false }: CheckFieldProps) {
  const id = useId();
  return (
    <div className="choice">
      <input
        id={id}
        type="checkbox"
        checked={isChecked}
        disabled={isDisabled}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChecked(event.target.checked)}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {hint !== undefined && (
          <span className="hint" id={`${id}-hint`}>
            {hint}
          </span>
        )}
      </div>
    </div>
  );
}
