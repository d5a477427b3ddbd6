import {
  type WebhookEndpoint,
  webhookEndpointCreateSchema,
  webhookEndpointPatchSchema,
} from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { useState } from "react";
import { useAct } from "../../api/use-act.js";
import { TextField } from "../../forms/field.js";
import { useForm } from "../../forms/use-form.js";
import { FormDialog } from "../../parts/form-dialog.js";
import { useNotice } from "../../parts/notices.js";
import { SecretOnce } from "../../parts/secret-once.js";
import { texts } from "../../texts/texts.js";
import { type EndpointValues, endpointBody, valuesOf } from "./endpoint-body.js";
import { EventChoice } from "./event-choice.js";

const words = texts.webhooks;

interface EndpointFormProps {
  /** The one to change; a new one without it. */
  readonly endpoint?: WebhookEndpoint;
  readonly onClose: () => void;
}

/** Makes an endpoint, and shows its secret once; or changes one. */
export function EndpointForm({ endpoint, onClose }: EndpointFormProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const [create, update, tell] = [useAct("createWebhookEndpoint"), useAct("updateWebhookEndpoint"), useNotice()];
  const form = useForm<EndpointValues>({
    initial: valuesOf(endpoint),
    schema: endpoint ? webhookEndpointPatchSchema : webhookEndpointCreateSchema,
    toBody: endpointBody,
    send: async (values) => {
      const body = endpointBody(values);
      if (!endpoint) return setSecret((await create.mutateAsync({ body })).secret);
      await update.mutateAsync({ params: { endpoint_id: endpoint.id }, body, ifMatch: endpoint.version });
      tell(words.form.saved);
      onClose();
    },
  });
  if (secret !== null) {
    const { title, lead, label } = words.secret;
    return <SecretOnce title={title} lead={lead} label={label} secret={secret} onClose={onClose} />;
  }
  const [title, act] = endpoint ? [words.form.editTitle, words.form.save] : [words.form.createTitle, words.form.create];
  return (
    <FormDialog title={title} form={form} act={act} onClose={onClose}>
      <TextField
        label={words.form.url}
        hint={words.form.urlHint}
        type="url"
        value={form.values.url}
        fault={form.faultAt("/url")}
        onValue={(url) => form.set({ url })}
      />
      <TextField
        label={words.form.description}
        value={form.values.description}
        fault={form.faultAt("/description")}
        onValue={(description) => form.set({ description })}
      />
      <EventChoice chosen={form.values.eventTypes} onChange={(eventTypes) => form.set({ eventTypes })} />
      <TextField
        label={words.form.rate}
        hint={words.form.rateHint}
        inputMode="numeric"
        value={form.values.rate}
        fault={form.faultAt("/rate_per_second")}
        onValue={(rate) => form.set({ rate })}
      />
    </FormDialog>
  );
}
