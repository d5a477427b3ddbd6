import type { Language } from "@skucast/contracts/languages";
import { unlinked } from "@skucast/contracts/mails/unlinked";
import { type NoticeText, PUBLIC_URL } from "@skucast/db/notices/insert-notices";
import { renderNotice } from "@skucast/mail/render-notice";
import type { RenderedMail } from "@skucast/mail/rendered-mail";
import { DISPATCHER_TEXTS } from "../texts/texts.js";

/** Who a notice is written for. */
export interface NoticeReader {
  /** Name of the workspace, or its id. */
  readonly workspace: string;
  readonly language: Language;
  readonly publicUrl: string;
}

/** Writes a queued notice as it is sent: with why the person gets it, and the URL of this deployment in its links. */
export function writeNotice(
  { subject, body }: NoticeText,
  { workspace, language, publicUrl }: NoticeReader,
): RenderedMail {
  const { footer } = DISPATCHER_TEXTS[language];
  const text = `${body}${footer(unlinked(workspace))}`.replaceAll(PUBLIC_URL, () => publicUrl);
  return renderNotice({ subject, text }, { language, publicUrl });
}
