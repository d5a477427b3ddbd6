import type { AccountMail } from "@skucast/contracts/mails/account-mail";
import type { TransactionClient } from "@skucast/db/database";
import { listOwnerAddresses } from "@skucast/db/memberships/list-owner-addresses";
import { queueMail } from "../mails/queue-mail.js";
import type { DomainChecksContext } from "./domain-checks-context.js";

type DomainNews = Pick<Extract<AccountMail, { kind: "domain_proof" }>, "domain" | "state" | "uses" | "endsAt"> & {
  readonly workspaceId: string;
};

/** Queues a mail to every owner about the proof of a domain, in the transaction of what it reports. */
export async function queueDomainMails(
  ctx: Pick<DomainChecksContext, "clock" | "keyring">,
  client: TransactionClient,
  { workspaceId, domain, state, uses, endsAt }: DomainNews,
): Promise<void> {
  const { workspaceName, emails } = await listOwnerAddresses(client, workspaceId);
  for (const recipient of emails) {
    await queueMail(ctx, client, {
      recipient,
      mail: { kind: "domain_proof", workspaceName, domain, state, uses, endsAt },
    });
  }
}
