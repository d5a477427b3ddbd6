import { newId } from "@skucast/contracts/ids";
import type { AccountMail } from "@skucast/contracts/mails/account-mail";
import { accountMailPlace } from "@skucast/credentials/account-mail-place";
import { sealSecret } from "@skucast/credentials/seal";
import type { TransactionClient } from "@skucast/db/database";
import { insertMail } from "@skucast/db/mails/insert-mail";
import type { AccountsContext } from "../accounts/accounts-context.js";
import { currentLanguage } from "../language/request-language.js";
import { mayMailNews } from "./may-mail-news.js";

const DAY_MS = 86_400_000;
/** How long a mail without a link is worth sending. */
const NEWS_KEPT_MS = 3 * DAY_MS;

export interface QueuedMail {
  readonly recipient: string;
  readonly mail: AccountMail;
  /** When its link expires. Default: after three days. */
  readonly expiresAt?: Date;
  /** Whether the address has no account. The mail is then stored and never sent. */
  readonly isVoid?: boolean;
}

/**
 * Queues a mail about an account in the transaction of what it reports. The content is sealed, because its link is a
 * secret. It names the language of the request, for a recipient who has chosen none. Call `onMailQueued` after the commit.
 * Of mails about what happened to an account, an address gets a limited number an hour. Returns whether it was queued.
 */
export async function queueMail(
  ctx: Pick<AccountsContext, "clock" | "keyring">,
  client: TransactionClient,
  { recipient, mail, expiresAt, isVoid = false }: QueuedMail,
): Promise<boolean> {
  if (!(await mayMailNews(ctx, client, { recipient, kind: mail.kind }))) return false;
  const now = ctx.clock.now();
  const id = newId("mail", now.getTime());
  await insertMail(client, {
    id,
    workspaceId: "",
    recipient,
    kind: mail.kind,
    sealed: sealSecret(ctx.keyring, JSON.stringify({ ...mail, language: currentLanguage() }), accountMailPlace(id)),
    isVoid,
    now,
    expiresAt: expiresAt ?? new Date(now.getTime() + NEWS_KEPT_MS),
  });
  return true;
}
