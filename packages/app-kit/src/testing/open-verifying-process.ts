import { type Database, openDatabase } from "@skucast/db/database";
import { openEmbeddedBus } from "@skucast/events/embedded-bus";
import { systemClock } from "@skucast/service-kit/clock";
import { createLogger } from "@skucast/service-kit/logger";
import { createMetrics } from "@skucast/service-kit/metrics";
import type { TestDatabase } from "@skucast/testkit/create-test-database";
import { eventually } from "@skucast/testkit/eventually";
import { startTcpProxy, type TcpProxy } from "@skucast/testkit/tcp-proxy";
import { type Credentials, openCredentials } from "../credentials.js";

/** A process that verifies credentials, with its own network connection to the database, which is also its bus. */
export interface VerifyingProcess extends Credentials {
  readonly db: Database;
  readonly network: TcpProxy;
  /** Whether revocations arrive by bus and journal, according to its metrics. */
  isConfirmed(): Promise<boolean>;
  /** Resolves once they do. */
  confirmed(): Promise<unknown>;
  close(): Promise<void>;
}

export async function openVerifyingProcess(database: TestDatabase): Promise<VerifyingProcess> {
  const url = new URL(database.appUrl);
  const network = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
  url.hostname = "127.0.0.1";
  url.port = String(network.port);
  const db = openDatabase({ url: url.href });
  const logger = createLogger({ service: "test", level: "silent" });
  const metrics = createMetrics({ service: "test" });
  const bus = openEmbeddedBus({ db, logger, metrics });
  const opened = openCredentials({ db, bus, clock: systemClock, logger, metrics, region: "test" });
  const isConfirmed = async () =>
    (await metrics.render()).body.includes('skucast_credentials_believed_seconds{region="test"} 10');
  let closed: Promise<void> | undefined;
  const closeOnce = async () => {
    await opened.close();
    await bus.close();
    await db.close();
    await network.close();
  };
  return {
    ...opened.credentials,
    db,
    network,
    isConfirmed,
    confirmed: () => eventually(isConfirmed),
    close: () => {
      closed ??= closeOnce();
      return closed;
    },
  };
}
