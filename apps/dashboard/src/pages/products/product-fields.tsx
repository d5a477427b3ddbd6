import { AVAILABILITIES, CONDITIONS, PRODUCT_STATUSES, REQUIRED_ON_CREATE } from "@skucast/contracts/products/product";
import { CodeField, codeKindOf } from "../../forms/code-field.js";
import { SelectField, TextArea, TextField } from "../../forms/field.js";
import { texts } from "../../texts/texts.js";
import type { FormField } from "./product-draft.js";

const { fields, products: words } = texts;
const { sections } = texts.productPages.one;

/** Sections of the form. */
export const SECTIONS: readonly { readonly title: string; readonly fields: readonly FormField[] }[] = [
  {
    title: sections.main,
    fields: ["sku", "title", "description", "brand", "gtin", "mpn", "product_category", "condition", "status"],
  },
  {
    title: sections.price,
    fields: ["price_amount", "price_currency", "sale_price_amount", "availability", "inventory_quantity"],
  },
  { title: sections.links, fields: ["url", "image_url"] },
];

/** Fields with a fixed set of values. */
export const CHOICES: Partial<Record<FormField, readonly { readonly value: string; readonly label: string }[]>> = {
  availability: AVAILABILITIES.map((value) => ({ value, label: words.availabilities[value] })),
  condition: CONDITIONS.map((value) => ({ value, label: words.conditions[value] })),
  status: PRODUCT_STATUSES.map((value) => ({ value, label: words.statuses[value] })),
};
const KEYBOARDS: Partial<Record<FormField, "decimal" | "numeric" | "url">> = {
  price_amount: "decimal",
  sale_price_amount: "decimal",
  inventory_quantity: "numeric",
  url: "url",
  image_url: "url",
};
/** Fields whose values need the whole width. */
const LONG: readonly FormField[] = ["title", "url", "image_url"];
const REQUIRED: readonly string[] = [...REQUIRED_ON_CREATE, "condition", "status"];

interface ProductFieldProps {
  readonly field: FormField;
  readonly value: string;
  readonly error: string | undefined;
  readonly isDisabled: boolean;
  readonly onValue: (value: string) => void;
}

/** The input for a product field. */
export function ProductField({ field, isDisabled, ...rest }: ProductFieldProps) {
  const label = REQUIRED.includes(field) ? fields[field] : texts.productPages.one.optional(fields[field]);
  const choices = CHOICES[field];
  if (choices) return <SelectField {...rest} label={label} choices={choices} disabled={isDisabled} />;
  if (field === "description") return <TextArea {...rest} label={label} rows={4} readOnly={isDisabled} />;
  const kind = codeKindOf(field);
  if (kind !== undefined) return <CodeField {...rest} kind={kind} label={label} isDisabled={isDisabled} />;
  const className = LONG.includes(field) ? "long" : undefined;
  return <TextField {...rest} label={label} className={className} inputMode={KEYBOARDS[field]} readOnly={isDisabled} />;
}
