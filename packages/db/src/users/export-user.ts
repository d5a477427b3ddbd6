import type { Database } from "../database.js";

/** What is stored about a person, by kind, without secrets and without the content of workspaces. */
export type ExportedUser = Readonly<Record<string, unknown>>;

const EXPORT = `
  SELECT json_build_object(
    'account', json_build_object('id', u.id, 'email', u.email, 'name', u.name, 'language', u.language,
      'created_at', u.created_at, 'email_verified_at', u.email_verified_at,
      'password_changed_at', u.password_changed_at, 'authenticator_app_since', u.totp_enabled_at,
      'recovery_codes_left', (SELECT count(*) FROM recovery_codes r WHERE r.user_id = u.id)),
    'memberships', (SELECT coalesce(json_agg(json_build_object('workspace_id', m.workspace_id, 'workspace_name', w.name,
        'role', m.role, 'channel_ids', m.channel_ids, 'joined_at', m.created_at) ORDER BY m.workspace_id), '[]')
      FROM memberships m JOIN workspaces w ON w.id = m.workspace_id WHERE m.user_id = u.id),
    'notification_settings', (SELECT coalesce(json_agg(json_build_object('workspace_id', n.workspace_id,
        'emails', n.choices, 'problems_read_until', n.incidents_read_until, 'updated_at', n.updated_at)
        ORDER BY n.workspace_id), '[]')
      FROM notification_settings n WHERE n.user_id = u.id),
    'saved_views', (SELECT coalesce(json_agg(json_build_object('workspace_id', v.workspace_id, 'list', v.list,
        'name', v.name, 'filter', v.filter, 'columns', v.columns, 'updated_at', v.updated_at) ORDER BY v.id), '[]')
      FROM saved_views v WHERE v.user_id = u.id),
    'emails_about_problems', (SELECT coalesce(json_agg(json_build_object('workspace_id', n.workspace_id,
        'subject', n.subject, 'status', n.status, 'created_at', n.created_at) ORDER BY n.id), '[]')
      FROM notices n WHERE n.user_id = u.id),
    'browsers', (SELECT coalesce(json_agg(json_build_object('ip', s.ip, 'user_agent', s.user_agent,
        'started_at', s.created_at, 'last_used_at', s.last_used_at, 'ended_at', s.ended_at) ORDER BY s.id), '[]')
      FROM sessions s WHERE s.user_id = u.id),
    'passkeys', (SELECT coalesce(json_agg(json_build_object('name', p.name, 'credential_id', p.credential_id,
        'created_at', p.created_at, 'last_used_at', p.last_used_at) ORDER BY p.created_at), '[]')
      FROM passkeys p WHERE p.user_id = u.id),
    'single_sign_on', (SELECT coalesce(json_agg(json_build_object('workspace_id', i.workspace_id, 'issuer', i.issuer,
        'subject', i.subject, 'created_at', i.created_at, 'last_sign_in_at', i.last_sign_in_at)
        ORDER BY i.workspace_id, i.issuer), '[]')
      FROM single_sign_on_identities i WHERE i.user_id = u.id),
    'connected_apps', (SELECT coalesce(json_agg(json_build_object('workspace_id', g.workspace_id,
        'client_name', g.client_name, 'redirect_host', g.redirect_host, 'scope', g.scope, 'connected_at', g.created_at,
        'last_used_at', g.last_used_at, 'ended_at', g.revoked_at) ORDER BY g.id), '[]')
      FROM oauth_grants g WHERE g.user_id = u.id),
    'security_history', (SELECT coalesce(json_agg(json_build_object('at', e.at, 'action', e.action,
        'details', e.details, 'ip', e.ip, 'user_agent', e.user_agent) ORDER BY e.id DESC), '[]')
      FROM account_events e WHERE e.user_id = u.id)
  ) AS exported FROM users u WHERE u.id = $1`;

/**
 * Everything that is stored about a person. Not included are secrets, and what belongs to workspaces: their owners export
 * it, with the audit log of what the person did there. Null if there is no such person.
 */
export async function exportUser(db: Database, userId: string): Promise<ExportedUser | null> {
  const { rows } = await db.system.query<{ exported: ExportedUser }>(EXPORT, [userId]);
  return rows[0]?.exported ?? null;
}
