import { domainFileOf, domainRecordOf } from "@skucast/contracts/domains/domain-proof";
import { inSystem } from "@skucast/db/database";
import { claimDomainCheck, type DueDomain, noteDomainFound, noteDomainMissing } from "@skucast/db/domains/check-queue";
import { type Loop, type RunOutcome, startLoop } from "@skucast/service-kit/loop";
import type { DomainChecksContext } from "./domain-checks-context.js";
import { usesThatEnd } from "./domain-uses.js";
import { endMissingProof } from "./end-missing-proof.js";
import { queueDomainMails } from "./queue-domain-mails.js";
import { reportTakenDomain } from "./report-taken-domain.js";

const INTERVAL_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A proof that is there is checked once a day, one that is missing every three hours. */
const FOUND_EVERY_MS = DAY_MS;
const MISSING_EVERY_MS = 3 * HOUR_MS;
/** The owners are mailed about a proof that is missing for a day, and a week later it ends. */
const WARNED_AFTER_MS = DAY_MS;
const ENDS_AFTER_MS = 7 * DAY_MS;

/** Checks again whether the domains of workspaces are proven. */
export const startDomainChecks = (ctx: DomainChecksContext): Loop =>
  startLoop({ name: "domain-checks", intervalMs: INTERVAL_MS, logger: ctx.logger, run: () => checkNextDomain(ctx) });

/**
 * Reports one domain that another workspace took, or checks one proof that is due. A proof ends only by a check that found
 * it missing, a week after the owners were mailed: so no failure of DNS or of this process locks anyone out. Servers that
 * do not answer neither prove nor end anything. Any number of processes may call it at once.
 */
export async function checkNextDomain(ctx: DomainChecksContext): Promise<RunOutcome> {
  if (await reportTakenDomain(ctx)) return "more";
  const now = ctx.clock.now();
  const due = await claimDomainCheck(ctx.db, {
    now,
    foundBefore: new Date(now.getTime() - FOUND_EVERY_MS),
    missingBefore: new Date(now.getTime() - MISSING_EVERY_MS),
  });
  if (due === null) return "idle";
  const found = await lookFor(ctx, due);
  if (found === "uncertain") return "more";
  if (found === "all") await noteDomainFound(ctx.db, due);
  else await handleMissing(ctx, due, { now, keepsProof: found === "file" });
  return "more";
}

type Found = "all" | "file" | "nothing" | "uncertain";

/** What is published of the proof that the uses of the domain need. Single sign-on needs the record. */
async function lookFor({ domainProofs }: DomainChecksContext, { domain, token, ...due }: DueDomain): Promise<Found> {
  const records = await domainProofs.certainTxt(domainRecordOf(domain));
  if (records?.includes(token)) return "all";
  if ((await domainProofs.file(domainFileOf(domain)))?.trim() === token) {
    if (!due.isForSingleSignOn) return "all";
    return records === null ? "uncertain" : "file";
  }
  return records === null ? "uncertain" : "nothing";
}

async function handleMissing(
  ctx: DomainChecksContext,
  due: DueDomain,
  { now, keepsProof }: { readonly now: Date; readonly keepsProof: boolean },
): Promise<void> {
  const { warnedAt, missingSince } = due;
  if (warnedAt !== null) {
    if (warnedAt.getTime() + ENDS_AFTER_MS <= now.getTime()) await endMissingProof(ctx, due, { keepsProof });
    return;
  }
  const isWarned = missingSince !== null && missingSince.getTime() + WARNED_AFTER_MS <= now.getTime();
  await inSystem(ctx.db, async (client) => {
    await noteDomainMissing(client, due, { now, isWarned });
    if (!isWarned) return;
    const endsAt = new Date(now.getTime() + ENDS_AFTER_MS).toISOString();
    await queueDomainMails(ctx, client, {
      ...due,
      state: "missing",
      uses: usesThatEnd(due.isForSingleSignOn, { keepsProof }),
      endsAt,
    });
  });
  if (isWarned) ctx.onMailQueued();
  const { workspaceId: workspace_id, domain } = due;
  ctx.logger.info(
    { event: "domain.proof_missing", workspace_id, domain, is_warned: isWarned },
    "proof of a domain missing",
  );
}
