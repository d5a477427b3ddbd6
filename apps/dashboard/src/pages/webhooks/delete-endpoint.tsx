import { useNavigate } from "@tanstack/react-router";
import { ConfirmAction } from "../../components/confirm-action.js";
import { texts } from "../../texts/texts.js";

const words = texts.webhooks.remove;

export function DeleteEndpoint({ endpointId, onClose }: { readonly endpointId: string; readonly onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <ConfirmAction
      route="deleteWebhookEndpoint"
      request={{ params: { endpoint_id: endpointId } }}
      title={words.title}
      effect={<p>{words.effect}</p>}
      actionLabel={words.act}
      done={words.done}
      onDone={() => void navigate({ to: "/webhooks" })}
      onClose={onClose}
    />
  );
}
