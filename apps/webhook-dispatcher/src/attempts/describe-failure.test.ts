import { expect, test } from "@jest/globals";
import { TargetRefused } from "@skucast/targets/target-refused";
import { describeFailure } from "./describe-failure.js";

const withCode = (code: string) => Object.assign(new Error(`connect ${code} 10.0.0.5:443`), { code });

test.each([
  [new TargetRefused("That address is private."), "refused_target", "That address is private."],
  [withCode("ECONNREFUSED"), "unreachable", "The host refused the connection."],
  [withCode("ENOTFOUND"), "unreachable", "The host name does not resolve."],
  [withCode("CERT_HAS_EXPIRED"), "unreachable", "The certificate has expired."],
  [
    new AggregateError([withCode("ECONNREFUSED"), withCode("ENETUNREACH")]),
    "unreachable",
    "The host refused the connection.",
  ],
  [withCode("HPE_INVALID_CONSTANT"), "unreachable", "The request failed (HPE_INVALID_CONSTANT)."],
  [new Error("10.0.0.5 is our proxy"), "unreachable", "The request failed."],
  ["not even an error", "unreachable", "The request failed."],
  [withCode("UND_ERR_CONNECT_TIMEOUT"), "timeout", "No answer within 15 s."],
  [new DOMException("aborted", "TimeoutError"), "timeout", "No answer within 15 s."],
])("%s is %s: %s", (error, outcome, sentence) => {
  expect(describeFailure(error, { timeoutMs: 15_000, isTls: false, hasCertificate: false })).toEqual({
    outcome,
    error: sentence,
  });
});

const NONE = "The host requires a client certificate, and the endpoint has none.";
const HINT_NONE = "Hosts also do this when they require a client certificate: the endpoint has none.";
const HINT_OWN = "Hosts also do this when they do not accept a client certificate: check the endpoint's certificate.";
const errorOf = (code: string, hasCertificate: boolean) =>
  describeFailure(withCode(code), { timeoutMs: 15_000, isTls: true, hasCertificate }).error;

test.each([
  [
    "ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED",
    "The host requires a client certificate and reports that it received none.",
  ],
  ["ERR_SSL_TLSV1_ALERT_UNKNOWN_CA", "The host does not know the issuer of the endpoint's client certificate."],
  ["ERR_SSL_SSL/TLS_ALERT_CERTIFICATE_EXPIRED", "The host reports that the endpoint's client certificate has expired."],
  ["ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE", "The host did not accept the endpoint's client certificate."],
])("the alert %s is described as a problem of the endpoint's certificate, or as a missing one", (code, sentence) => {
  expect([errorOf(code, true), errorOf(code, false)]).toEqual([sentence, NONE]);
});

test.each([
  ["ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE", "The host aborted the TLS handshake."],
  ["ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE", "The host aborted the TLS handshake."],
  ["ECONNRESET", "The connection was reset."],
  ["UND_ERR_SOCKET", "The connection was closed before the answer."],
])("%s over TLS may be caused by a client certificate, and the error mentions it", (code, sentence) => {
  expect([errorOf(code, true), errorOf(code, false)]).toEqual([`${sentence} ${HINT_OWN}`, `${sentence} ${HINT_NONE}`]);
});

test("a connection that ends after data was received, or without TLS, is not attributed to a certificate", () => {
  const closed = (bytesRead: number) => Object.assign(withCode("UND_ERR_SOCKET"), { socket: { bytesRead } });
  const over = (isTls: boolean, error: unknown) =>
    describeFailure(error, { timeoutMs: 15_000, isTls, hasCertificate: true }).error;
  const sentence = "The connection was closed before the answer.";
  expect([over(true, closed(1)), over(false, withCode("UND_ERR_SOCKET"))]).toEqual([sentence, sentence]);
  expect(over(true, closed(0))).not.toBe(sentence);
});
