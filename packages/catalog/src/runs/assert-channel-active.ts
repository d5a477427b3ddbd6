import { Problem } from "@skucast/contracts/problem";
import { requireFound } from "../require-found.js";
import type { Change } from "../transactions.js";

/** Throws conflict, with what to do, unless the channel is active. Partners of other channels keep what they have. */
export async function assertChannelActive(
  { tx, workspaceId }: Change,
  channelId: string,
  purpose: string,
): Promise<void> {
  const where = { workspaceId_id: { workspaceId, id: channelId } };
  const { status } = requireFound(await tx.channel.findUnique({ where }), "channel", channelId);
  if (status === "active") return;
  throw new Problem(
    "conflict",
    `The feed's channel ${channelId} is ${status}; set its status to active to ${purpose}.`,
  );
}
