import { endUnusedGrants, UNUSED_GRANTS_MAX } from "@skucast/db/oauth/end-unused-grants";
import { type Loop, type RunOutcome, startLoop } from "@skucast/service-kit/loop";
import { LIFETIMES } from "../oauth/lifetimes.js";
import type { AccountsContext } from "./accounts-context.js";

const INTERVAL_MS = 60_000;
/**
 * Allows for a browser that follows the redirect late, and for a code exchange that is in progress when the code
 * expires.
 */
const GRACE_MS = 60_000;

/** Ends connections whose code expired without being exchanged. Runs at start and then every minute. */
export const startUnusedAppsCleanup = (ctx: AccountsContext): Loop =>
  startLoop({
    name: "unused-apps",
    intervalMs: INTERVAL_MS,
    logger: ctx.logger,
    run: () => endUnusedApps(ctx),
  });

async function endUnusedApps({ db, clock, logger, announce, hint }: AccountsContext): Promise<RunOutcome> {
  const now = clock.now();
  const overBefore = new Date(now.getTime() - GRACE_MS);
  const agreedBefore = new Date(overBefore.getTime() - LIFETIMES.code * 1_000);
  const ended = await endUnusedGrants(db, { agreedBefore, overBefore, now });
  if (ended.length > 0) announce(ended.map(({ id }) => id));
  for (const { id, workspaceId, clientId } of ended) {
    const about = { grant_id: id, workspace_id: workspaceId, client_id: clientId, reason: "unused" };
    hint(workspaceId, "connected_app", "audit_entry");
    logger.info({ event: "oauth.grant_ended", ...about }, "connection ended");
  }
  return ended.length === UNUSED_GRANTS_MAX ? "more" : "idle";
}
