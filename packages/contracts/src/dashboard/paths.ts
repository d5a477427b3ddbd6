/**
 * First path segments of the dashboard's pages. Only these paths, and `/` itself, return the dashboard's document, so that
 * it never hides the API, MCP, sign-in or OAuth. For any other unknown path, except those below API_PATHS, a browser
 * gets a "not found" page.
 */
export const DASHBOARD_PATHS = [
  "products",
  "imports",
  "sources",
  "channels",
  "channel-profiles",
  "lookup-tables",
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

/** First segments of paths for programs: an unknown path below them is always answered with a problem document. */
export const API_PATHS = ["api", "mcp", "oauth", ".well-known", "feed-files", "assets"] as const;
