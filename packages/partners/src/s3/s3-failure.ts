import { S3ServiceException } from "@aws-sdk/client-s3";
import { cleanServerMessage } from "@skucast/sftp/server-message";
import { type FailureCode, SftpFailure } from "@skucast/sftp/sftp-failure";
import { connectionFailure } from "../connection-failure.js";

/** Error codes of Amazon S3 (API reference, section Error responses), and those that compatible stores add. */
const CODES: Readonly<Record<string, FailureCode>> = {
  AccessDenied: "permission_denied",
  AllAccessDisabled: "permission_denied",
  AccountProblem: "permission_denied",
  InvalidAccessKeyId: "authentication_failed",
  SignatureDoesNotMatch: "authentication_failed",
  InvalidToken: "authentication_failed",
  ExpiredToken: "authentication_failed",
  RequestTimeTooSkewed: "authentication_failed",
  NoSuchBucket: "not_found",
  NoSuchKey: "not_found",
  NotFound: "not_found",
  QuotaExceeded: "no_space",
  XMinioStorageFull: "no_space",
  XMinioAdminBucketQuotaExceeded: "no_space",
  BadDigest: "content_mismatch",
  InvalidDigest: "content_mismatch",
  XAmzContentSHA256Mismatch: "content_mismatch",
  NotImplemented: "unsupported",
  MethodNotAllowed: "unsupported",
};

/** The failure for an error of the S3 client. `what` names the request. `secrets` are removed from the store's message. */
export function s3Failure(error: unknown, what: string, secrets: readonly string[]): SftpFailure {
  if (!(error instanceof S3ServiceException)) return connectionFailure(error, what);
  const serverMessage = cleanServerMessage(`${error.name}: ${error.message}`, secrets);
  return new SftpFailure(codeFor(error), what, { serverMessage, isAnswer: true });
}

function codeFor({ name, $metadata: { httpStatusCode: status = 0 } }: S3ServiceException): FailureCode {
  const known = CODES[name];
  if (known !== undefined) return known;
  if (status === 401) return "authentication_failed";
  if (status === 403) return "permission_denied";
  if (status === 404) return "not_found";
  if (status === 507) return "no_space";
  const isRefused = status >= 300 && status < 500 && status !== 408 && status !== 429;
  return isRefused ? "rejected" : "protocol";
}
