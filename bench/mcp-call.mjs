// A call of an MCP tool as Claude Code and ChatGPT send it, for servers without sessions.

/** The current version of MCP, and the one before, which most servers still speak. */
export const MCP_VERSIONS = /** @type {const} */ ({ modern: "2026-07-28", legacy: "2025-11-25" });

/** What these clients add to their calls. */
const OWN_META = { "claudecode/toolUseId": "toolu_01", "openai/locale": "en-US", progressToken: 2 };
const META = {
  "io.modelcontextprotocol/protocolVersion": MCP_VERSIONS.modern,
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
  ...OWN_META,
};

let id = 0;

/**
 * The headers and the body of a call, without those of HTTP and of the login.
 * @param {keyof typeof MCP_VERSIONS} era
 * @param {string} name
 * @param {object} args
 * @returns {{ headers: Record<string, string>, body: object }}
 */
export function mcpCall(era, name, args) {
  id += 1;
  const isModern = era === "modern";
  const params = { name, arguments: args, _meta: isModern ? META : OWN_META };
  return {
    headers: {
      Accept: "application/json, text/event-stream",
      "MCP-Protocol-Version": MCP_VERSIONS[era],
      ...(isModern && { "Mcp-Method": "tools/call", "Mcp-Name": name }),
    },
    body: { jsonrpc: "2.0", id, method: "tools/call", params },
  };
}
