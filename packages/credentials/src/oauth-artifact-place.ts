/**
 * The location to which an artifact of the authorization server is bound when it is sealed: its model and the SHA-256
 * of its id.
 */
export const oauthArtifactPlace = (model: string, idHash: Uint8Array): string =>
  `oauth|${model}|${Buffer.from(idHash).toString("base64url")}`;
