import { isInProgress, type Run, type RunStatus, runSchema } from "@skucast/contracts/runs/run";
import type { Run as RunRow } from "@skucast/db/generated/client";

/** A stored run as returned to clients. */
export const runOf = (row: RunRow): Run =>
  runSchema.parse({
    id: row.id,
    feed_id: row.feedId,
    status: row.status,
    // The database only has these statuses.
    is_in_progress: isInProgress(row.status as RunStatus),
    trigger: row.trigger,
    rollback_to: row.rollbackTo,
    business_date: row.businessDate?.toISOString().slice(0, 10) ?? null,
    coverage: row.coverage ?? (hasFiles(row) ? "full" : null),
    counts: row.counts,
    removed_ids: (row.stats as { readonly removed_ids?: readonly string[] }).removed_ids ?? [],
    guards: row.guards,
    release: row.release,
    files: row.files,
    deliveries: row.deliveries,
    issues: row.issues,
    issue_counts: row.issueCounts,
    files_kept: row.filesDeletedAt === null && hasFiles(row),
    error: row.error,
    version: Number(row.version),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    started_at: row.startedAt?.toISOString() ?? null,
    finished_at: row.finishedAt?.toISOString() ?? null,
  });

const hasFiles = ({ files }: RunRow): boolean => Array.isArray(files) && files.length > 0;
