import { useNavigate } from "@tanstack/react-router";
import { useAct } from "../../api/use-act.js";
import { ConfirmDialog } from "../../parts/confirm-dialog.js";
import { useNotice } from "../../parts/notices.js";
import { texts } from "../../texts/texts.js";

const words = texts.webhooks.remove;

/** Asks before an endpoint goes with the log of its deliveries. */
export function DeleteEndpoint({ endpointId, onClose }: { readonly endpointId: string; readonly onClose: () => void }) {
  const [remove, tell, navigate] = [useAct("deleteWebhookEndpoint"), useNotice(), useNavigate()];
  const confirm = () =>
    remove.mutate(
      { params: { endpoint_id: endpointId } },
      {
        onSuccess: () => {
          tell(words.done);
          void navigate({ to: "/webhooks" });
        },
      },
    );
  return (
    <ConfirmDialog
      title={words.title}
      effect={<p>{words.effect}</p>}
      act={words.act}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
