import { useId, useState } from "react";
import { LOCALE } from "../texts/language.js";
import { type CodeKind, codeLabel, codeLabels, typedCode } from "./codes.js";
import { TextField } from "./field.js";

interface CodeFieldProps {
  readonly kind: CodeKind;
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  /** The code; what was typed if it is no known one. */
  readonly value: string;
  readonly isDisabled?: boolean;
  readonly onValue: (value: string) => void;
}

/** A country, currency or language: a list that is searched by typing a name or a code. */
export function CodeField({ kind, value, isDisabled = false, onValue, ...shown }: CodeFieldProps) {
  const listId = useId();
  // While the field has the focus, the text stays as it is typed.
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <>
      <TextField
        {...shown}
        list={listId}
        autoComplete="off"
        value={typed ?? codeLabel(kind, value, LOCALE)}
        readOnly={isDisabled}
        onFocus={({ target }) => {
          setTyped(target.value);
          target.select();
        }}
        onBlur={() => setTyped(null)}
        onValue={(text) => {
          setTyped(text);
          onValue(typedCode(kind, text, LOCALE));
        }}
      />
      <datalist id={listId}>
        {typed !== null && !isDisabled && codeLabels(kind, LOCALE).map((each) => <option key={each} value={each} />)}
      </datalist>
    </>
  );
}

const KINDS: Readonly<Record<string, CodeKind>> = {
  country: "country",
  ships_from_country: "country",
  currency: "currency",
  price_currency: "currency",
  language: "language",
};

/** The kind of codes that a field of a product, or a member of one, has; undefined for any other field. */
export const codeKindOf = (field: string): CodeKind | undefined => KINDS[field];
