/**
 * First segments of the dashboard's own paths below the origin. Only these, and `/` itself, are answered with the
 * dashboard's document, so that it never stands before the API, MCP, sign-in or OAuth. Where nobody knows a path, and
 * it is none of MACHINE_PLACES, a browser is shown that nothing is there.
 */
export const DASHBOARD_PLACES = [
  "products",
  "imports",
  "sources",
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

/** First segments of paths that programs ask: an unknown one is answered with a problem, whoever asks. */
export const MACHINE_PLACES = ["api", "mcp", "oauth", ".well-known", "feed-files", "assets"] as const;
