import { Agent, createServer, IncomingMessage, request, type Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import express, { type ErrorRequestHandler, type Express } from "express";
import { createFastServer } from "./fast-server.js";

/** An app that uses what express adds to req and res, created for each server. */
function createApp(closed: (path: string) => void): Express {
  const app = express().set("trust proxy", true).disable("x-powered-by");
  app.use((req, res, next) => {
    res.locals.seen = req.path;
    res.on("close", () => closed(req.originalUrl));
    next();
  });
  app.get("/json", (req, res) => {
    res.json({
      get: req.get("X-Thing"),
      ip: req.ip,
      host: req.hostname,
      protocol: req.protocol,
      query: req.query,
      seen: res.locals.seen,
    });
  });
  app.get("/status", (_req, res) => {
    res.status(418).type("text/plain").append("X-A", "1").append("X-A", "2").cookie("a", "b").send("teapot");
  });
  app.get("/accepts", (req, res) => {
    res.vary("Accept").send(String(req.accepts(["json", "html"])) + String(req.is("json")));
  });
  app.get("/redirect", (_req, res) => res.redirect(303, "/json?a=b"));
  app.get("/stream", (_req, res) => void Readable.from(["a", "b", "c"]).pipe(res));
  app.get("/types", (req, res) => {
    res.json([
      req instanceof IncomingMessage,
      res instanceof ServerResponse,
      req.res === res,
      res.req === req,
      req.app === res.app,
    ]);
  });
  app.get("/throw", () => {
    throw new Error("thrown");
  });
  app.get("/reject", async () => {
    throw new Error("rejected");
  });
  app.get("/open", (_req, res) => void res.write("x"));
  const router = express.Router();
  router.get("/:id", (req, res) => void res.json([req.params, req.baseUrl, req.url, req.originalUrl]));
  app.use("/below", router);
  const onError: ErrorRequestHandler = (error, _req, res, _next) => {
    res.status(500).json({ message: error.message });
  };
  app.use(onError);
  return app;
}

interface Running {
  readonly server: Server;
  readonly port: number;
  readonly closed: string[];
  waitClosed(path: string): Promise<void>;
}

async function run(makeServer: (app: Express) => Server): Promise<Running> {
  const closed: string[] = [];
  const waiting = new Map<string, () => void>();
  const app = createApp((path) => {
    closed.push(path);
    waiting.get(path)?.();
  });
  const server = makeServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    server,
    port: (server.address() as AddressInfo).port,
    closed,
    waitClosed: (path) =>
      closed.includes(path) ? Promise.resolve() : new Promise((resolve) => waiting.set(path, resolve)),
  };
}

let plain: Running;
let fast: Running;
beforeAll(async () => {
  plain = await run((app) => createServer(app));
  fast = await run((app) => createFastServer(app));
});
afterAll(() => {
  for (const { server } of [plain, fast]) {
    server.close();
    server.closeAllConnections();
  }
});

const VOLATILE = /^date:.*$/i;

function ask({ port }: Running, method: string, path: string, agent?: Agent) {
  return new Promise<{ status: number | undefined; headers: string[]; body: string; reused: boolean }>(
    (resolve, reject) => {
      const headers = { "X-Thing": "y", Host: "shop.test", "X-Forwarded-For": "203.0.113.9", Accept: "text/html" };
      const req = request({ host: "127.0.0.1", port, method, path, headers, ...(agent ? { agent } : {}) }, (res) => {
        let body = "";
        res.on("data", (chunk) => {
          body += String(chunk);
        });
        res.on("end", () => {
          const pairs = res.rawHeaders.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${res.rawHeaders[i + 1]}`] : []));
          resolve({
            status: res.statusCode,
            headers: pairs.filter((pair) => !VOLATILE.test(pair)),
            body,
            reused: req.reusedSocket,
          });
        });
      });
      req.on("error", reject).end();
    },
  );
}

describe("the fast server answers like a plain one", () => {
  test.each([
    ["GET", "/json?a=1&b=2"],
    ["HEAD", "/json"],
    ["GET", "/status"],
    ["GET", "/accepts"],
    ["GET", "/redirect"],
    ["GET", "/stream"],
    ["GET", "/types"],
    ["GET", "/throw"],
    ["GET", "/reject"],
    ["GET", "/below/7?x"],
    ["GET", "/nothing"],
    ["POST", "/json"],
    ["OPTIONS", "/json"],
    ["GET", "/%ff"],
  ])("%s %s", async (method, path) => {
    expect(await ask(fast, method, path)).toEqual(await ask(plain, method, path));
  });

  test("connections are kept alive", async () => {
    for (const running of [plain, fast]) {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      await ask(running, "GET", "/json", agent);
      expect((await ask(running, "GET", "/json", agent)).reused).toBe(true);
      agent.destroy();
    }
  });

  test("close is emitted when the response is complete and when the client disconnects", async () => {
    for (const running of [plain, fast]) {
      await ask(running, "GET", "/json?closing");
      await running.waitClosed("/json?closing");
      const req = request({ host: "127.0.0.1", port: running.port, path: "/open" }, () => req.destroy());
      req.on("error", () => undefined).end();
      await running.waitClosed("/open");
    }
  });
});

test("requests keep their prototypes: express' replacement has no effect", async () => {
  const app = express();
  let isKept = false;
  const server = createFastServer(app);
  const prototypeOf = new Promise<object | null>((resolve) => {
    server.prependListener("request", (req) => resolve(Object.getPrototypeOf(req)));
  });
  app.get("/", async (req, res) => {
    isKept = Object.getPrototypeOf(req) === (await prototypeOf) && Object.getPrototypeOf(res) === app.response;
    res.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  server.closeAllConnections();
  server.close();
  expect(isKept).toBe(true);
});
