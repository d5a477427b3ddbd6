import type { Channel } from "@skucast/contracts/channels/channel";
import { lookupTableIdsOf } from "@skucast/contracts/channels/rule";
import type { Coverage, Feed } from "@skucast/contracts/feeds/feed";
import { guardsSchema } from "@skucast/contracts/feeds/guards";
import type { RunCounts, RunDelivery, RunFile } from "@skucast/contracts/runs/run";
import { readLookupTables } from "@skucast/db/lookup-tables/read-lookup-tables";
import type { ChannelDefinition } from "@skucast/profiles/channel/compile-channel";
import { datedFileName } from "@skucast/profiles/dated-file-name";
import type { ExporterContext } from "../context.js";
import type { ClaimedRun } from "./claimed-run.js";

/** What later runs are compared with, in addition to the rows. */
export interface RunStats {
  readonly columns: readonly string[];
  readonly out_of_stock: number;
  /** See recipeOf. */
  readonly recipe?: string;
  /** The first ids of rows that only the live run had. */
  readonly removed_ids?: readonly string[];
}

/** The run whose files are live. */
export interface LiveRun {
  readonly id: string;
  readonly counts: RunCounts;
  readonly files: readonly RunFile[];
  readonly stats: RunStats;
  readonly deliveries: readonly RunDelivery[];
  readonly finished_at: string;
}

/** A run whose files are delivered again. */
export interface SourceRun {
  readonly id: string;
  readonly counts: RunCounts;
  readonly files: readonly RunFile[];
  readonly stats: RunStats;
}

/** Everything that a run works with. */
export interface RunWork {
  readonly channel: ChannelDefinition & Pick<Channel, "selection">;
  readonly feed: Pick<
    Feed,
    "format" | "compression" | "file_name" | "shards" | "coverage" | "columns" | "deliveries" | "guards"
  >;
  /** The name of the feed's files, with the date of this run. */
  readonly fileName: string;
  /** Null before the feed's first delivered run. */
  readonly live: LiveRun | null;
  /** The run whose files a rollback delivers; null for a run that generates its own. */
  readonly source: SourceRun | null;
  /** Whether the run's files are full or a delta, as requested or already decided; null when not decided yet. */
  readonly requestedCoverage: Coverage | null;
  /** When each of the feed's destinations was last changed, by id. */
  readonly destinations: Readonly<Record<string, string>>;
  /** Destinations to which a run has started to write since the live one: their files may differ from the live run's. */
  readonly touched: readonly string[];
  /** From the run's previous exporter, if there was one. */
  readonly counts: RunCounts;
  readonly files: readonly RunFile[];
  readonly deliveries: readonly RunDelivery[];
}

const SELECT_WORK = `
  SELECT json_build_object('id', c.id, 'profile', c.profile, 'definition', c.profile_definition, 'market', c.market, 'defaults', c.defaults,
           'selection', c.selection, 'rules', c.rules) AS channel,
         json_build_object('format', f.format, 'compression', CASE WHEN f.format = 'parquet' THEN coalesce(f.parquet_codec, f.compression) ELSE coalesce(f.archive, f.compression) END,
           'file_name', f.file_name, 'shards', f.shards,
           'coverage', f.coverage, 'columns', f.columns, 'time_zone', coalesce(f.schedule->>'time_zone', 'UTC'), 'deliveries', f.deliveries, 'guards', f.guards) AS feed,
         (SELECT json_build_object('id', l.id, 'counts', l.counts, 'files', l.files, 'stats', l.stats,
            'deliveries', l.deliveries, 'finished_at', l.finished_at)
          FROM runs l WHERE l.workspace_id = f.workspace_id AND l.id = f.live_run_id) AS live,
         (SELECT coalesce(json_object_agg(d.id, d.updated_at), '{}')
          FROM jsonb_array_elements(f.deliveries) wanted
          JOIN destinations d ON d.workspace_id = f.workspace_id AND d.id = wanted->>'destination_id') AS destinations,
         (SELECT coalesce(json_agg(DISTINCT d->>'destination_id'), '[]')
          FROM runs o, jsonb_array_elements(o.deliveries) d
          WHERE o.workspace_id = f.workspace_id AND o.feed_id = f.id AND o.id > f.live_run_id
            AND d->>'begun_at' IS NOT NULL) AS touched,
         CASE WHEN s.id IS NOT NULL THEN json_build_object('id', s.id, 'counts', s.counts, 'files', s.files, 'stats', s.stats) END AS source,
         r.coverage AS "requestedCoverage", r.counts, r.files, r.deliveries
  FROM runs r
  LEFT JOIN runs s ON s.workspace_id = r.workspace_id AND s.id = r.rollback_to
  JOIN feeds f ON f.workspace_id = r.workspace_id AND f.id = r.feed_id
  JOIN channels c ON c.workspace_id = f.workspace_id AND c.id = f.channel_id
  WHERE r.workspace_id = $1 AND r.id = $2`;

interface StoredWork extends Omit<RunWork, "fileName"> {
  readonly feed: RunWork["feed"] & { readonly time_zone: string };
}

/** Loads the channel and the feed once. The run uses this state even if they change meanwhile. */
export async function loadWork({ db }: ExporterContext, run: ClaimedRun): Promise<RunWork> {
  const { rows } = await db.system.query<StoredWork>(SELECT_WORK, [run.workspaceId, run.id]);
  const [work] = rows;
  if (!work) throw new Error("the feed of the run is gone");
  const ids = lookupTableIdsOf(work.channel.rules);
  const lookupTables = await readLookupTables(db, db.system, { workspaceId: run.workspaceId, ids });
  const channel = { ...work.channel, lookupTables };
  const { time_zone: timeZone, ...feed } = work.feed;
  const fileName = datedFileName(feed.file_name, run.startedAt, timeZone);
  return { ...work, fileName, channel, feed: { ...feed, guards: guardsSchema.parse(feed.guards) } };
}
