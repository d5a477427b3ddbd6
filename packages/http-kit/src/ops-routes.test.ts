import { get } from "node:http";
import { networkInterfaces } from "node:os";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createHealth } from "@skucast/service-kit/health";
import { createLogger } from "@skucast/service-kit/logger";
import { createMetrics } from "@skucast/service-kit/metrics";
import { createHttpServer, type HttpServer } from "./http-server.js";
import { createOpsRouter } from "./ops-routes.js";
import { createProblems } from "./problems.js";

const health = createHealth({ cacheMs: 0 });
const metrics = createMetrics({ service: "test" });
const logger = createLogger({ service: "test", level: "silent" });
let isDatabaseUp = true;
let server: HttpServer;
let open: HttpServer;
let base: string;

beforeAll(async () => {
  health.add("database", async () => {
    if (!isDatabaseUp) throw new Error("secret address");
  });
  server = createServer({ metricsToken: "scrape-me" });
  open = createServer({});
  await Promise.all([server.start(), open.start()]);
  base = `http://127.0.0.1:${server.port}`;
});
afterAll(() => Promise.all([server.stop(), open.stop()]));

const createServer = (options: { metricsToken?: string }) =>
  createHttpServer({
    mounts: [],
    ops: createOpsRouter({ health, metrics, ...options }),
    logger,
    metrics,
    problems: createProblems({ errorDocsUrl: "https://x.test/docs/errors", logger }),
    host: "0.0.0.0",
    port: 0,
  });

test("healthz answers regardless of dependencies", async () => {
  isDatabaseUp = false;
  const answer = await fetch(`${base}/healthz`);
  expect([answer.status, await answer.json()]).toEqual([200, { status: "ok" }]);
  expect((await fetch(`${base}/healthz`, { method: "HEAD" })).status).toBe(200);
});

test("readyz fails while a dependency is unavailable, names it, and recovers", async () => {
  isDatabaseUp = false;
  const failed = await fetch(`${base}/readyz`);
  expect([failed.status, await failed.json()]).toEqual([
    503,
    { status: "not_ready", checks: [{ name: "database", ok: false, error: "database unreachable" }] },
  ]);
  isDatabaseUp = true;
  const ready = await fetch(`${base}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([
    200,
    { status: "ready", checks: [{ name: "database", ok: true }] },
  ]);
});

test("metrics require the token, if one is configured", async () => {
  expect((await fetch(`${base}/metrics`)).status).toBe(401);
  expect((await fetch(`${base}/metrics`, { headers: { authorization: "Bearer other" } })).status).toBe(401);
  const answer = await fetch(`${base}/metrics`, { headers: { authorization: "Bearer scrape-me" } });
  expect(answer.headers.get("content-type")).toMatch(/^text\/plain/);
  expect(await answer.text()).toContain("process_cpu_seconds_total");
});

test("without a token, metrics are for clients on the same machine, but not for those behind a proxy on it", async () => {
  const at = (host: string) => `http://${host}:${open.port}/metrics`;
  expect((await fetch(at("127.0.0.1"))).status).toBe(200);
  const proxied = await fetch(at("127.0.0.1"), { headers: { "x-forwarded-for": "127.0.0.1" } });
  expect(proxied.status).toBe(403);
  const statusFor = (host: string) =>
    new Promise((resolve, reject) => {
      get(at("127.0.0.1"), { headers: { host } }, (res) => resolve(res.resume().statusCode)).on("error", reject);
    });
  for (const host of ["localhost:8080", "127.0.0.2", "[::1]:8080"])
    expect([host, await statusFor(host)]).toEqual([host, 200]);
  for (const host of ["shop.example", "localhost.shop.example", "user@shop.example", "127.0.0.1.shop.example"])
    expect([host, await statusFor(host)]).toEqual([host, 403]);
  const [elsewhere] = Object.values(networkInterfaces()).flatMap((addresses) =>
    (addresses ?? []).filter(({ family, internal }) => family === "IPv4" && !internal),
  );
  if (elsewhere) expect((await fetch(at(elsewhere.address))).status).toBe(403);
});
