// PostgreSQL with client programs of the same version, and RabbitMQ, for one release check, which kills both.
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startDebianPostgres } from "@skucast/testkit/start-debian-postgres";
import { startDebianServer } from "../../scripts/test/rabbitmq.mjs";

/** As docs/operations.md advises for the processes that run at the same time during the upgrade. */
const POSTGRES_SETTINGS = ["max_connections=250"];

export async function startServers() {
  const dir = mkdtempSync(join(tmpdir(), "skucast-release-"));
  const filesDir = join(dir, "files");
  mkdirSync(filesDir);
  chmodSync(dir, 0o755);
  chmodSync(filesDir, 0o777); // the user of the image writes there
  const [postgres, broker] = await Promise.all([startDebianPostgres(POSTGRES_SETTINGS), startDebianServer()]);
  return {
    dir,
    filesDir,
    postgres,
    broker,
    async stop() {
      await Promise.all([postgres.stop(), broker.stop()]);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
