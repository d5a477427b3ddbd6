import type { GivenMapping } from "@skucast/contracts/imports/mapping";
import { PRODUCT_FIELDS } from "@skucast/contracts/products/product";
import { useState } from "react";
import { Button } from "../../components/button.js";
import { Card } from "../../components/card.js";
import { CodeField, codeKindOf } from "../../forms/code-field.js";
import { SelectField, TextField } from "../../forms/field.js";
import { texts } from "../../texts/texts.js";
import { fixedValuesOf, setFixedValue } from "./mapping-draft.js";
import { targetText } from "./target-text.js";

const words = texts.imports.make.fixed;
const CHOICES = PRODUCT_FIELDS.filter((field) => field !== "sku").map((value) => ({ value, label: targetText(value) }));

interface FixedValuesProps {
  readonly given: GivenMapping;
  readonly onGiven: (given: GivenMapping) => void;
}

/** Fields with the same value for every row, because the file has no column for them. */
export function FixedValues({ given, onGiven }: FixedValuesProps) {
  const [field, setField] = useState<string>("price_currency");
  const [value, setValue] = useState("");
  const codes = codeKindOf(field);
  const add = () => {
    onGiven(setFixedValue(given, field, value.trim()));
    setValue("");
  };
  return (
    <Card title={words.title}>
      <p className="soft">{words.lead}</p>
      {fixedValuesOf(given).map(([name, fixed]) => (
        <p key={name} className="actions">
          <span>
            <strong>{targetText(name)}</strong>: {fixed}
          </span>
          <Button
            kind="quiet"
            aria-label={words.remove(targetText(name))}
            onClick={() => onGiven(setFixedValue(given, name, ""))}
          >
            ×
          </Button>
        </p>
      ))}
      <div className="filters">
        <SelectField label={words.field} value={field} choices={CHOICES} onValue={setField} />
        {codes === undefined ? (
          <TextField label={words.value} value={value} onValue={setValue} />
        ) : (
          <CodeField kind={codes} label={words.value} value={value} onValue={setValue} />
        )}
        <div className="field">
          <Button kind="quiet" onClick={add}>
            {words.add}
          </Button>
        </div>
      </div>
    </Card>
  );
}
