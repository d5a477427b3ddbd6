import { expect, test } from "@jest/globals";
import { TargetRefused } from "@skucast/targets/target-refused";
import { describeFailure } from "./describe-failure.js";

const withCode = (code: string) => Object.assign(new Error(`connect ${code} 10.0.0.5:443`), { code });

test.each([
  [new TargetRefused("That address is private."), "refused_target", "That address is private."],
  [withCode("ECONNREFUSED"), "unreachable", "The host refused the connection."],
  [withCode("ENOTFOUND"), "unreachable", "The host name does not resolve."],
  [withCode("ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED"), "unreachable", "The host asks for a client certificate."],
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
  expect(describeFailure(error, 15_000)).toEqual({ outcome, error: sentence });
});
