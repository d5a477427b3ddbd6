import { lookupTableCreateSchema } from "@skucast/contracts/lookup-tables/lookup-table";
import { useNavigate } from "@tanstack/react-router";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { FormDialog } from "../../components/form-dialog.js";
import { useNotice } from "../../components/notices.js";
import { TextField } from "../../forms/field.js";
import { useForm } from "../../forms/use-form.js";
import { texts } from "../../texts/texts.js";

const words = texts.lookupTables;

/** Creates an empty table. Its rows are set on its page. */
export function NewLookupTable({ onClose }: { readonly onClose: () => void }) {
  const create = useApiMutation("createLookupTable");
  const navigate = useNavigate();
  const notify = useNotice();
  const form = useForm({
    route: "createLookupTable",
    initial: { name: "" },
    schema: lookupTableCreateSchema,
    toBody: ({ name }) => ({ name: name.trim() }),
    send: async ({ name }) => {
      const { id } = await create.mutateAsync({ body: { name: name.trim() } });
      notify(words.form.created);
      void navigate({ to: "/lookup-tables/$tableId", params: { tableId: id } });
    },
  });
  return (
    <FormDialog title={words.newOne} form={form} actionLabel={words.form.create} onClose={onClose}>
      <TextField
        label={words.form.name}
        value={form.values.name}
        error={form.errorAt("/name")}
        onValue={(name) => form.set({ name })}
      />
    </FormDialog>
  );
}
