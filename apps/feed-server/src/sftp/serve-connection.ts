import { METRICS } from "@skucast/service-kit/metric-names";
import type { AuthContext, Connection } from "ssh2";
import type { FeedServerContext } from "../context.js";
import { noteUse } from "../credentials/note-use.js";
import { checkLogin } from "./check-login.js";
import { DISCONNECT_REASONS } from "./farewells.js";
import { findLogin, type PullLogin } from "./find-login.js";
import type { Guest, Guests } from "./guests.js";
import type { LoginMethodOf } from "./login-methods.js";
import { REQUESTS_BYTES_MAX } from "./request-flow.js";
import { serveTree } from "./serve-tree.js";
import { sendDisconnect } from "./ssh2-internals.js";

const TRIES_MAX = 3;
/** Keys that a client shows before it finds the right one: an agent may hold several, and none of them is a guess. */
const SHOWN_KEYS_MAX = 10;
const IDLE_MS = 300_000;
const GOODBYE_MS = 2_000;
const SESSION_MS_MAX = 6 * 3_600_000;
/** Answers that wait in our memory for one partner to take them, and for all partners together: an equal share of it. */
const ANSWERS_BYTES_MAX = 1024 * 1024;
const ANSWERS_BYTES_OF_ALL_MAX = 128 * 1024 * 1024;
const REQUESTS_BYTES_OF_ALL_MAX = 128 * 1024 * 1024;

interface Reception {
  readonly guest: Guest;
  readonly guests: Guests;
  readonly loginMethodOf: LoginMethodOf;
  readonly tellFailedCheck: (err: unknown) => void;
}

/** A key without a signature asks whether it would be taken. */
const isShownKey = (attempt: AuthContext): boolean => attempt.method === "publickey" && !attempt.signature;

/**
 * One partner's connection: one question how to log in, ten keys shown and three tries at most, one session, SFTP and
 * nothing else. It ends when it is idle, when it has lasted long enough, and when its credential is revoked.
 */
export function serveConnection(
  ctx: FeedServerContext,
  connection: Connection,
  { guest, guests, loginMethodOf, tellFailedCheck }: Reception,
): void {
  let triesLeft = TRIES_MAX;
  let shownKeysLeft = SHOWN_KEYS_MAX;
  let hasAsked = false;
  let login: PullLogin | undefined;
  let isOver = false;
  const ends: (() => void)[] = [];
  const end = () => {
    connection.end();
    guest.socket.destroySoon();
    // Who takes nothing any more would hold the connection for ever.
    setTimeout(() => guest.socket.destroy(), GOODBYE_MS).unref();
  };
  guest.sayFarewell = ({ reason }) => {
    sendDisconnect(connection, DISCONNECT_REASONS[reason]);
    guest.socket.end();
  };
  const isSocketFull = () =>
    guest.socket.writableLength > Math.min(ANSWERS_BYTES_MAX, ANSWERS_BYTES_OF_ALL_MAX / guests.count());
  const requestsBytesMax = () => Math.min(REQUESTS_BYTES_MAX, REQUESTS_BYTES_OF_ALL_MAX / guests.count());
  connection.on("error", () => guest.socket.destroy());
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
      tellFailedCheck(err);
      end();
    });
  });

  async function tryLogin(attempt: AuthContext): Promise<void> {
    const found = await findLogin(ctx, attempt.username);
    const verdict = checkLogin(attempt, found);
    if (verdict === "probe") return attempt.accept();
    if (verdict === "accepted" && found) {
      login = found;
      guests.noteLogin(guest);
      ctx.metrics.counter(METRICS.sftpLogins).inc({ outcome: "accepted" });
      attempt.accept();
      return welcome(found);
    }
    // Clients begin with "none" to hear how they can log in; who asks again is guessing.
    if (attempt.method === "none" && !hasAsked) hasAsked = true;
    else if (isShownKey(attempt) && shownKeysLeft > 0) shownKeysLeft -= 1;
    else countFailure();
    attempt.reject([loginMethodOf(attempt.username, found)]);
    if (triesLeft === 0) end();
  }

  function countFailure(): void {
    ctx.metrics.counter(METRICS.sftpLogins).inc({ outcome: "refused" });
    guests.noteFailure(guest);
    triesLeft -= 1;
  }

  function welcome({ workspaceId, credentialId }: PullLogin): void {
    ctx.logger.info(
      { event: "pull.login", workspace_id: workspaceId, credential_id: credentialId },
      "partner logged in",
    );
    noteUse(ctx, { workspaceId, credentialId });
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
