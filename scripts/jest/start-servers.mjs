// Jest's global set-up for tests that need PostgreSQL. A process of its own runs the server and ends with its standard input:
// however jest ends, nothing stays behind.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { keepCluster } from "./stop-servers.mjs";

/** Workers and the programs that tests start load the same modules again and again: Node.js keeps them compiled. */
const COMPILE_CACHE = fileURLToPath(new URL("../../node_modules/.cache/node-compile", import.meta.url));

export default async function startServers() {
  process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE;
  const script = fileURLToPath(new URL("test-cluster.mjs", import.meta.url));
  const child = spawn(process.execPath, ["--conditions=skucast-source", "--import", "tsx", script], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), "line"), ended(child)]);
  process.env.SKUCAST_TEST_CLUSTER = line;
  keepCluster(child);
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @returns {Promise<never>}
 */
async function ended(child) {
  const [code] = await once(child, "exit");
  throw new Error(`PostgreSQL for the tests did not start (exit code ${code}); the reason is above.`);
}
