import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { ROOT } from "./testbed.mjs";

const PORT = "18099";

/** Starts all apps on a folder, as npm start does, with `more` settings; resolves when they are ready, with the milliseconds that it took. */
export async function startStandalone(dataDir, more = {}) {
  const startedAtMs = performance.now();
  const env = { ...process.env, PORT, SKUCAST_DATA_DIR: dataDir, SKUCAST_DEMO_PRODUCTS: "0", ...more };
  const child = spawn(process.execPath, [join(ROOT, "apps/standalone/dist/main.js")], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const chunk of child.stdout) if (String(chunk).includes("Skucast is ready")) break;
  return { child, ms: performance.now() - startedAtMs };
}

/** Stops the apps as Ctrl-C does. */
export async function stopStandalone(child) {
  child.kill("SIGINT");
  if (child.exitCode === null) await once(child, "exit");
}
