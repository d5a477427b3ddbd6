import { languageOf } from "@skucast/contracts/languages";
import { accountMailSchema, mailEnvelopeSchema } from "@skucast/contracts/mails/account-mail";
import { accountMailPlace } from "@skucast/credentials/account-mail-place";
import type { Keyring } from "@skucast/credentials/keyring";
import { openSecret } from "@skucast/credentials/seal";
import type { MailInLanguage } from "./render-mail.js";

interface SealedMail {
  readonly id: string;
  readonly sealed: Uint8Array;
  readonly recipientLanguage: string | null;
}

/**
 * The content of a queued mail, with the language that the recipient chose, or else that of the page or person that
 * caused it. A notice has the language that it was written in. Throws if its key is missing or its bytes were changed.
 */
export function openMail(keyring: Keyring, { id, sealed, recipientLanguage }: SealedMail): MailInLanguage {
  const content: unknown = JSON.parse(openSecret(keyring, sealed, accountMailPlace(id)));
  const { language } = mailEnvelopeSchema.parse(content);
  const mail = accountMailSchema.parse(content);
  return { mail, language: mail.kind === "notice" ? language : (languageOf(recipientLanguage) ?? language) };
}
