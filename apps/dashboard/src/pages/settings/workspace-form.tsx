import { type Workspace, workspacePatchSchema } from "@skucast/contracts/workspaces/workspace";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { Button } from "../../components/button.js";
import { Card } from "../../components/card.js";
import { ErrorNote } from "../../components/error-note.js";
import { useNotice } from "../../components/notices.js";
import { TextField } from "../../forms/field.js";
import { FormNotes } from "../../forms/form-notes.js";
import { useForm } from "../../forms/use-form.js";
import { texts } from "../../texts/texts.js";

const words = texts.settings.workspace;

interface WorkspaceFormProps {
  readonly workspace: Workspace;
  readonly isDisabled: boolean;
}

/** Renames the workspace. */
export function WorkspaceForm({ workspace, isDisabled }: WorkspaceFormProps) {
  const update = useApiMutation("updateWorkspace");
  const notify = useNotice();
  const form = useForm({
    route: "updateWorkspace",
    draftName: "workspace",
    initial: { name: workspace.name },
    schema: workspacePatchSchema,
    toBody: ({ name }) => ({ name: name.trim() }),
    send: async ({ name }) => {
      await update.mutateAsync({ body: { name: name.trim() }, ifMatch: workspace.version });
      notify(words.saved);
    },
  });
  return (
    <Card title={words.title}>
      <form {...form.formProps}>
        {form.error && <ErrorNote error={form.error} />}
        <FormNotes form={form} labels={words} />
        <TextField
          label={words.name}
          hint={isDisabled ? words.onlyManagers : words.nameHint}
          readOnly={isDisabled}
          value={form.values.name}
          error={form.errorAt("/name")}
          onValue={(name) => form.set({ name })}
        />
        {!isDisabled && (
          <Button type="submit" isBusy={form.isBusy}>
            {words.save}
          </Button>
        )}
      </form>
    </Card>
  );
}
