import type { AttemptOutcome } from "@skucast/contracts/deliveries/delivery";
import { alertOf, codeOf, connectionSentence, isTimeout } from "@skucast/targets/connection-fault";
import { TargetRefused } from "@skucast/targets/target-refused";
import { AnswerTooLong } from "./read-bound.js";

/** A failure in words that the endpoint's owner may read: none holds an address that only our network knows. */
export interface Failure {
  readonly outcome: Extract<AttemptOutcome, "timeout" | "unreachable" | "refused_target">;
  readonly error: string;
}

/** What is said of the endpoint's own certificate. */
const OWN_CERTIFICATE: Readonly<Record<string, string>> = {
  ERR_SSL_EE_KEY_TOO_SMALL: "The endpoint's client certificate has a key that is too short for TLS.",
  ERR_SSL_CA_KEY_TOO_SMALL: "The chain of the endpoint's client certificate has a key that is too short for TLS.",
  ERR_SSL_CA_MD_TOO_WEAK: "The endpoint's client certificate is signed with a hash that is too weak for TLS.",
};

/** What a host says of the certificate that it was shown, by the name of its TLS alert (RFC 8446, 6.2). */
const CERTIFICATE_ALERTS: Readonly<Record<string, string>> = {
  CERTIFICATE_REQUIRED: "The host asks for a client certificate and says that it got none.",
  UNKNOWN_CA: "The host does not know who issued the endpoint's client certificate.",
  BAD_CERTIFICATE: "The host did not accept the endpoint's client certificate.",
  UNSUPPORTED_CERTIFICATE: "The host does not take client certificates of the endpoint's kind.",
  CERTIFICATE_REVOKED: "The host says that the endpoint's client certificate was revoked.",
  CERTIFICATE_EXPIRED: "The host says that the endpoint's client certificate has expired.",
  CERTIFICATE_UNKNOWN: "The host did not accept the endpoint's client certificate.",
};

/** How a host ends a connection that says nothing, which many do to whom they do not know. */
const BROKEN_OFF = new Set(["HANDSHAKE_FAILURE", "ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

/** How a request was sent. */
export interface Sent {
  readonly timeoutMs: number;
  readonly isTls: boolean;
  readonly hasCertificate: boolean;
}

/** What a request that got no answer failed of. */
export function describeFailure(error: unknown, { timeoutMs, isTls, hasCertificate }: Sent): Failure {
  if (error instanceof TargetRefused) return { outcome: "refused_target", error: error.message };
  const code = codeOf(error);
  if (isTimeout(error)) {
    return { outcome: "timeout", error: `No answer within ${timeoutMs / 1_000} s.` };
  }
  const alert = alertOf(code);
  const told = CERTIFICATE_ALERTS[alert];
  if (told !== undefined) return { outcome: "unreachable", error: hasCertificate ? told : NO_CERTIFICATE };
  const sentence =
    protocolFault(error) ??
    OWN_CERTIFICATE[alert] ??
    connectionSentence(error) ??
    `The request failed${code === "" ? "" : ` (${code})`}.`;
  const isUnasked = !isTls || !BROKEN_OFF.has(alert) || hasAnswered(error);
  return { outcome: "unreachable", error: isUnasked ? sentence : `${sentence} ${hintOf(hasCertificate)}` };
}

/** What undici says of an answer that it cannot read: with a class of its own, or with a message. */
function protocolFault(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof AnswerTooLong) return error.message;
  if (error.name === "HTTPParserError") return "The answer is not HTTP/1.1.";
  if (error.message === "bad upgrade") return "The host answered 101, to go on in another protocol than HTTP.";
  if (error.message === "bad response") return "The host answered 100 Continue, which nobody had asked for.";
  return undefined;
}

const NO_CERTIFICATE = "The host asks for a client certificate, and the endpoint has none.";

const hintOf = (hasCertificate: boolean): string =>
  hasCertificate
    ? "Hosts do so too when they do not accept a client certificate: look at the endpoint's."
    : "Hosts do so too when they ask for a client certificate: the endpoint has none.";

/** Whether anything came over the connection before it ended, as undici tells it: then the host had let us in. */
function hasAnswered(error: unknown): boolean {
  if (typeof error !== "object" || error === null || !("socket" in error)) return false;
  const { socket } = error;
  return typeof socket === "object" && socket !== null && "bytesRead" in socket && Number(socket.bytesRead) > 0;
}
