import { LIMITS } from "@skucast/contracts/limits";
import { parseKeyring } from "@skucast/credentials/keyring";
import { parseSealingKey } from "@skucast/credentials/sealing-keys";
import { connectTimeoutMs } from "@skucast/db/connect-timeout";
import { POOLERS, ROLE_PLACEHOLDER } from "@skucast/db/connection-settings";
import { parseTrustedProxies } from "@skucast/http-kit/trusted-proxies";
import { ConfigError, type ConfigFault } from "@skucast/service-kit/config";
import {
  choice,
  duration,
  integer,
  parsableBy,
  port,
  secret,
  secretUrl,
  text,
  url,
} from "@skucast/service-kit/config-fields";
import { LOG_LEVELS } from "@skucast/service-kit/log-levels";
import { z } from "zod";
import { addressRanges } from "./address-ranges.js";

const MINUTE_MS = 60_000;

const EXPORTERS = ["otlp", "none"] as const;

/** Schemes of connection strings of PostgreSQL. */
export const POSTGRESQL = ["postgresql", "postgres"];

/** The settings of every app. Each app's config.ts adds its own. */
export const commonSettings = {
  PORT: port().prefault("8080").describe("Port of the HTTP origin; 0 for any free port."),
  HOST: text()
    .prefault("127.0.0.1")
    .describe("Address to listen on: this machine only by default; 0.0.0.0 for every IPv4 address, as in the image."),
  SKUCAST_PUBLIC_URL: url(["http", "https"])
    .optional()
    .describe("URL at which clients reach the origin. Default: http://localhost:PORT."),
  DATABASE_URL: secretUrl(POSTGRESQL)
    .superRefine(parsableBy(connectTimeoutMs))
    .describe(
      "PostgreSQL connection string. Its user must be allowed to switch to skucast_app and skucast_system. With ?connect_timeout=SECONDS at its end, a request waits up to that long for a connection; default 5.",
    ),
  SKUCAST_DATABASE_POOLER: choice(POOLERS)
    .prefault("none")
    .describe(
      "Mode of the connection pooler in front of PostgreSQL: none, session or transaction. With transaction, DATABASE_URL must contain {role} for the connections of each role, and AMQP_URL is required.",
    ),
  SKUCAST_REPLICA_URL: secretUrl(POSTGRESQL)
    .optional()
    .describe("Connection string of a read replica for credential look-ups. Default: the primary."),
  SKUCAST_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,30}$/, "must be up to 30 lower-case letters, digits and dashes")
    .prefault("local")
    .describe("Region of the process; shown in its log and in the revocation metrics."),
  AMQP_URL: secretUrl(["amqp", "amqps"])
    .optional()
    .describe("RabbitMQ connection string. Without it, the bus built on PostgreSQL is used."),
  SKUCAST_BUS_NAMESPACE: z
    .string()
    .regex(/^[A-Za-z0-9._-]{0,50}$/, "must be up to 50 letters, digits, dots, dashes and underscores")
    .prefault("")
    .describe("Prefix of every name on the bus, so that several deployments can share a broker."),
  SKUCAST_ENCRYPTION_KEYS: secret()
    .superRefine(parsableBy(parseKeyring))
    .describe("Encryption keys for secrets at rest: id:base64 of 32 bytes, comma-separated, the current one first."),
  SKUCAST_ALLOW_TARGETS: addressRanges().describe(
    "Private IP ranges (CIDR, comma-separated) that webhooks and SFTP may connect to, on every port, or single addresses; an IPv4 address may be limited to one port (10.0.0.8:2222). Default: none.",
  ),
  SKUCAST_SHUTDOWN_DELAY: duration()
    .prefault("5s")
    .refine((ms) => ms <= MINUTE_MS, { error: "must be 1m or shorter" })
    .describe(
      "After SIGTERM, an app that serves requests reports not ready immediately and keeps serving for this time, so that load balancers can react; then it finishes open work and exits. At most 1m; npm start does not wait.",
    ),
  SKUCAST_LOG_LEVEL: choice(LOG_LEVELS).prefault("info").describe("Minimum log level."),
  SKUCAST_METRICS_TOKEN: secret()
    .optional()
    .describe("Bearer token required for /metrics. Without it, metrics are served only to this machine."),
  SKUCAST_TRUST_PROXY: text()
    .superRefine(parsableBy(parseTrustedProxies))
    .optional()
    .describe("Proxies whose X-Forwarded-For is trusted: their number, or their IP ranges (express' trust proxy)."),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(["http", "https"])
    .optional()
    .describe(
      "OpenTelemetry collector (OTLP over HTTP), such as http://collector:4318. Traces, metrics and logs go to its paths v1/traces, v1/metrics and v1/logs. Without it, nothing is sent.",
    ),
  OTEL_TRACES_EXPORTER: choice(EXPORTERS)
    .prefault("otlp")
    .describe("Whether traces go to the collector: otlp or none."),
  OTEL_METRICS_EXPORTER: choice(EXPORTERS)
    .prefault("otlp")
    .describe("Whether metrics go to the collector: otlp or none. /metrics has them in any case."),
  OTEL_LOGS_EXPORTER: choice(EXPORTERS)
    .prefault("otlp")
    .describe("Whether log lines go to the collector: otlp or none. They are written to the log in any case."),
  OTEL_METRIC_EXPORT_INTERVAL: integer({ min: 1_000, max: 3_600_000 })
    .prefault("60000")
    .describe("Milliseconds between two messages with metrics to the collector."),
};

