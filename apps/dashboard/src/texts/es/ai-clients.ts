import type { Texts } from "../worded.js";

type Client = Texts["aiClients"]["clients"][number];

const clients: readonly Client[] = [
  {
    name: "Claude (web, escritorio, móvil)",
    steps: [
      "Abre la configuración, Connectors, “Add custom connector”. Ingresa un nombre, pega la URL y elige “Add”.",
      "Elige “Connect”. Se abre una página aquí, donde decides qué puede hacer el cliente. Deja vacíos el ID de cliente y el secreto de las opciones avanzadas.",
    ],
  },
  {
    name: "Claude Code",
    steps: [
      "Ejecuta este comando. Después escribe /mcp en Claude Code y elige skucast, Authenticate. Se abre un navegador.",
    ],
    text: (url) => `claude mcp add --transport http skucast ${url}`,
  },
  {
    name: "ChatGPT",
    steps: [
      "Abre la configuración, “Apps & Connectors”, “Advanced settings”, y activa “Developer mode”.",
      "Elige “Create”, pega la URL del servidor MCP, elige OAuth y “Create”. ChatGPT abre una página aquí.",
    ],
  },
  {
    name: "Cursor",
    steps: [
      "Agrega esto a .cursor/mcp.json en un proyecto o a ~/.cursor/mcp.json.",
      "Haz clic en “Needs login” junto al servidor.",
    ],
    text: (url) => JSON.stringify({ mcpServers: { skucast: { url } } }, null, 2),
  },
  {
    name: "VS Code",
    steps: [
      "Agrega esto a .vscode/mcp.json o usa el comando “MCP: Add Server…”.",
      "Cuando se usa el servidor por primera vez, VS Code pregunta si puede abrir el navegador.",
    ],
    text: (url) => JSON.stringify({ servers: { skucast: { type: "http", url } } }, null, 2),
  },
  {
    name: "Tu propio programa",
    steps: [
      "Crea una clave en Claves de API. Cualquiera que tenga la clave puede usarla: úsala solo en tus propios programas.",
      "Envíala como encabezado, por ejemplo en Claude Code:",
    ],
    text: (url) => `claude mcp add --transport http skucast ${url} --header "Authorization: Bearer $KEY"`,
  },
];

export const aiClients: Texts["aiClients"] = {
  title: "Conectar un cliente de IA",
  lead: "Permite que un cliente de IA busque, revise y cambie productos, ejecute feeds y lea sus resultados. Actúa en tu nombre, en un espacio de trabajo, con los permisos que le concedas.",
  address: "URL",
  addressHow: "Un cliente solo necesita esta URL. Abre una página aquí, donde decides qué puede hacer.",
  clients,
  copyFor: (name) => `Copiar para ${name}`,
  after: "Después de conectar",
  afterHow:
    "Los clientes conectados aparecen en Claves de API, Aplicaciones conectadas. Ahí puedes desconectarlos en cualquier momento.",
  toApps: "Aplicaciones conectadas",
};
