import { setTimeout as pause } from "node:timers/promises";
import { call } from "../testbed.mjs";

const RUN_MS_MAX = 300_000;

/** Runs the feed; the file that the partner gets must have every product of the database once. */
export async function compareFile({ installation, workspace, partner, feed, checks }) {
  const started = await call(installation.api(), workspace, "POST", `/feeds/${feed.id}/runs`, {});
  const run = await finished(installation, workspace, started.id);
  const { rows } = await installation.db.system.query(
    "SELECT count(*)::int AS count FROM products WHERE deleted_at IS NULL",
  );
  const skus = partner.linesOf(workspace, feed.file_name).map((line) => JSON.parse(line).sku);
  checks.check(
    `a feed run ended as ${run.status}; the partner's file has ${new Set(skus).size} products in ${skus.length} rows, the database ${rows[0].count}`,
    run.status === "succeeded" && skus.length === rows[0].count && new Set(skus).size === skus.length,
  );
}

async function finished(installation, workspace, id) {
  for (const deadline = Date.now() + RUN_MS_MAX; Date.now() < deadline; await pause(200)) {
    const run = await call(installation.api(), workspace, "GET", `/runs/${id}`);
    if (run.finished_at !== null) return run;
  }
  throw new Error(`run ${id} did not end within ${RUN_MS_MAX / 1_000} s`);
}
