import { Problem } from "@skucast/contracts/problem";
import type { Change } from "./transactions.js";

/**
 * Throws limit_reached when the workspace already has `max` objects of a kind. Concurrent calls wait for each other, so
 * together they cannot exceed the limit.
 */
export async function assertBelowLimit(
  { tx, workspaceId }: Change,
  { count, max, noun }: { count: () => Promise<number>; max: number; noun: string },
): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`${workspaceId} ${noun}`}, 0))`;
  if ((await count()) >= max) throw new Problem("limit_reached", `A workspace holds at most ${max} ${noun}.`);
}
