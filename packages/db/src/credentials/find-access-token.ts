import type { Role } from "@skucast/contracts/roles";
import type { Database } from "../database.js";
import { hasFactor } from "../second-factor/second-factor.js";
import { connectionsTo, type Source } from "./source.js";

/** A live access token with its connection (the connected app). Scopes are separated by spaces, as in RFC 6749. */
export interface AccessTokenRow {
  readonly workspaceId: string;
  readonly grantId: string;
  readonly userId: string;
  readonly clientId: string;
  /** The scopes that the token was issued with. */
  readonly scope: string;
  /** The scopes that the user grants to the app now. */
  readonly grantScope: string;
  /** The user's current role in the workspace. */
  readonly role: Role;
  /** When the token or its grant ends, whichever comes first. */
  readonly expiresAt: Date;
  /** Whether the workspace requires a second factor, and the user has none, nor signs in to it with its identity provider. */
  readonly lacksSecondFactor: boolean;
  /** When the workspace is deleted. Null unless its deletion was requested. */
  readonly deletesAt: Date | null;
}

const STATEMENT = `
  SELECT g.workspace_id AS "workspaceId", g.id AS "grantId", g.user_id AS "userId", g.client_id AS "clientId",
    coalesce(a.scope, '') AS scope, g.scope AS "grantScope", m.role, LEAST(a.expires_at, g.expires_at) AS "expiresAt",
    w.deletes_at AS "deletesAt",
    coalesce(w.requires_second_factor, false) AND NOT ${hasFactor("g.user_id")} AND NOT EXISTS (
      SELECT FROM single_sign_on_identities i WHERE i.workspace_id = g.workspace_id AND i.user_id = g.user_id
    ) AS "lacksSecondFactor"
  FROM oauth_artifacts a
  JOIN oauth_grants g ON g.id = a.grant_id
  JOIN memberships m ON m.workspace_id = g.workspace_id AND m.user_id = g.user_id
  JOIN workspaces w ON w.id = g.workspace_id
  WHERE a.model = 'AccessToken' AND a.id_hash = $1 AND a.expires_at > now() AND a.consumed_at IS NULL
    AND g.revoked_at IS NULL AND g.expires_at > now()
  LIMIT 1`;

/** The access token with this SHA-256. None if it or its grant ended, or the user left the workspace. */
export async function findAccessToken(
  db: Database,
  secretHash: Uint8Array,
  source: Source,
): Promise<AccessTokenRow | null> {
  const query = { name: "access_token_find", text: STATEMENT, values: [secretHash] };
  const { rows } = await connectionsTo(db, source).query<AccessTokenRow>(query);
  return rows[0] ?? null;
}
