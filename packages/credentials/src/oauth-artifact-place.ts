/** The place that something the authorization server remembers is sealed for: its model and the SHA-256 of its id. */
export const oauthArtifactPlace = (model: string, idHash: Uint8Array): string =>
  `oauth|${model}|${Buffer.from(idHash).toString("base64url")}`;
