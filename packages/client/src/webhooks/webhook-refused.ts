/** Why a webhook is not believed. The code is stable; none of them says more to a forger than "no". */
export type WebhookRefusal =
  /** A header is missing, given twice, or cannot be read. */
  | "malformed_header"
  /** The timestamp is too far in the past or the future: maybe an old request that somebody sends again. */
  | "timestamp_out_of_tolerance"
  /** No signature fits any of the keys. */
  | "no_matching_signature"
  /** A webhook with this id was handled before. Answer 2xx and do nothing. */
  | "repeated"
  /** The signature fits and the body is not an event. */
  | "malformed_body";

/** A webhook that is not to be acted upon. Answer 401; for `repeated`, 204. */
export class WebhookRefused extends Error {
  override readonly name = "WebhookRefused";
  readonly code: WebhookRefusal;

  constructor(code: WebhookRefusal, message: string) {
    super(message);
    this.code = code;
  }
}
