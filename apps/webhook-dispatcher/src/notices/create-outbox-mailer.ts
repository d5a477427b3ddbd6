import { newId } from "@skucast/contracts/ids";
import { DEFAULT_LANGUAGE } from "@skucast/contracts/languages";
import type { AccountMail } from "@skucast/contracts/mails/account-mail";
import { accountMailPlace } from "@skucast/credentials/account-mail-place";
import type { Keyring } from "@skucast/credentials/keyring";
import { sealSecret } from "@skucast/credentials/seal";
import type { Database } from "@skucast/db/database";
import { insertMail } from "@skucast/db/mails/insert-mail";
import type { Mailer } from "@skucast/mail/mailer";
import type { Clock } from "@skucast/service-kit/clock";

const KEPT_MS = 3 * 86_400_000;

interface OutboxOfDeployment {
  readonly db: Database;
  readonly keyring: Keyring;
  readonly clock: Clock;
}

/** Puts mails into the outbox of a deployment without a mail server, next to those about accounts. */
export const createOutboxMailer = ({ db, keyring, clock }: OutboxOfDeployment): Mailer => ({
  send: async ({ to, subject, text, language = DEFAULT_LANGUAGE }) => {
    const now = clock.now();
    const id = newId("mail", now.getTime());
    const mail: AccountMail = { kind: "notice", subject, text };
    await insertMail(db.system, {
      id,
      workspaceId: "",
      recipient: to,
      kind: mail.kind,
      sealed: sealSecret(keyring, JSON.stringify({ ...mail, language }), accountMailPlace(id)),
      isVoid: false,
      now,
      expiresAt: new Date(now.getTime() + KEPT_MS),
    });
    return { type: "accepted" };
  },
});
