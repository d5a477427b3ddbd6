import type { Language } from "@skucast/contracts/languages";

/** A mail as it is sent: the same in both forms. */
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Who a mail is written for. */
export interface MailReader {
  readonly language: Language;
  /** The URL of the deployment, without a slash at the end. Links of a mail lead there and nowhere else. */
  readonly publicUrl: string;
}
