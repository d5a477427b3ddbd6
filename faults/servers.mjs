// PostgreSQL and RabbitMQ for one fault test, which may kill them.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "@skucast/db/migrate";
import { startEmbeddedPostgres } from "@skucast/embedded-postgres/start";
import { startDebianServer } from "../scripts/test/rabbitmq.mjs";

const POSTGRES_SETTINGS = { shared_buffers: "512MB", max_wal_size: "4GB", max_connections: "150" };

export async function startServers() {
  const dir = mkdtempSync(join(tmpdir(), "skucast-faults-"));
  const [postgres, broker] = await Promise.all([
    startEmbeddedPostgres({ dataDir: join(dir, "postgres"), settings: POSTGRES_SETTINGS }),
    startDebianServer(),
  ]);
  await migrate(postgres.ownerUrl);
  return {
    dir,
    postgres,
    broker,
    async stop() {
      await Promise.all([postgres.stop(), broker.stop()]);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
