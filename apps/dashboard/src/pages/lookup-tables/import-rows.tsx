import { type LookupTable, lookupRowsReplaceSchema } from "@skucast/contracts/lookup-tables/lookup-table";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { FormDialog } from "../../components/form-dialog.js";
import { useNotice } from "../../components/notices.js";
import { FileField, TextArea } from "../../forms/field.js";
import { useForm } from "../../forms/use-form.js";
import { texts } from "../../texts/texts.js";

const words = texts.lookupTables.rows;

/** Replaces the rows by those of a CSV file. */
export function ImportRows({ table, onClose }: { readonly table: LookupTable; readonly onClose: () => void }) {
  const replace = useApiMutation("replaceLookupRows");
  const notify = useNotice();
  const form = useForm({
    route: "replaceLookupRows",
    initial: { csv: "" },
    schema: lookupRowsReplaceSchema,
    toBody: ({ csv }) => ({ csv }),
    send: async (body) => {
      await replace.mutateAsync({ params: { lookup_table_id: table.id }, body, ifMatch: table.version });
      notify(words.imported);
      onClose();
    },
  });
  const { values, set, errorAt } = form;
  const read = (file: File) => void file.text().then((csv) => set({ csv }));
  return (
    <FormDialog
      title={words.import}
      lead={words.importLead}
      form={form}
      actionLabel={words.importAct}
      onClose={onClose}
    >
      <FileField label={words.file} accept=".csv,.tsv,.txt,text/csv" onFile={(file) => file && read(file)} />
      <TextArea
        label={words.csv}
        className="mono"
        spellCheck={false}
        rows={8}
        value={values.csv}
        error={errorAt("/csv")}
        onValue={(csv) => set({ csv })}
      />
    </FormDialog>
  );
}