/** The settings of every app that calls the verbs of the catalog. */
export const catalogSettings = {
  SKUCAST_WEBHOOK_SEALING_KEY: text()
    .superRefine(parsableBy(parseSealingKey))
    .optional()
    .describe(
      "Public key for sealing the signing keys of webhook endpoints, id:base64 of 32 bytes. Default: derived from SKUCAST_ENCRYPTION_KEYS.",
    ),
};

/** Set them to the same value in every app. */
export const mailSettings = {
  SKUCAST_SMTP_URL: secret()
    .refine((value) => /^smtps?:\/\/[^/]/.test(value) && URL.canParse(value), {
      error: "must be smtp://user:password@host:port or smtps://…",
    })
    .optional()
    .describe(
      "Mail server for emails about accounts, invitations and problems in workspaces. Without it, no emails are sent.",
    ),
};

/** Read by the apps that queue, send or keep mails, and by the API, which tells the dashboard about the outbox. */
export const mailOutboxSettings = {
  ...mailSettings,
  SKUCAST_MAIL_OUTBOX: choice(["shown", "hidden"])
    .prefault("hidden")
    .describe(
      "Whether mails are kept and shown at /outbox while there is no mail server. Anyone who can open the page can read every mail and use its links. `npm start` sets shown as long as only this machine can reach it: it listens there, SKUCAST_PUBLIC_URL is no other host, and SKUCAST_TRUST_PROXY is not set.",
    ),
};

/** Whether mails about problems are queued: they are sent, or kept in the outbox. */
export const queuesMails = ({
  SKUCAST_SMTP_URL: smtpUrl,
  SKUCAST_MAIL_OUTBOX: outbox,
}: z.output<z.ZodObject<typeof mailOutboxSettings>>): boolean => smtpUrl !== undefined || outbox === "shown";

/** Read by the apps that send emails, in addition to the mail server. */
export const mailSenderSettings = {
  ...mailSettings,
  SKUCAST_MAIL_FROM: text().prefault("Skucast <skucast@localhost>").describe("Sender of mails."),
};

/** Read by the API, which publishes channels, and by the public MCP server, which shows them. */
export const directorySettings = {
  SKUCAST_DIRECTORY_PROOF: choice(["required", "optional"])
    .prefault("required")
    .describe(
      "Whether a channel in the public directory needs a domain that its workspace has proven, and shows only products that link to it. npm start: optional.",
    ),
};

const DAY_MS = 86_400_000;

/**
 * Retention times. Each is read by the app that deletes the data, and all by the API, which reports them. Set them to
 * the same values.
 */
export const retentionSettings = {
  SKUCAST_HISTORY_KEPT: duration()
    .prefault("30d")
    .refine((ms) => ms >= 7 * DAY_MS && ms <= 3_650 * DAY_MS, { error: "must be from 7d to 3650d" })
    .describe(
      "How long events, deliveries and their attempts are kept, from 7d to 3650d, and up to a week longer. Pending ones are kept.",
    ),
  SKUCAST_RUN_FILES_KEPT: integer({ min: 1, max: 1_000 })
    .prefault("14")
    .describe("Number of runs of each feed whose files are kept, and the same number of delivered runs."),
  SKUCAST_DELETED_PRODUCTS_KEPT: duration()
    .prefault("90d")
    .refine((ms) => ms >= 30 * DAY_MS && ms <= 3_650 * DAY_MS, { error: "must be from 30d to 3650d" })
    .describe("How long a deleted product is returned by include=deleted, from 30d to 3650d. Then its row is deleted."),
  SKUCAST_RUNS_KEPT: duration()
    .prefault("90d")
    .refine((ms) => ms >= DAY_MS, { error: "must be 1d or longer" })
    .describe("How long finished runs are kept, with their counts and issues."),
  SKUCAST_IMPORTS_KEPT: duration()
    .prefault("90d")
    .refine((ms) => ms >= DAY_MS, { error: "must be 1d or longer" })
    .describe("How long finished imports are kept, with their row errors."),
};

