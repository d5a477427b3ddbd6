import { type Keyring, parseKeyring } from "@skucast/credentials/keyring";
import { type Database, openDatabase } from "@skucast/db/database";
import type { Bus } from "@skucast/events/bus";
import { openEmbeddedBus } from "@skucast/events/embedded-bus";
import { openRabbitMqBus } from "@skucast/events/rabbitmq-bus";
import { type Clock, systemClock } from "@skucast/service-kit/clock";
import { createHealth, type Health } from "@skucast/service-kit/health";
import type { Logger } from "@skucast/service-kit/logger";
import { createMetrics, type Metrics } from "@skucast/service-kit/metrics";
import { createTurns, type Turns } from "@skucast/service-kit/turns";
import { parseAllowList } from "@skucast/targets/allow-list";
import { createTargetGuard, type TargetGuard } from "@skucast/targets/target-guard";
import { type Credentials, openCredentials } from "./credentials.js";
import { startDatabaseClock } from "./database-clock.js";
import { type ChangeHints, createChangeHints } from "./live/change-hints.js";
import { observeBacklogs } from "./observe-backlogs.js";
import type { CommonSettings } from "./settings.js";
import { startTelemetry } from "./telemetry.js";

/** The resources shared by all apps of a process. Each app adds its own settings. */
export interface Resources {
  readonly db: Database;
  readonly bus: Bus;
  /** Verifies tokens and sessions, and announces revocations. */
  readonly credentials: Credentials;
  /** Reports changes to open pages in every process. */
  readonly hints: ChangeHints;
  /** Keys for secrets at rest. */
  readonly keyring: Keyring;
  /** Decides which targets tenants may connect to. */
  readonly guard: TargetGuard;
  /** The database's time, shared by all processes. */
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Shares the thread of the process among workspaces. */
  readonly turns: Turns;
}

export interface OpenResources {
  readonly resources: Resources;
  /** Whether the process can serve now; see `addChecks`. */
  readonly health: Health;
  /** Closes everything in reverse order. */
  close(): Promise<void>;
}

/** Opens the configured resources. Connections are opened on demand; an unavailable database shows in `health`. */
export async function openResources(name: string, settings: CommonSettings, logger: Logger): Promise<OpenResources> {
  const metrics = createMetrics({ service: name, logger });
  const telemetry = await startTelemetry(name, settings, metrics);
  const onIdleError = (error: Error) =>
    logger.warn({ event: "database.connection_lost", err: error }, "database connection lost");
  const db = openDatabase({
    url: settings.DATABASE_URL,
    replicaUrl: settings.SKUCAST_REPLICA_URL,
    pooler: settings.SKUCAST_DATABASE_POOLER,
    name,
    onIdleError,
  });
  const { AMQP_URL: url, SKUCAST_BUS_NAMESPACE: namespace } = settings;
  const bus =
    url === undefined
      ? openEmbeddedBus({ db, logger, metrics, namespace })
      : openRabbitMqBus({ url, name, logger, metrics, namespace });
  const region = settings.SKUCAST_REGION;
  const credentials = openCredentials({ db, bus, clock: systemClock, logger, metrics, region });
  const hints = createChangeHints({ bus, logger });
  const { clock, stop: stopClock } = await startDatabaseClock({ db, logger, metrics });
  const stopObserving = observeBacklogs({ db, clock, metrics });
  const health = createHealth({ logger });
  return {
    resources: {
      db,
      bus,
      credentials: credentials.credentials,
      hints,
      keyring: parseKeyring(settings.SKUCAST_ENCRYPTION_KEYS),
      guard: createTargetGuard({ allow: parseAllowList(settings.SKUCAST_ALLOW_TARGETS) }),
      clock,
      logger,
      metrics,
      turns: createTurns(),
    },
    health,
    close: async () => {
      stopObserving();
      await stopClock();
      await hints.close();
      await credentials.close();
      await bus.close();
      await db.close();
      await telemetry.stop();
    },
  };
}
