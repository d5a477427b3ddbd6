import { type FailureCode, SftpFailure } from "@skucast/sftp/sftp-failure";

/** What a server answered to a request. */
export interface Answer {
  readonly status: number;
  /** The `location` of a redirect. */
  readonly location: string | undefined;
  /** Seconds or undefined, from `retry-after`. */
  readonly retryAfterSeconds: number | undefined;
  /** The beginning of the body, made safe by cleanServerMessage. */
  readonly message: string | undefined;
}

const CODES: Readonly<Record<number, FailureCode>> = {
  401: "authentication_failed",
  407: "authentication_failed",
  403: "permission_denied",
  404: "not_found",
  410: "not_found",
  405: "unsupported",
  501: "unsupported",
  429: "busy",
  503: "busy",
  507: "no_space",
};

/**
 * The failure for an answer that is not a success. A server error is transient only if the same request may be sent again
 * without the file being taken twice.
 */
export function answerFailure({ status, location, message }: Answer, what: string, isRepeatable: boolean): SftpFailure {
  const redirect = location === undefined ? "" : ` to ${location}; redirects are not followed, so enter that address`;
  const detail = `${what}: status ${status}${redirect}`;
  return new SftpFailure(codeFor(status, isRepeatable), detail, { serverMessage: message, isAnswer: true });
}

function codeFor(status: number, isRepeatable: boolean): FailureCode {
  const known = CODES[status];
  if (known !== undefined) return known;
  const isServerError = status >= 500 || status === 408;
  if (!isServerError) return "rejected";
  return isRepeatable ? "protocol" : "unanswered";
}
