// The peers' packages. The project does not depend on them: they are installed separately when they are measured.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runStep } from "../../scripts/run-step.mjs";

const FOLDER = fileURLToPath(new URL("../../.skucast/bench-peers", import.meta.url));
const MANIFEST = join(FOLDER, "package.json");
const INSTALLED = join(FOLDER, "installed");
const WANTED = JSON.stringify({
  private: true,
  dependencies: { bullmq: "6.7.0", ioredis: "6.0.0", "pg-boss": "10.4.2", "graphile-worker": "0.17.3" },
});

/** Loads one of the peers' packages. */
export const load = (name) => createRequire(MANIFEST)(name);

/** Installs the packages if they are missing; rejects with instructions if the registry cannot be reached. */
export async function installPeers() {
  if (existsSync(INSTALLED) && readFileSync(INSTALLED, "utf8") === WANTED) return;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(MANIFEST, WANTED);
  await runStep({
    name: "Install the peers",
    command: "npm",
    args: ["install", "--no-audit", "--no-fund", "--ignore-scripts"],
    hint: `Is the npm registry reachable (npm ping)? The packages are kept in ${FOLDER}: once is enough.`,
    cwd: FOLDER,
    timeoutMs: 300_000,
  });
  writeFileSync(INSTALLED, WANTED);
}
