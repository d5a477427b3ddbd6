import type { WebhookEndpoint } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import type { EndpointDraft } from "./endpoint-draft.js";

/** A part of the form: what was typed, how to change it, what is wrong at a pointer, and what is stored now. */
export interface EndpointFieldsProps {
  readonly draft: EndpointDraft;
  readonly set: (change: Partial<EndpointDraft>) => void;
  readonly errorAt: (pointer: string) => string | undefined;
  readonly endpoint: WebhookEndpoint | undefined;
}
