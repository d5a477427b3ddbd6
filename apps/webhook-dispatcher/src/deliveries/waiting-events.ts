import { textArray } from "@skucast/db/array-parameter";
import { inSystem } from "@skucast/db/database";
import { createTurnPlaces, nextWorkspaceText } from "@skucast/db/queues/turn-places";
import type { RunOutcome } from "@skucast/service-kit/loop";
import type { DispatcherContext } from "../context.js";
import type { PlanningShares } from "../flow/planning-shares.js";
import type { PlanEvent } from "./plan-deliveries.js";
import type { PlannableEvent } from "./plannable-event.js";

export interface TurnTools {
  readonly ctx: Pick<DispatcherContext, "db" | "clock">;
  readonly shares: Pick<PlanningShares, "costOf">;
  readonly plan: PlanEvent;
  /** Resolves when there is capacity for bulk events. */
  readonly waitForCapacity: () => Promise<unknown>;
  /** How many events of the workspace its endpoints take soon. */
  readonly capacityOf: (workspaceId: string) => number;
}

/** Approximate number of deliveries of one turn, and maximum number of events. */
const TURN_DELIVERIES = 400;
const TURN_EVENTS_MAX = 200;

const DEFER = {
  name: "webhook-dispatcher.defer",
  text: `INSERT INTO waiting_events (workspace_id, event_id, is_bulk)
         SELECT DISTINCT e.workspace_id, e.event_id, false FROM unnest($1::text[], $2::text[]) AS e (workspace_id, event_id)
         ORDER BY 1, 2
         ON CONFLICT DO NOTHING`,
};

/** Stores events of single changes that wait for their workspace's turn. */
export async function deferEvents(
  { db }: Pick<DispatcherContext, "db">,
  events: readonly Pick<PlannableEvent, "id" | "workspace_id">[],
): Promise<undefined[]> {
  await db.system.query(DEFER, [
    textArray(events.map((event) => event.workspace_id)),
    textArray(events.map(({ id }) => id)),
  ]);
  return events.map(() => undefined);
}

const NEXT_WORKSPACE = { name: "webhook-dispatcher.next-turn", text: nextWorkspaceText("waiting_events", "event_id") };

/**
 * Locks up to $3 single changes, and then the oldest events after $4, up to $2 in total. Looks up each event by the
 * whole key; see read-events.ts. An event may have been deleted with its workspace or partition.
 */
const LOCK_EVENTS = {
  name: "webhook-dispatcher.lock-turn",
  text: `
    WITH singles AS MATERIALIZED (
      SELECT event_id, is_bulk FROM waiting_events WHERE workspace_id = $1 AND NOT is_bulk
      ORDER BY event_id LIMIT $3 FOR UPDATE SKIP LOCKED
    ), oldest AS MATERIALIZED (
      SELECT event_id, is_bulk FROM waiting_events
      WHERE workspace_id = $1 AND event_id > $4 AND event_id <> ALL (ARRAY (SELECT event_id FROM singles))
      ORDER BY event_id LIMIT $2 - (SELECT count(*) FROM singles) FOR UPDATE SKIP LOCKED
    )
    SELECT l.event_id, l.is_bulk AS "isBulk", e.id, e.type, e.workspace_id, e.data::json AS data
    FROM (TABLE singles UNION ALL TABLE oldest) l LEFT JOIN LATERAL (
      SELECT * FROM events v WHERE v.workspace_id = $1 AND v.id = l.event_id LIMIT 1
    ) e ON true
    ORDER BY l.event_id`,
};

const DELETE = {
  name: "webhook-dispatcher.end-turn",
  text: "DELETE FROM waiting_events WHERE workspace_id = $1 AND event_id = ANY ($2::text[])",
};

type LockedRow = { readonly event_id: string; readonly isBulk: boolean } & (PlannableEvent | { readonly id: null });

/** One of this many turns of a workspace takes its oldest events, so that bulk changes do not wait forever. */
const OLDEST_FIRST_EVERY = 4;

