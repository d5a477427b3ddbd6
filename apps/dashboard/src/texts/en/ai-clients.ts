/** How to connect one client. */
interface ClientSteps {
  readonly name: string;
  readonly steps: readonly string[];
  /** A command or configuration to copy, with the MCP URL filled in. */
  readonly text?: (url: string) => string;
}

const clients: readonly ClientSteps[] = [
  {
    name: "Claude (web, desktop, mobile)",
    steps: [
      "Open Settings, Connectors, Add custom connector. Enter a name, paste the URL and choose Add.",
      "Choose Connect. A page opens here where you choose what the client may do. Leave the advanced client ID and secret empty.",
    ],
  },
  {
    name: "Claude Code",
    steps: ["Run this command. Then enter /mcp in Claude Code and choose skucast, Authenticate. A browser opens."],
    text: (url) => `claude mcp add --transport http skucast ${url}`,
  },
  {
    name: "ChatGPT",
    steps: [
      "Open Settings, Apps & Connectors, Advanced settings and turn on Developer mode.",
      "Choose Create, paste the MCP server URL, choose OAuth and Create. ChatGPT opens a page here.",
    ],
  },
  {
    name: "Cursor",
    steps: [
      "Add this to .cursor/mcp.json in a project, or to ~/.cursor/mcp.json.",
      "Click “Needs login” next to the server.",
    ],
    text: (url) => JSON.stringify({ mcpServers: { skucast: { url } } }, null, 2),
  },
  {
    name: "VS Code",
    steps: [
      "Add this to .vscode/mcp.json, or use the command “MCP: Add Server…”.",
      "When the server is first used, VS Code asks whether it may open the browser.",
    ],
    text: (url) => JSON.stringify({ servers: { skucast: { type: "http", url } } }, null, 2),
  },
  {
    name: "Your own program",
    steps: [
      "Create an API key under API keys. Anyone who has the key can use it, so use it only in your own programs.",
      "Send it as a header, for example in Claude Code:",
    ],
    text: (url) => `claude mcp add --transport http skucast ${url} --header "Authorization: Bearer $KEY"`,
  },
];

export const aiClients = {
  title: "Connect an AI client",
  lead: "Let an AI client search, check and change products, run feeds and read their results. It acts as you, in one workspace, with the permissions that you grant.",
  address: "URL",
  addressHow: "A client needs only this URL. It opens a page here where you choose what it may do.",
  clients,
  copyFor: (name: string) => `Copy for ${name}`,
  after: "After you connect",
  afterHow: "Connected clients are listed under API keys, Connected apps. You can disconnect them there at any time.",
  toApps: "Connected apps",
} as const;
