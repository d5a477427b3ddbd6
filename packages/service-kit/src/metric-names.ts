/** Name, help and labels of a metric. Label values must come from short fixed lists: never an id, a path or a name. */
export interface MetricDefinition<Label extends string = string> {
  name: string;
  help: string;
  labels: readonly Label[];
  /** All values of a label, if they are few and known. */
  values?: Partial<Record<Label, readonly string[]>>;
  /** Upper bounds of a histogram's buckets; seconds unless the name says otherwise. */
  buckets?: readonly number[];
}

function define<const Label extends string>(definition: MetricDefinition<Label>): MetricDefinition<Label> {
  return definition;
}

/** From 0.5 ms, typical of cached reads, to the longest request timeout. */
const REQUEST_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];

/** From a quick receiver to a file of a million rows. */
const WORK_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600];

/** The objective is 2 s at p99 and 5 s at most. */
const REVOCATION_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10];

const REQUEST_LABELS = ["service", "route", "method", "status"] as const;

/** What the quotas of a workspace limit. */
export const QUOTAS = [
  "products",
  "catalog_bytes",
  "channels",
  "feeds",
  "destinations",
  "sources",
  "webhook_endpoints",
] as const;

/** Every metric that is exported. `route` is the pattern (`/products/{sku}`) or `unmatched`; `status` is the HTTP status. */
export const METRICS = {
  httpRequests: define({
    name: "http_requests_total",
    help: "HTTP requests answered, without those to /healthz, /readyz and /metrics",
    labels: REQUEST_LABELS,
  }),
  httpRequestDuration: define({
    name: "http_request_duration_seconds",
    help: "Time from the arrival of the request to the end of the response, or to its beginning if it is a file or a stream of events",
    labels: REQUEST_LABELS,
    buckets: REQUEST_BUCKETS,
  }),
  outboxOldestUnsent: define({
    name: "skucast_outbox_oldest_unsent_seconds",
    help: "Age of the oldest event of a single change that was not passed to the bus yet; 0 when there is none",
    labels: [],
  }),
  outboxOldestBulk: define({
    name: "skucast_outbox_oldest_bulk_seconds",
    help: "Age of the oldest event of a bulk change, such as an import, that has not had its turn yet; 0 when there is none",
    labels: [],
  }),
  quotaUsed: define({
    name: "skucast_quota_used_ratio",
    help: "Share of each quota that the fullest workspace uses, from 0 to 1; 1 rejects what would grow it",
    labels: ["quota"],
    values: { quota: QUOTAS },
  }),
  eventsPublished: define({
    name: "skucast_events_published_total",
    help: "Events confirmed by the bus",
    labels: [],
  }),
  busConsumers: define({
    name: "skucast_bus_consumers",
    help: "Live consumers of this process, by queue",
    labels: ["queue"],
  }),
  busMessages: define({
    name: "skucast_bus_messages_total",
    help: "Messages handled, by queue and outcome (done, retry, dead)",
    labels: ["queue", "outcome"],
    values: { outcome: ["done", "retry", "dead"] },
  }),
  busMessagesSkipped: define({
    name: "skucast_bus_messages_skipped_total",
    help: "Messages that a full queue did not get. Nothing is lost: consumers find their work in the database",
    labels: ["queue"],
  }),
  sftpConnections: define({
    name: "skucast_sftp_connections",
    help: "Open SFTP connections of partners that fetch files, logged in or not",
    labels: [],
  }),
  sftpLogins: define({
    name: "skucast_sftp_logins_total",
    help: "SFTP login attempts of partners, by outcome (accepted, refused)",
    labels: ["outcome"],
    values: { outcome: ["accepted", "refused"] },
  }),
  feedPulls: define({
    name: "skucast_feed_pulls_total",
    help: "Downloads of feed files by partners, by protocol and outcome (the status over HTTPS; ok, refused or unavailable over SFTP)",
    labels: ["protocol", "outcome"],
  }),
  feedPullBytes: define({
    name: "skucast_feed_pull_bytes_total",
    help: "Bytes of feed files downloaded by partners, by protocol",
    labels: ["protocol"],
  }),
  feedStoreFailures: define({
    name: "skucast_feed_store_failures_total",
    help: "Downloads of partners that failed because the file store was unavailable",
    labels: [],
  }),
  clockSkew: define({
    name: "skucast_clock_skew_seconds",
    help: "How far the machine's clock was ahead of the database's at the last comparison; the process uses the database's time",
    labels: [],
  }),
  deliveriesOldestDue: define({
    name: "skucast_deliveries_oldest_due_seconds",
    help: "How long the most overdue webhook delivery to a healthy endpoint has been due; 0 when none is",
    labels: [],
  }),
  deliveriesOldestHeldBack: define({
    name: "skucast_deliveries_oldest_held_back_seconds",
    help: "How long the most overdue webhook delivery to an endpoint that fails, is slow or limits its rate has been due; 0 when none is",
    labels: [],
  }),
  deliveryAttempts: define({
    name: "skucast_delivery_attempts_total",
    help: "Webhook delivery attempts, by outcome (delivered, retry, failed, gone)",
    labels: ["outcome"],
    values: { outcome: ["delivered", "retry", "failed", "gone"] },
  }),
  deliveryAttemptDuration: define({
    name: "skucast_delivery_attempt_duration_seconds",
    help: "Time one webhook delivery attempt took",
    labels: ["outcome"],
    buckets: WORK_BUCKETS,
  }),
  runs: define({
    name: "skucast_runs_total",
    help: "Feed runs finished, by status",
    labels: ["status"],
    values: { status: ["succeeded", "succeeded_with_errors", "skipped", "held", "failed"] },
  }),
  runsPostponed: define({
    name: "skucast_runs_postponed_total",
    help: "Feed runs postponed because a file could not be stored, by reason (unreachable, full); they are retried",
    labels: ["reason"],
    values: { reason: ["unreachable", "full"] },
  }),
  runDuration: define({
    name: "skucast_run_duration_seconds",
    help: "Time a feed run took from its start to its end",
    labels: ["status"],
    buckets: WORK_BUCKETS,
  }),
  runRows: define({ name: "skucast_run_rows_total", help: "Rows written into feed files", labels: [] }),
  imports: define({
    name: "skucast_imports_total",
    help: "Imports finished, by status",
    labels: ["status"],
    values: { status: ["succeeded", "succeeded_with_errors", "failed", "cancelled"] },
  }),
  sourceFetches: define({
    name: "skucast_source_fetches_total",
    help: "Fetches of source files, by outcome (changed, unchanged, failed)",
    labels: ["outcome"],
    values: { outcome: ["changed", "unchanged", "failed"] },
  }),
  importDuration: define({
    name: "skucast_import_duration_seconds",
    help: "Time an import took from its start to its end",
    labels: ["status"],
    buckets: WORK_BUCKETS,
  }),
  importRows: define({
    name: "skucast_import_rows_total",
    help: "Rows of imported files, by outcome (created, updated, unchanged, skipped, invalid)",
    labels: ["outcome"],
    values: { outcome: ["created", "updated", "unchanged", "skipped", "invalid"] },
  }),
  listingsOldestPending: define({
    name: "skucast_listings_oldest_noted_seconds",
    help: "How long the oldest pending product has waited for its listings to be recreated; 0 when none is pending",
    labels: [],
  }),
  searchOldestPending: define({
    name: "skucast_search_oldest_pending_seconds",
    help: "How long the oldest change of a product has waited for the search; 0 when none is pending",
    labels: [],
  }),
  listingsWritten: define({
    name: "skucast_listings_written_total",
    help: "Listings written or deleted, because of a changed product or the passing of time (change) or of a changed channel (walk)",
    labels: ["cause"],
    values: { cause: ["change", "walk"] },
  }),
  workOldestLate: define({
    name: "skucast_work_oldest_late_seconds",
    help: "How long the most overdue work of each kind has not been started; 0 when none is late. feed, source: its scheduled time passed and nothing was queued. run, import: it waits for a process. run_in_turn, import_in_turn: it waits for others of its workspace. product_export, workspace_transfer: it waits for a process. workspace_deletion: the time to erase the workspace passed",
    labels: ["kind"],
  }),
  mails: define({
    name: "skucast_mails_total",
    help: "Mails given to the mail server, by outcome: accepted, refused, unreachable (no connection or no login), unconfirmed (no response)",
    labels: ["outcome"],
    values: { outcome: ["accepted", "refused", "unreachable", "unconfirmed"] },
  }),
  revocationDuration: define({
    name: "skucast_revocation_seconds",
    help: "Time from the revocation of a canary until this process rejects it, by the path that reported it (bus, journal)",
    labels: ["region", "path"],
    buckets: REVOCATION_BUCKETS,
  }),
  revocationProbes: define({
    name: "skucast_revocation_probes_total",
    help: "Canaries created and revoked to measure the time until they are rejected, by outcome (refused, late, failed)",
    labels: ["region", "outcome"],
    values: { outcome: ["refused", "late", "failed"] },
  }),
  credentialsBelieved: define({
    name: "skucast_credentials_believed_seconds",
    help: "How long this process currently caches a credential before it checks it again: 10 while it receives revocations from bus and journal, otherwise 1",
    labels: ["region"],
  }),
  toolCalls: define({
    name: "skucast_mcp_tool_calls_total",
    help: "Calls of MCP tools, by tool and outcome (done, refused, cancelled)",
    labels: ["tool", "outcome"],
  }),
  appOk: define({
    name: "skucast_app_ok",
    help: "Whether the process is ready (1) or not (0), for each app that runs in it; a process that stops is not ready",
    labels: ["app"],
  }),
  checks: define({
    name: "skucast_check_ok",
    help: "Whether a check of /readyz passes (1) or fails (0), by check; the process continues to serve while a check that is not required fails",
    labels: ["check"],
  }),
  readErrors: define({
    name: "skucast_metric_read_errors_total",
    help: "Metrics that could not be read for a scrape and are missing from it",
    labels: ["metric"],
  }),
} as const;
