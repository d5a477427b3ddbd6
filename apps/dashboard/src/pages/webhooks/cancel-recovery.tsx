import type { Recovery } from "@skucast/contracts/webhook-endpoints/recovery";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { ConfirmDialog } from "../../components/confirm-dialog.js";
import { useNotice } from "../../components/notices.js";
import { texts } from "../../texts/texts.js";

const words = texts.webhooks.recoveries;

interface CancelRecoveryProps {
  readonly recovery: Pick<Recovery, "id" | "endpoint_id">;
  readonly onClose: () => void;
}

export function CancelRecovery({ recovery: { id, endpoint_id }, onClose }: CancelRecoveryProps) {
  const cancel = useApiMutation("cancelWebhookRecovery");
  const notify = useNotice();
  const notifyAndClose = () => {
    notify(words.cancelled);
    onClose();
  };
  const confirm = () => cancel.mutate({ params: { endpoint_id, recovery_id: id } }, { onSuccess: notifyAndClose });
  return (
    <ConfirmDialog
      title={words.cancelTitle}
      effect={<p>{words.cancelEffect}</p>}
      actionLabel={words.cancel}
      route="cancelWebhookRecovery"
      isBusy={cancel.isPending}
      error={cancel.error}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
