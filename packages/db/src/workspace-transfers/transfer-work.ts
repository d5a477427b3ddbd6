import { randomUUID } from "node:crypto";
import type { ArchiveEntry } from "@skucast/contracts/workspace-transfers/archive";
import { type Database, inSystem } from "../database.js";

/** A transfer whose lease this process holds. */
export interface ClaimedTransfer {
  readonly workspaceId: string;
  readonly id: string;
  readonly kind: "export" | "import";
  /** Identifies this claim. The transfer may be changed only while it has this owner. */
  readonly owner: string;
  readonly position: unknown;
  readonly counts: unknown;
  readonly ids: Readonly<Record<string, string>>;
  readonly problems: readonly TransferProblem[];
  readonly upload: string | null;
  /** Claims since there was progress. */
  readonly claimCount: number;
  readonly startedAt: Date;
}

export interface TransferProblem {
  readonly resource: string;
  readonly id: string;
  readonly message: string;
}

// The row is compared with a subquery, which is evaluated once. Joined, a nested loop could evaluate it for each row, and
// each time it would lock and claim another transfer.
const CLAIM = `
  UPDATE workspace_transfers t SET status = 'running', lease_owner = $1, lease_until = now() + $2 * interval '1 millisecond',
    claim_count = t.claim_count + 1, started_at = coalesce(t.started_at, $3), version = t.version + 1, updated_at = $3
  WHERE (t.workspace_id, t.id) = (SELECT workspace_id, id FROM workspace_transfers
    WHERE status IN ('queued', 'running') AND (lease_until IS NULL OR lease_until < now())
      AND ($4::text IS NULL OR id = $4)
    ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING t.workspace_id AS "workspaceId", t.id, t.kind, t.position, t.counts, t.ids, t.problems, t.upload,
    t.claim_count AS "claimCount", t.started_at AS "startedAt"`;

interface Claim {
  readonly leaseMs: number;
  readonly now: Date;
  /** Only this transfer. */
  readonly id?: string;
}

/** Claims the oldest open transfer that no process works on, or the named one. Undefined when there is none. */
export async function claimTransfer(db: Database, { leaseMs, now, id }: Claim): Promise<ClaimedTransfer | undefined> {
  const owner = randomUUID();
  const { rows } = await db.system.query<Omit<ClaimedTransfer, "owner">>(CLAIM, [owner, leaseMs, now, id ?? null]);
  return rows[0] && { ...rows[0], owner };
}

type Leased = Pick<ClaimedTransfer, "workspaceId" | "id" | "owner">;
const MINE = "WHERE workspace_id = $1 AND id = $2 AND lease_owner = $3";
const keyOf = ({ workspaceId, id, owner }: Leased) => [workspaceId, id, owner];

/** Extends the lease. Returns false when another process holds it. */
export async function renewTransfer(db: Database, work: Leased, leaseMs: number): Promise<boolean> {
  const text = `UPDATE workspace_transfers SET lease_until = now() + $4 * interval '1 millisecond' ${MINE}`;
  return (await db.system.query(text, [...keyOf(work), leaseMs])).rowCount !== 0;
}

/** Lets any process claim the transfer at once. */
export async function releaseTransfer(db: Database, work: Leased): Promise<void> {
  await db.system.query(`UPDATE workspace_transfers SET lease_until = NULL, lease_owner = NULL ${MINE}`, keyOf(work));
}

/** Whether a transfer still exists. It does not after its workspace was erased. */
export async function transferExists(db: Database, { workspaceId, id }: Leased): Promise<boolean> {
  const { rowCount } = await db.system.query("SELECT FROM workspace_transfers WHERE workspace_id = $1 AND id = $2", [
    workspaceId,
    id,
  ]);
  return rowCount !== 0;
}

export interface TransferProgress {
  readonly position: object;
  readonly counts: object;
  readonly ids?: object;
  readonly problems?: readonly TransferProblem[];
}

