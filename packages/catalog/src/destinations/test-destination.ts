import { randomUUID } from "node:crypto";
import { DESTINATION_TEST_STEPS, type DestinationTest } from "@skucast/contracts/destinations/destination-test";
import { LIMITS } from "@skucast/contracts/limits";
import { PARTNER_TYPES } from "@skucast/partners/partner-types";
import type { Call, WriteOptions } from "../call.js";
import { runChange } from "../transactions.js";
import { destinationOf } from "./destination-row.js";
import { reserveConnectionTest, STALL_TIMEOUT_MS } from "./reserve-connection-test.js";

/** Tries a delivery to the destination, reports each step, and adds an entry to the audit log. */
export async function testDestination(
  call: Call<{ id: string; write: boolean } & WriteOptions>,
): Promise<DestinationTest> {
  const { ctx, input } = call;
  const { row, partner } = await reserveConnectionTest(call);
  if (input.validateOnly) return NOT_RUN;
  const options = {
    guard: ctx.guard,
    signal: AbortSignal.timeout(LIMITS.destinationTestTimeoutMs),
    stallTimeoutMs: STALL_TIMEOUT_MS,
  };
  const { test: result, isOrdered } = await PARTNER_TYPES[partner.type].test(partner, options, {
    isWriting: input.write,
    testId: `skucast-test-${randomUUID()}`,
  });
  await runChange(call, "feeds:write", async ({ tx, workspaceId, now, audit }) => {
    const { name, host } = destinationOf(row);
    const failed = result.steps.find(({ status }) => status === "failed")?.name ?? null;
    const ordered = isOrdered ? { orderedWritesSince: now } : {};
    const lastTest = { at: now.toISOString(), status: result.status, failed_step: failed };
    // Only if the destination has not changed meanwhile: the result does not apply to other settings.
    await tx.destination.updateMany({
      where: { workspaceId, id: row.id, version: row.version },
      data: { lastTest, ...ordered },
    });
    const hostKeys = result.host_keys.map(({ fingerprint }) => fingerprint);
    await audit("destination.tested", input.id, { name, host, status: result.status, failed, host_keys: hostKeys });
  });
  return result;
}

/** The result of a test that was only validated: no connection was made. */
const NOT_RUN: DestinationTest = {
  status: "passed",
  summary: "Nothing was tried.",
  host_keys: [],
  steps: DESTINATION_TEST_STEPS.map((name) => ({
    name,
    status: "skipped",
    message: null,
    server_message: null,
    duration_ms: 0,
  })),
};
