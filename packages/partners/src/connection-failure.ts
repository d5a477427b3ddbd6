import { SftpFailure } from "@skucast/sftp/sftp-failure";
import { codeOf, connectionErrorMessage, isTimeout } from "@skucast/targets/connection-error";
import { TargetRefused } from "@skucast/targets/target-refused";

/** Errors before anything could be sent. */
const UNREACHED: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

const RESET: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE"]);

/** Whether the connection failed before anything could be sent. */
export const isUnsent = (error: unknown): boolean => causesOf(error).some((each) => UNREACHED.has(codeOf(each)));

/** The failure for an error of a connection that is no answer of the host. `what` names what was being done. */
export function connectionFailure(error: unknown, what: string): SftpFailure {
  const causes = causesOf(error);
  const known = causes.find((each) => each instanceof SftpFailure);
  if (known) return known;
  const refused = causes.find((each) => each instanceof TargetRefused);
  if (refused) return new SftpFailure("refused_target", refused.message);
  const sentence = causes
    .map(connectionErrorMessage)
    .find((text) => text !== undefined)
    ?.replace(/\.$/, "");
  const detail = sentence === undefined ? what : `${what}: ${sentence}`;
  if (causes.some((each) => isCertificateError(codeOf(each))))
    return new SftpFailure("untrusted", detail, { cause: error });
  if (isUnsent(error)) return new SftpFailure("unreachable", detail, { cause: error });
  // The S3 client names a reset connection TimeoutError too.
  const isReset = causes.some((each) => RESET.has(codeOf(each)));
  return new SftpFailure(!isReset && causes.some(isTimeout) ? "stalled" : "protocol", detail, { cause: error });
}

/** Codes of OpenSSL for a certificate that cannot be trusted. */
const isCertificateError = (code: string): boolean =>
  /CERT|SIGNATURE|ISSUER|CRL/.test(code) && !code.startsWith("UND_");

function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let each: unknown = error; each instanceof Error && causes.length < 10; each = each.cause) {
    causes.push(each);
    if (each instanceof AggregateError) causes.push(...each.errors.filter((inner) => inner instanceof Error));
  }
  return causes;
}
