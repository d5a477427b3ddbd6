import type { Language } from "@skucast/contracts/languages";

/** An email to one person. */
export interface Mail {
  /**
   * The Message-ID without angle brackets. It is the same for each attempt, so that mail servers can detect repeats.
   */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  /** The same as an HTML document, for mail programs that show it. */
  readonly html?: string;
  /** The language of both. */
  readonly language?: Language;
  readonly at: Date;
}

/**
 * The result of sending. `accepted`: the mail server accepted the message. `refused` and `unreachable`: it did not,
 * permanently (`isFinal`) or for now. `unconfirmed`: the message was sent without a response, so it may have been
 * accepted.
 */
export type MailOutcome =
  | { readonly type: "accepted" }
  | { readonly type: "refused"; readonly isFinal: boolean; readonly error: string }
  | { readonly type: "unreachable" | "unconfirmed"; readonly error: string };

export interface Mailer {
  /** Sends one email once, within a time limit. Does not reject for errors of the mail server. */
  send(mail: Mail): Promise<MailOutcome>;
}
