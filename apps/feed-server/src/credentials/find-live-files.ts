import type { PullType } from "@skucast/contracts/pull-credentials/pull-credential";
import type { RunFile } from "@skucast/contracts/runs/run";
import type { FeedServerContext } from "../context.js";

/** What a partner may fetch: the files of the feed's live run. */
export interface LiveFiles {
  readonly workspaceId: string;
  readonly credentialId: string;
  readonly feedId: string;
  /** Null before the feed's first delivered run. */
  readonly run: { readonly id: string; readonly finishedAt: Date; readonly files: readonly RunFile[] } | null;
}

/** Identifies a credential: by the hash of its secret when that is all the client sends, otherwise by its id. */
export type CredentialName = { readonly secretHash: Buffer } | { readonly id: string };

interface LiveRow {
  workspace_id: string;
  id: string;
  feed_id: string;
  run_id: string | null;
  finished_at: Date | null;
  files: RunFile[] | null;
}

const selectBy = (column: "secret_hash" | "id") => `
  SELECT c.workspace_id, c.id, c.feed_id, r.id AS run_id, r.finished_at, r.files
  FROM pull_credentials c
  JOIN feeds f ON f.workspace_id = c.workspace_id AND f.id = c.feed_id AND f.status <> 'archived'
    AND f.deliveries @> jsonb_build_array(jsonb_build_object('type', c.type))
  LEFT JOIN runs r ON r.workspace_id = f.workspace_id AND r.id = f.live_run_id
  WHERE c.${column} = $1 AND c.type = $2 AND c.revoked_at IS NULL`;

const SELECT_BY_HASH = selectBy("secret_hash");
const SELECT_BY_ID = selectBy("id");

/** Reads the database on every call, so that a revoked credential is rejected at once. Undefined for an unknown one. */
export async function findLiveFiles(
  { db }: Pick<FeedServerContext, "db">,
  name: CredentialName,
  type: PullType,
): Promise<LiveFiles | undefined> {
  const isByHash = "secretHash" in name;
  const sql = isByHash ? SELECT_BY_HASH : SELECT_BY_ID;
  const value = isByHash ? name.secretHash : name.id;
  const { rows } = await db.system.query<LiveRow>(sql, [value, type]);
  const [row] = rows;
  if (!row) return undefined;
  const { workspace_id: workspaceId, id: credentialId, feed_id: feedId } = row;
  return { workspaceId, credentialId, feedId, run: runOf(row) };
}

function runOf({ run_id: id, finished_at: finishedAt, files }: LiveRow): LiveFiles["run"] {
  return id === null || finishedAt === null || files === null ? null : { id, finishedAt, files };
}
