/**
 * An error response of an OAuth endpoint (RFC 6749, section 5.2): status, code and a sentence for the client's
 * developer.
 */
export class OAuthError extends Error {
  override readonly name = "OAuthError";
  readonly status: number;
  readonly code: string;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, code: string, description: string, retryAfterSeconds?: number) {
    super(description);
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
