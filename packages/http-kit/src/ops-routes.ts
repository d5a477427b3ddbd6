import { hash, timingSafeEqual } from "node:crypto";
import { BlockList, isIPv6 } from "node:net";
import { Problem } from "@skucast/contracts/problem";
import { SERVICE_NAME } from "@skucast/contracts/service";
import type { Health } from "@skucast/service-kit/health";
import type { Metrics } from "@skucast/service-kit/metrics";
import express, { type Request, type Response, type Router } from "express";
import { tokenOf } from "./authenticate.js";

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

/**
 * The routes for monitoring: `/healthz` (the process is alive), `/readyz` (200 if it can serve, with status `degraded`
 * if an optional dependency fails or a required one is slow; 503 with the failing checks; recovers by itself), `/metrics`
 * (Prometheus text, for requests with `metricsToken` as bearer token or, without one, for clients on this machine).
 */
export function createOpsRouter({
  health,
  metrics,
  metricsToken,
}: {
  health: Health;
  metrics: Metrics;
  metricsToken?: string | undefined;
}): Router {
  const router = express.Router({ caseSensitive: true });
  router.get("/healthz", (_req, res) => {
    res.locals.routeTemplate = "/healthz";
    sendStatus(res, 200, { status: "ok" });
  });
  router.get("/readyz", async (_req, res) => {
    res.locals.routeTemplate = "/readyz";
    const { ok, isDegraded, reason, checks } = await health.ready();
    const status = isDegraded ? "degraded" : "ready";
    sendStatus(res, ok ? 200 : 503, { status: ok ? status : "not_ready", ...(reason ? { reason } : {}), checks });
  });
  router.get("/metrics", async (req, res) => {
    res.locals.routeTemplate = "/metrics";
    if (metricsToken !== undefined) requireToken(req.headers.authorization, metricsToken);
    else requireLocalClient(req);
    const { contentType, body } = await metrics.render();
    res.setHeader("Content-Type", contentType).setHeader("Cache-Control", "no-store");
    res.end(body);
  });
  return router;
}

function sendStatus(res: Response, status: number, body: object): void {
  res.setHeader("Cache-Control", "no-store");
  res.status(status).json(body);
}

/**
 * A request that a proxy on this machine forwards may come from anywhere. A proxy that adds no header, and a web page whose
 * name resolves to this machine, are recognized by the host that they name.
 */
function requireLocalClient({ socket, headers }: Request): void {
  const isProxied = headers.forwarded !== undefined || headers["x-forwarded-for"] !== undefined;
  if (!isProxied && isLoopback(socket.remoteAddress ?? "") && namesThisMachine(headers.host ?? "")) return;
  const detail =
    "Without SKUCAST_METRICS_TOKEN, metrics are served only to clients on the same machine, under localhost or a loopback address. Set it and send it as a bearer token.";
  throw new Problem("forbidden", detail);
}

const isLoopback = (address: string): boolean => LOOPBACK.check(address, isIPv6(address) ? "ipv6" : "ipv4");

function namesThisMachine(host: string): boolean {
  const url = URL.parse(`http://${host}`);
  return url !== null && (url.hostname === "localhost" || isLoopback(url.hostname.replace(/^\[|\]$/g, "")));
}

function requireToken(authorization: string | undefined, expected: string): void {
  const sent = tokenOf(authorization);
  // Hashes have equal lengths, so that the comparison does not reveal the token's length.
  const digest = (token: string) => hash("sha256", token, "buffer");
  if (sent !== null && timingSafeEqual(digest(sent), digest(expected))) return;
  throw new Problem(sent === null ? "unauthorized" : "invalid_token", undefined, {
    headers: { "WWW-Authenticate": `Bearer realm="${SERVICE_NAME.toLowerCase()} metrics"` },
  });
}
