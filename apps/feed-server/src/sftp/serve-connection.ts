import { METRICS } from "@skucast/service-kit/metric-names";
import type { AuthContext, Connection } from "ssh2";
import type { FeedServerContext } from "../context.js";
import { recordUse } from "../credentials/record-use.js";
import { checkLogin } from "./check-login.js";
import { DISCONNECT_REASONS } from "./closing-connections.js";
import { findLogin, type PullLogin } from "./find-login.js";
import type { LoginMethodOf } from "./login-methods.js";
import type { PartnerConnection, PartnerConnections } from "./partner-connections.js";
import { REQUESTS_BYTES_MAX } from "./request-flow.js";
import { serveTree } from "./serve-tree.js";
import { sendDisconnect } from "./ssh2-internals.js";

const ATTEMPTS_MAX = 3;
/** Keys that a client may offer without a signature. An agent may hold several, so these are not guesses. */
const OFFERED_KEYS_MAX = 10;
const IDLE_MS = 300_000;
const CLOSE_TIMEOUT_MS = 2_000;
const SESSION_MS_MAX = 6 * 3_600_000;
/** Bytes of unsent answers in memory: for one connection, and for all together, of which each may use an equal share. */
const ANSWERS_BYTES_MAX = 1024 * 1024;
const ALL_ANSWERS_BYTES_MAX = 128 * 1024 * 1024;
const ALL_REQUESTS_BYTES_MAX = 128 * 1024 * 1024;

interface ConnectionContext {
  readonly partner: PartnerConnection;
  readonly partners: PartnerConnections;
  readonly loginMethodOf: LoginMethodOf;
  readonly logLoginError: (err: unknown) => void;
}

/** A client offers a key without a signature to ask whether it would be accepted. */
const isOfferedKey = (attempt: AuthContext): boolean => attempt.method === "publickey" && !attempt.signature;

/**
 * Serves one partner's connection: at most one query of the login methods, ten offered keys and three attempts, then one
 * session with SFTP only. The connection ends when it is idle, when it reaches the maximum duration, and when its credential
 * is revoked.
 */
export function serveConnection(
  ctx: FeedServerContext,
  connection: Connection,
  { partner, partners, loginMethodOf, logLoginError }: ConnectionContext,
): void {
  let attemptsLeft = ATTEMPTS_MAX;
  let offeredKeysLeft = OFFERED_KEYS_MAX;
  let hasQueriedMethods = false;
  let login: PullLogin | undefined;
  let isOver = false;
  const ends: (() => void)[] = [];
  const end = () => {
    connection.end();
    partner.socket.destroySoon();
    // A client that no longer reads would keep the connection open forever.
    setTimeout(() => partner.socket.destroy(), CLOSE_TIMEOUT_MS).unref();
  };
  partner.disconnect = ({ reason }) => {
    sendDisconnect(connection, DISCONNECT_REASONS[reason]);
    partner.socket.end();
  };
  const isSocketFull = () =>
    partner.socket.writableLength > Math.min(ANSWERS_BYTES_MAX, ALL_ANSWERS_BYTES_MAX / partners.count());
  const requestsBytesMax = () => Math.min(REQUESTS_BYTES_MAX, ALL_REQUESTS_BYTES_MAX / partners.count());
  connection.on("error", () => partner.socket.destroy());
  // The client has closed its side: ssh2 sends nothing any more.
  connection.on("end", () => {
    isOver = true;
  });
  connection.on("close", () => {
    isOver = true;
    for (const done of ends.splice(0)) done();
  });
  connection.on("authentication", (attempt) => {
    tryLogin(attempt).catch((err: unknown) => {
      logLoginError(err);
      end();
    });
  });

  async function tryLogin(attempt: AuthContext): Promise<void> {
    const found = await findLogin(ctx, attempt.username);
    const verdict = checkLogin(attempt, found);
    if (verdict === "probe") return attempt.accept();
    if (verdict === "accepted" && found) {
      login = found;
      partners.recordLogin(partner);
      ctx.metrics.counter(METRICS.sftpLogins).inc({ outcome: "accepted" });
      attempt.accept();
      return startSession(found);
    }
    // Clients start with "none" to query the login methods. Repeated queries count as failures.
    if (attempt.method === "none" && !hasQueriedMethods) hasQueriedMethods = true;
    else if (isOfferedKey(attempt) && offeredKeysLeft > 0) offeredKeysLeft -= 1;
    else countFailure();
    attempt.reject([loginMethodOf(attempt.username, found)]);
    if (attemptsLeft === 0) end();
  }

  function countFailure(): void {
    ctx.metrics.counter(METRICS.sftpLogins).inc({ outcome: "refused" });
    partners.recordFailure(partner);
    attemptsLeft -= 1;
  }

  function startSession({ workspaceId, credentialId }: PullLogin): void {
    ctx.logger.info(
      { event: "pull.login", workspace_id: workspaceId, credential_id: credentialId },
      "partner logged in",
    );
    recordUse(ctx, { workspaceId, credentialId });
    const idle = setTimeout(end, IDLE_MS);
    const last = setTimeout(end, SESSION_MS_MAX);
    ends.push(
      ctx.credentials.onRevoked([credentialId], end),
      () => clearTimeout(idle),
      () => clearTimeout(last),
    );
    let hasSession = false;
    connection.on("session", (accept, reject) => {
      if (hasSession) return reject();
      hasSession = true;
      accept().on("sftp", (acceptSftp) => {
        const { close } = serveTree(ctx, acceptSftp(), {
          credentialId,
          isSocketFull,
          requestsBytesMax,
          touch: () => idle.refresh(),
          end,
          isOver: () => isOver || login === undefined,
        });
        ends.push(() => void close());
      });
    });
  }
}
