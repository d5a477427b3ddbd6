import { Problem } from "@skucast/contracts/problem";
import type { Database } from "@skucast/db/database";
import type { Growth } from "@skucast/db/products/write-products";
import { readUsage, type Usage } from "@skucast/db/usage/read-usage";
import type { Clock } from "@skucast/service-kit/clock";
import type { CatalogQuotas } from "./quotas.js";

/** What limits the products of each workspace. A process has one. */
export interface ProductQuota {
  /**
   * Calls `write` with what the workspace may still grow by, or with null if the quota is out of reach. Near the quota,
   * the growing writes of a workspace take turns in this process, so that they cannot exceed it together. Those of
   * other processes may: by what they write at the same time.
   */
  within<T>(workspaceId: string, growth: Growth, write: (room: Growth | null) => Promise<T>): Promise<T>;
  /** The error for a change that needs more room than there is. */
  exceeded(kind: keyof Growth): Problem;
}

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
  readonly quotas: CatalogQuotas;
}

/** Counts that were read, with what has been written since. */
interface Known {
  products: number;
  bytes: number;
  readonly atMs: number;
}

/** Farther away from the quota than this, counts that are a second old are enough. */
const FAR: Growth = { products: 20_000, bytes: 200_000_000 };
const KNOWN_FOR_MS = 1_000;
/** Counts of this many workspaces are kept. */
const WORKSPACES_MAX = 10_000;

export function createProductQuota({ db, clock, quotas }: Deps): ProductQuota {
  const known = new Map<string, Known>();
  const turns = new Map<string, Promise<unknown>>();

  const roomOf = (usage: Usage): Growth => ({
    products: quotas.products - usage.products,
    bytes: quotas.catalogBytes - usage.catalogBytes,
  });

  async function read(workspaceId: string): Promise<Known> {
    const { products, bytes } = roomOf(await readUsage(db, workspaceId));
    const room: Known = { products, bytes, atMs: clock.now().getTime() };
    if (known.size >= WORKSPACES_MAX) known.clear();
    known.set(workspaceId, room);
    return room;
  }

  /** Whether the growth leaves the workspace far from its quota. */
  async function isFar(workspaceId: string, growth: Growth): Promise<boolean> {
    const stored = known.get(workspaceId);
    const isRecent = stored !== undefined && clock.now().getTime() - stored.atMs < KNOWN_FOR_MS;
    const room = isRecent ? stored : await read(workspaceId);
    room.products -= Math.max(0, growth.products);
    room.bytes -= Math.max(0, growth.bytes);
    return room.products >= FAR.products && room.bytes >= FAR.bytes;
  }

  /** Runs the work after what other callers have started for the workspace. */
  async function inTurn<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
    const earlier = turns.get(workspaceId) ?? Promise.resolve();
    const mine = earlier.then(work, work);
    turns.set(workspaceId, mine);
    try {
      return await mine;
    } finally {
      if (turns.get(workspaceId) === mine) turns.delete(workspaceId);
    }
  }

  return {
    within: async (workspaceId, growth, write) => {
      const isGrowing = growth.products > 0 || growth.bytes > 0;
      if (!isGrowing || (await isFar(workspaceId, growth))) return write(null);
      return inTurn(workspaceId, async () => {
        const { products, bytes } = await read(workspaceId);
        return write({ products, bytes });
      });
    },
    exceeded: (kind) =>
      new Problem(
        "limit_reached",
        kind === "products"
          ? `A workspace holds at most ${quotas.products} products. Delete products that you no longer need, or ask your operator for a higher limit.`
          : `The products of a workspace have at most ${quotas.catalogBytes} bytes together. Delete or shorten products, or ask your operator for a higher limit.`,
      ),
  };
}
