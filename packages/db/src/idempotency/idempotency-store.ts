import { wholeWorkspace } from "@skucast/contracts/principal";
import { type Database, inWorkspace } from "../database.js";

/** Identifies a request of one client: workspace, method, path and key. */
export interface IdempotentRequest {
  readonly workspaceId: string;
  readonly method: string;
  readonly path: string;
  readonly key: string;
  /** Hash of the request. */
  readonly fingerprint: string;
}

export interface StoredResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export type IdempotencyState = "started" | "in_progress" | "mismatch" | { readonly replay: StoredResponse };

/** After this time, a request without a response is considered dead, because its process crashed. */
const LEASE_SECONDS = 60;

/** Stores the first response to each idempotency key (draft-ietf-httpapi-idempotency-key-header). */
export function createIdempotencyStore(db: Database) {
  return {
    /** Claims the key, or returns the state of the request that claimed it before. */
    begin: (request: IdempotentRequest): Promise<IdempotencyState> =>
      inWorkspace(db, wholeWorkspace(request.workspaceId), async (client) => {
        const { workspaceId, method, path, key, fingerprint } = request;
        const claimed = await client.query(
          `INSERT INTO idempotency_keys AS k (workspace_id, method, path, key, fingerprint, lease_until, created_at)
           VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6), now())
           ON CONFLICT (workspace_id, method, path, key) DO UPDATE SET lease_until = EXCLUDED.lease_until
           WHERE k.response IS NULL AND k.lease_until < now() AND k.fingerprint = EXCLUDED.fingerprint`,
          [workspaceId, method, path, key, fingerprint, LEASE_SECONDS],
        );
        if (claimed.rowCount === 1) return "started";
        const { rows } = await client.query<{ same: boolean; response: StoredResponse | null }>(
          `SELECT fingerprint = $5 AS same, response FROM idempotency_keys
           WHERE workspace_id = $1 AND method = $2 AND path = $3 AND key = $4`,
          [workspaceId, method, path, key, fingerprint],
        );
        const [row] = rows;
        if (row && !row.same) return "mismatch";
        return row?.response ? { replay: row.response } : "in_progress";
      }),

    /** Stores the response of a claimed request. */
    finish: ({ workspaceId, method, path, key }: IdempotentRequest, response: StoredResponse): Promise<void> =>
      inWorkspace(db, wholeWorkspace(workspaceId), async (client) => {
        await client.query(
          "UPDATE idempotency_keys SET response = $5 WHERE workspace_id = $1 AND method = $2 AND path = $3 AND key = $4",
          [workspaceId, method, path, key, JSON.stringify(response)],
        );
      }),

    /** Releases a claimed key, after a failure that must not be repeated to the client. */
    abandon: ({ workspaceId, method, path, key }: IdempotentRequest): Promise<void> =>
      inWorkspace(db, wholeWorkspace(workspaceId), async (client) => {
        await client.query(
          "DELETE FROM idempotency_keys WHERE workspace_id = $1 AND method = $2 AND path = $3 AND key = $4 AND response IS NULL",
          [workspaceId, method, path, key],
        );
      }),

    /** Deletes keys older than the given age. */
    prune: async (keptHours: number): Promise<number> => {
      const { rowCount } = await db.system.query(
        "DELETE FROM idempotency_keys WHERE created_at < now() - make_interval(hours => $1)",
        [keptHours],
      );
      return rowCount ?? 0;
    },
  };
}
