import { type InputHTMLAttributes, type ReactNode, useId } from "react";

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly fault?: string | undefined;
}

interface Wiring {
  readonly id: string;
  readonly "aria-invalid": boolean | undefined;
  readonly "aria-describedby": string | undefined;
}

/** A label, a hint and what is wrong, tied to whatever takes the value. */
function Field({ label, hint, fault, children }: FieldProps & { readonly children: (wiring: Wiring) => ReactNode }) {
  const id = useId();
  const told = [hint !== undefined && `${id}-hint`, fault !== undefined && `${id}-fault`].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {fault !== undefined && (
        <span className="fault" id={`${id}-fault`}>
          {label}: {fault}
        </span>
      )}
      {children({ id, "aria-invalid": fault === undefined ? undefined : true, "aria-describedby": told || undefined })}
    </div>
  );
}

type Own<Attributes> = Omit<Attributes, "onChange" | "value"> & {
  readonly value: string;
  readonly onValue: (value: string) => void;
};

export const TextField = ({
  label,
  hint,
  fault,
  onValue,
  ...input
}: FieldProps & Own<InputHTMLAttributes<HTMLInputElement>>) => (
  <Field label={label} hint={hint} fault={fault}>
    {(wiring) => <input {...input} {...wiring} onChange={(event) => onValue(event.target.value)} />}
  </Field>
);

interface CheckFieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly isChecked: boolean;
  readonly onChecked: (isChecked: boolean) => void;
  readonly isOff?: boolean;
}

export function CheckField({ label, hint, isChecked, onChecked, isOff = false }: CheckFieldProps) {
  const id = useId();
  return (
    <div className="choice">
      <input
        id={id}
        type="checkbox"
        checked={isChecked}
        disabled={isOff}
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
