import { SelectField } from "../../forms/field.js";
import { texts } from "../../texts/texts.js";
import type { SecretChoice } from "./endpoint-draft.js";

const { sealed } = texts.webhooks.form;

interface SecretChoiceFieldProps {
  readonly label: string;
  readonly hint?: string;
  /** What is wrong with it as a whole. */
  readonly error?: string | undefined;
  /** Whether something is stored that can be left as it is. */
  readonly isStored: boolean;
  readonly choice: SecretChoice;
  readonly onChoice: (choice: SecretChoice) => void;
}

/** Asks what is to become of something that cannot be shown. */
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
