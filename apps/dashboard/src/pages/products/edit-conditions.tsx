import { productConditions } from "@skucast/contracts/channels/condition";
import { LIMITS } from "@skucast/contracts/limits";
import { useId } from "react";
import { z } from "zod";
import { useApiQuery } from "../../api/use-api-query.js";
import { Button } from "../../components/button.js";
import { FormDialog } from "../../components/form-dialog.js";
import { SelectField, TextField } from "../../forms/field.js";
import { useForm } from "../../forms/use-form.js";
import { texts } from "../../texts/texts.js";
import { fieldText } from "./field-text.js";
import {
  conditionOf,
  conditionsText,
  FILTER_FIELDS,
  type FilterField,
  type FilterOp,
  type FilterRow,
  hasName,
  hasValue,
  isFlag,
  isNumeric,
  opsOf,
  readRows,
  rowFault,
  rowFor,
} from "./filter-conditions.js";

const { filters: words } = texts.productPages;
const ROWS_MAX = 10;
/** Products whose attributes are suggested as names. */
const SUGGESTING_PRODUCTS = 200;
const BODY = z.object({ conditions: productConditions.optional() });

interface EditConditionsProps {
  /** The query parameter `conditions`. */
  readonly conditions: string | undefined;
  readonly onConditions: (conditions: string | undefined) => void;
  readonly onClose: () => void;
}

/** Edits filters on any field. */
export function EditConditions({ conditions, onConditions, onClose }: EditConditionsProps) {
  const initial = readRows(conditions) ?? [];
  const form = useForm({
    route: "listProducts",
    initial: { rows: initial.length === 0 ? [rowFor("custom_attributes")] : initial },
    schema: BODY,
    toBody: ({ rows }) => ({ conditions: rows.length === 0 ? undefined : rows.map(conditionOf) }),
    typedErrors: ({ rows }) => [...rows.flatMap(faultOf), ...lengthFault(rows)],
    send: async ({ rows }) => onConditions(conditionsText(rows)),
  });
  const { rows } = form.values;
  const setRow = (index: number, row: FilterRow) =>
    form.set({ rows: rows.map((each, i) => (i === index ? row : each)) });
  const tooLong = form.errorAt("/length");
  return (
    <FormDialog title={words.title} lead={words.lead} form={form} actionLabel={words.apply} onClose={onClose}>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no ids.
        <div className="condition" key={index}>
          <Row
            row={row}
            nameError={form.errorAt(`/conditions/${index}/field`)}
            valueError={form.errorAt(`/conditions/${index}/value`)}
            onRow={(changed) => setRow(index, changed)}
          />
          <Button
            kind="quiet"
            aria-label={words.removeRow(index + 1)}
            onClick={() => form.set({ rows: rows.filter((_, i) => i !== index) })}
          >
            ×
          </Button>
        </div>
      ))}
      {tooLong && (
        <p className="field-error" role="alert" tabIndex={-1}>
          {tooLong}
        </p>
      )}
      {rows.length < ROWS_MAX && (
        <p className="actions">
          <Button kind="quiet" onClick={() => form.set({ rows: [...rows, rowFor("custom_attributes")] })}>
            {words.add}
          </Button>
        </p>
      )}
    </FormDialog>
  );
}

interface RowProps {
  readonly row: FilterRow;
  readonly nameError: string | undefined;
  readonly valueError: string | undefined;
  readonly onRow: (row: FilterRow) => void;
}

function Row({ row, nameError, valueError, onRow }: RowProps) {
  const { field, name, op, value } = row;
  const listId = useId();
  const names = useAttributeNames(field === "custom_attributes");
  return (
    <>
      <SelectField
        label={words.field}
        value={field}
        choices={FILTER_FIELDS.map((each) => ({ value: each, label: fieldText(each) }))}
        onValue={(chosen) => onRow(rowFor(chosen as FilterField, row))}
      />
      {hasName(field) && (
        <>
          <TextField
            label={words.name}
            value={name}
            list={listId}
            error={nameError}
            onValue={(typed) => onRow({ ...row, name: typed })}
          />
          <datalist id={listId}>
            {names.map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
        </>
      )}
      <SelectField
        label={texts.rules.op}
        value={op}
        choices={opsOf(field).map((each) => ({ value: each, label: texts.rules.ops[each] }))}
        onValue={(chosen) => onRow({ ...row, op: chosen as FilterOp })}
      />
      {hasValue(op) && isFlag(field) && (
        <SelectField
          label={words.value}
          value={value}
          choices={[
            { value: "true", label: texts.general.yes },
            { value: "false", label: texts.general.no },
          ]}
          onValue={(chosen) => onRow({ ...row, value: chosen })}
        />
      )}
      {hasValue(op) && !isFlag(field) && (
        <TextField
          label={op.endsWith("_days") ? words.days : words.value}
          value={value}
          inputMode={isNumeric(row) ? "decimal" : undefined}
          error={valueError}
          onValue={(typed) => onRow({ ...row, value: typed })}
        />
      )}
    </>
  );
}

/** Names of custom attributes of the first products, in order. */
function useAttributeNames(isEnabled: boolean): readonly string[] {
  const query = { fields: "custom_attributes", limit: SUGGESTING_PRODUCTS };
  const { data } = useApiQuery("listProducts", { query }, { isEnabled });
  const names = data?.data.flatMap(({ custom_attributes }) => Object.keys(custom_attributes ?? {})) ?? [];
  return [...new Set(names)].sort();
}

function faultOf(row: FilterRow, index: number) {
  const fault = rowFault(row);
  if (fault === null) return [];
  const pointer = `/conditions/${index}/${fault.part === "name" ? "field" : "value"}`;
  const message = fault.kind === "required" ? texts.general.required : words.number;
  return [{ pointer, code: "invalid", message }];
}

function lengthFault(rows: readonly FilterRow[]) {
  if ((conditionsText(rows)?.length ?? 0) <= LIMITS.listConditionsLengthMax) return [];
  return [{ pointer: "/length", code: "invalid", message: words.tooLong }];
}
