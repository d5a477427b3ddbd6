import { statusOf } from "@skucast/contracts/error-codes";
import { LIMITS } from "@skucast/contracts/limits";
import { Problem } from "@skucast/contracts/problem";
import { FEED_FILES_PATH } from "@skucast/contracts/pull-credentials/pull-credential";
import { isPullSecret } from "@skucast/credentials/pull-secret";
import { hashToken } from "@skucast/credentials/token";
import { createRateLimiter, rateLimited } from "@skucast/http-kit/rate-limit";
import type { RawExchange } from "@skucast/http-kit/raw-router";
import { METRICS } from "@skucast/service-kit/metric-names";
import { networkOf } from "@skucast/targets/network-of";
import type { FeedServerContext } from "../context.js";
import { findLiveFiles, type LiveFiles } from "../credentials/find-live-files.js";
import { recordUse } from "../credentials/record-use.js";
import { createConcurrencyLimit } from "./concurrency-limit.js";
import { sendFile } from "./send-file.js";
import { sendListing } from "./send-listing.js";

const PATH = /^\/([0-9A-Za-z]+)\/([A-Za-z0-9_][A-Za-z0-9._-]*)?$/;

/**
 * Serves `GET` and `HEAD` below the path of feed files: `/<secret>/<file>`, and `/<secret>/` for the list of files. An
 * unknown secret, a revoked one and a missing file get the same 404.
 */
export function serveFeedFiles(ctx: FeedServerContext): (exchange: RawExchange) => Promise<void> {
  const budget = { requestsPerMinute: LIMITS.pullRequestsPerMinute, nowMs: () => ctx.clock.now().getTime() };
  const perCredential = createRateLimiter(budget);
  const missesPerNetwork = createRateLimiter(budget);
  const downloads = createConcurrencyLimit(LIMITS.pullsAtOncePerCredential);

  const countPull = (status: number) =>
    ctx.metrics.counter(METRICS.feedPulls).inc({ protocol: "https", outcome: String(status) });

  async function liveFilesOf(secret: string): Promise<LiveFiles | undefined> {
    if (!isPullSecret(secret)) return undefined;
    return findLiveFiles(ctx, { secretHash: hashToken(secret) }, "https_pull");
  }

  return async (exchange) => {
    const { req, res, path } = exchange;
    res.setHeader("X-Robots-Tag", "noindex").setHeader("Referrer-Policy", "no-referrer");
    if (req.method !== "GET" && req.method !== "HEAD") {
      throw new Problem("method_not_allowed", undefined, { headers: { Allow: "GET, HEAD" } });
    }
    const [, secret = "", name] = PATH.exec(path) ?? [];
    const live = await liveFilesOf(secret);
    const file = name === undefined ? undefined : live?.run?.files.find((it) => it.name === name);
    if (!live?.run || (name !== undefined && !file)) {
      const misses = missesPerNetwork.take(networkOf(exchange.ip));
      throw misses.isAllowed ? new Problem("not_found", "There is nothing at this URL.") : rateLimited(misses);
    }
    exchange.setWorkspace(live.workspaceId);
    const requests = perCredential.take(live.credentialId);
    if (!requests.isAllowed) throw rateLimited(requests);
    recordUse(ctx, live);
    if (!file) return sendListing(exchange, live.run);
    const release = downloads.acquire(live.credentialId);
    try {
      const { status, bytes } = await sendFile(exchange, ctx, { workspaceId: live.workspaceId, run: live.run, file });
      countPull(status);
      ctx.metrics.counter(METRICS.feedPullBytes).inc({ protocol: "https" }, bytes);
    } catch (error) {
      if (error instanceof Problem) countPull(statusOf(error.code));
      throw error;
    } finally {
      release();
    }
  };
}

export const MOUNT_PATH = FEED_FILES_PATH;
