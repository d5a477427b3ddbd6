import type { Recovery } from "@skucast/contracts/webhook-endpoints/recovery";
import { useState } from "react";
import { useAct } from "../../api/use-act.js";
import { Button } from "../../parts/button.js";
import { ConfirmDialog } from "../../parts/confirm-dialog.js";
import { useNotice } from "../../parts/notices.js";
import { texts } from "../../texts/texts.js";

const words = texts.webhooks.recoveries;

/** Ends a running recovery, when asked twice. */
export function CancelRecovery({ recovery: { id, endpoint_id } }: { readonly recovery: Recovery }) {
  const [asks, setAsks] = useState(false);
  const [cancel, tell] = [useAct("cancelWebhookRecovery"), useNotice()];
  const confirm = () =>
    cancel.mutate({ params: { endpoint_id, recovery_id: id } }, { onSuccess: () => tell(words.cancelled) });
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
          route="cancelWebhookRecovery"
          isBusy={cancel.isPending}
          error={cancel.error}
          onConfirm={confirm}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}
