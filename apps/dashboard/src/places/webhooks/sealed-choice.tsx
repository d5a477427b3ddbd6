import { SelectField } from "../../forms/field.js";
import { texts } from "../../texts/texts.js";
import type { SealedChoice } from "./endpoint-draft.js";

const { sealed } = texts.webhooks.form;

interface SealedChoiceFieldProps {
  readonly label: string;
  readonly hint?: string;
  /** What is wrong with it as a whole. */
  readonly fault?: string | undefined;
  /** Whether something is stored that can be left as it is. */
  readonly isStored: boolean;
  readonly choice: SealedChoice;
  readonly onChoice: (choice: SealedChoice) => void;
}

/** Asks what is to become of something that cannot be shown. */
export const SealedChoiceField = ({ label, hint, fault, isStored, choice, onChoice }: SealedChoiceFieldProps) => (
  <SelectField
    label={label}
    hint={hint}
    fault={fault}
    value={choice}
    choices={[
      ...(isStored ? [{ value: "keep", label: sealed.keep }] : []),
      { value: "set", label: isStored ? sealed.replace : sealed.set },
      { value: "none", label: isStored ? sealed.remove : sealed.none },
    ]}
    onValue={(value) => onChoice(value as SealedChoice)}
  />
);
