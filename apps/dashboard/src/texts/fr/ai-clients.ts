import type { Texts } from "../worded.js";

type Client = Texts["aiClients"]["clients"][number];

const clients: readonly Client[] = [
  {
    name: "Claude (web, bureau, mobile)",
    steps: [
      "Ouvrez les paramètres, Connectors, « Add custom connector ». Saisissez un nom, collez l'URL et choisissez « Add ».",
      "Choisissez « Connect ». Une page s'ouvre ici, où vous choisissez ce que le client peut faire. Laissez vides l'identifiant client et le secret des options avancées.",
    ],
  },
  {
    name: "Claude Code",
    steps: [
      "Exécutez cette commande. Saisissez ensuite /mcp dans Claude Code et choisissez skucast, Authenticate. Un navigateur s'ouvre.",
    ],
    text: (url) => `claude mcp add --transport http skucast ${url}`,
  },
  {
    name: "ChatGPT",
    steps: [
      "Ouvrez les paramètres, « Apps & Connectors », « Advanced settings », et activez le « Developer mode ».",
      "Choisissez « Create », collez l'URL du serveur MCP, choisissez OAuth et « Create ». ChatGPT ouvre une page ici.",
    ],
  },
  {
    name: "Cursor",
    steps: [
      "Ajoutez ceci à .cursor/mcp.json dans un projet, ou à ~/.cursor/mcp.json.",
      "Cliquez sur « Needs login » à côté du serveur.",
    ],
    text: (url) => JSON.stringify({ mcpServers: { skucast: { url } } }, null, 2),
  },
  {
    name: "VS Code",
    steps: [
      "Ajoutez ceci à .vscode/mcp.json, ou utilisez la commande « MCP: Add Server… ».",
      "Lors de la première utilisation du serveur, VS Code demande s'il peut ouvrir le navigateur.",
    ],
    text: (url) => JSON.stringify({ servers: { skucast: { type: "http", url } } }, null, 2),
  },
  {
    name: "Votre propre programme",
    steps: [
      "Créez une clé sous Clés API. Toute personne qui a la clé peut l'utiliser : ne l'utilisez que dans vos propres programmes.",
      "Envoyez-la comme en-tête, par exemple dans Claude Code :",
    ],
    text: (url) => `claude mcp add --transport http skucast ${url} --header "Authorization: Bearer $KEY"`,
  },
];

export const aiClients: Texts["aiClients"] = {
  title: "Connecter un client IA",
  lead: "Laissez un client IA rechercher, vérifier et modifier des produits, exécuter des flux et lire leurs résultats. Il agit en votre nom, dans un espace de travail, avec les autorisations que vous accordez.",
  address: "URL",
  addressHow: "Un client n'a besoin que de cette URL. Il ouvre une page ici, où vous choisissez ce qu'il peut faire.",
  clients,
  copyFor: (name) => `Copier pour ${name}`,
  after: "Après la connexion",
  afterHow:
    "Les clients connectés figurent sous Clés API, Applications connectées. Vous pouvez les y déconnecter à tout moment.",
  toApps: "Applications connectées",
};
