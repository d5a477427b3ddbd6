/** Why a delivery did not happen; each is a word in logs and the beginning of a sentence in the run. */
export const FAILURES = {
  refused_target: { isTransient: false, sentence: "the host may not be connected to" },
  unreachable: { isTransient: true, sentence: "the host cannot be reached" },
  host_key_changed: {
    isTransient: false,
    sentence: "the host shows another key than the pinned ones; nothing was sent",
  },
  host_key_unknown: { isTransient: false, sentence: "no key of the host is confirmed yet; nothing was sent" },
  authentication_failed: { isTransient: false, sentence: "the host refused the login" },
  permission_denied: { isTransient: false, sentence: "the host denied the permission" },
  not_found: { isTransient: false, sentence: "the folder does not exist at the host" },
  name_taken: { isTransient: false, sentence: "a folder of the host has the file's name" },
  no_space: { isTransient: false, sentence: "the host has no space left" },
  unsupported: { isTransient: false, sentence: "the host does not know this operation" },
  stalled: { isTransient: true, sentence: "the host stopped making progress" },
  protocol: { isTransient: true, sentence: "the conversation with the host failed" },
} as const;

export type FailureCode = keyof typeof FAILURES;

/** A fault of a delivery. The message is public: no secret, no text of the partner's server. */
export class SftpFailure extends Error {
  override readonly name = "SftpFailure";
  readonly code: FailureCode;

  constructor(code: FailureCode, detail = "", cause?: unknown) {
    super(
      `${code}: ${FAILURES[code].sentence}${detail && ` (${detail})`}`,
      cause === undefined ? undefined : { cause },
    );
    this.code = code;
  }

  /** Whether a later try may succeed by itself. Logins and changed keys are never tried again: it could lock us out. */
  get isTransient(): boolean {
    return FAILURES[this.code].isTransient;
  }
}

/** Whether it is a fault of this class. */
export const isFailure = (error: unknown, code: FailureCode): error is SftpFailure =>
  error instanceof SftpFailure && error.code === code;

/** Status codes of the SFTP protocol (draft-ietf-secsh-filexfer-13, section 9.1). */
const STATUS_FAILURES: Readonly<Record<number, FailureCode>> = {
  2: "not_found",
  3: "permission_denied",
  8: "unsupported",
  10: "not_found",
  12: "permission_denied",
  14: "no_space",
  15: "no_space",
};

/** The class of whatever an SFTP operation was refused with. `what` names the operation. */
export function failureOf(error: unknown, what: string): SftpFailure {
  if (error instanceof SftpFailure) return error;
  const status = typeof error === "object" && error !== null && "code" in error ? Number(error.code) : Number.NaN;
  return new SftpFailure(STATUS_FAILURES[status] ?? "protocol", what, error);
}
