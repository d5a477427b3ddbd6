import type { WebhookEndpoint } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";

type EventTypes = WebhookEndpoint["event_types"];

/** What the form of an endpoint holds. */
export interface EndpointValues {
  readonly url: string;
  readonly description: string;
  /** None means all. */
  readonly eventTypes: EventTypes;
  readonly rate: string;
}

export const valuesOf = (endpoint: WebhookEndpoint | undefined): EndpointValues => ({
  url: endpoint?.url ?? "",
  description: endpoint?.description ?? "",
  eventTypes: endpoint?.event_types.filter((type) => type !== "*") ?? [],
  rate: endpoint?.rate_per_second?.toString() ?? "",
});

/** What is sent for what was typed. A rate that is no number is sent as it is not one, for the contract to refuse. */
export const endpointBody = ({ url, description, eventTypes, rate }: EndpointValues) => ({
  url: url.trim(),
  description: description.trim() === "" ? null : description.trim(),
  event_types: (eventTypes.length === 0 ? ["*"] : [...eventTypes]) as EventTypes,
  rate_per_second: rate.trim() === "" ? null : Number(rate),
});
