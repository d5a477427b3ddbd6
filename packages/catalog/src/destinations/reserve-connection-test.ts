import { LIMITS } from "@skucast/contracts/limits";
import { Problem } from "@skucast/contracts/problem";
import { invisibleRowProblem } from "@skucast/db/database-problem";
import type { Destination as DestinationRow } from "@skucast/db/generated/client";
import type { Partner } from "@skucast/partners/partner";
import type { Call, WriteOptions } from "../call.js";
import { requireFound } from "../require-found.js";
import { runChange } from "../transactions.js";
import { assertServerAllowed } from "./destination-address.js";
import { destinationOf } from "./destination-row.js";
import { partnerOf } from "./destination-target.js";

/** A test fails if the host does not answer for this long, because a client is waiting. */
export const STALL_TIMEOUT_MS = 10_000;

/**
 * Reserves a connection to a destination on request and returns its partner. The principal must be allowed to change the
 * destination, the last test must be long enough ago, and the target guard must accept the address.
 */
export async function reserveConnectionTest(
  call: Call<{ id: string } & WriteOptions>,
): Promise<{ row: DestinationRow; partner: Partner }> {
  const { ctx, input } = call;
  const row = await runChange(call, "feeds:write", async ({ tx, workspaceId, now }) => {
    const stored = await tx.destination.findUnique({ where: { workspaceId_id: { workspaceId, id: input.id } } });
    const destination = requireFound(stored, "destination", input.id);
    input.precondition?.(Number(destination.version));
    const cooledDown = { OR: [{ testedAt: null }, { testedAt: { lt: cooledDownSince(now) } }] };
    const reserved = await tx.destination.updateMany({
      where: { workspaceId, id: input.id, ...cooledDown },
      data: { testedAt: now },
    });
    if (reserved.count === 0) throw isCooledDown(destination, now) ? invisibleRowProblem() : tooManyTests();
    return destination;
  });
  await assertServerAllowed(ctx, destinationOf(row));
  return { row, partner: partnerOf(ctx, row) };
}

const cooledDownSince = (now: Date): Date => new Date(now.getTime() - LIMITS.destinationTestPauseSeconds * 1_000);

/** If the pause is over but the row was not updated, row-level security prevented it: the member may only read it. */
const isCooledDown = ({ testedAt }: DestinationRow, now: Date): boolean =>
  testedAt === null || testedAt < cooledDownSince(now);

function tooManyTests(): Problem {
  const seconds = LIMITS.destinationTestPauseSeconds;
  return new Problem("rate_limited", `A destination can be tested at most every ${seconds} s.`, {
    headers: { "Retry-After": `${seconds}` },
  });
}
