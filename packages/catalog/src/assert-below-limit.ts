import { Problem } from "@skucast/contracts/problem";
import type { Change } from "./transactions.js";

/**
 * Throws limit_reached when the workspace already has `max` objects of a kind. Concurrent calls wait for each other, so
 * together they cannot exceed the limit. Objects that row-level security hides from the caller are counted as well.
 */
export async function assertBelowLimit(
  { tx, workspaceId }: Change,
  { count, max, noun }: { count: () => Promise<number>; max: number; noun: string },
): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`${workspaceId} ${noun}`}, 0))`;
  const [bound] = await tx.$queryRaw<{ actor: string }[]>`SELECT current_setting('app.actor') AS actor`;
  await tx.$executeRaw`SELECT set_config('app.actor', '*', true)`;
  const present = await count();
  await tx.$executeRaw`SELECT set_config('app.actor', ${bound?.actor ?? ""}, true)`;
  if (present < max) return;
  throw new Problem(
    "limit_reached",
    `A workspace holds at most ${max} ${noun}. Delete one that you no longer need, or ask your operator for a higher limit.`,
  );
}
