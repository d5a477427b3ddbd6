import { LIMITS } from "@skucast/contracts/limits";
import type { RunFile } from "@skucast/contracts/runs/run";
import type { LiveRun, RunWork } from "./load-work.js";

const DAY_MS = 86_400_000;

/**
 * Whether every destination has exactly these files from the live run and rejected none of their products, and neither the
 * destination nor its files were changed since. After a week, files are sent again anyway, because partners drop products that get no updates.
 */
export function isUnchanged(files: readonly RunFile[], work: RunWork, now: Date): boolean {
  const { live, feed, touched } = work;
  if (!live || now.getTime() - Date.parse(live.finished_at) >= LIMITS.unchangedFileDaysMax * DAY_MS) return false;
  if (contentOf(files) !== contentOf(live.files)) return false;
  const isTouched = feed.deliveries.some((it) => it.type === "sftp_push" && touched.includes(it.destination_id));
  return !isTouched && !hasRejected(live) && isDeliveredEverywhere(live, work);
}

/** Whether a host rejected products, which the next run tries again: it may take them now. */
const hasRejected = ({ deliveries }: Pick<LiveRun, "deliveries">): boolean =>
  deliveries.some((delivery) => delivery.type === "sftp_push" && (delivery.products?.rejected ?? 0) > 0);

/**
 * Whether a run was delivered to every destination that the feed has now, and no destination was changed since. A delivery
 * without a verification was made by a version that could corrupt files: it does not count, and its files are sent again.
 */
export function isDeliveredEverywhere(
  { deliveries }: Pick<LiveRun, "deliveries">,
  { feed, destinations }: Pick<RunWork, "feed" | "destinations">,
): boolean {
  return feed.deliveries.every((wanted) => {
    if (wanted.type !== "sftp_push") return deliveries.some(({ type }) => type === wanted.type);
    const { destination_id } = wanted;
    const before = deliveries.find((it) => it.type === "sftp_push" && it.destination_id === destination_id);
    const changedAt = destinations[destination_id];
    if (before?.type !== "sftp_push" || before.status !== "delivered" || (before.verification ?? null) === null)
      return false;
    if (before.delivered_at === null || changedAt === undefined) return false;
    return Date.parse(before.delivered_at) >= Date.parse(changedAt);
  });
}

const contentOf = (files: readonly RunFile[]): string =>
  files.map(({ name, sha256 }) => `${name} ${sha256}`).join("\n");
