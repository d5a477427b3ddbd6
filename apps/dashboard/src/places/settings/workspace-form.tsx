import { type Workspace, workspacePatchSchema } from "@skucast/contracts/workspaces/workspace";
import { useState } from "react";
import { useAct } from "../../api/use-act.js";
import { TextField } from "../../forms/field.js";
import { useForm } from "../../forms/use-form.js";
import { Button } from "../../parts/button.js";
import { useNotice } from "../../parts/notices.js";
import { ProblemNote } from "../../parts/problem-note.js";
import { Sheet } from "../../parts/sheet.js";
import { texts } from "../../texts/texts.js";

const words = texts.settings.workspace;

interface WorkspaceFormProps {
  readonly workspace: Workspace;
  /** Only to be read. */
  readonly isOff: boolean;
}

/** The name of the workspace. */
export function WorkspaceForm({ workspace, isOff }: WorkspaceFormProps) {
  // The one that was read when the form was opened, or stored last.
  const [version, setVersion] = useState(workspace.version);
  const [update, tell] = [useAct("updateWorkspace"), useNotice()];
  const form = useForm({
    route: "updateWorkspace",
    initial: { name: workspace.name },
    schema: workspacePatchSchema,
    toBody: ({ name }) => ({ name: name.trim() }),
    send: async ({ name }) => {
      setVersion((await update.mutateAsync({ body: { name: name.trim() }, ifMatch: version })).version);
      tell(words.saved);
    },
  });
  return (
    <Sheet title={words.title}>
      <form {...form.formProps}>
        {form.error && <ProblemNote error={form.error} />}
        <TextField
          label={words.name}
          hint={isOff ? words.onlyManagers : words.nameHint}
          readOnly={isOff}
          value={form.values.name}
          fault={form.faultAt("/name")}
          onValue={(name) => form.set({ name })}
        />
        {!isOff && (
          <Button type="submit" isBusy={form.isBusy}>
            {words.save}
          </Button>
        )}
      </form>
    </Sheet>
  );
}
