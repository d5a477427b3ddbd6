// PostgreSQL and RabbitMQ for one fault test, which may kill them.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "@skucast/db/migrate";
import { startEmbeddedPostgres } from "@skucast/embedded-postgres/start";
import { startDebianServer } from "../scripts/test/rabbitmq.mjs";

const POSTGRES_SETTINGS = { shared_buffers: "512MB", max_wal_size: "4GB", max_connections: "150" };

export async function startServers() {
  const [{ stop, ...database }, broker] = await Promise.all([startPostgres(), startDebianServer()]);
  return { ...database, broker, stop: () => Promise.all([stop(), broker.stop()]) };
}

/** PostgreSQL with an empty, migrated database, and a folder for the files of a fault test. */
export async function startPostgres() {
  const dir = mkdtempSync(join(tmpdir(), "skucast-faults-"));
  const postgres = await startEmbeddedPostgres({ dataDir: join(dir, "postgres"), settings: POSTGRES_SETTINGS });
  await migrate(postgres.ownerUrl);
  return {
    dir,
    postgres,
    async stop() {
      await postgres.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
