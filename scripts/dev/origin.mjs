import { once } from "node:events";
import { createServer, request } from "node:http";
import { openDashboard } from "./dashboard.mjs";

/**
 * @typedef {import("node:http").IncomingMessage} IncomingMessage
 * @typedef {import("node:http").ServerResponse} ServerResponse
 */

/**
 * One HTTP origin for everything, as in production: the dashboard's pages and modules come from Vite, all else from the
 * apps. A request that arrives while the apps restart waits for them.
 * @param {{ host: string, port: number, apps: ReturnType<typeof import("./app-versions.mjs").createAppVersions> }} options
 */
export async function openDevOrigin({ host, port, apps }) {
  const server = createServer((req, res) => {
    res.on("error", () => {}); // the client went away
    serve(req, res).catch((error) => {
      if (!res.headersSent) res.writeHead(500, { "Content-Type": "text/plain; charset=utf-8" });
      res.end(`${error.stack}\n`);
    });
  });
  server.listen(port, host);
  await once(server, "listening");
  const dashboard = await openDashboard(server);

  /**
   * @param {IncomingMessage} req
   * @param {ServerResponse} res
   */
  async function serve(req, res) {
    const url = req.url ?? "/";
    const [path = "/"] = url.split("?");
    if (dashboard.isModule(path)) return dashboard.serveModule(req, res);
    if (req.method === "GET" && (await dashboard.hasPage(path))) return dashboard.servePage(url, 200, res);
    await forward(req, res, () => dashboard.servePage(url, 404, res));
  }

  /**
   * @param {IncomingMessage} req
   * @param {ServerResponse} res
   * @param {() => Promise<void>} showMissingPage
   */
  async function forward(req, res, showMissingPage) {
    const running = await apps.running();
    if ("failure" in running) {
      res.writeHead(503, { "Content-Type": "text/plain; charset=utf-8" }).end(`${running.failure}\n`);
      return;
    }
    const { method, url: path, headers } = req;
    const upstream = request({ host: "127.0.0.1", port: running.port, method, path, headers });
    res.once("close", () => upstream.destroy());
    req.pipe(upstream);
    const [answer] = /** @type {[IncomingMessage]} */ (await once(upstream, "response"));
    if (answer.statusCode === 404 && answer.headers["content-type"]?.startsWith("text/html")) {
      answer.resume();
      return showMissingPage();
    }
    res.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders);
    answer.on("error", () => res.destroy()).pipe(res);
  }

  return {
    async close() {
      await dashboard.close();
      server.closeAllConnections();
      server.close();
    },
  };
}
