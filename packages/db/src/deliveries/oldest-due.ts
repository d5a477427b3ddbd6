import type { Database } from "../database.js";
import { WAITING_ENDPOINTS } from "./waiting-endpoints.js";

/** What a dispatcher says of an endpoint holds for so long; one that lives says it several times within it. */
const HELD_BACK_MS = 60_000;
/** A dispatcher that lives tries an endpoint that fails at least this often, however long its deliveries have been due. */
const FAILED_MS = 600_000;

const OLDEST = {
  name: "db.oldest-due",
  text: `
    WITH ${WAITING_ENDPOINTS}
    SELECT coalesce(e.held_back_at > $2 OR e.last_failed_at > $3, false) AS by_receiver, min(due.next_attempt_at) AS due_at
    FROM waiting_endpoints p
    JOIN webhook_endpoints e ON e.workspace_id = p.workspace_id AND e.id = p.endpoint_id AND e.status = 'active'
    CROSS JOIN LATERAL (
      SELECT d.next_attempt_at FROM deliveries d
      WHERE (d.workspace_id = p.workspace_id) IS TRUE AND d.endpoint_id = p.endpoint_id AND d.is_waiting
        AND d.next_attempt_at <= $1
      ORDER BY d.next_attempt_at LIMIT 1
    ) due
    GROUP BY 1`,
};

/** For how many seconds the most overdue deliveries of active endpoints have been due; 0 where none is. */
export interface OldestDue {
  /** Of endpoints that would take them: nobody sends them. */
  readonly byService: number;
  /** Of endpoints that are slow, limited to a rate, or fail. */
  readonly byReceivers: number;
}

export async function readOldestDue({ system }: Database, now: Date): Promise<OldestDue> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const values = [now, before(HELD_BACK_MS), before(FAILED_MS)];
  const { rows } = await system.query<{ by_receiver: boolean; due_at: Date }>(OLDEST, values);
  const secondsOf = (byReceiver: boolean) => {
    const row = rows.find(({ by_receiver }) => by_receiver === byReceiver);
    return row ? (now.getTime() - row.due_at.getTime()) / 1_000 : 0;
  };
  return { byService: secondsOf(false), byReceivers: secondsOf(true) };
}
