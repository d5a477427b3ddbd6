// Runs PostgreSQL for one test run: prints its address as a line of JSON, and ends when standard input does.
import { once } from "node:events";
import { migrate } from "../../packages/db/src/migrate.ts";
import { startTestCluster } from "../../packages/testkit/src/start-test-cluster.ts";

process.on("SIGINT", () => {}); // Ctrl-C reaches jest too, which then closes our standard input

const cluster = await startTestCluster(migrate);
console.log(JSON.stringify(cluster.address));
process.stdin.resume();
await once(process.stdin, "close");
await cluster.stop();
