import type { Schedule } from "@skucast/contracts/schedules/schedule";
import type { SourceOptions } from "@skucast/contracts/sources/reading";
import type { Source } from "@skucast/contracts/sources/source";
import { type Bound, withEndedAccess } from "@skucast/db/access/ended-access";
import { appendAuditEntry } from "@skucast/db/audit/append-audit-entry";
import { inSystem, type TransactionClient } from "@skucast/db/database";
import { openIncident } from "@skucast/db/notices/incidents";
import { appendEvent } from "@skucast/events/append-event";
import type { ImporterContext } from "../context.js";
import { describeSource } from "./describe-source.js";

const SOURCES_MAX = 50;
const ERROR = "The app or API key that set up this source was disconnected. Set status to active to keep the source.";

const HOLDERS = "SELECT DISTINCT workspace_id, bound_to FROM sources WHERE status = 'active' AND bound_to IS NOT NULL";

const PAUSE = `
  UPDATE sources SET status = 'paused', next_run_at = NULL, version = version + 1, updated_at = $1, last_error = $2
  WHERE (workspace_id, id) IN (
    SELECT workspace_id, id FROM sources
    WHERE status = 'active'
      AND (workspace_id, bound_to) IN (SELECT * FROM unnest($3::text[], $4::text[]))
    LIMIT ${SOURCES_MAX} FOR UPDATE SKIP LOCKED)
  RETURNING workspace_id, id, bound_to, name, type, options, schedule, version::int`;

interface PausedSource {
  readonly workspace_id: string;
  readonly id: string;
  readonly bound_to: string;
  readonly name: string;
  readonly type: Source["type"];
  readonly options: SourceOptions;
  readonly schedule: Schedule | null;
  readonly version: number;
}

/**
 * Pauses the sources of apps that were disconnected, and of API keys that expired or were revoked, until a person takes
 * them over. An event, an entry in the audit log and a notification say so.
 */
export function pauseEndedSources({ db, clock, settings }: ImporterContext): Promise<"more" | "idle"> {
  return inSystem(db, async (client) => {
    const now = clock.now();
    const ended = await withEndedAccess(client, (await client.query<Bound>(HOLDERS)).rows);
    if (ended.length === 0) return "idle";
    const holders = [ended.map((each) => each.workspace_id), ended.map((each) => each.bound_to)];
    const { rows } = await client.query<PausedSource>(PAUSE, [now, ERROR, ...holders]);
    for (const source of rows) await report(client, source, { now, isMailing: settings.isMailing });
    return rows.length === SOURCES_MAX ? "more" : "idle";
  });
}

async function report(
  client: TransactionClient,
  { workspace_id: workspaceId, id, bound_to, name, type, options: { mode }, schedule, version }: PausedSource,
  { now, isMailing }: { readonly now: Date; readonly isMailing: boolean },
): Promise<void> {
  const eventId = await appendEvent(client, {
    workspaceId,
    type: "source.updated",
    sequence: BigInt(version),
    data: {
      object: { id, name, type, status: "paused", mode, schedule, version },
      previous: { status: "active" },
      changed_by: { type: "system", id: "system" },
    },
    now,
  });
  await appendAuditEntry(client, {
    workspaceId,
    actor: { type: "system", id: "importer" },
    action: "source.updated",
    objectId: id,
    details: { name, changed: ["status"], reason: "access_ended", bound_to },
    ip: undefined,
    userAgent: undefined,
    requestId: undefined,
    now,
  });
  const describe = () => describeSource("ended", { name, sourceId: id, importId: "", error: null, retries: "never" });
  const problem = { workspaceId, kind: "source_failing", objectId: id, channelId: null } as const;
  await openIncident(client, problem, { eventId, now, isMailing, describe });
}
