import { SelectField } from "../../forms/field.js";
import { texts } from "../../texts/texts.js";
import type { SecretChoice } from "./endpoint-draft.js";

const { sealed } = texts.webhooks.form;

interface SecretChoiceFieldProps {
  readonly label: string;
  readonly hint?: string;
  /** Error of the value as a whole. */
  readonly error?: string | undefined;
  /** Whether a value is stored that can be kept. */
  readonly isStored: boolean;
  readonly choice: SecretChoice;
  readonly onChoice: (choice: SecretChoice) => void;
}

/** Selects whether a stored secret is kept, replaced or removed. */
export const SecretChoiceField = ({ label, hint, error, isStored, choice, onChoice }: SecretChoiceFieldProps) => (
  <SelectField
    label={label}
    hint={hint}
    error={error}
    value={choice}
    choices={[
      ...(isStored ? [{ value: "keep", label: sealed.keep }] : []),
      { value: "set", label: isStored ? sealed.replace : sealed.set },
      { value: "none", label: isStored ? sealed.remove : sealed.none },
    ]}
    onValue={(value) => onChoice(value as SecretChoice)}
  />
);
