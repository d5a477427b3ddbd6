import { firstIdAt, newId } from "@skucast/contracts/ids";
import { Problem, validationFailed } from "@skucast/contracts/problem";
import type { Recovery, RecoveryCreate, ReplayCreate } from "@skucast/contracts/webhook-endpoints/recovery";
import type { Call, WriteOptions } from "../call.js";
import { requireFound } from "../require-found.js";
import { lockRow, runChange } from "../transactions.js";
import { assertEndpointActive } from "./assert-endpoint-active.js";
import { recoveryOf } from "./recovery-row.js";

/** Deliveries in the first portion; the dispatcher decides the size of later ones. */
const FIRST_PORTION = 10;

/**
 * Starts the recovery of all events that an endpoint has missed since a time. This only writes one row; the dispatcher walks
 * the events and queues deliveries in portions. An endpoint has at most one running recovery.
 */
export const recoverWebhookEndpoint = (
  call: Call<{ id: string; recovery: RecoveryCreate } & WriteOptions>,
): Promise<Recovery> => startRecovery(call, false);

/** The same for all events between two times, whether or not they were delivered. */
export const replayWebhookEndpoint = (
  call: Call<{ id: string; recovery: ReplayCreate } & WriteOptions>,
): Promise<Recovery> => startRecovery(call, true);

function startRecovery(
  call: Call<{ id: string; recovery: RecoveryCreate } & WriteOptions>,
  includesDelivered: boolean,
): Promise<Recovery> {
  const { id: endpointId, recovery } = call.input;
  return runChange(call, "webhooks:write", async (change) => {
    const { tx, workspaceId, now, audit } = change;
    const { since, until } = timesOf(recovery, now);
    await lockRow(change, "webhook_endpoints", endpointId);
    const where = { workspaceId_id: { workspaceId, id: endpointId } };
    const endpoint = requireFound(await tx.webhookEndpoint.findUnique({ where }), "webhook endpoint", endpointId);
    assertEndpointActive(endpoint);
    const running = await tx.webhookRecovery.findFirst({ where: { workspaceId, endpointId, status: "running" } });
    if (running) {
      const detail = `The recovery ${running.id} of this endpoint is still running; cancel it, or wait until it ends.`;
      throw new Problem("conflict", detail);
    }
    const position = firstIdAt("evt", since.getTime());
    const id = newId("rec", now.getTime());
    const walk = { position, portionFrom: position, portionSize: FIRST_PORTION, nextStepAt: now };
    const data = {
      workspaceId,
      id,
      endpointId,
      status: "running",
      since,
      until,
      includesDelivered,
      ...walk,
      createdAt: now,
    };
    const { host } = new URL(endpoint.url);
    const limits = recovery.until === undefined ? {} : { until: until.toISOString() };
    const details = { host, recovery_id: id, since: since.toISOString(), ...limits };
    const action = includesDelivered ? "webhook_endpoint.replay_started" : "webhook_endpoint.recovery_started";
    await audit(action, endpointId, details);
    return recoveryOf(await tx.webhookRecovery.create({ data }));
  });
}

function timesOf(recovery: RecoveryCreate, now: Date): { since: Date; until: Date } {
  const since = new Date(recovery.since);
  const until = recovery.until === undefined ? now : new Date(recovery.until);
  const rejection = (pointer: string, message: string) => validationFailed([{ pointer, code: "not_allowed", message }]);
  const future = `must not be in the future; the time here is ${now.toISOString()}`;
  if (since > now) throw rejection("/since", future);
  if (until > now) throw rejection("/until", future);
  if (until < since) throw rejection("/until", "must not be before since");
  return { since, until };
}
