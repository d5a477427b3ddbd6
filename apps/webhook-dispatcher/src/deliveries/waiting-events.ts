import { textArray } from "@skucast/db/array-parameter";
import { inSystem } from "@skucast/db/database";
import type { RunOutcome } from "@skucast/service-kit/loop";
import type { DispatcherContext } from "../context.js";
import type { PlanningShares } from "../flow/planning-shares.js";
import type { EventHead } from "./event-head.js";

export interface TurnTools {
  readonly ctx: Pick<DispatcherContext, "db" | "clock">;
  readonly shares: Pick<PlanningShares, "costOf">;
  /** Plans an event, together with others. */
  readonly planInTurn: (event: EventHead) => Promise<unknown>;
  /** Resolves when events may be planned that nobody waits for. */
  readonly calm: () => Promise<unknown>;
  /** How many events of the workspace its endpoints take soon. */
  readonly roomOf: (workspaceId: string) => number;
}

/** Deliveries of one turn, about, and events at most. */
const TURN_DELIVERIES = 400;
const TURN_EVENTS_MAX = 200;

const PUT_ASIDE = {
  name: "webhook-dispatcher.put-aside",
  text: `INSERT INTO waiting_events (workspace_id, event_id)
         SELECT DISTINCT e.workspace_id, e.event_id FROM unnest($1::text[], $2::text[]) AS e (workspace_id, event_id) ORDER BY 1, 2
         ON CONFLICT DO NOTHING`,
};

/** Has the events wait for their workspace's turn; resolves when that is written. */
export async function putAside(
  { db }: Pick<DispatcherContext, "db">,
  events: readonly Pick<EventHead, "id" | "workspace_id">[],
): Promise<undefined[]> {
  await db.system.query(PUT_ASIDE, [
    textArray(events.map((event) => event.workspace_id)),
    textArray(events.map(({ id }) => id)),
  ]);
  return events.map(() => undefined);
}

const NEXT = {
  name: "webhook-dispatcher.next-turn",
  text: `SELECT coalesce(
           (SELECT workspace_id FROM waiting_events WHERE workspace_id > $1 ORDER BY workspace_id, event_id LIMIT 1),
           (SELECT workspace_id FROM waiting_events ORDER BY workspace_id, event_id LIMIT 1)) AS workspace_id`,
};

/** Row by row, by the whole key: see event-bodies.ts. An event may be gone with its workspace or its week. */
const TAKE = {
  name: "webhook-dispatcher.take-turn",
  text: `
    WITH taken AS MATERIALIZED (
      SELECT event_id FROM waiting_events WHERE workspace_id = $1 ORDER BY event_id LIMIT $2 FOR UPDATE SKIP LOCKED
    )
    SELECT t.event_id, e.id, e.type, e.workspace_id, e.data::json AS data
    FROM taken t LEFT JOIN LATERAL (
      SELECT * FROM events v WHERE v.workspace_id = $1 AND v.id = t.event_id LIMIT 1
    ) e ON true
    ORDER BY t.event_id`,
};

const FORGET = {
  name: "webhook-dispatcher.end-turn",
  text: "DELETE FROM waiting_events WHERE workspace_id = $1 AND event_id = ANY ($2::text[])",
};

type TakenRow = { readonly event_id: string } & (EventHead | { readonly id: null });

/** A look after there was no room, and one after nothing waited. */
const NO_ROOM_MS = 25;
const IDLE_MS = 1_000;

/** What a loop runs. */
export interface Turns {
  readonly run: () => Promise<RunOutcome>;
  readonly next: () => Date;
}

/**
 * Plans the waiting events of one workspace with each run, as many as fit into its turn; the next run is the next
 * workspace's, so that whoever has few of them does not wait for whoever has many. No more are planned than the
 * workspace's endpoints take soon: what is planned is first come, first served, also for single changes. The events are held by a
 * transaction meanwhile: those of a process that dies wait again, and what it had planned is not planned twice. Answers
 * `more` while somebody waits who has room. Any number of dispatchers may do it.
 */
export function createTurns({ ctx, shares, planInTurn, calm, roomOf }: TurnTools): Turns {
  let lastWorkspaceId = "";
  let nextAtMs = 0;
  /** Workspaces without room or without free events, since something was planned. */
  const passed = new Set<string>();

  async function plan(workspaceId: string, eventsMax: number): Promise<number> {
    return inSystem(ctx.db, async (client) => {
      const { rows } = await client.query<TakenRow>({ ...TAKE, values: [workspaceId, eventsMax] });
      if (rows.length === 0) return 0; // another dispatcher has them
      await Promise.all(rows.filter(isEvent).map((event) => planInTurn({ ...event, isBulk: true })));
      await client.query({ ...FORGET, values: [workspaceId, rows.map((row) => row.event_id)] });
      return rows.length;
    });
  }

  function wait(ms: number): "idle" {
    passed.clear();
    nextAtMs = ctx.clock.now().getTime() + ms;
    return "idle";
  }

  return {
    next: () => new Date(nextAtMs),
    run: async () => {
      const { rows } = await ctx.db.system.query<{ workspace_id: string | null }>({
        ...NEXT,
        values: [lastWorkspaceId],
      });
      const workspaceId = rows[0]?.workspace_id ?? undefined;
      if (workspaceId === undefined) return wait(IDLE_MS);
      if (passed.has(workspaceId)) return wait(NO_ROOM_MS);
      lastWorkspaceId = workspaceId;
      await calm();
      const ofTurn = Math.max(1, Math.floor(TURN_DELIVERIES / shares.costOf(workspaceId)));
      const eventsMax = Math.min(TURN_EVENTS_MAX, ofTurn, roomOf(workspaceId));
      if (eventsMax >= 1 && (await plan(workspaceId, eventsMax)) > 0) passed.clear();
      else passed.add(workspaceId);
      return "more";
    },
  };
}

const isEvent = (row: TakenRow): row is TakenRow & EventHead => row.id !== null;
