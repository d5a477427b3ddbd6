import { type Loop, startLoop } from "@skucast/service-kit/loop";
import type { ExporterContext } from "../context.js";
import { resendUnverifiedFiles } from "../schedule/resend-unverified-files.js";
import { deleteOldRuns } from "./delete-old-runs.js";
import { removeOrphans } from "./remove-orphans.js";

const INTERVAL_MS = 3_600_000;

/** Deletes old runs, removes files without a run and resends files that were never verified, at once and then every hour. */
export const startHousekeeping = (ctx: ExporterContext): Loop =>
  startLoop({
    name: "runs-housekeeping",
    intervalMs: INTERVAL_MS,
    logger: ctx.logger,
    run: async (signal) => {
      await resendUnverifiedFiles(ctx);
      if ((await deleteOldRuns(ctx)) > 0) return "more";
      const removed = await removeOrphans(ctx, signal);
      if (removed > 0)
        ctx.logger.info({ event: "runs.orphans_removed", count: removed }, "files without a run were removed");
      return "idle";
    },
  });
