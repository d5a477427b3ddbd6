import { LIMITS } from "@skucast/contracts/limits";
import { parseKeyring } from "@skucast/credentials/keyring";
import { parseSealingKey } from "@skucast/credentials/sealing-keys";
import { connectTimeoutMs } from "@skucast/db/connect-timeout";
import { POOLERS, ROLE_PLACE } from "@skucast/db/connection-settings";
import { ConfigError, type ConfigFault } from "@skucast/service-kit/config";
import { choice, duration, integer, port, readableBy, secret, text, url } from "@skucast/service-kit/config-fields";
import { LOG_LEVELS } from "@skucast/service-kit/logger";
import { z } from "zod";
import { addressRanges } from "./address-ranges.js";

const MINUTE_MS = 60_000;

/** What every app reads from its environment; each app's config.ts adds its own. */
export const commonSettings = {
  PORT: port().prefault("8080").describe("Port of the HTTP origin; 0 for any free one."),
  HOST: text()
    .prefault("127.0.0.1")
    .describe("Address to listen on: this machine only by default; 0.0.0.0 for every IPv4 address, as in the image."),
  SKUCAST_PUBLIC_URL: url(["http", "https"])
    .optional()
    .describe("Address at which clients see the origin; default http://localhost:PORT."),
  DATABASE_URL: secret()
    .superRefine(readableBy(connectTimeoutMs))
    .describe(
      "PostgreSQL connection string; its user may become skucast_app and skucast_system. With ?connect_timeout=SECONDS at its end a request waits up to that long for a connection; default 5.",
    ),
  SKUCAST_DATABASE_POOLER: choice(POOLERS)
    .prefault("none")
    .describe(
      "Connection pooler in front of PostgreSQL, by its mode: none, session or transaction. With transaction, DATABASE_URL names each role's connections with {role}, and AMQP_URL is required.",
    ),
  SKUCAST_REPLICA_URL: secret()
    .optional()
    .describe("Connection string of a read replica that credentials are looked up in; default the primary."),
  SKUCAST_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,30}$/, "must be up to 30 small letters, digits and dashes")
    .prefault("local")
    .describe("Where the process runs; shown in its log, and in the metrics of revocation."),
  AMQP_URL: secret()
    .optional()
    .describe("RabbitMQ connection string. Without it the bus is the one built on PostgreSQL."),
  SKUCAST_BUS_NAMESPACE: z
    .string()
    .regex(/^[A-Za-z0-9._-]{0,50}$/, "must be up to 50 letters, digits, dots, dashes and underscores")
    .prefault("")
    .describe("Put before every name on the bus, so that several installations can share a broker."),
  SKUCAST_ENCRYPTION_KEYS: secret()
    .superRefine(readableBy(parseKeyring))
    .describe(
      "Keys that secrets at rest are sealed with: id:base64 of 32 bytes, the current one first, separated by commas.",
    ),
  SKUCAST_ALLOW_TARGETS: addressRanges().describe(
    "Private address ranges (CIDR, comma-separated) that webhooks and SFTP may connect to, at every port, or single addresses, an IPv4 one also with its only port (10.0.0.8:2222); default none.",
  ),
  SKUCAST_SHUTDOWN_DELAY: duration()
    .prefault("5s")
    .refine((ms) => ms <= MINUTE_MS, { error: "must be 1m or shorter" })
    .describe(
      "After SIGTERM, an app that serves requests is not ready at once and goes on serving for this time, so that a load balancer can notice; then it finishes what it has and ends. At most 1m; npm start does not wait.",
    ),
  SKUCAST_LOG_LEVEL: z.enum(LOG_LEVELS).prefault("info").describe("Least level that is logged."),
  SKUCAST_METRICS_TOKEN: secret()
    .optional()
    .describe("Bearer token that /metrics asks for; without it they are served to this machine only."),
  SKUCAST_TRUST_PROXY: text()
    .optional()
    .describe("Proxies whose X-Forwarded-For is believed: how many, or their ranges (express' trust proxy)."),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(["http", "https"])
    .optional()
    .describe("OpenTelemetry collector (OTLP over HTTP); without it no traces are made."),
};

/** What every app reads that calls the verbs of the catalogue. */
export const catalogSettings = {
  SKUCAST_WEBHOOK_SEALING_KEY: text()
    .superRefine(readableBy(parseSealingKey))
    .optional()
    .describe(
      "Public key that webhook endpoints' signing keys are sealed with, id:base64 of 32 bytes; default made from SKUCAST_ENCRYPTION_KEYS.",
    ),
};

/** Read by the app that sends mails, and by those that queue them only if there is a mail server. Set them alike. */
export const mailSettings = {
  SKUCAST_SMTP_URL: secret()
    .refine((value) => /^smtps?:\/\/[^/]/.test(value) && URL.canParse(value), {
      error: "must be smtp://user:password@host:port or smtps://…",
    })
    .optional()
    .describe(
      "Mail server for mails to owners and admins about disabled webhook endpoints and failed deliveries; without it no mail is sent.",
    ),
};

const DAY_MS = 86_400_000;

/** How long what happened is kept: each is read by the app that removes it, all by the API, which tells. Set them alike. */
export const retentionSettings = {
  SKUCAST_HISTORY_KEPT: duration()
    .prefault("30d")
    .refine((ms) => ms >= 7 * DAY_MS && ms <= 3_650 * DAY_MS, { error: "must be from 7d to 3650d" })
    .describe(
      "How long events, deliveries and their attempts are kept, from 7d to 3650d, and up to a week more. What is pending stays.",
    ),
  SKUCAST_RUN_FILES_KEPT: integer({ min: 1, max: 1_000 })
    .prefault("14")
    .describe("Of each feed the files of so many runs are kept, and of as many that were delivered."),
  SKUCAST_RUNS_KEPT: duration()
    .prefault("90d")
    .refine((ms) => ms >= DAY_MS, { error: "must be 1d or longer" })
    .describe("Time for which runs that ended are kept, with their counts and issues."),
};

/** What is refused when it arrives and when it is imported. */
export const importSettings = {
  SKUCAST_IMPORT_ROWS: integer({ min: 1, max: 1_000_000_000 })
    .prefault(String(LIMITS.importRowsMax))
    .describe("Rows that a file may have that is imported."),
};

/** Settings that contradict each other; throws ConfigError with all of them. */
export function assertConsistent<Settings extends CommonSettings>(settings: Settings): Settings {
  const faults = settings.SKUCAST_DATABASE_POOLER === "transaction" ? faultsOfTransactionPooling(settings) : [];
  if (faults.length > 0) throw new ConfigError(faults);
  return settings;
}

function faultsOfTransactionPooling({ DATABASE_URL, SKUCAST_REPLICA_URL, AMQP_URL }: CommonSettings): ConfigFault[] {
  const description = "SKUCAST_DATABASE_POOLER is transaction";
  const urls = Object.entries({ DATABASE_URL, SKUCAST_REPLICA_URL });
  const unnamed = urls.filter(([, value]) => value !== undefined && !value.includes(ROLE_PLACE));
  const faults = unnamed.map(([name]) => ({
    name,
    problem: `must contain ${ROLE_PLACE}, where the name of the role goes`,
    description,
  }));
  if (AMQP_URL !== undefined) return faults;
  return [...faults, { name: "AMQP_URL", problem: "is required: the bus on PostgreSQL needs sessions", description }];
}

/** The settings of every app, as a whole. */
export const commonSchema = z.object(commonSettings);
export type CommonSettings = z.output<typeof commonSchema>;
