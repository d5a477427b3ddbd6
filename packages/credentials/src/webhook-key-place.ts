const PLACES = {
  secret: "secret",
  key_pair: "private_key",
  headers: "headers",
  plain_secret: "plain_secret",
  client_key: "client_key",
} as const;

/** What is sealed of a webhook endpoint. */
export type SealedOfEndpoint = keyof typeof PLACES;

/** The place that something of an endpoint is sealed for: a secret stays at its place when it becomes a former one. */
export const webhookKeyPlace = (
  kind: SealedOfEndpoint,
  { workspaceId, endpointId }: { workspaceId: string; endpointId: string },
): string => `${workspaceId}/${endpointId}/${PLACES[kind]}`;