/** Pause when no workspace has capacity, and when no event waits. */
const NO_CAPACITY_MS = 25;
const IDLE_MS = 1_000;

/** For a loop. */
export interface WorkspaceTurns {
  readonly run: () => Promise<RunOutcome>;
  /** Pause until the next run, after one that returned `idle`. */
  readonly pauseMs: () => number;
}

/**
 * Each run plans the waiting events of one workspace, as many as fit into its turn: single changes first, except in some
 * turns. The next run takes the next workspace, so that a workspace with few events does not wait for one with many. No
 * more are planned than the workspace's endpoints take soon, because single changes queue behind planned deliveries. A
 * transaction locks the events meanwhile: if the process dies they wait again, and those already planned are not planned
 * twice. Returns `more` while a workspace with capacity has events. Any number of dispatchers may run it.
 */
export function createWorkspaceTurns({ ctx, shares, plan, waitForCapacity, capacityOf }: TurnTools): WorkspaceTurns {
  let lastWorkspaceId = "";
  let pauseMs = 0;
  /** Workspaces that had no capacity or no unlocked events when last tried; cleared when something is planned. */
  const skipped = new Set<string>();
  /** Turns of each workspace that has more events than fitted into its last turn. */
  const turnCounts = new Map<string, number>();
  const places = createTurnPlaces(ctx.clock);

  /** How many single changes the workspace's next turn takes before its oldest events. */
  function singlesMaxOf(workspaceId: string, eventsMax: number): number {
    const count = (turnCounts.get(workspaceId) ?? 0) + 1;
    turnCounts.set(workspaceId, count);
    return count % OLDEST_FIRST_EVERY === 0 ? 0 : eventsMax;
  }

  async function planTurn(workspaceId: string, eventsMax: number): Promise<number> {
    const singlesMax = singlesMaxOf(workspaceId, eventsMax);
    const start = places.startOf(workspaceId);
    const planned = await inSystem(ctx.db, async (client) => {
      const values = [workspaceId, eventsMax, singlesMax, start];
      const { rows } = await client.query<LockedRow>({ ...LOCK_EVENTS, values });
      if (rows.length === 0) return 0;
      await Promise.all(rows.filter(isEvent).map((event) => plan(event)));
      await client.query({ ...DELETE, values: [workspaceId, rows.map((row) => row.event_id)] });
      const lastBulk = rows.findLast(({ isBulk }) => isBulk);
      if (lastBulk) places.move(workspaceId, start, lastBulk.event_id);
      return rows.length;
    });
    if (planned === eventsMax) return planned;
    turnCounts.delete(workspaceId);
    places.forget(workspaceId);
    // Without any, other dispatchers have them, or they are before the place.
    return planned === 0 && start !== "" ? planTurn(workspaceId, eventsMax) : planned;
  }

  function wait(ms: number): "idle" {
    skipped.clear();
    pauseMs = ms;
    return "idle";
  }

  return {
    pauseMs: () => pauseMs,
    run: async () => {
      const { rows } = await ctx.db.system.query<{ workspace_id: string | null }>({
        ...NEXT_WORKSPACE,
        values: [lastWorkspaceId, places.startOf(lastWorkspaceId)],
      });
      const workspaceId = rows[0]?.workspace_id ?? undefined;
      if (workspaceId === undefined) {
        turnCounts.clear();
        return wait(IDLE_MS);
      }
      if (skipped.has(workspaceId)) return wait(NO_CAPACITY_MS);
      lastWorkspaceId = workspaceId;
      await waitForCapacity();
      const ofTurn = Math.max(1, Math.floor(TURN_DELIVERIES / shares.costOf(workspaceId)));
      const eventsMax = Math.min(TURN_EVENTS_MAX, ofTurn, capacityOf(workspaceId));
      if (eventsMax >= 1 && (await planTurn(workspaceId, eventsMax)) > 0) skipped.clear();
      else skipped.add(workspaceId);
      return "more";
    },
  };
}

const isEvent = (row: LockedRow): row is LockedRow & PlannableEvent => row.id !== null;
