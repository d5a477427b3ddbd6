import { productBodySchema } from "@skucast/contracts/products/product";
import { sendFile } from "../../api/send-file.js";
import { FormDialog } from "../../components/form-dialog.js";
import { SelectField, TextField } from "../../forms/field.js";
import { useForm } from "../../forms/use-form.js";
import { countText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { CHANGEABLE, type ChangeableField, type ChangeValues, CLEARABLE, changeFile, changeOf } from "./change-file.js";
import { CHOICES, ProductField } from "./product-fields.js";

const { bulk: words } = texts.products;
const { fields } = texts;

interface ChangeProductsProps {
  readonly skus: readonly string[];
  /** Called with the import that performs the change. */
  readonly onStarted: (importId: string) => void;
  readonly onClose: () => void;
}

/**
 * Sets one field of many products. The change is an import of their SKUs, so that it continues in the background and
 * reports rejected products.
 */
export function ChangeProducts({ skus, onStarted, onClose }: ChangeProductsProps) {
  const form = useForm<ChangeValues>({
    route: "createImport",
    initial: { field: CHANGEABLE[0], value: firstValueOf(CHANGEABLE[0]), currency: "" },
    schema: productBodySchema,
    toBody: changeOf,
    send: async (values) => {
      const { text, query } = changeFile(skus, changeOf(values));
      const name = words.changeName(fields[values.field], values.value.trim() || texts.general.none);
      const { id } = await sendFile("createImport", {
        query: { ...query, file_name: name },
        file: new Blob([text], { type: "text/csv" }),
      });
      onStarted(id);
    },
  });
  const { values, set, errorAt } = form;
  const { field, value, currency } = values;
  const count = countText(skus.length, texts.general.nouns.product);
  return (
    <FormDialog
      title={words.changeTitle(count)}
      lead={words.changeLead}
      form={form}
      actionLabel={words.changeAct(count)}
      onClose={onClose}
    >
      <SelectField
        label={words.field}
        value={field}
        choices={CHANGEABLE.map((each) => ({ value: each, label: fields[each] }))}
        onValue={(selected) => {
          const next = selected as ChangeableField;
          set({ field: next, value: firstValueOf(next) });
        }}
      />
      <ProductField
        field={field}
        value={value}
        isDisabled={false}
        error={errorAt(`/${field}`)}
        onValue={(typed) => set({ value: typed })}
      />
      {field === "price_amount" && (
        <TextField
          label={fields.price_currency}
          value={currency}
          error={errorAt("/price_currency")}
          onValue={(typed) => set({ currency: typed })}
        />
      )}
      {CLEARABLE.includes(field) && <p className="hint">{words.clearHint}</p>}
    </FormDialog>
  );
}

/** The first choice of a field with choices, otherwise empty. */
const firstValueOf = (field: ChangeableField): string => CHOICES[field]?.[0]?.value ?? "";
