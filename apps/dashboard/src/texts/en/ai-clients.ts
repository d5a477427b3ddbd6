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
      "Settings, Connectors, Add custom connector. Name it, paste the address, Add.",
      "Connect opens a page here: choose what it may do. Leave the advanced client id and secret empty.",
    ],
  },
  {
    name: "Claude Code",
    steps: ["Run this, then /mcp inside Claude Code, choose skucast, Authenticate: a browser opens."],
    text: (address) => `claude mcp add --transport http skucast ${address}`,
  },
  {
    name: "ChatGPT",
    steps: [
      "Settings, Apps & Connectors, Advanced settings, Developer mode on.",
      "Create: paste the address as the MCP server URL, choose OAuth, Create. ChatGPT opens a page here.",
    ],
  },
  {
    name: "Cursor",
    steps: [
      "Put this into .cursor/mcp.json of a project, or ~/.cursor/mcp.json.",
      "Click “Needs login” beside the server.",
    ],
    text: (address) => JSON.stringify({ mcpServers: { skucast: { url: address } } }, null, 2),
  },
  {
    name: "VS Code",
    steps: [
      "Put this into .vscode/mcp.json, or use the command “MCP: Add Server…”.",
      "VS Code asks whether it may open the browser when the server is first used.",
    ],
    text: (address) => JSON.stringify({ servers: { skucast: { type: "http", url: address } } }, null, 2),
  },
  {
    name: "Your own program",
    steps: [
      "Make an API key under API keys, New key. It is the whole workspace and cannot be narrowed: give it to programs of your own alone.",
      "Send it as a header. Claude Code, for one, takes it so:",
    ],
    text: (address) => `claude mcp add --transport http skucast ${address} --header "Authorization: Bearer $KEY"`,
  },
];

export const aiClients = {
  title: "Connect an AI client",
  lead: "An AI client can look products up, check and change them, run feeds and read what became of them: as you, in one workspace, no more than you allow.",
  address: "Address",
  addressHow:
    "This is all that a client needs. It finds the rest by itself and opens a page here, where you choose what it may do.",
  clients,
  copyFor: (name: string) => `Copy for ${name}`,
  after: "Afterwards",
  afterHow: "What is connected stands under API keys, Connected apps, where it can be ended within seconds.",
  toApps: "Connected apps",
} as const;
