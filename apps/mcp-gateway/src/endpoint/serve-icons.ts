import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Problem } from "@skucast/contracts/problem";
import type { RawExchange } from "@skucast/http-kit/raw-router";
import { ICONS } from "../server/server-info.js";

const KEPT_SECONDS = 86_400;

/** Serves the server icons, which clients and directories show, to everyone. Reads the files once. */
export function createIconHandler(): (exchange: RawExchange) => Promise<void> {
  const icons = new Map(ICONS.map(({ file, mimeType }) => [`/${file}`, { mimeType, bytes: bytesOf(file) }]));
  return async function serveIcon({ req, res, path }) {
    const icon = icons.get(path);
    if (!icon) throw new Problem("not_found", `This icon does not exist. Icons are ${[...icons.keys()].join(", ")}.`);
    if (req.method !== "GET" && req.method !== "HEAD") {
      throw new Problem("method_not_allowed", "Icons accept only GET and HEAD.", {
        headers: { Allow: "GET, HEAD" },
      });
    }
    res.writeHead(200, {
      "Content-Type": icon.mimeType,
      "Content-Length": icon.bytes.length,
      "Cache-Control": `public, max-age=${KEPT_SECONDS}`,
      "Access-Control-Allow-Origin": "*",
      // Prevents an icon that is opened as a page from loading or running anything.
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "Cross-Origin-Resource-Policy": "cross-origin",
    });
    res.end(req.method === "HEAD" ? undefined : icon.bytes);
  };
}

const bytesOf = (file: string): Buffer => readFileSync(fileURLToPath(new URL(`../../icons/${file}`, import.meta.url)));
