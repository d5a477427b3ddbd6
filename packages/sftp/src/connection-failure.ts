import type { KexOffer } from "./kex-offer.js";
import { noCommonAlgorithm } from "./no-common-algorithm.js";
import { cleanServerMessage } from "./server-message.js";
import { SftpFailure } from "./sftp-failure.js";

interface ConnectionFacts {
  /** Removed from the host's message. */
  readonly secrets?: readonly string[];
  /** The host's offer in the key exchange, if it was received. */
  readonly offer?: KexOffer | undefined;
  readonly isLegacyAllowed?: boolean;
  /** Whether the login had succeeded. */
  readonly isReady?: boolean;
}

/** Reason codes of SSH_MSG_DISCONNECT (RFC 4253, section 11.1) with which hosts reject a login. */
const LOGIN_REFUSALS: ReadonlySet<number> = new Set([13, 14, 15]);
/** OpenSSH sends this message with the reason code for a protocol error. */
const TOO_MANY_LOGINS = /authentication failures/i;

/** The failure for an error with which ssh2 ends a connection. The `level` of ssh2's errors says where they come from. */
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
  // Without the cause, because its message is the host's unfiltered message, which may contain a secret.
  const serverMessage = cleanServerMessage(error.message, secrets);
  const reason = "code" in error && typeof error.code === "number" ? error.code : 0;
  if (!isReady && (LOGIN_REFUSALS.has(reason) || TOO_MANY_LOGINS.test(error.message))) {
    return new SftpFailure("authentication_failed", "it ended the connection", { serverMessage });
  }
  return new SftpFailure("unreachable", "the host ended the connection", { serverMessage });
}
