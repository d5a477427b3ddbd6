/**
 * Schemes without a dot by which known programs get their answers; all others must be a domain in reverse (RFC 8252,
 * section 7.1), so that whoever owns the domain owns the scheme.
 */
export const APP_SCHEMES: ReadonlySet<string> = new Set([
  "claude", // Claude Desktop
  "cursor", // Cursor: cursor://anysphere.cursor-mcp/oauth/callback
  "mcpjam", // MCPJam Inspector: mcpjam://oauth/callback
  "raycast", // Raycast: raycast://oauth?package_name=…
  "vscode", // Visual Studio Code and its extensions
  "vscode-insiders", // Visual Studio Code, the daily build
  "warp", // Warp: warp://mcp/oauth2callback
  "windsurf", // Windsurf: windsurf://codeium.windsurf/…
  "zed", // Zed: zed://oauth/callback
]);
