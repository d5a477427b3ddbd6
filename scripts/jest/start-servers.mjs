// Jest's global set-up for tests that want PostgreSQL. The server is looked after by a process of its own, which goes
// away with its standard input: however jest ends, nothing stays behind.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export default async function startServers() {
  const script = fileURLToPath(new URL("test-cluster.mjs", import.meta.url));
  const child = spawn(process.execPath, ["--conditions=skucast-source", "--import", "tsx", script], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), "line"), ended(child)]);
  process.env.SKUCAST_TEST_CLUSTER = line;
  globalThis.skucastTestCluster = child;
}

async function ended(child) {
  const [code] = await once(child, "exit");
  throw new Error(`PostgreSQL for the tests did not start (exit code ${code}); the reason is above.`);
}