/** Limits that are checked when a file arrives and when it is imported. */
export const importSettings = {
  SKUCAST_IMPORT_ROWS: integer({ min: 1, max: 1_000_000_000 })
    .prefault(String(LIMITS.importRowsMax))
    .describe("Maximum number of rows of an imported file."),
};

const QUOTA_PRODUCTS_MAX = 1_000_000_000;
const QUOTA_BYTES_MAX = 1_000_000_000_000_000;
const lowered = (max: number, noun: string) =>
  integer({ min: 1, max }).prefault(String(max)).describe(`Maximum number of ${noun} of a workspace.`);

/** Quotas of the catalog. Each app that writes products reads them; set them to the same values. */
export const catalogQuotaSettings = {
  SKUCAST_QUOTA_PRODUCTS: integer({ min: 1, max: QUOTA_PRODUCTS_MAX })
    .prefault(String(LIMITS.productsPerWorkspace))
    .describe("Maximum number of products of a workspace."),
  SKUCAST_QUOTA_CATALOG_BYTES: integer({ min: 1_000, max: QUOTA_BYTES_MAX })
    .prefault(String(LIMITS.catalogBytesPerWorkspace))
    .describe("Maximum size of a workspace's products together, in bytes as the API returns them."),
};

/** Every quota of a workspace. Each app that calls the catalog's operations reads them; set them to the same values. */
export const quotaSettings = {
  ...catalogQuotaSettings,
  SKUCAST_QUOTA_CHANNELS: lowered(LIMITS.channelsPerWorkspace, "channels"),
  SKUCAST_QUOTA_FEEDS: lowered(LIMITS.feedsPerWorkspace, "feeds"),
  SKUCAST_QUOTA_DESTINATIONS: lowered(LIMITS.destinationsPerWorkspace, "destinations"),
  SKUCAST_QUOTA_SOURCES: lowered(LIMITS.sourcesPerWorkspace, "sources"),
  SKUCAST_QUOTA_WEBHOOK_ENDPOINTS: lowered(LIMITS.webhookEndpointsPerWorkspace, "webhook endpoints"),
};

type QuotaValues<Settings> = { readonly [Name in keyof Settings]: number };

/** The quotas of products that the settings name. */
export const catalogQuotasOf = (settings: QuotaValues<typeof catalogQuotaSettings>) => ({
  products: settings.SKUCAST_QUOTA_PRODUCTS,
  catalogBytes: settings.SKUCAST_QUOTA_CATALOG_BYTES,
});

/** Every quota that the settings name. */
export const quotasOf = (settings: QuotaValues<typeof quotaSettings>) => ({
  ...catalogQuotasOf(settings),
  channels: settings.SKUCAST_QUOTA_CHANNELS,
  feeds: settings.SKUCAST_QUOTA_FEEDS,
  destinations: settings.SKUCAST_QUOTA_DESTINATIONS,
  sources: settings.SKUCAST_QUOTA_SOURCES,
  webhookEndpoints: settings.SKUCAST_QUOTA_WEBHOOK_ENDPOINTS,
});

/** Checks for contradicting settings. Throws ConfigError with all of them. */
export function assertConsistent<Settings extends CommonSettings>(settings: Settings): Settings {
  const errors = settings.SKUCAST_DATABASE_POOLER === "transaction" ? transactionPoolingErrors(settings) : [];
  if (errors.length > 0) throw new ConfigError(errors);
  return settings;
}

function transactionPoolingErrors({ DATABASE_URL, SKUCAST_REPLICA_URL, AMQP_URL }: CommonSettings): ConfigFault[] {
  const description = "SKUCAST_DATABASE_POOLER is transaction";
  const urls = Object.entries({ DATABASE_URL, SKUCAST_REPLICA_URL });
  const unnamed = urls.filter(([, value]) => value !== undefined && !value.includes(ROLE_PLACEHOLDER));
  const errors = unnamed.map(([name]) => ({
    name,
    problem: `must contain ${ROLE_PLACEHOLDER} in place of the role name`,
    description,
  }));
  if (AMQP_URL !== undefined) return errors;
  return [
    ...errors,
    { name: "AMQP_URL", problem: "is required, because the bus on PostgreSQL needs sessions", description },
  ];
}

/** The schema of the settings of every app. */
export const commonSchema = z.object(commonSettings);
export type CommonSettings = z.output<typeof commonSchema>;
