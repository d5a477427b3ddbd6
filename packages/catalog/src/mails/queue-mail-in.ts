import { newId } from "@skucast/contracts/ids";
import type { AccountMail } from "@skucast/contracts/mails/account-mail";
import { accountMailPlace } from "@skucast/credentials/account-mail-place";
import { sealSecret } from "@skucast/credentials/seal";
import { insertMail } from "@skucast/db/mails/insert-mail";
import type { Call } from "../call.js";
import type { Change } from "../transactions.js";

export interface MailOfWorkspace {
  readonly recipient: string;
  readonly mail: AccountMail;
  readonly expiresAt: Date;
}

/** Queues a mail of a workspace in the transaction of what it reports. Its content is sealed. */
export async function queueMailIn(
  { ctx }: Call<unknown>,
  { tx, workspaceId, now }: Change,
  { recipient, mail, expiresAt }: MailOfWorkspace,
): Promise<void> {
  const id = newId("mail", now.getTime());
  const client = { query: (text: string, values: unknown[]) => tx.$executeRawUnsafe(text, ...values) };
  await insertMail(client, {
    id,
    workspaceId,
    recipient,
    kind: mail.kind,
    sealed: sealSecret(ctx.keyring, JSON.stringify(mail), accountMailPlace(id)),
    isVoid: false,
    now,
    expiresAt,
  });
}
