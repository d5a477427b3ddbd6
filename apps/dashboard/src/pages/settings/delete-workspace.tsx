import { deletionRequestSchema, type Workspace } from "@skucast/contracts/workspaces/workspace";
import { useState } from "react";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { Button } from "../../components/button.js";
import { Card } from "../../components/card.js";
import { DescriptionList } from "../../components/description-list.js";
import { ErrorNote } from "../../components/error-note.js";
import { FormDialog } from "../../components/form-dialog.js";
import { useNotice } from "../../components/notices.js";
import { RelativeTime } from "../../components/relative-time.js";
import { TextField } from "../../forms/field.js";
import { useForm } from "../../forms/use-form.js";
import { texts } from "../../texts/texts.js";

const words = texts.settings.deletion;

interface DeleteWorkspaceProps {
  readonly workspace: Workspace;
  readonly onChanged: () => void;
}

/** Requests the deletion of the workspace, or cancels it. */
export function DeleteWorkspace({ workspace, onChanged }: DeleteWorkspaceProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (workspace.deletion !== null) {
    return <PendingDeletion deletesAt={workspace.deletion.deletes_at} onChanged={onChanged} />;
  }
  return (
    <Card title={words.title}>
      <p className="soft">{words.lead}</p>
      <Button kind="danger" onClick={() => setIsOpen(true)}>
        {words.open}
      </Button>
      {isOpen && <RequestDeletion name={workspace.name} onChanged={onChanged} onClose={() => setIsOpen(false)} />}
    </Card>
  );
}

function PendingDeletion({ deletesAt, onChanged }: { readonly deletesAt: string; readonly onChanged: () => void }) {
  const cancel = useApiMutation("cancelWorkspaceDeletion");
  const notify = useNotice();
  const keep = () =>
    cancel.mutate(
      {},
      {
        onSuccess: () => {
          notify(words.cancelled);
          onChanged();
        },
      },
    );
  return (
    <Card title={words.pending}>
      {cancel.error && <ErrorNote error={cancel.error} />}
      <DescriptionList items={[[words.at, <RelativeTime key="at" at={deletesAt} />]]} />
      <Button data-route="cancelWorkspaceDeletion" isBusy={cancel.isPending} onClick={keep}>
        {words.cancel}
      </Button>
    </Card>
  );
}

interface RequestDeletionProps {
  readonly name: string;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

function RequestDeletion({ name, onChanged, onClose }: RequestDeletionProps) {
  const request = useApiMutation("requestWorkspaceDeletion");
  const notify = useNotice();
  const form = useForm({
    route: "requestWorkspaceDeletion",
    initial: { name: "" },
    schema: deletionRequestSchema,
    toBody: (values) => values,
    send: async (values) => {
      await request.mutateAsync({ body: values });
      notify(words.requested);
      onChanged();
      onClose();
    },
  });
  return (
    <FormDialog
      title={words.dialogTitle(name)}
      lead={words.dialogLead}
      form={form}
      actionLabel={words.act}
      actionKind="danger"
      onClose={onClose}
    >
      <TextField
        label={words.confirm(name)}
        autoComplete="off"
        value={form.values.name}
        error={form.errorAt("/name")}
        onValue={(typed) => form.set({ name: typed })}
      />
    </FormDialog>
  );
}
