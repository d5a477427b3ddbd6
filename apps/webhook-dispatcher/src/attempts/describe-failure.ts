import type { AttemptOutcome } from "@skucast/contracts/deliveries/delivery";
import { TargetRefused } from "@skucast/targets/target-refused";

/** A failure in words that the endpoint's owner may read: none holds an address that only our network knows. */
export interface Failure {
  readonly outcome: Extract<AttemptOutcome, "timeout" | "unreachable" | "refused_target">;
  readonly error: string;
}

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
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: "The host asks for a client certificate.",
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: "The host does not know who issued the client certificate.",
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: "The host did not accept the client certificate.",
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED: "The host says that the client certificate has expired.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The certificate is for another host name.",
};

/** What a request that got no answer failed of. */
export function describeFailure(error: unknown, timeoutMs: number): Failure {
  if (error instanceof TargetRefused) return { outcome: "refused_target", error: error.message };
  const code = codeOf(error);
  if (TIMEOUT_CODES.has(code) || isTimeout(error)) {
    return { outcome: "timeout", error: `No answer within ${timeoutMs / 1_000} s.` };
  }
  return { outcome: "unreachable", error: SENTENCES[code] ?? `The request failed${code === "" ? "" : ` (${code})`}.` };
}

/** Looked at by shape: undici and Node throw errors of several classes, some of them wrapped together. */
function codeOf(error: unknown): string {
  if (typeof error !== "object" || error === null) return "";
  if ("code" in error && typeof error.code === "string") return error.code;
  return "errors" in error && Array.isArray(error.errors) ? codeOf(error.errors[0]) : "";
}

const isTimeout = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "name" in error && error.name === "TimeoutError";
