/** The place that an endpoint's key is sealed for: a secret stays at its place when it becomes a former one. */
export const webhookKeyPlace = (
  kind: "secret" | "key_pair",
  { workspaceId, endpointId }: { workspaceId: string; endpointId: string },
): string => `${workspaceId}/${endpointId}/${kind === "secret" ? "secret" : "private_key"}`;
