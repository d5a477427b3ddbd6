import type { Language } from "@skucast/contracts/languages";
import type { TransactionClient } from "../database.js";
import { getsMail, MEMBERS } from "./recipients.js";

/** A problem, or its end, that a member got no mail about. */
export interface LeftOut {
  readonly subject: string;
  readonly at: Date;
}

/** In the order in which they happened. */
const LEFT_OUT = `
  SELECT subject, at FROM (
    SELECT i.kind, i.channel_id, i.object_id, coalesce(i.subjects->>$5, i.subject) AS subject, i.opened_at AS at
    FROM incidents i
    WHERE i.workspace_id = $1 AND i.opened_at >= $3 AND i.opened_at < $4 AND NOT i.is_opening_mailed
    UNION ALL
    SELECT i.kind, i.channel_id, i.object_id, coalesce(i.closed_subjects->>$5, i.closed_subject), i.closed_at
    FROM incidents i
    WHERE i.workspace_id = $1 AND i.closed_at >= $3 AND i.closed_at < $4 AND NOT i.is_closing_mailed
  ) i, ${MEMBERS}
  WHERE m.workspace_id = $1 AND m.user_id = $2 AND ${getsMail("i.kind", "i.channel_id", "i.object_id")}
  ORDER BY at, subject`;

/**
 * What a member would have got mails about within a time, if the workspace had not reached its hourly limit. In their
 * language.
 */
export async function listLeftOut(
  client: Pick<TransactionClient, "query">,
  {
    workspaceId,
    userId,
    language,
  }: { readonly workspaceId: string; readonly userId: string; readonly language: Language },
  { from, until }: { readonly from: Date; readonly until: Date },
): Promise<readonly LeftOut[]> {
  const { rows } = await client.query<LeftOut>(LEFT_OUT, [workspaceId, userId, from, until, language]);
  return rows;
}
