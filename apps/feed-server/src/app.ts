import type { App } from "@skucast/app-kit/app";
import type { Resources } from "@skucast/app-kit/resources";
import { createRawRouter } from "@skucast/http-kit/raw-router";
import { CheckFailure } from "@skucast/service-kit/health";
import { METRICS } from "@skucast/service-kit/metric-names";
import type { FeedServerSettings } from "./config.js";
import { createContext } from "./context.js";
import { MOUNT_PATH, serveFeedFiles } from "./https/serve-feed-files.js";
import { type PullServer, startPullServer } from "./sftp/pull-server.js";

/** Serves the live files of feeds to partners, over HTTPS and SFTP. */
export function createFeedServer(settings: FeedServerSettings, resources: Resources): App {
  const ctx = createContext(settings, resources);
  let pulls: PullServer | undefined;
  let stopObserving = () => {};
  return {
    name: "feed-server",
    mounts: [{ path: MOUNT_PATH, router: createRawRouter({ tracer: "feed-server", handle: serveFeedFiles(ctx) }) }],
    checks: {
      sftp: async () => {
        if (!pulls) throw new CheckFailure("sftp has not started");
        await pulls.check();
      },
    },
    start: async () => {
      ctx.metrics.counterFromZero(METRICS.sftpLogins);
      const started = await startPullServer(ctx, ctx.sftp);
      pulls = started;
      stopObserving = ctx.metrics.observe(METRICS.sftpConnections, () => [{ value: started.connectionCount() }]);
      ctx.logger.info({ event: "sftp.listening", port: started.port }, "listening for SFTP");
    },
    // Downloads continue until the process stops. Partners can resume interrupted ones.
    drain: async () => {},
    stop: async () => {
      stopObserving();
      pulls?.closeConnections();
      await pulls?.close();
    },
  };
}
