import { type Workspace, workspacePatchSchema } from "@skucast/contracts/workspaces/workspace";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { Button } from "../../components/button.js";
import { Card } from "../../components/card.js";
import { ErrorNote } from "../../components/error-note.js";
import { useNotice } from "../../components/notices.js";
import { CheckField } from "../../forms/field.js";
import { useForm } from "../../forms/use-form.js";
import { texts } from "../../texts/texts.js";

const words = texts.settings.security;

/** Requires a second factor of the members. */
export function SignInRule({ workspace }: { readonly workspace: Workspace }) {
  const update = useApiMutation("updateWorkspace");
  const notify = useNotice();
  const toBody = ({ isRequired }: { readonly isRequired: boolean }) => ({ requires_second_factor: isRequired });
  const form = useForm({
    route: "updateWorkspace",
    initial: { isRequired: workspace.requires_second_factor },
    schema: workspacePatchSchema,
    toBody,
    send: async (values) => {
      await update.mutateAsync({ body: toBody(values) });
      notify(words.saved);
    },
  });
  return (
    <Card title={words.title}>
      <form {...form.formProps}>
        {form.error && <ErrorNote error={form.error} />}
        <CheckField
          label={words.label}
          hint={words.hint}
          isChecked={form.values.isRequired}
          onChecked={(isRequired) => form.set({ isRequired })}
        />
        <Button type="submit" isBusy={form.isBusy}>
          {words.save}
        </Button>
      </form>
    </Card>
  );
}
