import { dirname, relative } from "node:path";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { isDefaultFolder, startFolder } from "./config.js";
import type { Demo } from "./demo/demo-file.js";

interface WelcomeFacts {
  readonly receiverUrl: string;
  readonly demoFile: string;
  readonly logFile: string;
  /** Whether mails are kept and shown at /outbox. */
  readonly showsMails: boolean;
}

/** The text that is printed once everything is ready: URLs, logins, and three commands that do the main job. */
export function welcome(demo: Demo, { receiverUrl, demoFile, logFile, showsMails }: WelcomeFacts): string {
  const api = `${demo.base_url}${API_BASE_PATH}`;
  const product = JSON.stringify({
    sku: "TEE-RED-M",
    title: "Red tee, size M",
    description: "A soft cotton tee.",
    url: "https://shop.example.com/p/tee-red-m",
    image_url: "https://shop.example.com/i/tee-red-m.jpg",
    price_amount: 19.9,
    price_currency: "USD",
    brand: "Acme",
    availability: "in_stock",
    inventory_quantity: 12,
    condition: "new",
  });
  return `
Skucast is ready: ${demo.base_url}

  Reference  ${api}/docs
  Dashboard  ${demo.base_url} as ${demo.user.email} / ${demo.user.password}
${showsMails ? `  Mails      ${demo.base_url}/outbox\n` : ""}  MCP        ${demo.base_url}/mcp
  API key    ${demo.api_key}
  All values ${fromHere(demoFile)}
  Log        ${fromHere(logFile)}

Three commands to paste into another terminal:

1. Create a product
   curl -sS -X POST ${api}/products -H 'Authorization: Bearer ${demo.api_key}' -H 'Content-Type: application/json' -d '${product}'

2. See its signed webhook, received and verified by the demo receiver
   curl -sS ${receiverUrl}

3. Run the feed and see the file on the demo partner's SFTP server
   ${withDataFolder(demoFile)}npm run -s skucast -- feeds run ${demo.feed_id}

Stop with Ctrl-C.`;
}

/** The shell assignment that a command needs when the data folder is not the default one. */
function withDataFolder(demoFile: string): string {
  const folder = dirname(demoFile);
  return isDefaultFolder(folder) ? "" : `SKUCAST_DATA_DIR='${folder.replaceAll("'", "'\\''")}' `;
}

/** The path relative to the folder where npm was started, if it is inside. */
function fromHere(path: string): string {
  const short = relative(startFolder(), path);
  return short.startsWith("..") ? path : short;
}
