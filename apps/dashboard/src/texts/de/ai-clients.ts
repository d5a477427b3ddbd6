import type { Texts } from "../worded.js";

type Client = Texts["aiClients"]["clients"][number];

const clients: readonly Client[] = [
  {
    name: "Claude (Web, Desktop, mobil)",
    steps: [
      "Öffnen Sie die Einstellungen, Connectors, „Add custom connector“. Geben Sie einen Namen ein, fügen Sie die URL ein und wählen Sie „Add“.",
      "Wählen Sie „Connect“. Hier öffnet sich eine Seite, auf der Sie wählen, was der Client darf. Lassen Sie die erweiterten Angaben (Client-ID und Secret) leer.",
    ],
  },
  {
    name: "Claude Code",
    steps: [
      "Führen Sie diesen Befehl aus. Geben Sie dann in Claude Code /mcp ein und wählen Sie skucast, Authenticate. Ein Browser öffnet sich.",
    ],
    text: (url) => `claude mcp add --transport http skucast ${url}`,
  },
  {
    name: "ChatGPT",
    steps: [
      "Öffnen Sie die Einstellungen, „Apps & Connectors“, „Advanced settings“, und schalten Sie den „Developer mode“ ein.",
      "Wählen Sie „Create“, fügen Sie die URL des MCP-Servers ein und wählen Sie OAuth und „Create“. ChatGPT öffnet hier eine Seite.",
    ],
  },
  {
    name: "Cursor",
    steps: [
      "Fügen Sie dies in einem Projekt zu .cursor/mcp.json hinzu, oder zu ~/.cursor/mcp.json.",
      "Klicken Sie neben dem Server auf „Needs login“.",
    ],
    text: (url) => JSON.stringify({ mcpServers: { skucast: { url } } }, null, 2),
  },
  {
    name: "VS Code",
    steps: [
      "Fügen Sie dies zu .vscode/mcp.json hinzu, oder verwenden Sie den Befehl „MCP: Add Server…“.",
      "Wenn der Server zum ersten Mal verwendet wird, fragt VS Code, ob es den Browser öffnen darf.",
    ],
    text: (url) => JSON.stringify({ servers: { skucast: { type: "http", url } } }, null, 2),
  },
  {
    name: "Ihr eigenes Programm",
    steps: [
      "Erstellen Sie unter API-Schlüssel einen Schlüssel. Wer ihn hat, kann ihn verwenden. Nutzen Sie ihn deshalb nur in Ihren eigenen Programmen.",
      "Senden Sie ihn als Header, zum Beispiel in Claude Code:",
    ],
    text: (url) => `claude mcp add --transport http skucast ${url} --header "Authorization: Bearer $KEY"`,
  },
];

export const aiClients: Texts["aiClients"] = {
  title: "KI-Client verbinden",
  lead: "Lassen Sie einen KI-Client Produkte suchen, prüfen und ändern, Feeds starten und deren Ergebnisse lesen. Er handelt in Ihrem Namen, in einem Workspace, mit den Berechtigungen, die Sie erteilen.",
  address: "URL",
  addressHow: "Ein Client braucht nur diese URL. Er öffnet hier eine Seite, auf der Sie wählen, was er darf.",
  clients,
  copyFor: (name) => `Für ${name} kopieren`,
  after: "Nach dem Verbinden",
  afterHow:
    "Verbundene Clients finden Sie unter API-Schlüssel, Verbundene Apps. Dort können Sie sie jederzeit trennen.",
  toApps: "Verbundene Apps",
};
