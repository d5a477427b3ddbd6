import type {
  ClientCertificate,
  PlainSignature,
  WebhookHeader,
} from "@skucast/contracts/webhook-endpoints/request-options";
import type { WebhookEndpoint } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";

type EventTypes = WebhookEndpoint["event_types"];

/** What to do with a stored secret that cannot be shown: keep it, set a new one, or remove it. */
export type SecretChoice = "keep" | "set" | "none";

/** Form values of an endpoint. */
export interface EndpointDraft {
  readonly url: string;
  readonly description: string;
  /** Empty for all. */
  readonly eventTypes: EventTypes;
  /** Empty for all. */
  readonly channelIds: readonly string[];
  readonly rate: string;
  readonly ordering: WebhookEndpoint["ordering"];
  readonly headersChoice: SecretChoice;
  readonly headers: readonly WebhookHeader[];
  readonly plainChoice: SecretChoice;
  readonly plain: PlainSignature;
  readonly certificateChoice: SecretChoice;
  readonly certificate: ClientCertificate;
}

export const EMPTY_HEADER: WebhookHeader = { name: "", value: "" };

const choiceOf = (isThere: boolean | undefined): SecretChoice => (isThere ? "keep" : "none");

/** The values of an endpoint, or those of a new one with these event types. */
export const draftOf = (endpoint: WebhookEndpoint | undefined, newTypes: EventTypes = []): EndpointDraft => ({
  url: endpoint?.url ?? "",
  description: endpoint?.description ?? "",
  eventTypes: endpoint?.event_types.filter((type) => type !== "*") ?? newTypes,
  channelIds: endpoint?.channel_ids ?? [],
  rate: endpoint?.rate_per_second?.toString() ?? "",
  ordering: endpoint?.ordering ?? "none",
  headersChoice: choiceOf(endpoint && endpoint.headers.length > 0),
  headers: endpoint?.headers.map(({ name }) => ({ name, value: "" })) ?? [EMPTY_HEADER],
  plainChoice: choiceOf(endpoint && endpoint.plain_signature !== null),
  plain: { header: "", encoding: "hex", prefix: "", ...endpoint?.plain_signature, secret: "" },
  certificateChoice: choiceOf(endpoint && endpoint.client_certificate !== null),
  certificate: { certificate: "", private_key: "" },
});

/** The request body. An invalid rate is sent as NaN, so that validation rejects it. */
export const endpointBody = (draft: EndpointDraft) => ({
  url: draft.url.trim(),
  description: draft.description.trim() === "" ? null : draft.description.trim(),
  event_types: (draft.eventTypes.length === 0 ? ["*"] : [...draft.eventTypes]) as EventTypes,
  channel_ids: draft.channelIds.length === 0 ? null : [...draft.channelIds],
  rate_per_second: draft.rate.trim() === "" ? null : Number(draft.rate),
  ordering: draft.ordering,
  ...secretBody("headers", draft.headersChoice, filledHeaders(draft.headers), []),
  ...secretBody("plain_signature", draft.plainChoice, draft.plain, null),
  ...secretBody("client_certificate", draft.certificateChoice, draft.certificate, null),
});

/** A secret that is kept is not sent, because the dashboard does not know it. */
const secretBody = <Name extends string, Value, None>(name: Name, choice: SecretChoice, value: Value, none: None) =>
  (choice === "keep" ? {} : { [name]: choice === "set" ? value : none }) as { readonly [N in Name]?: Value | None };

const filledHeaders = (headers: readonly WebhookHeader[]): WebhookHeader[] =>
  headers.filter(({ name, value }) => name !== "" || value !== "");
