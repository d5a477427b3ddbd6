import { useState } from "react";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { Button } from "../../components/button.js";
import { ConfirmDialog } from "../../components/confirm-dialog.js";
import { useNotice } from "../../components/notices.js";
import { texts } from "../../texts/texts.js";

const words = texts.imports.one;

/** Cancels a queued or running import after confirmation. */
export function CancelImport({ importId }: { readonly importId: string }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const cancel = useApiMutation("cancelImport");
  const notify = useNotice();
  const confirm = () =>
    cancel.mutate(
      { params: { import_id: importId } },
      {
        onSuccess: () => {
          setIsConfirming(false);
          notify(words.keepOn);
        },
      },
    );
  return (
    <>
      <Button kind="quiet" onClick={() => setIsConfirming(true)}>
        {words.cancel}
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title={words.cancelTitle}
          effect={<p>{words.cancelEffect}</p>}
          actionLabel={words.cancel}
          route="cancelImport"
          isBusy={cancel.isPending}
          error={cancel.error}
          onConfirm={confirm}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </>
  );
}
