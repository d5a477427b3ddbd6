import { productBodySchema } from "@skucast/contracts/products/product";
import { sendFile } from "../../api/send-file.js";
import { FormDialog } from "../../components/form-dialog.js";
import { CodeField } from "../../forms/code-field.js";
import { SelectField, TextField } from "../../forms/field.js";
import { useForm } from "../../forms/use-form.js";
import { countText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { ChangeEffect, type ValueChange } from "./change-effect.js";
import {
  CHANGEABLE,
  type ChangeableField,
  type ChangedRow,
  type ChangeValues,
  CLEARABLE,
  changeFile,
  changeOf,
  type How,
} from "./change-file.js";
import { CHOICES, ProductField } from "./product-fields.js";
import { type CurrentValue, howsOf, relativeFault, relativeValue } from "./relative-change.js";
import { TouchedProducts } from "./touched-products.js";
import { useCurrentValues } from "./use-current-values.js";

const { bulk: words } = texts.productPages;
const { fields } = texts;
/** Up to so many products, the effect of setting a value is shown before it is set. */
const EFFECT_SHOWN_MAX = 2_000;

interface ChangeProductsProps {
  readonly skus: readonly string[];
  /** Called with the import that performs the change. */
  readonly onStarted: (importId: string) => void;
  readonly onClose: () => void;
}

/**
 * Changes one field of many products: to a value, by a percentage or an amount, or by replacing text. The change is an
 * import of their SKUs, so that it continues in the background, reports rejected products, and can be undone.
 */
export function ChangeProducts({ skus, onStarted, onClose }: ChangeProductsProps) {
  const form = useForm<ChangeValues>({
    route: "createImport",
    initial: { field: CHANGEABLE[0], how: "set", value: firstValueOf(CHANGEABLE[0]), find: "", currency: "" },
    schema: productBodySchema,
    toBody: (given) => (given.how === "set" ? changeOf(given) : {}),
    typedErrors: (given) => faultsOf(given, current.values === undefined ? null : changes.length),
    send: async (given) => {
      const rows =
        given.how === "set"
          ? skus.map((sku): ChangedRow => ({ sku, ...changeOf(given) }))
          : changes.map(({ sku, after }): ChangedRow => ({ sku, [given.field]: after }));
      const { text, query } = changeFile(rows);
      const { id } = await sendFile("createImport", {
        query: { ...query, file_name: nameOf(given) },
        file: new Blob([text], { type: "text/csv" }),
      });
      onStarted(id);
    },
  });
  const { values, set, errorAt } = form;
  const { field, how, value, find, currency } = values;
  const isRelative = how !== "set";
  const isEffectShown = isRelative || skus.length <= EFFECT_SHOWN_MAX;
  const current = useCurrentValues(skus, field, isEffectShown);
  const changes = changesOf(skus, values, current.values);
  const count = countText(skus.length, texts.general.nouns.product);
  const hows = howsOf(field);
  return (
    <FormDialog
      title={words.changeTitle(count)}
      lead={words.changeLead}
      form={form}
      actionLabel={words.changeAct(
        isRelative && changes.length > 0 ? countText(changes.length, texts.general.nouns.product) : count,
      )}
      onClose={onClose}
    >
      <SelectField
        label={words.field}
        value={field}
        choices={CHANGEABLE.map((each) => ({ value: each, label: fields[each] }))}
        onValue={(selected) => {
          const next = selected as ChangeableField;
          set({ field: next, how: "set", value: firstValueOf(next), find: "" });
        }}
      />
      {hows.length > 1 && (
        <SelectField
          label={words.how}
          value={how}
          choices={hows.map((each) => ({ value: each, label: words.hows[each] }))}
          onValue={(selected) => set({ how: selected as How, value: "" })}
        />
      )}
      {how === "replace" && (
        <TextField label={words.find} value={find} error={errorAt("/find")} onValue={(typed) => set({ find: typed })} />
      )}
      {isRelative ? (
        <TextField
          label={words.values[how]}
          hint={how === "replace" ? undefined : words.signHint}
          value={value}
          error={errorAt(`/${field}`)}
          onValue={(typed) => set({ value: typed })}
        />
      ) : (
        <ProductField
          field={field}
          value={value}
          isDisabled={false}
          error={errorAt(`/${field}`)}
          onValue={(typed) => set({ value: typed })}
        />
      )}
      {field === "price_amount" && !isRelative && (
        <CodeField
          kind="currency"
          label={fields.price_currency}
          value={currency}
          error={errorAt("/price_currency")}
          onValue={(typed) => set({ currency: typed })}
        />
      )}
      {CLEARABLE.includes(field) && !isRelative && <p className="hint">{words.clearHint}</p>}
      {isEffectShown && canShowEffect(values) && (
        <ChangeEffect field={field} current={current} total={skus.length} changes={changes} />
      )}
      <TouchedProducts skus={skus} />
    </FormDialog>
  );
}

/** The first choice of a field with choices, otherwise empty. */
const firstValueOf = (field: ChangeableField): string => CHOICES[field]?.[0]?.value ?? "";

/** Whether the form says what to change to. A field that every product needs cannot be set to nothing. */
const canShowEffect = (values: ChangeValues): boolean =>
  values.how === "set"
    ? values.value.trim() !== "" || CLEARABLE.includes(values.field)
    : relativeFault(values) === null;

/** What the change does to the products whose values are known. */
function changesOf(
  skus: readonly string[],
  values: ChangeValues,
  current: ReadonlyMap<string, CurrentValue> | undefined,
): ValueChange[] {
  return skus.flatMap((sku) => {
    const before = current?.get(sku);
    if (before === undefined) return [];
    const after = values.how === "set" ? changeOf(values)[values.field] : relativeValue(values, before);
    return after === undefined || after === (before.value ?? null) ? [] : [{ sku, before, after }];
  });
}

/** `changed` is the number of products that change; null while their values are read. */
function faultsOf(values: ChangeValues, changed: number | null) {
  if (values.how === "set") return [];
  const fault = relativeFault(values);
  const pointer = fault === "find" ? "/find" : `/${values.field}`;
  if (fault !== null) return [{ pointer, code: "invalid", message: words.relativeFaults[fault] }];
  if (changed === null) return [{ pointer, code: "invalid", message: words.relativeFaults.reading }];
  return changed > 0 ? [] : [{ pointer, code: "invalid", message: words.relativeFaults.nothing }];
}

/** The name of the import, which says what was done. */
function nameOf({ field, how, value, find }: ChangeValues): string {
  const typed = value.trim() || texts.general.none;
  return words.changeNames[how](fields[field], typed, find).slice(0, NAME_LENGTH_MAX);
}

const NAME_LENGTH_MAX = 255;
