import { API_BASE_PATH } from "@skucast/contracts/service";
import { databaseProblem } from "@skucast/db/database-problem";
import { createHttpServer, type HttpServer } from "@skucast/http-kit/http-server";
import { createOpsRouter } from "@skucast/http-kit/ops-routes";
import { createProblems } from "@skucast/http-kit/problems";
import { parseTrustedProxies } from "@skucast/http-kit/trusted-proxies";
import type { Health } from "@skucast/service-kit/health";
import type { Logger } from "@skucast/service-kit/logger";
import type { Metrics } from "@skucast/service-kit/metrics";
import type { App } from "./app.js";
import type { CommonSettings } from "./settings.js";

/** URL at which clients reach the origin, without a trailing slash. */
export const publicUrlOf = (settings: Pick<CommonSettings, "SKUCAST_PUBLIC_URL" | "PORT">): string =>
  (settings.SKUCAST_PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/+$/, "");

/** URL of the page of error codes, to which problems refer. */
export const errorDocsUrlOf = (settings: Pick<CommonSettings, "SKUCAST_PUBLIC_URL" | "PORT">): string =>
  `${publicUrlOf(settings)}${API_BASE_PATH}/docs/errors`;

/** Creates the HTTP origin of a process: the mounts of its apps, /healthz, /readyz and /metrics. */
export function openOrigin(
  settings: CommonSettings,
  apps: readonly Pick<App, "mounts" | "endStreams">[],
  { health, metrics, logger }: { health: Health; metrics: Metrics; logger: Logger },
): HttpServer {
  const proxy = settings.SKUCAST_TRUST_PROXY;
  return createHttpServer({
    mounts: apps.flatMap((app) => app.mounts),
    ops: createOpsRouter({ health, metrics, metricsToken: settings.SKUCAST_METRICS_TOKEN }),
    problems: createProblems({ errorDocsUrl: errorDocsUrlOf(settings), logger, translate: databaseProblem }),
    host: settings.HOST,
    port: settings.PORT,
    logger,
    metrics,
    onDrain: () => {
      for (const app of apps) app.endStreams?.();
    },
    ...(proxy !== undefined && { trustProxy: parseTrustedProxies(proxy) }),
  });
}
