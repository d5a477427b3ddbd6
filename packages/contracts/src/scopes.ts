/** What a token may do. API keys hold all of them; OAuth tokens those the user granted. */
export const SCOPES = [
  "products:read",
  "products:write",
  "channels:read",
  "channels:write",
  "feeds:read",
  "feeds:write",
  "webhooks:read",
  "webhooks:write",
] as const;

export type Scope = (typeof SCOPES)[number];
