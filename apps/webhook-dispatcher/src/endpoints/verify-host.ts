import { isJsonObject } from "@skucast/contracts/merge-patch";
import type { DispatcherContext } from "../context.js";
import type { EndedAttempt } from "../deliveries/record-attempts.js";
import type { EndpointLimiters } from "../flow/endpoint-limiters.js";

/** A host that has answered a challenge is trusted this long. */
const VERIFIED_FOR_MS = 180 * 86_400_000;

const RECORD = `
  UPDATE webhook_endpoints SET verified_host = $3, host_verified_at = $4 WHERE workspace_id = $1 AND id = $2`;
const READ = {
  name: "webhook-dispatcher.verified-hosts",
  text: "SELECT DISTINCT verified_host AS host FROM webhook_endpoints WHERE verified_host IS NOT NULL AND host_verified_at > $1",
};

/** Whether the attempt is a test whose receiver has answered the challenge. */
export function answersChallenge({ delivery: { event }, result }: EndedAttempt): boolean {
  if (event.type !== "webhook.test" || result.outcome !== "delivered" || !result.responseBody) return false;
  const challenge = challengeOf(JSON.parse(event.body.toString()));
  return challenge !== undefined && answerOf(result.responseBody.trim()) === challenge;
}

/** Records that the host of the attempt's endpoint receives webhooks on purpose. */
export async function recordVerifiedHost(ctx: Pick<DispatcherContext, "db">, attempt: EndedAttempt): Promise<void> {
  const { workspaceId, endpoint } = attempt.delivery;
  await ctx.db.system.query(RECORD, [workspaceId, endpoint.endpointId, endpoint.target.host, attempt.endedAt]);
}

/** Updates the limiters with the verified hosts of all workspaces. */
export async function refreshVerifiedHosts(
  { db, clock }: Pick<DispatcherContext, "db" | "clock">,
  limiters: Pick<EndpointLimiters, "setVerifiedHosts">,
): Promise<undefined> {
  const since = new Date(clock.now().getTime() - VERIFIED_FOR_MS);
  const { rows } = await db.system.query<{ host: string }>({ ...READ, values: [since] });
  limiters.setVerifiedHosts(new Set(rows.map(({ host }) => host)));
}

function challengeOf(envelope: unknown): string | undefined {
  const data = isJsonObject(envelope) ? envelope.data : undefined;
  const object = isJsonObject(data) ? data.object : undefined;
  const challenge = isJsonObject(object) ? object.challenge : undefined;
  return typeof challenge === "string" ? challenge : undefined;
}

/** The answer is the challenge itself, or JSON with a member `challenge`. Merely repeating the request is neither. */
function answerOf(body: string): unknown {
  try {
    const parsed: unknown = JSON.parse(body);
    return isJsonObject(parsed) ? parsed.challenge : parsed;
  } catch {
    return body;
  }
}
