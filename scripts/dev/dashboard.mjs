import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "../prepare.mjs";

const FOLDER = join(ROOT, "apps/dashboard");
/** Paths that only Vite serves. */
const VITE_PATH = /^\/(@|src\/|node_modules\/)/;

/**
 * The dashboard from its sources, with hot replacement over the sockets of `server`.
 * @param {import("node:http").Server} server
 */
export async function openDashboard(server) {
  const vite = await importVite();
  const development = await vite.createServer({
    root: FOLDER,
    configFile: join(FOLDER, "vite.config.ts"),
    configLoader: "native",
    appType: "custom",
    logLevel: "warn",
    clearScreen: false,
    resolve: { conditions: ["skucast-source", ...vite.defaultClientConditions] },
    ssr: { resolve: { conditions: ["skucast-source", ...vite.defaultServerConditions] }, noExternal: [/^@skucast\//] },
    server: { middlewareMode: true, ws: { server }, fs: { allow: [ROOT] } },
  });
  return {
    /** @param {string} path */
    isModule: (path) => VITE_PATH.test(path),
    /** Whether the dashboard has a page at this path. */
    async hasPage(/** @type {string} */ path) {
      const { DASHBOARD_PATHS } = await development.ssrLoadModule("@skucast/contracts/dashboard/paths");
      return path === "/" || DASHBOARD_PATHS.includes(path.split("/")[1]);
    },
    /**
     * @param {import("node:http").IncomingMessage} req
     * @param {import("node:http").ServerResponse} res
     */
    serveModule(req, res) {
      development.middlewares(req, res, () => res.writeHead(404).end());
    },
    /**
     * @param {string} url
     * @param {number} status
     * @param {import("node:http").ServerResponse} res
     */
    async servePage(url, status, res) {
      const document = readFileSync(join(FOLDER, "index.html"), "utf8");
      const html = await development.transformIndexHtml(url, document);
      res.writeHead(status, { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" }).end(html);
    },
    close: () => development.close(),
  };
}

/**
 * The dashboard's own Vite.
 * @returns {Promise<typeof import("../../apps/dashboard/node_modules/vite/dist/node/index.js")>}
 */
function importVite() {
  const path = createRequire(join(FOLDER, "package.json")).resolve("vite");
  return import(pathToFileURL(path).href);
}
