/** What undici and Node say of connections that were not made or broke off, in words that a target's owner may read. */

const TIMEOUT_CODES = new Set([
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "ETIMEDOUT",
  "ETIMEOUT",
]);

const SENTENCES: Readonly<Record<string, string>> = {
  ENOTFOUND: "The host name does not resolve.",
  EAI_AGAIN: "The host name could not be resolved just now.",
  ECONNREFUSED: "The host refused the connection.",
  ECONNRESET: "The connection was reset.",
  EPIPE: "The connection was reset.",
  EHOSTUNREACH: "The host cannot be reached.",
  ENETUNREACH: "The host cannot be reached.",
  UND_ERR_SOCKET: "The connection was closed before the answer.",
  CERT_HAS_EXPIRED: "The certificate has expired.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The certificate is self-signed.",
  SELF_SIGNED_CERT_IN_CHAIN: "The certificate's chain holds a self-signed certificate.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The certificate cannot be verified; an intermediate certificate may be missing.",
  HANDSHAKE_FAILURE: "The host broke the TLS handshake off.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The certificate is for another host name.",
  PROTOCOL_VERSION: "The host speaks TLS 1.1 or older alone; TLS 1.2 is needed.",
  ERR_SSL_UNSUPPORTED_PROTOCOL: "The host speaks TLS 1.1 or older alone; TLS 1.2 is needed.",
  NO_APPLICATION_PROTOCOL: "The host does not take HTTP/1.1, which requests are sent by; it may speak HTTP/2 alone.",
  ERR_SSL_WRONG_VERSION_NUMBER: "The host does not speak TLS at this port.",
  ERR_SSL_PACKET_LENGTH_TOO_LONG: "The host does not speak TLS at this port.",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "The answer is not as long as its Content-Length says.",
  // undici asserts that a status is at least 100.
  ERR_ASSERTION: "The answer is not HTTP/1.1.",
  UND_ERR_HEADERS_OVERFLOW: "The answer's headers are too long: 16 kB are read.",
};

/** The name of a TLS alert in what OpenSSL calls it, which differs by version: `SSLV3_ALERT_…`, `SSL/TLS_ALERT_…`. */
export const alertOf = (code: string): string => /^ERR_SSL_[A-Z0-9/]+_ALERT_([A-Z_]+)$/.exec(code)?.[1] ?? code;

/** Looked at by shape: undici and Node throw errors of several classes, some of them wrapped together. */
export function codeOf(error: unknown): string {
  if (typeof error !== "object" || error === null) return "";
  if ("code" in error && typeof error.code === "string") return error.code;
  return "errors" in error && Array.isArray(error.errors) ? codeOf(error.errors[0]) : "";
}

const isTimeoutError = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "name" in error && error.name === "TimeoutError";

/** Whether nothing came in time. */
export const isTimeout = (error: unknown): boolean => TIMEOUT_CODES.has(codeOf(error)) || isTimeoutError(error);

/** A sentence that holds no address which only our network knows; undefined where there is none for it. */
export const connectionSentence = (error: unknown): string | undefined => SENTENCES[alertOf(codeOf(error))];
