import { type LookupTable, lookupTablePatchSchema } from "@skucast/contracts/lookup-tables/lookup-table";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { FormDialog } from "../../components/form-dialog.js";
import { useNotice } from "../../components/notices.js";
import { TextField } from "../../forms/field.js";
import { useForm } from "../../forms/use-form.js";
import { texts } from "../../texts/texts.js";

const words = texts.lookupTables.rows;

interface RowValues {
  readonly key: string;
  readonly value: string;
}

const toBody = ({ key, value }: RowValues) => ({ rows: { [key.trim()]: value.trim() } });

/** Adds a row, or changes the value of its key. */
export function SetRow({ table, onClose }: { readonly table: LookupTable; readonly onClose: () => void }) {
  const update = useApiMutation("updateLookupTable");
  const notify = useNotice();
  const form = useForm<RowValues>({
    route: "updateLookupTable",
    initial: { key: "", value: "" },
    schema: lookupTablePatchSchema,
    toBody,
    send: async (values) => {
      await update.mutateAsync({ params: { lookup_table_id: table.id }, body: toBody(values) });
      notify(words.isSet);
      onClose();
    },
  });
  const { values, set, errorAt } = form;
  return (
    <FormDialog title={words.set} lead={words.setLead} form={form} actionLabel={words.setAct} onClose={onClose}>
      <TextField label={words.key} value={values.key} onValue={(key) => set({ key })} />
      <TextField
        label={words.value}
        value={values.value}
        error={errorAt("/rows")}
        onValue={(value) => set({ value })}
      />
    </FormDialog>
  );
}
