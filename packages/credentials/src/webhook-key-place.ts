const PLACES = {
  secret: "secret",
  key_pair: "private_key",
  headers: "headers",
  plain_secret: "plain_secret",
  client_key: "client_key",
} as const;

/** The sealed secrets of a webhook endpoint. */
export type SealedOfEndpoint = keyof typeof PLACES;

/** The location to which a secret of an endpoint is bound when it is sealed. A rotated secret keeps its location. */
export const webhookKeyPlace = (
  kind: SealedOfEndpoint,
  { workspaceId, endpointId }: { workspaceId: string; endpointId: string },
): string => `${workspaceId}/${endpointId}/${PLACES[kind]}`;