export interface ExportPart extends ArchiveEntry {
  readonly number: number;
}

const PROGRESS = `
  UPDATE workspace_transfers SET position = $4, counts = $5, ids = coalesce($6, ids), problems = coalesce($7, problems),
    claim_count = 0, version = version + 1, updated_at = $8 ${MINE}`;

/** Stores how far a transfer is, with the parts of the archive that are new. Returns false when the lease is lost. */
export function saveTransfer(
  db: Database,
  work: Leased,
  { progress, parts = [], now }: { progress: TransferProgress; parts?: readonly ExportPart[]; now: Date },
): Promise<boolean> {
  const { position, counts, ids, problems } = progress;
  return inSystem(db, async (client) => {
    const values = [position, counts, ids, problems].map((value) =>
      value === undefined ? null : JSON.stringify(value),
    );
    const { rowCount } = await client.query(PROGRESS, [...keyOf(work), ...values, now]);
    if (rowCount === 0) return false;
    for (const { number, name, resource, rows, bytes, sha256 } of parts) {
      await client.query(
        `INSERT INTO workspace_export_parts (workspace_id, export_id, number, name, resource, row_count, bytes, sha256)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [work.workspaceId, work.id, number, name, resource, rows, bytes, sha256],
      );
    }
    return true;
  });
}

export interface TransferEnd {
  readonly status: "succeeded" | "failed";
  /** A sentence for users. */
  readonly error: string | null;
  readonly now: Date;
  /** Export: size of the archive, and when it is deleted. */
  readonly bytes?: number;
  readonly expiresAt?: Date;
}

/** Stores the end of a transfer. Returns false when the lease is lost. */
export async function finishTransfer(db: Database, work: Leased, end: TransferEnd): Promise<boolean> {
  const text = `UPDATE workspace_transfers SET status = $4, error = $5, finished_at = $6, updated_at = $6,
    bytes = coalesce($7, bytes), expires_at = $8, upload = NULL, lease_owner = NULL, lease_until = NULL,
    version = version + 1 ${MINE}`;
  const { status, error, now, bytes = null, expiresAt = null } = end;
  return (await db.system.query(text, [...keyOf(work), status, error, now, bytes, expiresAt])).rowCount !== 0;
}

/** The parts of an export in their order. */
export async function listExportParts(db: Database, workspaceId: string, exportId: string): Promise<ExportPart[]> {
  const { rows } = await db.system.query<ExportPart>(
    `SELECT number, name, resource, row_count AS rows, bytes::float8 AS bytes, sha256 FROM workspace_export_parts
     WHERE workspace_id = $1 AND export_id = $2 ORDER BY number`,
    [workspaceId, exportId],
  );
  return rows;
}

/** Marks an export as expired whose time has come, or that is older than the newest `kept` ones. Undefined when there is none. */
export async function expireExport(
  db: Database,
  { now, kept }: { readonly now: Date; readonly kept: number },
): Promise<{ workspaceId: string; id: string } | undefined> {
  const { rows } = await db.system.query<{ workspaceId: string; id: string }>(
    `UPDATE workspace_transfers t SET status = 'expired', version = version + 1, updated_at = $1
     WHERE (t.workspace_id, t.id) = (SELECT workspace_id, id FROM workspace_transfers o
       WHERE kind = 'export' AND status = 'succeeded' AND (expires_at <= $1 OR (SELECT count(*) FROM workspace_transfers n
         WHERE n.workspace_id = o.workspace_id AND n.kind = 'export' AND n.status = 'succeeded' AND n.id > o.id) >= $2)
       ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING t.workspace_id AS "workspaceId", t.id`,
    [now, kept],
  );
  return rows[0];
}

/** Those of the uploaded files that an import of an archive needs. */
export async function findArchivesInUse(db: Database, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.system.query<{ upload: string }>(
    "SELECT upload FROM workspace_transfers WHERE upload = ANY($1)",
    [names],
  );
  return new Set(rows.map(({ upload }) => upload));
}
