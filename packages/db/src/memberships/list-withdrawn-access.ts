/** Runs a query and returns its rows. */
export type ReadRows = <Row>(text: string, values: unknown[]) => Promise<Row[]>;

export interface LeavingMember {
  readonly workspaceId: string;
  readonly userId: string;
  /** The role after the change; null if the member leaves. */
  readonly roleAfter: string | null;
  readonly now: Date;
}

/** Ids for the audit log; a member without any is absent. */
export interface WithdrawnAccess {
  /** Open invitations that are revoked. */
  readonly invitations?: readonly string[];
  /** API keys that can no longer manage the workspace. They keep their other rights. */
  readonly keys_without_management?: readonly string[];
}

/**
 * What the database withdraws when a member leaves or gets another role: see `withdraw_invitations`, `end_key_management`
 * and `withdraw_key_invitations`. Call it before the change, in its transaction, with the members locked.
 */
export async function listWithdrawnAccess(
  read: ReadRows,
  { workspaceId, userId, roleAfter, now }: LeavingMember,
): Promise<WithdrawnAccess> {
  const manages = roleAfter === "owner" || roleAfter === "admin";
  const keys = manages ? [] : await idsOf(read, KEYS, [workspaceId, userId]);
  const values = [workspaceId, now, userId, roleAfter === "admin" ? "owner" : null, keys];
  const invitations = roleAfter === "owner" ? [] : await idsOf(read, INVITATIONS, values);
  return {
    ...(invitations.length > 0 && { invitations }),
    ...(keys.length > 0 && { keys_without_management: keys }),
  };
}

const idsOf = async (read: ReadRows, text: string, values: unknown[]): Promise<string[]> =>
  (await read<{ id: string }>(text, values)).map(({ id }) => id);

const KEYS = `
  WITH RECURSIVE theirs AS (
    SELECT id FROM api_keys WHERE workspace_id = $1 AND created_by = $2
    UNION
    SELECT k.id FROM api_keys k JOIN theirs t ON k.created_by = t.id WHERE k.workspace_id = $1
  )
  SELECT id FROM api_keys
  WHERE workspace_id = $1 AND id IN (SELECT id FROM theirs) AND management_ended_at IS NULL AND revoked_at IS NULL
    AND channel_ids IS NULL AND (scopes IS NULL OR 'workspace:manage' = ANY (string_to_array(scopes, ' ')))
  ORDER BY id`;

/** Of the member, with the role if it is given, and of their keys. */
const INVITATIONS = `
  SELECT id FROM invitations
  WHERE workspace_id = $1 AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > $2
    AND (invited_by = $3 AND ($4::text IS NULL OR role = $4) OR invited_by = ANY ($5::text[]))
  ORDER BY id`;
