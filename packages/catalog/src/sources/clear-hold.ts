import type { Change } from "../transactions.js";

/** Sets the health of a source from held to ok, because none of its imports is held any more. */
export async function clearHold({ tx, workspaceId }: Change, sourceId: string): Promise<void> {
  await tx.source.updateMany({ where: { workspaceId, id: sourceId, health: "held" }, data: { health: "ok" } });
}
