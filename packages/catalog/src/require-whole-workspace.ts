import { bindingOf, type Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import { readActorChannels } from "@skucast/db/channels/read-actor-channels";
import type { CatalogContext } from "./context.js";

/** Throws forbidden with the given detail for members and keys that see some channels only. */
export async function requireWholeWorkspace(ctx: CatalogContext, principal: Principal, detail: string): Promise<void> {
  if ((await readActorChannels(ctx.db, bindingOf(principal))) !== null) throw new Problem("forbidden", detail);
}
