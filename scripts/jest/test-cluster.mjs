// Runs PostgreSQL for one test run: prints its address as a line of JSON, and ends when standard input does.
import { once } from "node:events";
import { existsSync } from "node:fs";
import { startTestCluster } from "../../packages/testkit/src/start-test-cluster.ts";

process.on("SIGINT", () => {}); // Ctrl-C reaches jest too, which then closes our standard input

const migrations = new URL("../../packages/db/src/migrate.ts", import.meta.url);
const { migrate } = existsSync(migrations) ? await import(migrations.href) : { migrate: async () => [] };

const cluster = await startTestCluster(migrate);
console.log(JSON.stringify(cluster.address));
process.stdin.resume();
await once(process.stdin, "close");
await cluster.stop();
