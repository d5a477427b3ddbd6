import { Problem } from "@skucast/contracts/problem";
import { FAILURES, SftpFailure } from "@skucast/sftp/sftp-failure";
import { connectionSentence, isTimeout } from "@skucast/targets/connection-fault";
import { TargetRefused } from "@skucast/targets/target-refused";

/** A source's file could not be had. The message is a sentence for whoever reads the import. */
export class FetchFailure extends Error {
  override readonly name = "FetchFailure";
}

const OUR_CODES: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EIO", "EROFS"]);

/** The sentence for what ended a fetch; undefined for what is not the source's fault. */
export function fetchErrorMessage(error: unknown): string | undefined {
  if (error instanceof FetchFailure || error instanceof TargetRefused) return error.message;
  if (error instanceof SftpFailure) return sftpSentence(error);
  if (error instanceof Problem) return problemSentence(error);
  if (isTimeout(error)) return "The host did not answer, or stopped sending, for too long.";
  const code = codeOf(error);
  if (code === undefined || OUR_CODES.has(code)) return undefined;
  return (
    connectionSentence(error) ??
    (/^(UND_|E[A-Z]+$|ERR_|HPE_|Z_)/.test(code) ? `The file could not be fetched (${code}).` : undefined)
  );
}

/** Of a file that a host has, and not of one that was sent to it. */
function sftpSentence({ code, detail, serverMessage }: SftpFailure): string {
  const what =
    code === "content_mismatch" ? "the file ended early" : FAILURES[code].sentence.replace("; nothing was sent", "");
  const said = serverMessage === null ? "" : ` It said: ${serverMessage}`;
  const sentence = `${what}${detail === "" ? "" : ` (${detail})`}.`;
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}${said}`;
}

const problemSentence = ({ message, faults }: Problem): string => {
  const [fault] = faults;
  return fault === undefined ? message : `The file cannot be imported: ${fault.pointer.slice(1)} ${fault.message}.`;
};

const codeOf = (error: unknown): string | undefined =>
  typeof error === "object" && error !== null && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined;
