import { Agent, get, request } from "node:http";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { afterEach, expect, test } from "@jest/globals";
import { createHealth } from "@skucast/service-kit/health";
import { createLogger } from "@skucast/service-kit/logger";
import { createMetrics } from "@skucast/service-kit/metrics";
import express, { type Router } from "express";
import { sendAnswer } from "./answer.js";
import { createHttpServer, type HttpServer, type HttpServerOptions, type Mount } from "./http-server.js";
import { createOpsRouter } from "./ops-routes.js";
import { createProblems } from "./problems.js";

const lines: Record<string, unknown>[] = [];
const metrics = createMetrics({ service: "test" });
let server: HttpServer | null = null;

const logger = createLogger({
  service: "test",
  level: "debug",
  destination: { write: (line) => void lines.push(JSON.parse(line)) },
});

async function run(
  mounts: Mount[],
  ops: Router = express.Router(),
  more: Pick<HttpServerOptions, "trustProxy"> = {},
): Promise<string> {
  lines.length = 0;
  server = createHttpServer({
    ...more,
    mounts,
    ops,
    logger,
    metrics,
    problems: createProblems({ errorDocsUrl: "https://x.test/docs/errors", logger }),
    host: "127.0.0.1",
    port: 0,
  });
  await server.start();
  return `http://127.0.0.1:${server.port}`;
}

afterEach(() => server?.stop());

function routerOf(add: (router: Router) => void): Router {
  const router = express.Router();
  add(router);
  return router;
}

test("the longest matching mount answers, and unknown paths are a 404 problem", async () => {
  const says = (text: string) => routerOf((router) => router.get("/", (_req, res) => void res.end(text)));
  const base = await run([
    { path: "/api", router: says("api") },
    { path: "/api/docs", router: says("docs") },
  ]);
  expect(await (await fetch(`${base}/api/docs`)).text()).toBe("docs");
  expect(await (await fetch(`${base}/api`)).text()).toBe("api");
  const missing = await fetch(`${base}/nowhere`);
  expect([missing.status, missing.headers.get("x-powered-by"), missing.headers.get("x-content-type-options")]).toEqual([
    404,
    null,
    "nosniff",
  ]);
  expect(await missing.json()).toMatchObject({ code: "not_found", request_id: missing.headers.get("request-id") });
});

test("all errors of a mount are problem documents; a client error stays a 4xx", async () => {
  const base = await run([
    {
      path: "/x",
      router: routerOf((router) => {
        router.get("/fails", () => Promise.reject(new Error("secret")));
        router.get("/:id", (_req, res) => void res.end("ok"));
      }),
    },
  ]);
  const failed = await fetch(`${base}/x/fails`);
  expect([failed.status, (await failed.text()).includes("secret")]).toEqual([500, false]);
  expect((await fetch(`${base}/x/%ff`)).status).toBe(400);
});

test("one access line and one observation per request, by route template, never by path or query", async () => {
  const base = await run([
    {
      path: "/x",
      router: routerOf((router) => {
        router.get("/", (_req, res) => {
          res.locals.routeTemplate = "/x";
          res.end("ok");
        });
      }),
    },
  ]);
  await fetch(`${base}/x?token=canary`);
  await fetch(`${base}/canary`, { headers: { "request-id": "mine" } });
  await server?.drain();
  const access = lines.filter((line) => line.event === "http.request");
  expect(access).toHaveLength(2);
  expect(access[1]).toMatchObject({
    method: "GET",
    route: "unmatched",
    status: 404,
    request_id: "mine",
    duration_ms: expect.any(Number),
  });
  expect(JSON.stringify(lines)).not.toContain("canary");
  const { body } = await metrics.render();
  expect(body).toContain('http_requests_total{service="test",route="/x",method="GET",status="200"} 1');
  expect(body).toMatch(/http_request_duration_seconds_count\{service="test",route="\/x",method="GET",status="200"\} 1/);
  expect(body).not.toContain("canary");
});

