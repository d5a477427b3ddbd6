import type { RunDelivery } from "@skucast/contracts/runs/run";
import type { ExporterContext } from "../context.js";
import type { ClaimedRun } from "./claimed-run.js";
import { deliverFile } from "./deliver-file.js";
import type { Deliverable } from "./find-made.js";
import { saveDelivery } from "./save-delivery.js";

/** Brings the files to all destinations side by side: none waits for another. Answers what became of each. */
export async function deliverEverywhere(
  ctx: ExporterContext,
  { run, made, signal }: { run: ClaimedRun; made: Deliverable; signal: AbortSignal },
): Promise<RunDelivery[]> {
  const { files, baseName, deliveries } = made;
  const ended = await Promise.allSettled(
    deliveries.map(async (before, place) => {
      if (before.type !== "sftp_push" || before.status !== "pending") return before;
      const delivery = await deliverFile(ctx, { run, delivery: before, place, files, baseName, signal });
      await saveDelivery(ctx, run, { place, delivery, files });
      return delivery;
    }),
  );
  return ended.map((result) => {
    if (result.status === "rejected") throw result.reason;
    return result.value;
  });
}
