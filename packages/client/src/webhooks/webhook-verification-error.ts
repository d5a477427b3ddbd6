/** Why a webhook was rejected. The codes are stable and do not help a forger. */
export type WebhookRefusal =
  /** A header is missing, repeated or malformed. */
  | "malformed_header"
  /** The timestamp is too far in the past or future: possibly a replayed request. */
  | "timestamp_out_of_tolerance"
  /** No signature matches any of the keys. */
  | "no_matching_signature"
  /** A webhook with this id was already handled. Answer 2xx and do nothing. */
  | "repeated"
  /** The signature matches, but the body is not an event. */
  | "malformed_body";

/** A rejected webhook. Answer 401; for `repeated`, 204. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
  readonly code: WebhookRefusal;

  constructor(code: WebhookRefusal, message: string) {
    super(message);
    this.code = code;
  }
}
