import type { Role } from "@skucast/contracts/roles";
import type { TransactionClient } from "../database.js";

export interface Identity {
  readonly workspaceId: string;
  readonly issuer: string;
  readonly subject: string;
  readonly userId: string;
}

/** Records who a subject is, or that they signed in again. */
export async function storeIdentity(client: TransactionClient, identity: Identity, now: Date): Promise<void> {
  await client.query(
    `INSERT INTO single_sign_on_identities (workspace_id, issuer, subject, user_id, created_at, last_sign_in_at)
     VALUES ($1, $2, $3, $4, $5, $5)
     ON CONFLICT (workspace_id, issuer, subject) DO UPDATE SET last_sign_in_at = EXCLUDED.last_sign_in_at`,
    [identity.workspaceId, identity.issuer, identity.subject, identity.userId, now],
  );
}

export interface MemberRole {
  readonly workspaceId: string;
  readonly userId: string;
  readonly role: Exclude<Role, "owner">;
}

/** Makes a person a member. The transaction holds the row of the person: it has locked or inserted it. */
export async function insertMember(
  client: TransactionClient,
  { workspaceId, userId, role }: MemberRole,
  now: Date,
): Promise<void> {
  await client.query(
    `INSERT INTO memberships (workspace_id, user_id, role, created_at, updated_at) VALUES ($1, $2, $3, $4, $4)
     ON CONFLICT (workspace_id, user_id) DO NOTHING`,
    [workspaceId, userId, role, now],
  );
}

/** Changes the role of a member who is not an owner. Only editors and viewers can be limited to channels. */
export async function setRole(
  client: TransactionClient,
  { workspaceId, userId, role }: MemberRole,
  now: Date,
): Promise<void> {
  await client.query(
    `UPDATE memberships SET role = $3, updated_at = $4,
       channel_ids = CASE WHEN $3 IN ('editor', 'viewer') THEN channel_ids END
     WHERE workspace_id = $1 AND user_id = $2 AND role <> 'owner'`,
    [workspaceId, userId, role, now],
  );
}

/** Records that a provider for the domain of the address has verified it. */
export async function noteVerifiedEmail(client: TransactionClient, userId: string, now: Date): Promise<void> {
  await client.query("UPDATE users SET email_verified_at = coalesce(email_verified_at, $2) WHERE id = $1", [
    userId,
    now,
  ]);
}
