import type { Change } from "../transactions.js";

/** Nothing of the source waits for a person any more. */
export async function clearHold({ tx, workspaceId }: Change, sourceId: string): Promise<void> {
  await tx.source.updateMany({ where: { workspaceId, id: sourceId, health: "held" }, data: { health: "ok" } });
}
