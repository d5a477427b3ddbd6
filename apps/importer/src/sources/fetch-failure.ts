import { Problem } from "@skucast/contracts/problem";
import { FAILURES, SftpFailure } from "@skucast/sftp/sftp-failure";
import { connectionErrorMessage, isTimeout } from "@skucast/targets/connection-error";
import { TargetRefused } from "@skucast/targets/target-refused";

/** A source's file could not be fetched. The message is shown to users. */
export class FetchFailure extends Error {
  override readonly name = "FetchFailure";
}

/** Errors of this machine, not of the source. */
const LOCAL_ERROR_CODES: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EIO", "EROFS"]);

/** What the errors of the libraries that read an answer mean, by how their codes begin. */
const ANSWERS: readonly (readonly [code: RegExp, sentence: string])[] = [
  [/^Z_BUF_ERROR$/, "The compressed answer of the host ended early; it may have been cut off."],
  [/^(?:Z_|ERR__ERROR|ERR_BROTLI)/, "The compressed answer of the host is damaged."],
  [/^HPE_/, "The answer of the host is not HTTP/1.1."],
  [/^(?:UND_|ERR_|E[A-Z]+$)/, "The connection to the host failed before the file was complete."],
];

/** The message for users about what ended a fetch; undefined for errors that the source did not cause. */
export function fetchErrorMessage(error: unknown): string | undefined {
  if (error instanceof FetchFailure || error instanceof TargetRefused) return error.message;
  if (error instanceof SftpFailure) return sftpSentence(error);
  if (error instanceof Problem) return problemSentence(error);
  if (isTimeout(error)) return "The host did not answer, or stopped sending, for too long.";
  const code = codeOf(error);
  if (code === undefined || LOCAL_ERROR_CODES.has(code)) return undefined;
  return connectionErrorMessage(error) ?? ANSWERS.find(([pattern]) => pattern.test(code))?.[1];
}

/** SFTP failures are worded for uploads; this adapts them to a download. */
function sftpSentence({ code, detail, serverMessage }: SftpFailure): string {
  const reason =
    code === "content_mismatch" ? "the file ended early" : FAILURES[code].sentence.replace("; nothing was sent", "");
  const quoted = serverMessage === null ? "" : ` Message from the host: ${serverMessage}`;
  const sentence = `${reason}${detail === "" ? "" : ` (${detail})`}.`;
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}${quoted}`;
}

const problemSentence = ({ message, faults }: Problem): string => {
  const [fault] = faults;
  return fault === undefined ? message : `The file cannot be imported: ${fault.pointer.slice(1)} ${fault.message}.`;
};

const codeOf = (error: unknown): string | undefined =>
  typeof error === "object" && error !== null && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined;
