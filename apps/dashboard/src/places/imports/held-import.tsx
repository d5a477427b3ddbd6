import { type Import, importReleaseSchema } from "@skucast/contracts/imports/import";
import { useState } from "react";
import { useAct } from "../../api/use-act.js";
import { TextArea } from "../../forms/field.js";
import { useForm } from "../../forms/use-form.js";
import { Button } from "../../parts/button.js";
import { ConfirmAct } from "../../parts/confirm-act.js";
import { FormDialog } from "../../parts/form-dialog.js";
import { useNotice } from "../../parts/notices.js";
import { useMay } from "../../session/use-may.js";
import { texts } from "../../texts/texts.js";

const words = texts.imports.held;

interface HeldProps {
  readonly imported: Import;
}

interface HeldActProps extends HeldProps {
  readonly onClose: () => void;
}

/** Why an import of a source is held, and the two ways on. */
export function HeldImport({ imported }: HeldProps) {
  const mayDecide = useMay("releaseImport");
  const [open, setOpen] = useState<"release" | "discard" | null>(null);
  const close = () => setOpen(null);
  return (
    <div className="note warn">
      <p>{imported.hold}</p>
      {mayDecide && (
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

/** Lets it through, for a reason that is kept. */
function ReleaseImport({ imported, onClose }: HeldActProps) {
  const [release, tell] = [useAct("releaseImport"), useNotice()];
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
      tell(words.released);
      onClose();
    },
  });
  return (
    <FormDialog title={words.release} lead={words.releaseLead} form={form} act={words.release} onClose={onClose}>
      <TextArea
        label={words.reason}
        rows={3}
        value={form.values.reason}
        fault={form.faultAt("/reason")}
        onValue={(reason) => form.set({ reason })}
      />
    </FormDialog>
  );
}

const DiscardImport = ({ imported, onClose }: HeldActProps) => (
  <ConfirmAct
    route="discardImport"
    sent={{ params: { import_id: imported.id }, body: {}, ifMatch: imported.version }}
    title={words.discard}
    effect={<p>{words.discardEffect}</p>}
    act={words.discard}
    done={words.discarded}
    onClose={onClose}
  />
);
