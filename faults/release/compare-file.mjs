import { call } from "../testbed.mjs";
import { waitUntil } from "./steps.mjs";

const POLL_MS = 200;

/** Runs the feed; the file that the partner gets must have every product of the database once. */
export async function compareFile({ installation, workspace, partner, feed, checks, signal }) {
  const started = await call(installation.api(), workspace, "POST", `/feeds/${feed.id}/runs`, {});
  const run = await finished({ installation, workspace, id: started.id, signal });
  const { rows } = await installation.db.system.query(
    "SELECT count(*)::int AS count FROM products WHERE deleted_at IS NULL",
  );
  const skus = partner.linesOf(workspace, feed.file_name).map((line) => JSON.parse(line).sku);
  checks.check(
    `a feed run ended as ${run.status}; the partner's file has ${new Set(skus).size} products in ${skus.length} rows, the database ${rows[0].count}`,
    run.status === "succeeded" && skus.length === rows[0].count && new Set(skus).size === skus.length,
  );
}

async function finished({ installation, workspace, id, signal }) {
  let run;
  const isFinished = async () => {
    run = await call(installation.api(), workspace, "GET", `/runs/${id}`);
    return run.finished_at !== null;
  };
  await waitUntil(signal, isFinished, POLL_MS);
  return run;
}
