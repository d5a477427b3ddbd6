import type { WebhookEndpoint } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import type { EndpointDraft } from "./endpoint-draft.js";

/** Props of a section of the endpoint form. `endpoint` is the stored one, undefined for a new endpoint. */
export interface EndpointFieldsProps {
  readonly draft: EndpointDraft;
  readonly set: (change: Partial<EndpointDraft>) => void;
  readonly errorAt: (pointer: string) => string | undefined;
  readonly endpoint: WebhookEndpoint | undefined;
}
