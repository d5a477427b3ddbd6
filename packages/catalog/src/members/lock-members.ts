import type { WorkspaceTransaction } from "@skucast/db/prisma";

/** Serializes changes of a workspace's members, so that two of them cannot remove the last two owners. */
export async function lockMembers(change: {
  readonly tx: WorkspaceTransaction;
  readonly workspaceId: string;
}): Promise<void> {
  const { tx, workspaceId } = change;
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`${workspaceId} members`}, 0))`;
}
