import { inSystem } from "@skucast/db/database";
import { takeTakenDomain } from "@skucast/db/domains/check-queue";
import type { DomainChecksContext } from "./domain-checks-context.js";
import { usesThatEnd } from "./domain-uses.js";
import { afterEndedProof, type EndedProof, recordEndedProof } from "./record-ended-proof.js";

/** Reports one domain that another workspace took, to those who lost it. Returns whether there was one. */
export async function reportTakenDomain(ctx: DomainChecksContext): Promise<boolean> {
  const ended = await inSystem(ctx.db, async (client): Promise<EndedProof | null> => {
    const taken = await takeTakenDomain(client);
    if (taken === null) return null;
    const news = { ...taken, reason: "taken" as const, uses: usesThatEnd(true, { keepsProof: false }) };
    await recordEndedProof(ctx, client, news);
    return news;
  });
  if (ended === null) return false;
  afterEndedProof(ctx, ended);
  return true;
}
