import { randomUUID } from "node:crypto";
import type { Database } from "../database.js";

/** What has been written of an export. */
export interface ExportedSoFar {
  readonly lastSku: string;
  readonly productCount: number;
  readonly segmentCount: number;
  readonly segmentBytes: number;
  /** Of the uncompressed content. */
  readonly contentBytes: number;
  readonly contentCrc: number;
}

/** An export of products whose lease this process holds. */
export interface ClaimedExport extends ExportedSoFar {
  readonly workspaceId: string;
  readonly id: string;
  /** Identifies this claim. The export may be changed only while it has this owner. */
  readonly owner: string;
  /** Claims since there was progress. */
  readonly claimCount: number;
}

const SO_FAR = `last_sku AS "lastSku", product_count::float8 AS "productCount", segment_count AS "segmentCount",
  segment_bytes::float8 AS "segmentBytes", content_bytes::float8 AS "contentBytes", content_crc::float8 AS "contentCrc"`;

const CLAIM = `
  UPDATE product_exports SET status = 'running', lease_owner = $1, lease_until = now() + $2 * interval '1 millisecond',
    claim_count = claim_count + 1, started_at = coalesce(started_at, $3), version = version + 1, updated_at = $3
  WHERE (workspace_id, id) = (SELECT workspace_id, id FROM product_exports
    WHERE status IN ('queued', 'running') AND (lease_until IS NULL OR lease_until < now())
    ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING workspace_id AS "workspaceId", id, claim_count AS "claimCount", ${SO_FAR}`;

/** Claims the oldest open export that no process works on. Undefined when there is none. */
export async function claimExport(
  db: Database,
  { leaseMs, now }: { readonly leaseMs: number; readonly now: Date },
): Promise<ClaimedExport | undefined> {
  const owner = randomUUID();
  const { rows } = await db.system.query<Omit<ClaimedExport, "owner">>(CLAIM, [owner, leaseMs, now]);
  return rows[0] && { ...rows[0], owner };
}

type Leased = Pick<ClaimedExport, "workspaceId" | "id" | "owner">;
const MINE = "WHERE workspace_id = $1 AND id = $2 AND lease_owner = $3";
const keyOf = ({ workspaceId, id, owner }: Leased) => [workspaceId, id, owner];

/** Extends the lease. Returns false when another process holds it. */
export async function renewExport(db: Database, work: Leased, leaseMs: number): Promise<boolean> {
  const text = `UPDATE product_exports SET lease_until = now() + $4 * interval '1 millisecond' ${MINE}`;
  return (await db.system.query(text, [...keyOf(work), leaseMs])).rowCount !== 0;
}

/** Lets any process claim the export at once. */
export async function releaseExport(db: Database, work: Leased): Promise<void> {
  await db.system.query(`UPDATE product_exports SET lease_until = NULL, lease_owner = NULL ${MINE}`, keyOf(work));
}

/** Whether an export still exists. It does not after its workspace was erased. */
export async function exportExists(db: Database, { workspaceId, id }: Leased): Promise<boolean> {
  const text = "SELECT FROM product_exports WHERE workspace_id = $1 AND id = $2";
  return (await db.system.query(text, [workspaceId, id])).rowCount !== 0;
}

const SAVE = `UPDATE product_exports SET last_sku = $4, product_count = $5, segment_count = $6, segment_bytes = $7,
  content_bytes = $8, content_crc = $9, claim_count = 0, version = version + 1, updated_at = $10`;

const valuesOf = ({ lastSku, productCount, segmentCount, segmentBytes, contentBytes, contentCrc }: ExportedSoFar) => [
  lastSku,
  productCount,
  segmentCount,
  segmentBytes,
  contentBytes,
  contentCrc,
];

/** Stores how far an export is. Returns false when the lease is lost. */
export async function saveExport(db: Database, work: Leased, soFar: ExportedSoFar, now: Date): Promise<boolean> {
  const { rowCount } = await db.system.query(`${SAVE} ${MINE}`, [...keyOf(work), ...valuesOf(soFar), now]);
  return rowCount !== 0;
}

/** Stores that an export is complete, with its last segment. Returns false when the lease is lost. */
export async function completeExport(
  db: Database,
  work: Leased,
  soFar: ExportedSoFar,
  { now, expiresAt }: { readonly now: Date; readonly expiresAt: Date },
): Promise<boolean> {
  const text = `${SAVE}, status = 'succeeded', finished_at = $10, expires_at = $11, lease_owner = NULL,
    lease_until = NULL ${MINE}`;
  return (await db.system.query(text, [...keyOf(work), ...valuesOf(soFar), now, expiresAt])).rowCount !== 0;
}

/** Stores that an export has failed, with a sentence for users, unless the lease is lost. */
export async function failExport(db: Database, work: Leased, error: string, now: Date): Promise<void> {
  const text = `UPDATE product_exports SET status = 'failed', error = $4, finished_at = $5, updated_at = $5,
    lease_owner = NULL, lease_until = NULL, version = version + 1 ${MINE}`;
  await db.system.query(text, [...keyOf(work), error, now]);
}

/** Marks an export as expired whose time has come, or that is older than the newest `kept` ones. Undefined when there is none. */
export async function expireProductExport(
  db: Database,
  { now, kept }: { readonly now: Date; readonly kept: number },
): Promise<{ workspaceId: string; id: string } | undefined> {
  const { rows } = await db.system.query<{ workspaceId: string; id: string }>(
    `UPDATE product_exports SET status = 'expired', version = version + 1, updated_at = $1
     WHERE (workspace_id, id) = (SELECT workspace_id, id FROM product_exports o
       WHERE status = 'succeeded' AND (expires_at <= $1 OR (SELECT count(*) FROM product_exports n
         WHERE n.workspace_id = o.workspace_id AND n.status = 'succeeded' AND n.id > o.id) >= $2)
       ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING workspace_id AS "workspaceId", id`,
    [now, kept],
  );
  return rows[0];
}