test("a stream counts with the time to its beginning, and monitoring does not count as requests", async () => {
  const ended = Promise.withResolvers<void>();
  const body = Readable.from(
    (async function* () {
      yield "first";
      await ended.promise;
    })(),
  );
  const monitoring = createOpsRouter({ health: createHealth(), metrics });
  const base = await run(
    [
      {
        path: "/stream",
        router: routerOf((router) => {
          router.get("/", (req, res) => {
            res.locals.routeTemplate = "/stream";
            sendAnswer(req, res, { status: 200, headers: {}, body });
          });
        }),
      },
    ],
    monitoring,
  );
  const response = await fetch(`${base}/stream`);
  for (const path of ["/healthz", "/readyz", "/metrics"]) expect((await fetch(`${base}${path}`)).status).toBe(200);
  ended.resolve();
  expect(await response.text()).toBe("first");
  await server?.drain();
  const { duration_ms: totalMs } = lines.find(({ route }) => route === "/stream") ?? {};
  const { body: text } = await metrics.render();
  const [, seconds] = /http_request_duration_seconds_sum\{service="test",route="\/stream".*\} (\S+)/.exec(text) ?? [];
  // Three requests were answered while the stream was open.
  expect(Number(seconds) * 1_000).toBeLessThan(Number(totalMs) / 2);
  expect(text).toContain('http_requests_total{service="test",route="/stream",method="GET",status="200"} 1');
  expect(text).not.toMatch(/route="\/(healthz|readyz|metrics)"/);
});

test("malformed HTTP is answered with a problem document and the connection is closed", async () => {
  await run([]);
  const socket = connect(server?.port ?? 0, "127.0.0.1", () => socket.write("NONSENSE\r\n\r\n"));
  let text = "";
  for await (const chunk of socket) text += String(chunk);
  expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(text).toContain('"code":"bad_request"');
});

test.each([
  ["two hosts", "Host: a\r\nhost: b\r\n"],
  ["no host", ""],
  ["two tokens", "Host: a\r\nAuthorization: Bearer a\r\nAUTHORIZATION: Bearer b\r\n"],
  ["a length and chunks", "Host: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n"],
  ["two lengths", "Host: a\r\nContent-Length: 4\r\nContent-Length: 5\r\n"],
  ["a coding without an end", "Host: a\r\nTransfer-Encoding: gzip\r\n"],
  ["a space before a colon", "Host: a\r\nTransfer-Encoding : chunked\r\n"],
])("a request with %s is rejected with a problem document", async (_what, fields) => {
  await run([]);
  const socket = connect(server?.port ?? 0, "127.0.0.1");
  socket.write(`GET / HTTP/1.1\r\n${fields}Connection: close\r\n\r\n`);
  let text = "";
  for await (const chunk of socket) text += String(chunk);
  expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(text).toContain('"code":"bad_request"');
});

test.each([
  ["no proxy", undefined, "127.0.0.1"],
  ["one proxy", 1, "203.0.113.2"],
  ["proxies of another network", "203.0.113.0/24", "127.0.0.1"],
])("a client cannot choose its address where %s is trusted", async (_what, trustProxy, address) => {
  const router = routerOf((at) => at.get("/", (req, res) => void res.end(req.ip)));
  const base = await run([{ path: "/x", router }], undefined, trustProxy === undefined ? {} : { trustProxy });
  // The last address is the one that the nearest proxy saw.
  const headers = {
    "X-Forwarded-For": "198.51.100.1, 203.0.113.2",
    "X-Real-IP": "198.51.100.1",
    Forwarded: "for=198.51.100.1",
  };
  expect(await (await fetch(`${base}/x`, { headers })).text()).toBe(address);
});

