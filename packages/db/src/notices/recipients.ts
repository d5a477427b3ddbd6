import type { NotificationKind } from "@skucast/contracts/notifications/notification-kinds";

/** A mail about problems that exceeded the hourly limit of mails. */
export const SUMMARY = "summary";

/** What a mail is about. */
export type NoticeKind = NotificationKind | typeof SUMMARY;

/**
 * SQL: whether a member gets mails of a kind about a channel. It uses the aliases m of memberships and s of their
 * notification_settings (left join). A member who is restricted to channels gets only mails about one of them. Anyone who
 * wants mails at all gets the summary, which lists only what they want. Rows of the previous version have no kind and are
 * for owners and admins. So are mails about an object that is an endpoint with the audit log.
 */
export const getsMail = (kind: string, channelId: string, objectId = "NULL"): string => `
  CASE
    WHEN ${kind} IS NULL THEN m.role IN ('owner', 'admin')
    WHEN ${kind} = '${SUMMARY}' THEN m.role <> 'viewer' OR jsonb_path_exists(s.choices, '$.* ? (@ == true)')
    ELSE coalesce((s.choices->>(${kind}))::boolean, m.role <> 'viewer')
      AND (m.channel_ids IS NULL OR coalesce(m.channel_ids ? ${channelId}, false))
      AND (m.role IN ('owner', 'admin') OR NOT EXISTS (
        SELECT FROM webhook_endpoints w
        WHERE w.workspace_id = m.workspace_id AND w.id = ${objectId} AND w.event_types ? 'audit_entry.created'))
  END`;

/** SQL: members with their settings, for `getsMail`. */
export const MEMBERS = `memberships m LEFT JOIN notification_settings s USING (workspace_id, user_id)`;
