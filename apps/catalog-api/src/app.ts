import { mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { App } from "@skucast/app-kit/app";
import { publicUrlOf } from "@skucast/app-kit/open-origin";
import type { Resources } from "@skucast/app-kit/resources";
import { requireRecentSignIn } from "@skucast/catalog/require-recent-sign-in";
import { checkWorkspaceImport } from "@skucast/catalog/workspace-transfers/start-transfer";
import { API_PATHS, DASHBOARD_PATHS } from "@skucast/contracts/dashboard/paths";
import { LIMITS } from "@skucast/contracts/limits";
import { ROUTES } from "@skucast/contracts/routes";
import { API_BASE_PATH, SERVICE_NAME } from "@skucast/contracts/service";
import { revokeEndedCredentials } from "@skucast/db/access/revoke-ended-credentials";
import { createIdempotencyStore } from "@skucast/db/idempotency/idempotency-store";
import { purgeProducts } from "@skucast/db/products/purge-products";
import { returnQueueSpace } from "@skucast/db/queues/return-queue-space";
import { countUsage } from "@skucast/db/usage/count-usage";
import { createApiAuthentication } from "@skucast/http-kit/authenticate";
import { createDashboardFilesRouter, notFoundRouter } from "@skucast/http-kit/dashboard-files";
import { createDocsRouter, createDocumentRouter } from "@skucast/http-kit/docs-page";
import { createDocsSiteRouter } from "@skucast/http-kit/docs-site";
import type { Mount } from "@skucast/http-kit/http-server";
import type { IdempotencyStore } from "@skucast/http-kit/idempotency";
import { mountRoutes } from "@skucast/http-kit/mount-routes";
import { renderOpenApi } from "@skucast/http-kit/openapi";
import { createRateLimiter } from "@skucast/http-kit/rate-limit";
import type { LeasedWork } from "@skucast/service-kit/leased-work";
import { type Loop, startLoop } from "@skucast/service-kit/loop";
import type { CatalogApiSettings } from "./config.js";
import { type ApiContext, createContext } from "./context.js";
import { sealAnswers } from "./idempotency/seal-answers.js";
import { sweepUploads } from "./imports/sweep-uploads.js";
import { operations } from "./operations.js";
import { removeOldProductExport, startProductExports } from "./product-exports/start-product-exports.js";
import { observeQuotas } from "./quotas/observe-quotas.js";
import { startRevocationProbe } from "./revocation/start-revocation-probe.js";
import { removeOldExport, startTransfers } from "./workspace-transfers/start-transfers.js";

const HOUSEKEEPING_MS = 60_000;
/** An app that was disconnected reads nothing after a few seconds. */
const ENDED_ACCESS_MS = 2_000;
/** Deleted products that are purged in one statement. */
const PURGED_MAX = 1_000;
const PRIVATE_FOLDER_MODE = 0o700;

/** The REST API with its reference, the dashboard's files, and the relay that publishes events to the bus. */
export function createCatalogApi(settings: CatalogApiSettings, resources: Resources): App {
  const ctx = createContext(settings, resources);
  const { db, keyring, clock, logger } = resources;
  const answers = createIdempotencyStore(db);
  let housekeeping: Loop | undefined;
  let counting: Loop | undefined;
  let ending: Loop | undefined;
  let probing: Loop | undefined;
  let transfers: LeasedWork | undefined;
  let productExports: LeasedWork | undefined;
  const { catalog, files } = ctx;
  const transferContext = { catalog, files, uploadsDir: settings.SKUCAST_UPLOADS_DIR, logger };
  let stopObserving: (() => void) | undefined;
  return {
    name: "catalog-api",
    mounts: mounts(ctx, sealAnswers(answers, keyring)),
    start: async () => {
      await mkdir(settings.SKUCAST_UPLOADS_DIR, { recursive: true, mode: PRIVATE_FOLDER_MODE });
      await ctx.relay.start();
      ctx.live.start();
      probing = startRevocationProbe(settings, resources);
      housekeeping = startLoop({
        name: "api-housekeeping",
        intervalMs: HOUSEKEEPING_MS,
        logger,
        run: async () => {
          await answers.prune(LIMITS.idempotencyKeptHours);
          await sweepUploads(db, settings.SKUCAST_UPLOADS_DIR);
          await returnQueueSpace(db);
          if ((await removeOldExport(transferContext)) === "more") return "more";
          if ((await removeOldProductExport(transferContext)) === "more") return "more";
          const deletedBefore = new Date(clock.now().getTime() - settings.SKUCAST_DELETED_PRODUCTS_KEPT);
          return (await purgeProducts(db, deletedBefore, PURGED_MAX)) === PURGED_MAX ? "more" : "idle";
        },
      });
      counting = startLoop({
        name: "usage-counting",
        intervalMs: HOUSEKEEPING_MS,
        logger,
        run: async () => ((await countUsage(db, clock.now())) > 0 ? "more" : "idle"),
      });
      ending = startLoop({
        name: "ended-access",
        intervalMs: ENDED_ACCESS_MS,
        logger,
        run: async () => {
          const ended = await revokeEndedCredentials(db, clock.now());
          if (ended.length > 0) catalog.announceRevoked(ended.map(({ id }) => id));
          return "idle";
        },
      });
      transfers = startTransfers(transferContext);
      productExports = startProductExports(transferContext);
      stopObserving = observeQuotas(ctx.catalog, resources.metrics);
    },
    endStreams: ctx.live.end,
    drain: async () => {
      // A large workspace takes longer than any drain: its export is released, and another process continues it.
      await Promise.all([transfers?.stop(), productExports?.stop(), probing?.stop(), ctx.relay.drain()]);
    },
    stop: async () => {
      stopObserving?.();
      const loops = [transfers, productExports, probing, housekeeping, counting, ending];
      await Promise.all(loops.map((loop) => loop?.stop()));
      await ctx.relay.stop();
    },
  };
}

function mounts(ctx: ApiContext, idempotency: IdempotencyStore): Mount[] {
  const { settings, resources } = ctx;
  const publicUrl = publicUrlOf(settings);
  const api = mountRoutes({
    routes: ROUTES,
    handlers: operations(ctx),
    authentication: createApiAuthentication({
      verify: resources.credentials.verify,
      explainRejection: resources.credentials.explainRejection,
      publicUrl,
    }),
    rateLimiter: createRateLimiter({ requestsPerMinute: settings.SKUCAST_REQUESTS_PER_MINUTE }),
    idempotency,
    problems: ctx.problems,
    turns: resources.turns,
    requireRecentSignIn: (principal) => requireRecentSignIn(ctx.catalog, principal),
    uploadsDir: settings.SKUCAST_UPLOADS_DIR,
    beforeUpload: {
      startWorkspaceImport: (principal, { hasKey }) =>
        checkWorkspaceImport({ ctx: ctx.catalog, principal, input: { mayBeRetry: hasKey } }),
    },
  });
  const openApiPath = `${API_BASE_PATH}/openapi.json`;
  const isSecure = publicUrl.startsWith("https:");
  const docsPath = `${API_BASE_PATH}/docs`;
  return [
    { path: API_BASE_PATH, router: api },
    { path: openApiPath, router: createDocumentRouter(() => renderOpenApi({ ...openApiOptions, isSecure })) },
    { path: docsPath, router: createDocsRouter({ openApiUrl: openApiPath }) },
    { path: "/docs", router: createDocsSiteRouter({ folder: builtFolder("@skucast/docs-site") }) },
    {
      path: "/",
      router: createDashboardFilesRouter({ folder: builtFolder("@skucast/dashboard"), places: DASHBOARD_PATHS }),
    },
    {
      path: "/",
      router: notFoundRouter({ folder: builtFolder("@skucast/dashboard"), programPaths: API_PATHS }),
      isLast: true,
    },
  ];
}

/** The folder of built files of an installed package: the dashboard or the documentation site. */
const builtFolder = (packageName: string): string =>
  join(dirname(createRequire(import.meta.url).resolve(`${packageName}/package.json`)), "dist");

/** Options of the OpenAPI document; the committed document uses the same ones. */
export const openApiOptions: Parameters<typeof renderOpenApi>[0] = {
  routes: ROUTES,
  title: `${SERVICE_NAME} API`,
  version: "1",
  serverUrl: API_BASE_PATH,
};