test("a malformed request behind a complete one is answered after it, once", async () => {
  const entered = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const failed = Promise.withResolvers<void>();
  await run([
    {
      path: "/slow",
      router: routerOf((router) => {
        router.get("/", async (req, res) => {
          res.write("do");
          // Called behind the server's own listener.
          req.socket.on("data", () => failed.resolve());
          entered.resolve();
          await release.promise;
          res.end("ne");
        });
      }),
    },
  ]);
  const socket = connect(server?.port ?? 0, "127.0.0.1");
  socket.write("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
  await entered.promise;
  socket.write("NONSENSE\r\n\r\n");
  await failed.promise;
  release.resolve();
  let text = "";
  for await (const chunk of socket) text += String(chunk);
  expect(text).toMatch(
    /^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\n2\r\ndo\r\n2\r\nne\r\n0\r\n\r\nHTTP\/1\.1 400 Bad Request\r\n/,
  );
  expect(text.match(/HTTP\/1\.1 \d/g)).toHaveLength(2);
});

test("header fields that are too long are 431, also in the body", async () => {
  const base = await run([]);
  const [status, text] = await new Promise<[number | undefined, string]>((resolve) => {
    get(base, { headers: { "x-long": "x".repeat(20_000) } }, async (res) => {
      resolve([res.statusCode, (await res.toArray()).join("")]);
    });
  });
  expect(status).toBe(431);
  expect(JSON.parse(text)).toMatchObject({ status: 431, code: "headers_too_large" });
});

test("an expectation other than 100-continue is 417, also in the body, and the connection stays usable", async () => {
  const base = await run([
    { path: "/", router: routerOf((router) => router.post("/", (_req, res) => void res.end("ok"))) },
  ]);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const post = (expect?: string) =>
    new Promise<[number | undefined, string]>((resolve, reject) => {
      const sent = request(base, { method: "POST", agent, headers: { ...(expect && { expect }) } }, async (res) => {
        resolve([res.statusCode, (await res.toArray()).join("")]);
      });
      sent.on("error", reject).end("body");
    });
  const [status, text] = await post("the-unexpected");
  expect(status).toBe(417);
  expect(JSON.parse(text)).toMatchObject({ status: 417, code: "expectation_failed" });
  expect(await post("100-Continue")).toEqual([200, "ok"]);
  expect(await post()).toEqual([200, "ok"]);
  agent.destroy();
});

test("a drain finishes open requests, closes their connections and accepts no more", async () => {
  const entered = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const release = Promise.withResolvers<void>();
  const base = await run([
    {
      path: "/slow",
      router: routerOf((router) => {
        router.get("/", async (_req, res) => {
          entered[0].resolve();
          await release.promise;
          res.end("done");
        });
        router.get("/started", async (_req, res) => {
          res.write("do");
          entered[1].resolve();
          await release.promise;
          res.end("ne");
        });
      }),
    },
  ]);
  const agent = new Agent({ keepAlive: true });
  const ask = (path: string) =>
    new Promise<{ connection: string | undefined; text: string }>((resolve, reject) => {
      request(`${base}${path}`, { agent }, (res) => {
        let text = "";
        res.on("data", (chunk) => {
          text += String(chunk);
        });
        res.on("end", () => resolve({ connection: res.headers.connection, text }));
      })
        .on("error", reject)
        .end();
    });
  const answers = [ask("/slow"), ask("/slow/started")];
  await Promise.all(entered.map(({ promise }) => promise));
  const drained = server?.drain();
  await expect(fetch(`${base}/slow`)).rejects.toThrow();
  release.resolve();
  expect((await Promise.all(answers)).map(({ text }) => text)).toEqual(["done", "done"]);
  expect((await answers[0])?.connection).toBe("close");
  await drained;
  agent.destroy();
});

test("stop closes connections with unfinished requests, also during a drain", async () => {
  const entered = Promise.withResolvers<void>();
  const base = await run([{ path: "/hang", router: routerOf((router) => router.get("/", () => entered.resolve())) }]);
  const answer = fetch(`${base}/hang`);
  await entered.promise;
  const drained = server?.drain();
  await server?.stop();
  await expect(answer).rejects.toThrow();
  await drained;
});

test("start rejects if the port is taken", async () => {
  await run([]);
  const second = createHttpServer({
    mounts: [],
    ops: express.Router(),
    logger,
    metrics,
    problems: createProblems({ errorDocsUrl: "https://x.test/docs/errors", logger }),
    host: "127.0.0.1",
    port: server?.port ?? 0,
  });
  await expect(second.start()).rejects.toThrow("EADDRINUSE");
});
