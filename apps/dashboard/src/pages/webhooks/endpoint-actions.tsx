import type { WebhookEndpoint } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { Button } from "../../components/button.js";
import { ConfirmAction } from "../../components/confirm-action.js";
import { Menu } from "../../components/menu.js";
import { useNotice } from "../../components/notices.js";
import { problemText } from "../../service-messages/problem-text.js";
import { texts } from "../../texts/texts.js";
import { EndpointForm } from "./endpoint-form.js";
import { RecoverEndpoint } from "./recover-endpoint.js";
import { ReplayEndpoint } from "./replay-endpoint.js";
import { RotateSecret } from "./rotate-secret.js";

const { one, remove: removing } = texts.webhooks;

export function EndpointActions({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const [open, setOpen] = useState<"edit" | "rotate" | "recover" | "replay" | "remove" | null>(null);
  const test = useApiMutation("testWebhookEndpoint");
  const update = useApiMutation("updateWebhookEndpoint");
  const notify = useNotice();
  const params = { endpoint_id: endpoint.id };
  const notifyWhenDone = (text: string) => ({
    onSuccess: () => notify(text),
    onError: (error: Error) => notify(problemText(error)),
  });
  const setStatus = (status: "active" | "paused") =>
    update.mutate({ params, body: { status } }, notifyWhenDone(one.moved[status]));
  const statusLabels = { active: one.pause, paused: one.resume, disabled: one.enable };
  const close = () => setOpen(null);
  return (
    <>
      <Button isBusy={test.isPending} onClick={() => test.mutate({ params }, notifyWhenDone(one.tested))}>
        {one.test}
      </Button>
      <Menu
        label={texts.general.more}
        items={[
          { key: "edit", label: one.edit, onSelect: () => setOpen("edit") },
          {
            key: "move",
            label: statusLabels[endpoint.status],
            onSelect: () => setStatus(endpoint.status === "active" ? "paused" : "active"),
          },
          { key: "rotate", label: one.rotate, onSelect: () => setOpen("rotate") },
          { key: "recover", label: one.recover, onSelect: () => setOpen("recover") },
          { key: "replay", label: one.replay, onSelect: () => setOpen("replay") },
          { key: "remove", label: one.remove, onSelect: () => setOpen("remove") },
        ]}
      />
      {open === "edit" && <EndpointForm endpoint={endpoint} onClose={close} />}
      {open === "rotate" && <RotateSecret endpointId={endpoint.id} onClose={close} />}
      {open === "recover" && <RecoverEndpoint endpointId={endpoint.id} onClose={close} />}
      {open === "replay" && <ReplayEndpoint endpointId={endpoint.id} onClose={close} />}
      {open === "remove" && <DeleteEndpoint endpointId={endpoint.id} onClose={close} />}
    </>
  );
}

function DeleteEndpoint({ endpointId, onClose }: { readonly endpointId: string; readonly onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <ConfirmAction
      route="deleteWebhookEndpoint"
      request={{ params: { endpoint_id: endpointId } }}
      title={removing.title}
      effect={<p>{removing.effect}</p>}
      actionLabel={removing.act}
      done={removing.done}
      onDone={() => void navigate({ to: "/webhooks" })}
      onClose={onClose}
    />
  );
}
