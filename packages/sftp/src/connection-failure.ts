import type { KexOffer } from "./kex-offer.js";
import { noCommonAlgorithm } from "./no-common-algorithm.js";
import { cleanServerMessage } from "./server-message.js";
import { SftpFailure } from "./sftp-failure.js";

interface ConnectionFacts {
  /** What is removed from the host's own words. */
  readonly secrets?: readonly string[];
  /** What the host offered in the key exchange, if it came so far. */
  readonly offer?: KexOffer | undefined;
  readonly isLegacyAllowed?: boolean;
  /** Whether the login was over. */
  readonly isReady?: boolean;
}

/** Reasons of SSH_MSG_DISCONNECT (RFC 4253, section 11.1) with which hosts end a login. */
const LOGIN_REFUSALS: ReadonlySet<number> = new Set([13, 14, 15]);
/** OpenSSH says so with the reason for a protocol error. */
const TOO_MANY_LOGINS = /authentication failures/i;

/** The failure for an error with which ssh2 ends a connection; ssh2 marks its errors with where they come from. */
export function connectionFailure(error: Error & { level?: string }, facts: ConnectionFacts = {}): SftpFailure {
  const { secrets = [], offer, isLegacyAllowed = false, isReady = false } = facts;
  switch (error.level) {
    case "client-authentication":
      return new SftpFailure("authentication_failed", "", { cause: error });
    case "handshake":
      return (offer && noCommonAlgorithm(offer, isLegacyAllowed)) ?? new SftpFailure("protocol", "", { cause: error });
    case "protocol":
      return new SftpFailure("protocol", "", { cause: error });
    case "client-timeout":
      return new SftpFailure("stalled", "it does not answer", { cause: error });
    case "client-socket":
      return new SftpFailure("unreachable", "the connection broke", { cause: error });
  }
  // From here on without the cause: its message holds the host's words as they came, which may repeat a secret.
  const serverMessage = cleanServerMessage(error.message, secrets);
  const reason = "code" in error && typeof error.code === "number" ? error.code : 0;
  if (!isReady && (LOGIN_REFUSALS.has(reason) || TOO_MANY_LOGINS.test(error.message))) {
    return new SftpFailure("authentication_failed", "it ended the connection", { serverMessage });
  }
  return new SftpFailure("unreachable", "the host ended the connection", { serverMessage });
}
