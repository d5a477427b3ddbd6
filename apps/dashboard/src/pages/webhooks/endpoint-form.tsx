import { AUDIT_EVENT_TYPES, isAuditStream } from "@skucast/contracts/events/event-types";
import {
  type WebhookEndpoint,
  webhookEndpointCreateSchema,
  webhookEndpointPatchSchema,
} from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { useState } from "react";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { Collapsible } from "../../components/collapsible.js";
import { FormDialog } from "../../components/form-dialog.js";
import { useNotice } from "../../components/notices.js";
import { SecretOnce } from "../../components/secret-once.js";
import { SelectField, TextField } from "../../forms/field.js";
import { useForm } from "../../forms/use-form.js";
import { texts } from "../../texts/texts.js";
import { CertificateFields } from "./certificate-fields.js";
import { ChannelSelect } from "./channel-select.js";
import { draftOf, type EndpointDraft, endpointBody } from "./endpoint-draft.js";
import type { EndpointFieldsProps } from "./endpoint-fields-props.js";
import { EventSelect } from "./event-select.js";
import { HeaderFields } from "./header-fields.js";
import { PlainSignatureFields } from "./plain-signature-fields.js";

const words = texts.webhooks;
const ORDERINGS = ["none", "per_object"] as const;

interface EndpointFormProps {
  /** The endpoint to edit; undefined to create one. */
  readonly endpoint?: WebhookEndpoint;
  /** Whether a new endpoint receives the audit log instead of events. */
  readonly isForAuditLog?: boolean;
  readonly onClose: () => void;
}

/** Creates an endpoint and shows its secret once, or edits one. */
export function EndpointForm({ endpoint, isForAuditLog = false, onClose }: EndpointFormProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const create = useApiMutation("createWebhookEndpoint");
  const update = useApiMutation("updateWebhookEndpoint");
  const notify = useNotice();
  const form = useForm<EndpointDraft>({
    route: endpoint ? "updateWebhookEndpoint" : "createWebhookEndpoint",
    initial: draftOf(endpoint, isForAuditLog ? [...AUDIT_EVENT_TYPES] : []),
    schema: endpoint ? webhookEndpointPatchSchema : webhookEndpointCreateSchema,
    toBody: endpointBody,
    send: async (draft) => {
      const body = endpointBody(draft);
      if (!endpoint) return setSecret((await create.mutateAsync({ body })).secret);
      await update.mutateAsync({ params: { endpoint_id: endpoint.id }, body, ifMatch: endpoint.version });
      notify(words.form.saved);
      onClose();
    },
  });
  if (secret !== null) {
    const { title, lead, label } = words.secret;
    return <SecretOnce title={title} lead={lead} label={label} secret={secret} onClose={onClose} />;
  }
  const [title, actionLabel] = endpoint
    ? [words.form.editTitle, words.form.save]
    : [isForAuditLog ? words.form.streamTitle : words.form.createTitle, words.form.create];
  const part = { draft: form.values, set: form.set, errorAt: form.errorAt, endpoint };
  return (
    <FormDialog title={title} form={form} actionLabel={actionLabel} onClose={onClose}>
      <GeneralFields {...part} />
      <Collapsible title={words.form.flow} isForcedOpen={part.errorAt("/rate_per_second") !== undefined}>
        <FlowFields {...part} />
      </Collapsible>
      <Collapsible title={words.form.headers.title} isForcedOpen={part.errorAt("/headers") !== undefined}>
        <HeaderFields {...part} />
      </Collapsible>
      <Collapsible title={words.form.plain.title} isForcedOpen={part.errorAt("/plain_signature") !== undefined}>
        <PlainSignatureFields {...part} />
      </Collapsible>
      <Collapsible
        title={words.form.certificate.title}
        isForcedOpen={part.errorAt("/client_certificate") !== undefined}
      >
        <CertificateFields {...part} />
      </Collapsible>
    </FormDialog>
  );
}

const GeneralFields = ({ draft, set, errorAt }: EndpointFieldsProps) => (
  <>
    <TextField
      label={words.form.url}
      hint={words.form.urlHint}
      type="url"
      value={draft.url}
      error={errorAt("/url")}
      onValue={(url) => set({ url })}
    />
    <TextField
      label={words.form.description}
      value={draft.description}
      error={errorAt("/description")}
      onValue={(description) => set({ description })}
    />
    <EventSelect selected={draft.eventTypes} onChange={(eventTypes) => set({ eventTypes })} />
  </>
);

const FlowFields = ({ draft, set, errorAt }: EndpointFieldsProps) => (
  <>
    {!isAuditStream(draft.eventTypes) && (
      <ChannelSelect selected={draft.channelIds} onChange={(channelIds) => set({ channelIds })} />
    )}
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
      error={errorAt("/rate_per_second")}
      onValue={(rate) => set({ rate })}
    />
  </>
);
