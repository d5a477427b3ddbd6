import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Credentials, openCredentials } from "@skucast/app-kit/credentials";
import { newKeyringText } from "@skucast/credentials/keyring";
import { type Database, openDatabase } from "@skucast/db/database";
import { migrate } from "@skucast/db/migrate";
import type { Bus } from "@skucast/events/bus";
import { openRabbitMqBus } from "@skucast/events/rabbitmq-bus";
import { brokerNames, deadLetterQueue, TOPOLOGY } from "@skucast/events/topology";
import { systemClock } from "@skucast/service-kit/clock";
import { createLogger } from "@skucast/service-kit/logger";
import { createMetrics } from "@skucast/service-kit/metrics";
import { createTestBroker, type TestBroker } from "@skucast/testkit/create-test-broker";
import { eventually } from "@skucast/testkit/eventually";
import { type ReplicatedPostgres, startPrimaryWithStandby } from "@skucast/testkit/start-standby";
import { startTcpProxy, type TcpProxy } from "@skucast/testkit/tcp-proxy";
import { type ApiProcess, startApiProcess } from "../../testing/start-api-process.js";

/**
 * Two API processes as two regions: `eu` with the primary database and `us` with a streaming replica, both on one RabbitMQ
 * that can be cut off. The test process itself revokes credentials.
 */
export interface Regions {
  readonly apis: readonly [eu: ApiProcess, us: ApiProcess];
  readonly db: Database;
  readonly postgres: ReplicatedPostgres;
  /** The network between all three processes and the broker. */
  readonly network: TcpProxy;
  /** Announces revocations to all processes, as a process that revokes does. */
  readonly announce: Credentials["announce"];
  /** Resolves when both regions receive revocations by bus and journal, or, with false, when neither does. */
  confirmed(isConfirmed?: boolean): Promise<void>;
  close(): Promise<void>;
}

export async function openRegions(): Promise<Regions> {
  const broker = createTestBroker();
  const amqpUrl = new URL(broker.amqpUrl);
  const network = await startTcpProxy({ host: amqpUrl.hostname, port: Number(amqpUrl.port) || 5672 });
  amqpUrl.host = `127.0.0.1:${network.port}`;
  const postgres = await startPrimaryWithStandby(migrate);
  const folder = mkdtempSync(join(tmpdir(), "skucast-regions-"));
  const env = {
    DATABASE_URL: postgres.primary.appUrl,
    AMQP_URL: amqpUrl.href,
    SKUCAST_BUS_NAMESPACE: `${broker.namespace}.`,
    SKUCAST_ENCRYPTION_KEYS: newKeyringText(),
    SKUCAST_FILES_DIR: folder,
    SKUCAST_REQUESTS_PER_MINUTE: "10000000",
    SKUCAST_REVOCATION_PROBE: "0s",
    SKUCAST_LOG_LEVEL: "fatal",
  };
  const apis = await Promise.all([
    startApiProcess("eu", env),
    startApiProcess("us", { ...env, SKUCAST_REPLICA_URL: postgres.standby.appUrl }),
  ]);
  const revoker = openRevoker(env);
  return {
    apis,
    postgres,
    network,
    db: revoker.db,
    announce: revoker.announce,
    confirmed: async (isConfirmed = true) => {
      for (const { region, metric } of apis) {
        const series = `skucast_credentials_believed_seconds{region="${region}"}`;
        await eventually(async () => (await metric(series)) === (isConfirmed ? 10 : 1));
      }
    },
    close: async () => {
      await Promise.all(apis.map((api) => api.stop()));
      await revoker.close();
      await network.close();
      await postgres.stop();
      await dropNames(broker);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function openRevoker(env: Record<"DATABASE_URL" | "AMQP_URL" | "SKUCAST_BUS_NAMESPACE", string>) {
  const logger = createLogger({ service: "test", level: "silent" });
  const metrics = createMetrics({ service: "test" });
  const db = openDatabase({ url: env.DATABASE_URL });
  const { AMQP_URL: url, SKUCAST_BUS_NAMESPACE: namespace } = env;
  const bus: Bus = openRabbitMqBus({ url, namespace, name: "test", logger, metrics });
  const { credentials, close } = openCredentials({ db, bus, clock: systemClock, logger, metrics, region: "test" });
  return {
    db,
    announce: credentials.announce,
    close: async () => {
      await close();
      await bus.close();
      await db.close();
    },
  };
}

async function dropNames(broker: TestBroker): Promise<void> {
  const names = brokerNames(`${broker.namespace}.`);
  await broker.drop({
    queues: TOPOLOGY.flatMap((queue) => [names.queue(queue), names.queue(deadLetterQueue(queue))]),
    exchanges: [...Object.values(names.exchanges), names.deadExchange, names.broadcastExchange],
  });
}
