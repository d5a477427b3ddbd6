import { useState } from "react";
import { useAct } from "../../api/use-act.js";
import { Button } from "../../parts/button.js";
import { ConfirmDialog } from "../../parts/confirm-dialog.js";
import { useNotice } from "../../parts/notices.js";
import { texts } from "../../texts/texts.js";

const words = texts.imports.one;

/** Stops an import that waits or runs, when asked twice. */
export function CancelImport({ importId }: { readonly importId: string }) {
  const [asks, setAsks] = useState(false);
  const [cancel, tell] = [useAct("cancelImport"), useNotice()];
  const confirm = () =>
    cancel.mutate(
      { params: { import_id: importId } },
      {
        onSuccess: () => {
          setAsks(false);
          tell(words.keepOn);
        },
      },
    );
  return (
    <>
      <Button kind="quiet" onClick={() => setAsks(true)}>
        {words.cancel}
      </Button>
      {asks && (
        <ConfirmDialog
          title={words.cancelTitle}
          effect={<p>{words.cancelEffect}</p>}
          act={words.cancel}
          route="cancelImport"
          isBusy={cancel.isPending}
          error={cancel.error}
          onConfirm={confirm}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}
