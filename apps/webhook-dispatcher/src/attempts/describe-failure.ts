import type { AttemptOutcome } from "@skucast/contracts/deliveries/delivery";
import { alertOf, codeOf, connectionErrorMessage, isTimeout } from "@skucast/targets/connection-error";
import { TargetRefused } from "@skucast/targets/target-refused";
import { AnswerTooLong } from "./read-limit.js";

/** A failure described for the endpoint's owner. The text contains no address that only our network knows. */
export interface Failure {
  readonly outcome: Extract<AttemptOutcome, "timeout" | "unreachable" | "refused_target">;
  readonly error: string;
}

/** OpenSSL's errors about the endpoint's own client certificate. */
const OWN_CERTIFICATE: Readonly<Record<string, string>> = {
  ERR_SSL_EE_KEY_TOO_SMALL: "The endpoint's client certificate has a key that is too short for TLS.",
  ERR_SSL_CA_KEY_TOO_SMALL: "The chain of the endpoint's client certificate has a key that is too short for TLS.",
  ERR_SSL_CA_MD_TOO_WEAK: "The endpoint's client certificate is signed with a hash that is too weak for TLS.",
};

/** The host's verdict on the client certificate, by the name of its TLS alert (RFC 8446, 6.2). */
const CERTIFICATE_ALERTS: Readonly<Record<string, string>> = {
  CERTIFICATE_REQUIRED: "The host requires a client certificate and reports that it received none.",
  UNKNOWN_CA: "The host does not know the issuer of the endpoint's client certificate.",
  BAD_CERTIFICATE: "The host did not accept the endpoint's client certificate.",
  UNSUPPORTED_CERTIFICATE: "The host does not support the type of the endpoint's client certificate.",
  CERTIFICATE_REVOKED: "The host reports that the endpoint's client certificate was revoked.",
  CERTIFICATE_EXPIRED: "The host reports that the endpoint's client certificate has expired.",
  CERTIFICATE_UNKNOWN: "The host did not accept the endpoint's client certificate.",
};

/** How hosts end a connection without a reason. Many do so when they do not accept the client. */
const ENDED_WITHOUT_REASON = new Set(["HANDSHAKE_FAILURE", "ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

/** How a request was sent. */
export interface Sent {
  readonly timeoutMs: number;
  readonly isTls: boolean;
  readonly hasCertificate: boolean;
}

/** Describes why a request got no response. */
export function describeFailure(error: unknown, { timeoutMs, isTls, hasCertificate }: Sent): Failure {
  if (error instanceof TargetRefused) return { outcome: "refused_target", error: error.message };
  const code = codeOf(error);
  if (isTimeout(error)) {
    return { outcome: "timeout", error: `No answer within ${timeoutMs / 1_000} s.` };
  }
  const alert = alertOf(code);
  const verdict = CERTIFICATE_ALERTS[alert];
  if (verdict !== undefined) return { outcome: "unreachable", error: hasCertificate ? verdict : NO_CERTIFICATE };
  const sentence =
    protocolError(error) ??
    OWN_CERTIFICATE[alert] ??
    connectionErrorMessage(error) ??
    `The request failed${code === "" ? "" : ` (${code})`}.`;
  const mayBeCertificate = isTls && ENDED_WITHOUT_REASON.has(alert) && !hasAnswered(error);
  return { outcome: "unreachable", error: mayBeCertificate ? `${sentence} ${hintOf(hasCertificate)}` : sentence };
}

/** Responses that undici cannot read. It reports them by an error class or by a message. */
function protocolError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof AnswerTooLong) return error.message;
  if (error.name === "HTTPParserError") return "The answer is not HTTP/1.1.";
  if (error.message === "bad upgrade") return "The host answered 101, which switches to a protocol other than HTTP.";
  if (error.message === "bad response") return "The host answered 100 Continue, which the request did not ask for.";
  return undefined;
}

const NO_CERTIFICATE = "The host requires a client certificate, and the endpoint has none.";

const hintOf = (hasCertificate: boolean): string =>
  hasCertificate
    ? "Hosts also do this when they do not accept a client certificate: check the endpoint's certificate."
    : "Hosts also do this when they require a client certificate: the endpoint has none.";

/** Whether the connection had received anything, which means that the host had accepted the client. */
function hasAnswered(error: unknown): boolean {
  if (typeof error !== "object" || error === null || !("socket" in error)) return false;
  const { socket } = error;
  return typeof socket === "object" && socket !== null && "bytesRead" in socket && Number(socket.bytesRead) > 0;
}
