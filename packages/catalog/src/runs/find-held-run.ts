import type { Call } from "../call.js";
import { runRead } from "../transactions.js";

/** The id of the feed's held run, which a new run discards; null if there is none. */
export function findHeldRun(call: Call<{ readonly feedId: string }>): Promise<string | null> {
  const { feedId } = call.input;
  return runRead(call, "feeds:write", async (tx, workspaceId) => {
    const held = await tx.run.findFirst({ where: { workspaceId, feedId, status: "held" }, select: { id: true } });
    return held?.id ?? null;
  });
}
