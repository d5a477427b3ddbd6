import { cleanServerMessage } from "./server-message.js";

/** Why a delivery failed. Each key is a code in logs and the start of the error message of a run. */
export const FAILURES = {
  refused_target: { isTransient: false, sentence: "connections to the host are not allowed" },
  unreachable: { isTransient: true, sentence: "the host cannot be reached" },
  no_common_algorithm: { isTransient: false, sentence: "the host and Skucast have no algorithm in common" },
  host_key_changed: {
    isTransient: false,
    sentence: "the host key is not one of the pinned keys; nothing was sent",
  },
  host_key_unknown: { isTransient: false, sentence: "no key of the host is confirmed yet; nothing was sent" },
  authentication_failed: { isTransient: false, sentence: "the host rejected the login" },
  permission_denied: { isTransient: false, sentence: "the host denied permission" },
  not_found: { isTransient: false, sentence: "the folder or file does not exist at the host" },
  name_taken: { isTransient: false, sentence: "a folder at the host has the file's name" },
  file_taken: {
    isTransient: false,
    sentence: "the host removed the file before it had its final name; use the strategy direct for this host",
  },
  not_renamed: {
    isTransient: false,
    sentence: "the host confirmed a rename but did not do it; use the strategy direct for this host",
  },
  no_space: { isTransient: false, sentence: "the host has no space left" },
  untrusted: { isTransient: false, sentence: "the host's certificate cannot be trusted; nothing was sent" },
  rejected: { isTransient: false, sentence: "the host rejected the file" },
  busy: { isTransient: true, sentence: "the host asks to try again later" },
  unanswered: {
    isTransient: false,
    sentence:
      "the host may have taken the file, but did not confirm it; it is not sent again, so that it is not taken twice",
  },
  unsupported: { isTransient: false, sentence: "the host does not support this operation" },
  content_mismatch: { isTransient: true, sentence: "the host stored different bytes than were sent" },
  stalled: { isTransient: true, sentence: "the host stopped making progress" },
  protocol: { isTransient: true, sentence: "the communication with the host failed" },
} as const;

export type FailureCode = keyof typeof FAILURES;

interface FailureFacts {
  readonly cause?: unknown;
  /** The host's message, made safe by cleanServerMessage. */
  readonly serverMessage?: string | undefined;
  /** Paths that may be left at the host, each with a description if it matters to the partner. */
  readonly leftBehind?: readonly string[];
  /** Final names without a file: the old one was overwritten, and the new one was incomplete. */
  readonly removed?: readonly string[];
  /** Whether the host refused the request with a status, so that the connection is still usable. */
  readonly isAnswer?: boolean;
}

/** A failure of a delivery. The message is public: it contains no secrets and nothing from the host's own message. */
export class SftpFailure extends Error {
  override readonly name = "SftpFailure";
  /** The host's message, made safe by cleanServerMessage; null if there is none. */
  readonly serverMessage: string | null;
  /** Paths that may be left at the host, each with a description if it matters to the partner. */
  readonly leftBehind: readonly string[];
  /** Final names without a file: the old one was overwritten, and the new one was incomplete. */
  readonly removed: readonly string[];
  /** Whether the host refused the request; false when the connection was lost or a time limit was reached. */
  readonly isAnswer: boolean;
  readonly code: FailureCode;
  readonly detail: string;

  constructor(
    code: FailureCode,
    detail = "",
    { cause, serverMessage, leftBehind = [], removed = [], isAnswer = false }: FailureFacts = {},
  ) {
    const left = leftBehind.length === 0 ? "" : `; left at the host: ${leftBehind.join(", ")}`;
    const gone = removed.length === 0 ? "" : `; removed from the host because incomplete: ${removed.join(", ")}`;
    super(`${reasonOf(code, detail)}${left}${gone}`, cause === undefined ? undefined : { cause });
    this.code = code;
    this.detail = detail;
    this.serverMessage = serverMessage ?? null;
    this.leftBehind = leftBehind;
    this.removed = removed;
    this.isAnswer = isAnswer;
  }

  /** The message without the files at the host. */
  get reason(): string {
    return reasonOf(this.code, this.detail);
  }

  /** Whether a later attempt may succeed. Rejected logins and changed keys are never retried, because hosts may block us. */
  get isTransient(): boolean {
    return FAILURES[this.code].isTransient;
  }

  with(changes: {
    detail?: string;
    code?: FailureCode;
    leftBehind?: readonly string[];
    removed?: readonly string[];
  }): SftpFailure {
    const { code = this.code, detail = this.detail, leftBehind = this.leftBehind, removed = this.removed } = changes;
    const { serverMessage, isAnswer } = this;
    return new SftpFailure(code, detail, {
      cause: this.cause ?? this,
      leftBehind,
      removed,
      isAnswer,
      ...(serverMessage !== null && { serverMessage }),
    });
  }
}

const reasonOf = (code: FailureCode, detail: string): string =>
  `${code}: ${FAILURES[code].sentence}${detail && ` (${detail})`}`;

export const isFailure = <Code extends FailureCode>(
  error: unknown,
  code: Code,
): error is SftpFailure & { readonly code: Code } => error instanceof SftpFailure && error.code === code;

/** Whether the host refused the request and the connection is still usable. */
export const isRefusal = (error: unknown): error is SftpFailure & { readonly isAnswer: true } =>
  error instanceof SftpFailure && error.isAnswer;

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

/** SSH_FX_FAILURE. In version 3, which nearly every server uses, also the status for a full disk or an exceeded quota. */
const STATUS_FAILURE = 4;
const NO_SPACE_WORDS = /no space|disk (?:is )?full|quota|insufficient (?:disk )?space|not enough (?:disk )?space/i;

/**
 * The failure for an error of an SFTP operation. `what` names the operation, such as "opening products.csv". `secrets` are
 * removed from the host's message.
 */
export function failureOf(error: unknown, what: string, secrets: readonly string[] = []): SftpFailure {
  if (error instanceof SftpFailure) return error;
  const status = statusOf(error);
  if (status === undefined) return new SftpFailure("protocol", what, { cause: error });
  const serverMessage = error instanceof Error ? cleanServerMessage(error.message, secrets) : undefined;
  const isFull = status === STATUS_FAILURE && NO_SPACE_WORDS.test(serverMessage ?? "");
  const code = isFull ? "no_space" : (STATUS_FAILURES[status] ?? "protocol");
  // Without the cause, because its message is the host's unfiltered message, which may contain a secret.
  return new SftpFailure(code, what, { serverMessage, isAnswer: true });
}

/** The SFTP status code in an error of ssh2. */
function statusOf(error: unknown): number | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "number" ? error.code : undefined;
}
