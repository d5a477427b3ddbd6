import type { Role } from "@skucast/contracts/roles";
import type { ClaimedRole } from "@skucast/contracts/single-sign-on/single-sign-on";
import type { Database, TransactionClient } from "../database.js";

/** A workspace's identity provider and what it decides. */
export interface ProviderRow {
  readonly workspaceId: string;
  readonly workspaceName: string;
  /** No one joins it then. */
  readonly isBeingDeleted: boolean;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecretSealed: Buffer;
  readonly roleClaim: string | null;
  readonly roleMapping: readonly { readonly value: string; readonly role: ClaimedRole }[];
  readonly defaultRole: ClaimedRole | null;
  /** The mail domains that the provider speaks for. */
  readonly domains: readonly string[];
}

const SELECT = `
  SELECT p.workspace_id AS "workspaceId", w.name AS "workspaceName",
    w.deletes_at IS NOT NULL AS "isBeingDeleted", p.issuer, p.client_id AS "clientId",
    p.client_secret_sealed AS "clientSecretSealed", p.role_claim AS "roleClaim", p.role_mapping AS "roleMapping",
    p.default_role AS "defaultRole",
    ARRAY(SELECT d.domain FROM single_sign_on_domains d WHERE d.workspace_id = p.workspace_id) AS domains
  FROM single_sign_on p JOIN workspaces w ON w.id = p.workspace_id`;

/** The provider of a lower-cased mail domain. */
export async function findProviderOfDomain(db: Database, domain: string): Promise<ProviderRow | null> {
  const { rows } = await db.system.query<ProviderRow>(
    `${SELECT} WHERE p.workspace_id = (SELECT workspace_id FROM single_sign_on_domains WHERE domain = $1)`,
    [domain],
  );
  return rows[0] ?? null;
}

/** The provider of a workspace. */
export async function findProvider(db: Database, workspaceId: string): Promise<ProviderRow | null> {
  const { rows } = await db.system.query<ProviderRow>(`${SELECT} WHERE p.workspace_id = $1`, [workspaceId]);
  return rows[0] ?? null;
}

/** What a started or completed sign-in was made with. */
export interface ProviderClient {
  readonly workspaceId: string;
  readonly issuer: string;
  readonly clientId: string;
}

/**
 * Keeps the settings as they are until the transaction ends. Returns false if they are no longer those of the sign-in.
 */
export async function holdProvider(client: TransactionClient, provider: ProviderClient): Promise<boolean> {
  const { rowCount } = await client.query(
    "SELECT FROM single_sign_on WHERE workspace_id = $1 AND issuer = $2 AND client_id = $3 FOR SHARE",
    [provider.workspaceId, provider.issuer, provider.clientId],
  );
  return rowCount === 1;
}

/** Records that a sign-in succeeded. Returns false if the settings changed meanwhile. */
export async function noteProviderUse(
  client: TransactionClient,
  provider: ProviderClient,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE single_sign_on SET last_sign_in_at = greatest(last_sign_in_at, $4)
     WHERE workspace_id = $1 AND issuer = $2 AND client_id = $3`,
    [provider.workspaceId, provider.issuer, provider.clientId, now],
  );
  return rowCount === 1;
}

/** A person as a sign-in finds them. */
export interface PersonHere {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly isEmailVerified: boolean;
  /** Their role in the workspace; null if they are not a member. */
  readonly role: Role | null;
  /** Whether they are a member of a workspace other than this one. */
  readonly hasOtherWorkspace: boolean;
  /** Whether they were removed from this workspace, or left it, at any time. */
  readonly wasRemoved: boolean;
}

const PERSON = `
  SELECT u.id AS "userId", u.email, u.name, u.email_verified_at IS NOT NULL AS "isEmailVerified",
    (SELECT m.role FROM memberships m WHERE m.workspace_id = $1 AND m.user_id = u.id) AS role,
    EXISTS (SELECT FROM memberships m WHERE m.workspace_id <> $1 AND m.user_id = u.id) AS "hasOtherWorkspace",
    EXISTS (SELECT FROM audit_entries a
      WHERE a.workspace_id = $1 AND a.object_id = u.id AND a.action = 'member.removed') AS "wasRemoved"
  FROM users u`;

/** The person that a subject of the provider is here. Their row stays locked until the transaction ends. */
export async function findIdentity(
  client: TransactionClient,
  { workspaceId, issuer, subject }: { readonly workspaceId: string; readonly issuer: string; readonly subject: string },
): Promise<PersonHere | null> {
  const { rows } = await client.query<PersonHere>(
    `${PERSON} WHERE u.id = (SELECT user_id FROM single_sign_on_identities
       WHERE workspace_id = $1 AND issuer = $2 AND subject = $3) FOR UPDATE OF u`,
    [workspaceId, issuer, subject],
  );
  return rows[0] ?? null;
}

/** The person with a lower-cased address. Their row stays locked until the transaction ends. */
export async function findPersonByEmail(
  client: TransactionClient,
  workspaceId: string,
  email: string,
): Promise<PersonHere | null> {
  const { rows } = await client.query<PersonHere>(`${PERSON} WHERE u.email = $2 FOR UPDATE OF u`, [workspaceId, email]);
  return rows[0] ?? null;
}
