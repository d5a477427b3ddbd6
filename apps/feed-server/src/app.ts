import type { App } from "@skucast/app-kit/app";
import type { Resources } from "@skucast/app-kit/resources";
import { rawRouter } from "@skucast/http-kit/raw-router";
import type { FeedServerSettings } from "./config.js";
import { createContext } from "./context.js";
import { MOUNT_PATH, serveFeedFiles } from "./https/serve-feed-files.js";

/** Where partners fetch the live files of feeds. */
export function createFeedServer(settings: FeedServerSettings, resources: Resources): App {
  const ctx = createContext(settings, resources);
  return {
    name: "feed-server",
    mounts: [{ path: MOUNT_PATH, router: rawRouter({ tracer: "feed-server", handle: serveFeedFiles(ctx) }) }],
    start: async () => {},
    drain: async () => {},
    stop: async () => {},
  };
}
