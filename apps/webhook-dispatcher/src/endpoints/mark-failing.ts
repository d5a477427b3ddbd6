import type { DispatcherContext } from "../context.js";
import type { EndedAttempt } from "../deliveries/record-attempts.js";

/** An endpoint of which no attempt succeeded for so long is disabled. */
const FAILING_MS_MAX = 5 * 24 * 3_600_000;

/** Only what differs is written, so that endpoints that go on as before cost nothing. */
const MARK = {
  name: "webhook-dispatcher.mark-failing",
  text: `
    UPDATE webhook_endpoints e SET failing_since = CASE WHEN a.is_good THEN NULL ELSE a.failed_at END
    FROM (
      SELECT workspace_id, endpoint_id, bool_or(is_good) AS is_good, min(ended_at) AS failed_at
      FROM unnest($1::text[], $2::text[], $3::boolean[], $4::timestamptz[]) AS a (workspace_id, endpoint_id, is_good, ended_at)
      GROUP BY 1, 2
    ) a
    WHERE e.workspace_id = a.workspace_id AND e.id = a.endpoint_id AND a.is_good = (e.failing_since IS NOT NULL)`,
};

const isGood = ({ decision }: EndedAttempt): boolean => decision.type === "delivered";

/** Whether the endpoint began to fail, or works again, as far as was known when the delivery was taken. */
export const showsChange = (attempt: EndedAttempt): boolean =>
  attempt.isOfEndpoint && isGood(attempt) === (attempt.delivery.failingSince !== null);

/** The moment before which the endpoint must have begun to fail to be disabled now; undefined when it is not to be. */
export function failingTooLongBefore(attempt: EndedAttempt): Date | undefined {
  const { failingSince } = attempt.delivery;
  const before = new Date(attempt.endedAt.getTime() - FAILING_MS_MAX);
  return attempt.isOfEndpoint && !isGood(attempt) && failingSince !== null && failingSince <= before
    ? before
    : undefined;
}

/** Marks endpoints that began to fail or work again. */
export async function markEndpoints(
  ctx: Pick<DispatcherContext, "db">,
  attempts: readonly EndedAttempt[],
): Promise<undefined[]> {
  await ctx.db.system.query(MARK, [
    attempts.map(({ delivery }) => delivery.workspaceId),
    attempts.map(({ delivery }) => delivery.endpoint.endpointId),
    attempts.map(isGood),
    attempts.map(({ endedAt }) => endedAt),
  ]);
  return attempts.map(() => undefined);
}
