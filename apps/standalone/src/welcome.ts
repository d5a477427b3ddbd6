import { dirname, relative } from "node:path";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { isDefaultFolder, startFolder } from "./config.js";
import type { Demo } from "./demo/demo-file.js";

/** What is printed when everything is ready: where it is, who may enter, and three commands that do the main job. */
export function welcome(
  demo: Demo,
  { receiverUrl, demoFile, logFile }: { receiverUrl: string; demoFile: string; logFile: string },
): string {
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
  MCP        ${demo.base_url}/mcp
  API key    ${demo.api_key}
  All of it  ${fromHere(demoFile)}
  Log        ${fromHere(logFile)}

Three commands to paste into another terminal:

1. Create a product
   curl -sS -X POST ${api}/products -H 'Authorization: Bearer ${demo.api_key}' -H 'Content-Type: application/json' -d '${product}'

2. See its signed webhook, as the demo receiver got and verified it
   curl -sS ${receiverUrl}

3. Run the feed and see the file at the demo partner's SFTP server
   ${withDataFolder(demoFile)}npm run -s skucast -- feeds run ${demo.feed_id}

Stop with Ctrl-C.`;
}

/** The setting that a command needs to find another data folder than the default one, as a shell takes it. */
function withDataFolder(demoFile: string): string {
  const folder = dirname(demoFile);
  return isDefaultFolder(folder) ? "" : `SKUCAST_DATA_DIR='${folder.replaceAll("'", "'\\''")}' `;
}

/** A path as a person in the present folder would write it. */
function fromHere(path: string): string {
  const short = relative(startFolder(), path);
  return short.startsWith("..") ? path : short;
}
