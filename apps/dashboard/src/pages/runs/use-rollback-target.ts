import type { Feed } from "@skucast/contracts/feeds/feed";
import type { Run } from "@skucast/contracts/runs/run";
import { useQuery } from "@tanstack/react-query";
import { callRoute } from "../../api/client.js";
import { useApiQuery } from "../../api/use-api-query.js";

/** The run whose files a rollback would deliver: the given one, or the one that the service would choose. */
export function useRollbackTarget(
  feed: Feed,
  runId: string | undefined,
): { readonly run: Run | undefined; readonly error: Error | null } {
  const sent = { params: { feed_id: feed.id }, query: { validate_only: "true" } };
  const dryRun = useQuery({
    queryKey: ["rollbackFeed", feed.id, feed.live_run_id],
    queryFn: ({ signal }) => callRoute("rollbackFeed", { ...sent, body: {}, signal }),
    enabled: runId === undefined,
  });
  const selected = runId ?? dryRun.data?.rollback_to;
  const read = useApiQuery(
    "getRun",
    { params: { run_id: selected ?? "" } },
    { isEnabled: typeof selected === "string" },
  );
  return { run: read.data, error: dryRun.error ?? read.error };
}
