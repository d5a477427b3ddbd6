import { cleanServerMessage } from "@skucast/sftp/server-message";
import { type FailureCode, isFailure, SftpFailure } from "@skucast/sftp/sftp-failure";
import { FTPError } from "basic-ftp";
import { connectionFailure } from "../connection-failure.js";

/** Reply codes (RFC 959, section 4.2; RFC 2228). */
const CODES: Readonly<Record<number, FailureCode>> = {
  332: "authentication_failed",
  430: "authentication_failed",
  530: "authentication_failed",
  532: "authentication_failed",
  421: "busy",
  450: "protocol",
  451: "protocol",
  452: "no_space",
  552: "no_space",
  500: "unsupported",
  501: "unsupported",
  502: "unsupported",
  503: "unsupported",
  504: "unsupported",
  534: "unsupported",
  536: "unsupported",
};

/** The host ends the connection with this reply. */
const CLOSING = 421;
const UNAVAILABLE = 550;

const NO_SPACE_WORDS = /no space|disk (?:is )?full|quota|insufficient (?:disk )?space|not enough (?:disk )?space/i;
const MISSING_WORDS = /no such|not found|not exist|cannot find|can't find/i;
const TIMEOUT_WORDS = /^Timeout/;

/** The failure for an error of the FTP client. `what` names the command. `secrets` are removed from the host's reply. */
export function ftpsFailure(error: unknown, what: string, secrets: readonly string[]): SftpFailure {
  if (error instanceof SftpFailure) return error;
  if (error instanceof FTPError) {
    const serverMessage = cleanServerMessage(error.message, secrets);
    return new SftpFailure(codeFor(error), what, { serverMessage, isAnswer: error.code !== CLOSING });
  }
  const isTimeout = error instanceof Error && TIMEOUT_WORDS.test(error.message);
  return isTimeout ? new SftpFailure("stalled", what, { cause: error }) : connectionFailure(error, what);
}

function codeFor({ code, message }: FTPError): FailureCode {
  if (NO_SPACE_WORDS.test(message)) return "no_space";
  if (code === UNAVAILABLE) return MISSING_WORDS.test(message) ? "not_found" : "permission_denied";
  return CODES[code] ?? (code >= 500 ? "rejected" : "protocol");
}

/** Whether the host does not have the command at all. */
export const isUnsupported = (error: unknown): boolean => isFailure(error, "unsupported");
