import type { Language } from "@skucast/contracts/languages";
import type { AccountMail } from "@skucast/contracts/mails/account-mail";
import type { MailContent } from "@skucast/mail/mail-content";
import { renderContent } from "@skucast/mail/render-content";
import { renderNotice } from "@skucast/mail/render-notice";
import type { RenderedMail } from "@skucast/mail/rendered-mail";
import { cleanText } from "../pages/clean-text.js";
import { contentOf } from "./mail-content.js";

/** A mail and the language that its recipient reads. */
export interface MailInLanguage {
  readonly mail: AccountMail;
  readonly language: Language;
}

/** Writes a mail as plain text and as HTML. Links lead to the deployment at this URL. */
export function renderMail({ mail, language }: MailInLanguage, publicUrl: string): RenderedMail {
  const reader = { language, publicUrl };
  // The lines of a notice were written, and its names cleaned, when it was queued.
  return mail.kind === "notice"
    ? renderNotice(mail, reader)
    : renderContent(cleaned(contentOf(mail, language)), reader);
}

const SENTENCE_LENGTH_MAX = 500;

/** Names are chosen by people, so control characters and direction marks are removed from every sentence. */
const cleaned = (content: MailContent): MailContent => ({
  ...content,
  subject: cleanText(content.subject, SENTENCE_LENGTH_MAX),
  paragraphs: content.paragraphs.map((paragraph) => cleanText(paragraph, SENTENCE_LENGTH_MAX)),
  ...(content.facts && {
    facts: content.facts.map(([name, value]) => [name, cleanText(value, SENTENCE_LENGTH_MAX)] as const),
  }),
});
