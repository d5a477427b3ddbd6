/** A mail to one person. */
export interface Mail {
  /** Its Message-ID without the brackets: the same on every try, so that a mail server may know a repeat. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  readonly at: Date;
}

/**
 * How sending ended. `accepted`: the mail server took it over. `refused` and `unreachable`: it has certainly not, and will
 * never (`isFinal`) or may later. `unconfirmed`: it was told the mail and gave no answer, so it may have taken it over.
 */
export type MailOutcome =
  | { readonly type: "accepted" }
  | { readonly type: "refused"; readonly isFinal: boolean; readonly error: string }
  | { readonly type: "unreachable" | "unconfirmed"; readonly error: string };

export interface Mailer {
  /** Sends one mail once; ends by itself. It does not reject for what a mail server does. */
  send(mail: Mail): Promise<MailOutcome>;
}
