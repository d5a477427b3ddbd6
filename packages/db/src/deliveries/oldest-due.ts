import type { Database } from "../database.js";
import { WAITING_ENDPOINTS } from "./waiting-endpoints.js";

/** How long a dispatcher's mark on an endpoint is valid. A running dispatcher renews it several times in that time. */
const HELD_BACK_MS = 60_000;
/** A running dispatcher tries a failing endpoint at least this often, however long its deliveries have been due. */
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

/** How many seconds ago the oldest due delivery of active endpoints became due. 0 if there is none. */
export interface OldestDue {
  /** Of endpoints that accept deliveries: no dispatcher sends them. */
  readonly byService: number;
  /** Of endpoints that are slow, over their rate, or failing. */
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
