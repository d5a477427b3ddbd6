/** How each client is connected; the address takes the place of what stands in braces. */
interface ClientSteps {
  readonly name: string;
  readonly steps: readonly string[];
  /** To be copied, with the address filled in. */
  readonly text?: (address: string) => string;
}

const clients: readonly ClientSteps[] = [
  {
    name: "Claude (web, desktop, mobile)",
    steps: [
      "Settings, Connectors, Add custom connector. Name it, paste the URL and choose Add.",
      "Connect opens a page here: choose what it may do. Leave the advanced client ID and secret empty.",
    ],
  },
  {
    name: "Claude Code",
    steps: ["Run this, then type /mcp in Claude Code, choose skucast and Authenticate. A browser opens."],
    text: (address) => `claude mcp add --transport http skucast ${address}`,
  },
  {
    name: "ChatGPT",
    steps: [
      "Settings, Apps & Connectors, Advanced settings, Developer mode on.",
      "Create: paste the MCP server URL, choose OAuth and Create. ChatGPT opens a page here.",
    ],
  },
  {
    name: "Cursor",
    steps: [
      "Put this into .cursor/mcp.json of a project, or ~/.cursor/mcp.json.",
      "Click “Needs login” next to the server.",
    ],
    text: (address) => JSON.stringify({ mcpServers: { skucast: { url: address } } }, null, 2),
  },
  {
    name: "VS Code",
    steps: [
      "Put this into .vscode/mcp.json, or use the command “MCP: Add Server…”.",
      "When the server is first used, VS Code asks whether it may open the browser.",
    ],
    text: (address) => JSON.stringify({ servers: { skucast: { type: "http", url: address } } }, null, 2),
  },
  {
    name: "Your own program",
    steps: [
      "Create an API key under API keys, New key. It has full access to the workspace, so use it only in your own programs.",
      "Send it as a header, for example in Claude Code:",
    ],
    text: (address) => `claude mcp add --transport http skucast ${address} --header "Authorization: Bearer $KEY"`,
  },
];

export const aiClients = {
  title: "Connect an AI client",
  lead: "An AI client can search, check and change products, run feeds and read their results: as you, in one workspace, and only as far as you allow.",
  address: "URL",
  addressHow: "A client needs this URL only. It opens a page here, where you choose what it may do.",
  clients,
  copyFor: (name: string) => `Copy for ${name}`,
  after: "Afterwards",
  afterHow: "See connected clients under API keys, Connected apps, and disconnect them there within seconds.",
  toApps: "Connected apps",
} as const;
