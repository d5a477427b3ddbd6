import {
  type WebhookEndpoint,
  webhookEndpointCreateSchema,
  webhookEndpointPatchSchema,
} from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { useState } from "react";
import { useAct } from "../../api/use-act.js";
import { SelectField, TextField } from "../../forms/field.js";
import { useForm } from "../../forms/use-form.js";
import { Fold } from "../../parts/fold.js";
import { FormDialog } from "../../parts/form-dialog.js";
import { useNotice } from "../../parts/notices.js";
import { SecretOnce } from "../../parts/secret-once.js";
import { texts } from "../../texts/texts.js";
import { CertificateFields } from "./certificate-fields.js";
import { ChannelChoice } from "./channel-choice.js";
import { draftOf, type EndpointDraft, endpointBody } from "./endpoint-draft.js";
import type { EndpointPartProps } from "./endpoint-part.js";
import { EventChoice } from "./event-choice.js";
import { HeaderFields } from "./header-fields.js";
import { PlainSignatureFields } from "./plain-signature-fields.js";

const words = texts.webhooks;
const ORDERINGS = ["none", "per_object"] as const;

interface EndpointFormProps {
  /** The one to change; a new one without it. */
  readonly endpoint?: WebhookEndpoint;
  readonly onClose: () => void;
}

/** Makes an endpoint, and shows its secret once; or changes one. */
export function EndpointForm({ endpoint: given, onClose }: EndpointFormProps) {
  // As it was when the form was opened: what changes meanwhile is refused by its version, not overwritten.
  const [endpoint] = useState(given);
  const [secret, setSecret] = useState<string | null>(null);
  const [create, update, tell] = [useAct("createWebhookEndpoint"), useAct("updateWebhookEndpoint"), useNotice()];
  const form = useForm<EndpointDraft>({
    route: endpoint ? "updateWebhookEndpoint" : "createWebhookEndpoint",
    initial: draftOf(endpoint),
    schema: endpoint ? webhookEndpointPatchSchema : webhookEndpointCreateSchema,
    toBody: endpointBody,
    send: async (draft) => {
      const body = endpointBody(draft);
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
  const part = { draft: form.values, set: form.set, faultAt: form.faultAt, endpoint };
  return (
    <FormDialog title={title} form={form} act={act} onClose={onClose}>
      <GeneralFields {...part} />
      <Fold title={words.form.flow} isHeldOpen={part.faultAt("/rate_per_second") !== undefined}>
        <FlowFields {...part} />
      </Fold>
      <Fold title={words.form.headers.title} isHeldOpen={part.faultAt("/headers") !== undefined}>
        <HeaderFields {...part} />
      </Fold>
      <Fold title={words.form.plain.title} isHeldOpen={part.faultAt("/plain_signature") !== undefined}>
        <PlainSignatureFields {...part} />
      </Fold>
      <Fold title={words.form.certificate.title} isHeldOpen={part.faultAt("/client_certificate") !== undefined}>
        <CertificateFields {...part} />
      </Fold>
    </FormDialog>
  );
}

const GeneralFields = ({ draft, set, faultAt }: EndpointPartProps) => (
  <>
    <TextField
      label={words.form.url}
      hint={words.form.urlHint}
      type="url"
      value={draft.url}
      fault={faultAt("/url")}
      onValue={(url) => set({ url })}
    />
    <TextField
      label={words.form.description}
      value={draft.description}
      fault={faultAt("/description")}
      onValue={(description) => set({ description })}
    />
    <EventChoice chosen={draft.eventTypes} onChange={(eventTypes) => set({ eventTypes })} />
  </>
);

const FlowFields = ({ draft, set, faultAt }: EndpointPartProps) => (
  <>
    <ChannelChoice chosen={draft.channelIds} onChange={(channelIds) => set({ channelIds })} />
    <SelectField
      label={words.form.ordering}
      hint={words.form.orderingHint}
      value={draft.ordering}
      choices={ORDERINGS.map((value) => ({ value, label: words.orderings[value] }))}
      onValue={(ordering) => set({ ordering: ORDERINGS.find((each) => each === ordering) ?? "none" })}
    />
    <TextField
      label={words.form.rate}
      hint={words.form.rateHint}
      inputMode="numeric"
      value={draft.rate}
      fault={faultAt("/rate_per_second")}
      onValue={(rate) => set({ rate })}
    />
  </>
);
