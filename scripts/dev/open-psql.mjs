import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { loadSettings } from "../../apps/standalone/src/config.ts";
import { startEmbeddedPostgres } from "../../packages/embedded-postgres/src/start.ts";

const { SKUCAST_DATA_DIR, DATABASE_URL } = loadSettings();
const dataDir = join(SKUCAST_DATA_DIR, "postgres");

if (DATABASE_URL !== undefined) {
  process.exitCode = await runPsql(DATABASE_URL);
} else if (!existsSync(dataDir)) {
  console.error(`There is no database in ${SKUCAST_DATA_DIR}. Run npm run dev first, or set SKUCAST_DATA_DIR.`);
  process.exitCode = 1;
} else {
  process.on("SIGINT", () => {}); // psql uses Ctrl-C to cancel a statement
  const server = await startEmbeddedPostgres({ dataDir });
  const url = new URL(server.superuserUrl);
  url.pathname = new URL(server.ownerUrl).pathname;
  process.exitCode = await runPsql(url.href);
  await server.stop();
}

/**
 * @param {string} url
 * @returns {Promise<number>} the exit code
 */
function runPsql(url) {
  return new Promise((resolve) => {
    const psql = spawn("psql", [url, ...process.argv.slice(2)], { stdio: "inherit" });
    psql.once("exit", (code) => resolve(code ?? 1));
    psql.once("error", () => {
      console.error(
        `psql could not be started. Install it, or use another client with this connection string:\n${url}`,
      );
      resolve(1);
    });
  });
}
