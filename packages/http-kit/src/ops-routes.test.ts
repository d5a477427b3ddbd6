import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createHealth } from "@skucast/service-kit/health";
import { createLogger } from "@skucast/service-kit/logger";
import { createMetrics } from "@skucast/service-kit/metrics";
import express from "express";
import { createHttpServer, type HttpServer } from "./http-server.js";
import { opsRouter } from "./ops-routes.js";
import { createProblems } from "./problems.js";

const health = createHealth({ cacheMs: 0 });
const metrics = createMetrics({ service: "test" });
const logger = createLogger({ service: "test", level: "silent" });
let isDatabaseUp = true;
let server: HttpServer;
let open: Server;
let base: string;

beforeAll(async () => {
  health.add("database", async () => {
    if (!isDatabaseUp) throw new Error("secret address");
  });
  server = createHttpServer({
    mounts: [],
    ops: opsRouter({ health, metrics, metricsToken: "scrape-me" }),
    logger,
    metrics,
    problems: createProblems({ errorDocsUrl: "https://x.test/docs/errors", logger }),
    host: "127.0.0.1",
    port: 0,
  });
  await server.start();
  base = `http://127.0.0.1:${server.port}`;
  open = express().use(opsRouter({ health, metrics })).listen(0, "127.0.0.1");
});
afterAll(async () => {
  await server.stop();
  open.closeAllConnections();
  open.close();
});

test("healthz answers whatever happens to others", async () => {
  isDatabaseUp = false;
  const answer = await fetch(`${base}/healthz`);
  expect([answer.status, await answer.json()]).toEqual([200, { status: "ok" }]);
  expect((await fetch(`${base}/healthz`, { method: "HEAD" })).status).toBe(200);
});

test("readyz fails while a part is gone, says which, and comes back", async () => {
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

test("metrics are for whoever has the token, when one is set", async () => {
  expect((await fetch(`${base}/metrics`)).status).toBe(401);
  expect((await fetch(`${base}/metrics`, { headers: { authorization: "Bearer other" } })).status).toBe(401);
  const answer = await fetch(`${base}/metrics`, { headers: { authorization: "Bearer scrape-me" } });
  expect(answer.headers.get("content-type")).toMatch(/^text\/plain/);
  expect(await answer.text()).toContain("http_requests_total");
  expect((await fetch(`http://127.0.0.1:${(open.address() as AddressInfo).port}/metrics`)).status).toBe(200);
});
