import { LIMITS } from "@skucast/contracts/limits";
import { Problem } from "@skucast/contracts/problem";
import { hiddenProblem } from "@skucast/db/database-problem";
import type { Destination as DestinationRow } from "@skucast/db/generated/client";
import type { SftpTarget } from "@skucast/sftp/sftp-target";
import { assertTargetAllowed } from "../assert-target-allowed.js";
import type { Call, WriteOptions } from "../call.js";
import { requireFound } from "../require-found.js";
import { runChange } from "../transactions.js";
import { targetOf } from "./destination-target.js";

/** A host that gives no answer for so long is given up: somebody waits for ours. */
export const STALL_TIMEOUT_MS = 10_000;

/**
 * Asks leave to connect to a destination at somebody's request: by those who may change it, not too often, and nowhere
 * inside of the network. Answers what to connect to.
 */
export async function reserveConnectionTest(
  call: Call<{ id: string } & WriteOptions>,
): Promise<{ row: DestinationRow; target: SftpTarget }> {
  const { ctx, input } = call;
  const row = await runChange(call, "feeds:write", async ({ tx, workspaceId, now }) => {
    const stored = await tx.destination.findUnique({ where: { workspaceId_id: { workspaceId, id: input.id } } });
    const destination = requireFound(stored, "destination", input.id);
    input.precondition?.(Number(destination.version));
    const rested = { OR: [{ testedAt: null }, { testedAt: { lt: cooledDownSince(now) } }] };
    const knocked = await tx.destination.updateMany({
      where: { workspaceId, id: input.id, ...rested },
      data: { testedAt: now },
    });
    if (knocked.count === 0) throw isCooledDown(destination, now) ? hiddenProblem() : tooManyTests();
    return destination;
  });
  await assertTargetAllowed("/host", () => ctx.guard.checkHost(row.host, row.port));
  return { row, target: targetOf(ctx, row) };
}

const cooledDownSince = (now: Date): Date => new Date(now.getTime() - LIMITS.destinationTestPauseSeconds * 1_000);

/** One that rested and could not be written is behind the wall: it is seen, and not changed, by who is restricted. */
const isCooledDown = ({ testedAt }: DestinationRow, now: Date): boolean =>
  testedAt === null || testedAt < cooledDownSince(now);

function tooManyTests(): Problem {
  const seconds = LIMITS.destinationTestPauseSeconds;
  return new Problem("rate_limited", `A destination is tried at most every ${seconds} s.`, {
    headers: { "Retry-After": `${seconds}` },
  });
}
