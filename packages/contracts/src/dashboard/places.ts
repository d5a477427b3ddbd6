/**
 * First segments of the dashboard's own paths below the origin. Only these, and `/` itself, are answered with the
 * dashboard's document, so that it never stands before the API, MCP, sign-in or OAuth.
 */
export const DASHBOARD_PLACES = [
  "products",
  "imports",
  "channels",
  "feeds",
  "runs",
  "destinations",
  "webhooks",
  "api-keys",
  "members",
  "audit-log",
  "settings",
  "ai-clients",
] as const;
