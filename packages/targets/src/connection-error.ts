/* Turns connection errors of undici and Node into messages for the owner of a target. */

const TIMEOUT_CODES = new Set([
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "ETIMEDOUT",
  "ETIMEOUT",
]);

const SENTENCES: Readonly<Record<string, string>> = {
  ENOTFOUND: "The host name does not resolve.",
  EAI_AGAIN: "The host name could not be resolved. This may be temporary.",
  ECONNREFUSED: "The host refused the connection.",
  ECONNRESET: "The connection was reset.",
  EPIPE: "The connection was reset.",
  EHOSTUNREACH: "The host cannot be reached.",
  ENETUNREACH: "The host cannot be reached.",
  UND_ERR_SOCKET: "The connection was closed before the answer.",
  CERT_HAS_EXPIRED: "The certificate has expired.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The certificate is self-signed.",
  SELF_SIGNED_CERT_IN_CHAIN: "The certificate chain contains a self-signed certificate.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The certificate cannot be verified; an intermediate certificate may be missing.",
  HANDSHAKE_FAILURE: "The host aborted the TLS handshake.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The certificate is for another host name.",
  PROTOCOL_VERSION: "The host supports only TLS 1.1 or older; TLS 1.2 or later is required.",
  ERR_SSL_UNSUPPORTED_PROTOCOL: "The host supports only TLS 1.1 or older; TLS 1.2 or later is required.",
  NO_APPLICATION_PROTOCOL: "The host does not accept HTTP/1.1, which is required; it may support only HTTP/2.",
  ERR_SSL_WRONG_VERSION_NUMBER: "The host does not use TLS on this port.",
  ERR_SSL_PACKET_LENGTH_TOO_LONG: "The host does not use TLS on this port.",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "The length of the answer differs from its Content-Length.",
  // undici asserts that a status is at least 100.
  ERR_ASSERTION: "The answer is not HTTP/1.1.",
  UND_ERR_HEADERS_OVERFLOW: "The headers of the answer are longer than 16 kB.",
};

/** The name of a TLS alert in OpenSSL's error code, whose prefix differs by version: `SSLV3_ALERT_…`, `SSL/TLS_ALERT_…`. */
export const alertOf = (code: string): string => /^ERR_SSL_[A-Z0-9/]+_ALERT_([A-Z_]+)$/.exec(code)?.[1] ?? code;

/** Checks the shape and not the class, because undici and Node throw errors of several classes, some of them nested. */
export function codeOf(error: unknown): string {
  if (typeof error !== "object" || error === null) return "";
  if ("code" in error && typeof error.code === "string") return error.code;
  return "errors" in error && Array.isArray(error.errors) ? codeOf(error.errors[0]) : "";
}

const isTimeoutError = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "name" in error && error.name === "TimeoutError";

/** Whether a time limit was reached. */
export const isTimeout = (error: unknown): boolean => TIMEOUT_CODES.has(codeOf(error)) || isTimeoutError(error);

/** A message that reveals no internal address; undefined for unknown errors. */
export const connectionErrorMessage = (error: unknown): string | undefined => SENTENCES[alertOf(codeOf(error))];
