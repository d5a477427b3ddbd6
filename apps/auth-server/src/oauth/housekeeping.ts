import { pruneOAuth } from "@skucast/db/oauth/prune-oauth";
import { type Loop, startLoop } from "@skucast/service-kit/loop";
import type { AuthContext } from "../context.js";

const INTERVAL_MS = 60_000;

/** Deletes expired OAuth rows at start and then every minute. */
export const startOAuthHousekeeping = ({ db, clock, logger }: AuthContext): Loop =>
  startLoop({
    name: "oauth-housekeeping",
    intervalMs: INTERVAL_MS,
    logger,
    run: async () => ((await pruneOAuth(db, clock.now())) ? "more" : "idle"),
  });
