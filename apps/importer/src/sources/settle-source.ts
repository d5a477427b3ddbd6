import type { SourceHealth } from "@skucast/contracts/sources/source";
import type { TransactionClient } from "@skucast/db/database";
import { closeIncidents, openIncident } from "@skucast/db/notices/incidents";
import { appendEvent } from "@skucast/events/append-event";
import type { DescribedSource } from "../texts/described-source.js";
import { describeSource } from "./describe-source.js";
import { RETRY_MINUTES } from "./retry-minutes.js";
import type { SeenFile } from "./source-file.js";

/** An import of a source. */
export interface OfSource {
  readonly workspaceId: string;
  readonly id: string;
  readonly sourceId: string;
  readonly trigger: string;
}

/** The result of the fetch, as it is stored with the import. */
export interface StoredFetch {
  readonly is_unchanged: boolean;
  readonly seen: SeenFile | null;
  readonly source_version: number;
}

export interface Settled {
  /** The event that reports the end of the import; null if the import was deleted, because the file is unchanged. */
  readonly eventId: string | null;
  readonly outcome: { readonly status: string; readonly error: string | null; readonly isCutOff?: boolean };
  readonly fetched: StoredFetch | null;
  /** Whether mails about problems are queued. */
  readonly isMailing: boolean;
  readonly now: Date;
}

/** Code that locks both a source and its imports must lock the source first. */
export async function lockSource(
  client: TransactionClient,
  { workspaceId, sourceId }: Pick<OfSource, "workspaceId" | "sourceId">,
): Promise<void> {
  await client.query("SELECT 1 FROM sources WHERE workspace_id = $1 AND id = $2 FOR UPDATE", [workspaceId, sourceId]);
}

const SETTLE = `
  UPDATE sources SET health = $3, last_error = $4, failing_since = $5, failures = $6,
    last_checked_at = CASE WHEN $7 THEN $8 ELSE last_checked_at END,
    seen = CASE WHEN $9 THEN $10::jsonb ELSE seen END,
    next_run_at = CASE WHEN $11::timestamptz < next_run_at THEN $11 ELSE next_run_at END
  WHERE workspace_id = $1 AND id = $2`;

interface SourceRow {
  name: string;
  type: string;
  version: string;
  health: SourceHealth;
  failures: number;
  failing_since: Date | null;
  is_scheduled: boolean;
}

const READ = `
  SELECT name, type, version, health, failures, failing_since,
    schedule IS NOT NULL AND status = 'active' AS is_scheduled
  FROM sources WHERE workspace_id = $1 AND id = $2`;

/**
 * Stores in the source how its import ended, or that it is held. An event, and a mail if there is a mail server, reports when
 * the source starts to fail and when it works again. Only a file that was imported or is held counts as seen; one that failed is fetched again.
 */
export async function settleSource(client: TransactionClient, work: OfSource, settled: Settled): Promise<void> {
  const { workspaceId, sourceId } = work;
  const { outcome, fetched, now } = settled;
  if (outcome.status === "cancelled") return;
  const { rows } = await client.query<SourceRow>(READ, [workspaceId, sourceId]);
  const [source] = rows;
  if (!source) return;
  const health = healthAfter(source.health, settled);
  const isFailing = health === "failing";
  const failures = isFailing ? source.failures + 1 : 0;
  const isSeen = !isFailing && fetched !== null && fetched.source_version === Number(source.version);
  const retryMinutes = isFailing && work.trigger === "schedule" ? RETRY_MINUTES[failures - 1] : undefined;
  await client.query(SETTLE, [
    workspaceId,
    sourceId,
    health,
    isFailing ? outcome.error : null,
    isFailing ? (source.failing_since ?? now) : null,
    failures,
    fetched !== null || !isFailing,
    now,
    isSeen,
    JSON.stringify(fetched?.seen ?? null),
    retryMinutes === undefined ? null : new Date(now.getTime() + retryMinutes * 60_000),
  ]);
  await notifyHealthChange(client, work, { source, health, settled });
}

/**
 * A file that breaks off fails its source, although its first rows were imported. A fetch that finds an unchanged file leaves a
 * held source held.
 */
function healthAfter(before: SourceHealth, { outcome, fetched }: Settled): SourceHealth {
  if (outcome.status === "failed" || outcome.isCutOff) return "failing";
  if (outcome.status === "held") return "held";
  return before === "held" && fetched?.is_unchanged ? "held" : "ok";
}

interface HealthChange {
  readonly source: SourceRow;
  readonly health: SourceHealth;
  readonly settled: Settled;
}

async function notifyHealthChange(
  client: TransactionClient,
  work: OfSource,
  { source, health, settled }: HealthChange,
): Promise<void> {
  const { workspaceId, sourceId: id } = work;
  const { outcome, now, isMailing } = settled;
  const failed = health === "failing" && source.health !== "failing";
  const recovered = source.health === "failing" && health !== "failing";
  const eventId = failed || recovered ? await appendHealth(client, work, { source, health, settled }) : settled.eventId;
  if (eventId === null) return;
  const object = { workspaceId, objectId: id, channelId: null };
  const { error, isCutOff = false } = outcome;
  const described = { name: source.name, sourceId: id, importId: work.id, error, isCutOff };
  if (health === "failing") {
    const describe = () => describeSource("failed", { ...described, retries: retriesOf(work, source) });
    await openIncident(client, { ...object, kind: "source_failing" }, { eventId, now, isMailing, describe });
    return;
  }
  const describe = () => describeSource("recovered", { ...described, retries: "never" });
  const kinds = health === "ok" ? (["source_failing", "import_held"] as const) : (["source_failing"] as const);
  await closeIncidents(client, { ...object, kinds }, { eventId, now, isMailing, describe });
}

/** Only a scheduled failure is retried early. A paused source is not fetched until a user requests it. */
function retriesOf({ trigger }: OfSource, { is_scheduled: isScheduled }: SourceRow): DescribedSource["retries"] {
  if (!isScheduled) return "never";
  return trigger === "schedule" ? "early" : "on_schedule";
}

interface HeldImport {
  readonly eventId: string;
  readonly hold: string;
  readonly now: Date;
  readonly isMailing: boolean;
}

/** Records that an import is held, and queues the mail: one, until a member decides or an import succeeds. */
export async function notifyHeld(
  client: TransactionClient,
  { workspaceId, sourceId, id: importId }: OfSource,
  { eventId, hold, now, isMailing }: HeldImport,
): Promise<void> {
  const { rows } = await client.query<SourceRow>(READ, [workspaceId, sourceId]);
  const { name = sourceId } = rows[0] ?? {};
  const describe = () => describeSource("held", { name, sourceId, importId, error: hold, retries: "never" });
  const held = { workspaceId, kind: "import_held", objectId: sourceId, channelId: null } as const;
  await openIncident(client, held, { eventId, now, isMailing, describe });
}

function appendHealth(
  client: TransactionClient,
  { workspaceId, id: importId, sourceId: id }: OfSource,
  { source, health, settled: { outcome, now } }: HealthChange,
): Promise<string> {
  const { error } = outcome;
  return appendEvent(client, {
    workspaceId,
    type: health === "failing" ? "source.failed" : "source.recovered",
    sequence: BigInt(source.version),
    data: {
      object: { id, name: source.name, health, import_id: importId, error },
      previous: { health: source.health },
    },
    now,
  });
}
