import { isWalkDue } from "@skucast/db/listings/listing-walks";
import { noteChangedProducts } from "@skucast/db/listings/note-changed-products";
import { noteDueListings } from "@skucast/db/listings/note-due-listings";
import { type Loop, startLoop } from "@skucast/service-kit/loop";
import { METRICS } from "@skucast/service-kit/metric-names";
import type { ExporterContext } from "../context.js";
import { stepWalk } from "./step-walk.js";
import { takeNoted } from "./take-noted.js";

type KeeperContext = Pick<ExporterContext, "db" | "clock" | "logger" | "metrics">;

/** Bounded pieces of work on listings; each answers whether it found any. */
export interface ListingKeeper {
  /** Notes what changed, and what time has changed, and makes one portion of it anew. */
  followChanges(): Promise<boolean>;
  /** One step of a channel's way through all products. */
  followWalks(): Promise<boolean>;
}

/**
 * Keeps the listings of all channels current, beside any number of other workers. Between two pieces it rests as long as
 * the last one took: a million listings to be made take no more than half of what runs and requests could use.
 */
export function startListings(ctx: KeeperContext, intervalMs: number): Pick<Loop, "stop"> {
  const keeper = createListingKeeper(ctx);
  const loops = [
    startResting(ctx, { name: "listings", intervalMs, work: keeper.followChanges }),
    startResting(ctx, { name: "listing-walks", intervalMs, work: keeper.followWalks }),
  ];
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

interface Resting {
  readonly name: string;
  readonly intervalMs: number;
  readonly work: () => Promise<boolean>;
}

function startResting({ logger }: KeeperContext, { name, intervalMs, work }: Resting): Loop {
  let dueMs = Date.now();
  return startLoop({
    name,
    logger,
    next: () => new Date(dueMs),
    run: async () => {
      const begunMs = Date.now();
      const hasFound = await work();
      const endedMs = Date.now();
      dueMs = endedMs + (hasFound ? endedMs - begunMs : intervalMs);
    },
  });
}

export function createListingKeeper(ctx: KeeperContext): ListingKeeper {
  const written = ctx.metrics.counterFromZero(METRICS.listingsWritten);
  let workspaceId = "";
  return {
    async followChanges() {
      const now = ctx.clock.now();
      const changes = await noteChangedProducts(ctx.db, now);
      const { isMore, hasWork } = await noteDueListings(ctx.db, now);
      // The one whose listings cannot be made has had its turn as well.
      const begin = (taking: string) => {
        workspaceId = taking;
      };
      const taken = hasWork ? await takeNoted(ctx, workspaceId, begin) : undefined;
      if (taken === undefined) workspaceId = "";
      if (taken) written.inc({ cause: "change" }, taken.written);
      return changes.lags || isMore || taken !== undefined;
    },
    async followWalks() {
      const walked = (await isWalkDue(ctx.db)) ? await stepWalk(ctx) : undefined;
      if (walked !== undefined) written.inc({ cause: "walk" }, walked);
      return walked !== undefined;
    },
  };
}
