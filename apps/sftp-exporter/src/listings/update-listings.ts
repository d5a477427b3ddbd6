import { isWalkDue } from "@skucast/db/listings/listing-walks";
import { noteChangedProducts } from "@skucast/db/listings/note-changed-products";
import { noteDueListings } from "@skucast/db/listings/note-due-listings";
import { createTurnPlaces } from "@skucast/db/queues/turn-places";
import { type Loop, startLoop } from "@skucast/service-kit/loop";
import { METRICS } from "@skucast/service-kit/metric-names";
import type { ExporterContext } from "../context.js";
import { processPendingListings } from "./process-pending-listings.js";
import { stepWalk } from "./step-walk.js";

type UpdaterContext = Pick<ExporterContext, "db" | "clock" | "logger" | "metrics">;

/** Bounded steps of work on listings. Each returns whether there was any work. */
export interface ListingUpdater {
  /** Finds products that changed, or whose listings changed with time, and recreates some of their listings. */
  updateChanged(): Promise<boolean>;
  /** Does one step of the walk of a channel through all products. */
  advanceWalks(): Promise<boolean>;
}

/**
 * Keeps the listings of all channels current, together with any number of other workers. After each step with work it pauses
 * for as long as the step took, so that a million pending listings leave capacity for runs and requests. Calls `onWalked` when
 * no walk is left to advance.
 */
export function startListings(
  ctx: UpdaterContext,
  { intervalMs, onWalked }: { readonly intervalMs: number; readonly onWalked: () => void },
): Pick<Loop, "stop"> {
  const updater = createListingUpdater(ctx);
  let isWalking = false;
  const loops = [
    startPacedLoop(ctx, { name: "listings", intervalMs, work: updater.updateChanged }),
    startPacedLoop(ctx, {
      name: "listing-walks",
      intervalMs,
      work: async () => {
        const hadWork = await updater.advanceWalks();
        if (isWalking && !hadWork) onWalked();
        isWalking = hadWork;
        return hadWork;
      },
    }),
  ];
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

interface PacedLoop {
  readonly name: string;
  readonly intervalMs: number;
  readonly work: () => Promise<boolean>;
}

function startPacedLoop({ logger }: UpdaterContext, { name, intervalMs, work }: PacedLoop): Loop {
  let dueMs = Date.now();
  return startLoop({
    name,
    logger,
    next: () => new Date(dueMs),
    run: async () => {
      const startedMs = Date.now();
      const hadWork = await work();
      const endedMs = Date.now();
      dueMs = endedMs + (hadWork ? endedMs - startedMs : intervalMs);
    },
  });
}

export function createListingUpdater(ctx: UpdaterContext): ListingUpdater {
  const written = ctx.metrics.counterFromZero(METRICS.listingsWritten);
  const places = createTurnPlaces(ctx.clock);
  let workspaceId = "";

  return {
    async updateChanged() {
      const now = ctx.clock.now();
      const { lags } = await noteChangedProducts(ctx.db);
      const { isMore, hasWork } = await noteDueListings(ctx.db, now);
      // Set before the work, so that a workspace whose listings cannot be created does not block the next one.
      const onWorkspace = (id: string) => {
        workspaceId = id;
      };
      const processed = hasWork
        ? await processPendingListings(ctx, { after: workspaceId, places }, onWorkspace)
        : undefined;
      if (processed === undefined) workspaceId = "";
      if (processed) written.inc({ cause: "change" }, processed.written);
      return lags || isMore || processed !== undefined;
    },
    async advanceWalks() {
      const writtenCount = (await isWalkDue(ctx.db)) ? await stepWalk(ctx) : undefined;
      if (writtenCount !== undefined) written.inc({ cause: "walk" }, writtenCount);
      return writtenCount !== undefined;
    },
  };
}
