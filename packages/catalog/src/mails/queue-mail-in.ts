import { newId } from "@skucast/contracts/ids";
import { DEFAULT_LANGUAGE, type Language, languageOf } from "@skucast/contracts/languages";
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
  call: Call<unknown>,
  { tx, workspaceId, now }: Change,
  { recipient, mail, expiresAt }: MailOfWorkspace,
): Promise<void> {
  const language = await languageOfActor(call, tx);
  const id = newId("mail", now.getTime());
  const client = { query: (text: string, values: unknown[]) => tx.$executeRawUnsafe(text, ...values) };
  await insertMail(client, {
    id,
    workspaceId,
    recipient,
    kind: mail.kind,
    sealed: sealSecret(call.ctx.keyring, JSON.stringify({ ...mail, language }), accountMailPlace(id)),
    isVoid: false,
    now,
    expiresAt,
  });
}

/** People often write to people who read their language. A recipient who has chosen one gets theirs all the same. */
async function languageOfActor({ principal }: Call<unknown>, tx: Change["tx"]): Promise<Language> {
  if (principal.kind !== "user") return DEFAULT_LANGUAGE;
  const user = await tx.user.findUnique({ where: { id: principal.userId }, select: { language: true } });
  return languageOf(user?.language) ?? DEFAULT_LANGUAGE;
}
