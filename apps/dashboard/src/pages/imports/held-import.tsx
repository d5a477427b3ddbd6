import { type Import, importReleaseSchema } from "@skucast/contracts/imports/import";
import { useState } from "react";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { Button } from "../../components/button.js";
import { ConfirmAction } from "../../components/confirm-action.js";
import { FormDialog } from "../../components/form-dialog.js";
import { useNotice } from "../../components/notices.js";
import { TextArea } from "../../forms/field.js";
import { useForm } from "../../forms/use-form.js";
import { useCan } from "../../session/use-can.js";
import { texts } from "../../texts/texts.js";
import { importMessageText } from "./import-message-text.js";

const words = texts.imports.held;

interface HeldProps {
  readonly imported: Import;
}

interface HeldActProps extends HeldProps {
  readonly onClose: () => void;
}

/** Why an import is held, with buttons to release or discard it. */
export function HeldImport({ imported }: HeldProps) {
  const canDecide = useCan("releaseImport");
  const [open, setOpen] = useState<"release" | "discard" | null>(null);
  const close = () => setOpen(null);
  return (
    <div className="note warn">
      <p>{imported.hold !== null && importMessageText(imported.hold)}</p>
      {canDecide && (
        <div className="actions">
          <Button onClick={() => setOpen("release")}>{words.release}</Button>
          <Button kind="quiet" onClick={() => setOpen("discard")}>
            {words.discard}
          </Button>
        </div>
      )}
      {open === "release" && <ReleaseImport imported={imported} onClose={close} />}
      {open === "discard" && <DiscardImport imported={imported} onClose={close} />}
    </div>
  );
}

/** Releases the import, with a reason that is recorded. */
function ReleaseImport({ imported, onClose }: HeldActProps) {
  const release = useApiMutation("releaseImport");
  const notify = useNotice();
  const toBody = ({ reason }: { readonly reason: string }) => ({ reason: reason.trim() });
  const form = useForm({
    route: "releaseImport",
    initial: { reason: "" },
    schema: importReleaseSchema,
    toBody,
    send: async (values) => {
      await release.mutateAsync({
        params: { import_id: imported.id },
        body: toBody(values),
        ifMatch: imported.version,
      });
      notify(words.released);
      onClose();
    },
  });
  return (
    <FormDialog
      title={words.release}
      lead={words.releaseLead}
      form={form}
      actionLabel={words.release}
      onClose={onClose}
    >
      <TextArea
        label={words.reason}
        rows={3}
        value={form.values.reason}
        error={form.errorAt("/reason")}
        onValue={(reason) => form.set({ reason })}
      />
    </FormDialog>
  );
}

const DiscardImport = ({ imported, onClose }: HeldActProps) => (
  <ConfirmAction
    route="discardImport"
    request={{ params: { import_id: imported.id }, body: {}, ifMatch: imported.version }}
    title={words.discard}
    effect={<p>{words.discardEffect}</p>}
    actionLabel={words.discard}
    done={words.discarded}
    onClose={onClose}
  />
);
