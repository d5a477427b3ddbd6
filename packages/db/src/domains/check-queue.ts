import type { Database, TransactionClient } from "../database.js";

/** A domain whose proof is due to be checked again. */
export interface DueDomain {
  readonly workspaceId: string;
  readonly domain: string;
  readonly token: string;
  /** Whether single sign-on speaks for it, which needs the DNS record. */
  readonly isForSingleSignOn: boolean;
  readonly missingSince: Date | null;
  readonly warnedAt: Date | null;
}

const COLUMNS = `workspace_id AS "workspaceId", domain, token, missing_since AS "missingSince", warned_at AS "warnedAt"`;

export interface CheckTimes {
  readonly now: Date;
  /** A proof that was found is due if it was last checked at this time or before. */
  readonly foundBefore: Date;
  /** The same for a proof that was missing. */
  readonly missingBefore: Date;
}

/** Takes the proven domain that has waited longest for a check. No other process checks it until it is due again. */
export async function claimDomainCheck(db: Database, times: CheckTimes): Promise<DueDomain | null> {
  const { rows } = await db.system.query<Omit<DueDomain, "isForSingleSignOn">>(
    `UPDATE workspace_domains SET checked_at = $1
     WHERE (workspace_id, domain) = (
       SELECT workspace_id, domain FROM workspace_domains
       WHERE verified_at IS NOT NULL AND (checked_at IS NULL
         OR checked_at <= CASE WHEN missing_since IS NULL THEN $2 ELSE $3 END::timestamptz)
       ORDER BY checked_at NULLS FIRST LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING ${COLUMNS}`,
    [times.now, times.foundBefore, times.missingBefore],
  );
  const [due] = rows;
  if (due === undefined) return null;
  const { rowCount } = await db.system.query(
    "SELECT FROM single_sign_on_domains WHERE workspace_id = $1 AND domain = $2",
    [due.workspaceId, due.domain],
  );
  return { ...due, isForSingleSignOn: rowCount === 1 };
}

/** Records that the proof was found. */
export async function noteDomainFound(db: Database, { workspaceId, domain }: DueDomain): Promise<void> {
  await db.system.query(
    `UPDATE workspace_domains SET missing_since = NULL, warned_at = NULL
     WHERE workspace_id = $1 AND domain = $2 AND missing_since IS NOT NULL`,
    [workspaceId, domain],
  );
}

/** Records that the proof was missing, and, with `isWarned`, that the owners are mailed. */
export async function noteDomainMissing(
  client: Pick<TransactionClient, "query">,
  { workspaceId, domain, token }: DueDomain,
  { now, isWarned }: { readonly now: Date; readonly isWarned: boolean },
): Promise<void> {
  await client.query(
    `UPDATE workspace_domains SET missing_since = coalesce(missing_since, $4),
       warned_at = CASE WHEN $5 THEN coalesce(warned_at, $4) ELSE warned_at END
     WHERE workspace_id = $1 AND domain = $2 AND token = $3 AND verified_at IS NOT NULL`,
    [workspaceId, domain, token, now, isWarned],
  );
}

/**
 * Ends a proof, or, with `keepsProof`, only its use by single sign-on. Returns false if it was proven again or removed
 * meanwhile.
 */
export async function endDomainProof(
  client: TransactionClient,
  { workspaceId, domain, token, warnedAt }: DueDomain,
  { keepsProof }: { readonly keepsProof: boolean },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE workspace_domains SET missing_since = NULL, warned_at = NULL,
       verified_at = CASE WHEN $5 THEN verified_at END
     WHERE workspace_id = $1 AND domain = $2 AND token = $3 AND warned_at = $4 AND verified_at IS NOT NULL`,
    [workspaceId, domain, token, warnedAt, keepsProof],
  );
  if (rowCount === 0) return false;
  await client.query("DELETE FROM single_sign_on_domains WHERE workspace_id = $1 AND domain = $2", [
    workspaceId,
    domain,
  ]);
  return true;
}

/** A domain that another workspace took, whose owners have not been mailed. It is marked as mailed in the transaction. */
export async function takeTakenDomain(
  client: TransactionClient,
): Promise<Pick<DueDomain, "workspaceId" | "domain"> | null> {
  const { rows } = await client.query<Pick<DueDomain, "workspaceId" | "domain">>(
    `UPDATE workspace_domains SET taken_at = NULL
     WHERE (workspace_id, domain) = (SELECT workspace_id, domain FROM workspace_domains
       WHERE taken_at IS NOT NULL ORDER BY taken_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING workspace_id AS "workspaceId", domain`,
  );
  return rows[0] ?? null;
}
