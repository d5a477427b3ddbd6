import type { Socket } from "node:net";
import type { TargetGuard } from "@skucast/targets/target-guard";
import { Client, type PasswordAuthMethod, type PublicKeyAuthMethod, type SFTPWrapper } from "ssh2";
import { algorithmsFor, HOST_KEY_FAMILY_NAMES, type HostKeyFamily } from "./algorithms.js";
import { connectSocket } from "./connect-socket.js";
import { fingerprintOf } from "./fingerprint.js";
import { gatherWrites } from "./gather-writes.js";
import { failureOf, isFailure, SftpFailure } from "./sftp-failure.js";

export type SftpAuth =
  | { readonly type: "password"; readonly password: string }
  | {
      readonly type: "public_key";
      readonly private_key: string;
      /** The key that replaces it once the partner has it; tried when the present one is refused. */
      readonly next_private_key?: string | undefined;
    };

export interface SftpTarget {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly auth: SftpAuth;
  /** Fingerprints as `ssh-keygen -l` prints them: `SHA256:…`. */
  readonly hostKeys: readonly string[];
  /** Whether algorithms of old servers are offered too. */
  readonly isLegacyAllowed: boolean;
}

export interface SessionOptions {
  readonly guard: TargetGuard;
  readonly signal: AbortSignal;
  readonly stallTimeoutMs: number;
}

/** An open SFTP session in which nothing waits for ever: when the connection goes, all that is under way is rejected. */
export interface SftpSession {
  readonly sftp: SFTPWrapper;
  readonly stallTimeoutMs: number;
  /** One operation: its result, or an SftpFailure; `stalled` when there is no answer in time. */
  call<T>(what: string, start: (done: (error: Error | undefined | null, result: T) => void) => void): Promise<T>;
  /** Told at once, and only once, when the session can do nothing more. Returns a function that ends the watch. */
  onLost(listener: (failure: Error) => void): () => void;
  close(): void;
}

const READY_TIMEOUT_MS = 20_000;
/** A server that does not answer the goodbye is left without one. */
const CLOSE_TIMEOUT_MS = 2_000;
const KEEPALIVE = { keepaliveInterval: 10_000, keepaliveCountMax: 3 };

/**
 * Connects and logs in. The host's key is compared with the pinned ones before anything about the login is sent; a host
 * that shows a foreign key is asked for its keys of other kinds, until a pinned one comes. Throws SftpFailure, or the
 * signal's reason.
 */
export async function openSession(target: SftpTarget, options: SessionOptions): Promise<SftpSession> {
  if (target.hostKeys.length === 0) throw new SftpFailure("host_key_unknown");
  const shown = new Set<string>();
  for (const family of [undefined, ...HOST_KEY_FAMILY_NAMES]) {
    try {
      return await connectAndLogIn(target, options, family);
    } catch (error) {
      if (error instanceof ForeignKey) shown.add(error.fingerprint);
      // The host has no key of this kind: there may be one of the next.
      else if (shown.size === 0 || !isFailure(error, "protocol")) throw error;
    }
  }
  throw new SftpFailure("host_key_changed", `it shows ${[...shown].join(", ")}`);
}

/** The host showed a key that is not pinned; it was told nothing. */
class ForeignKey extends Error {
  override readonly name = "ForeignKey";
  constructor(readonly fingerprint: string) {
    super(`the host shows ${fingerprint}`);
  }
}

async function connectAndLogIn(
  target: SftpTarget,
  { guard, signal, stallTimeoutMs }: SessionOptions,
  family: HostKeyFamily | undefined,
): Promise<SftpSession> {
  const socket = await connectSocket(guard, { host: target.host, port: target.port, signal });
  const client = new Client();
  const watch = watchOver(client, socket, signal);
  let foreignKey: string | undefined;
  const isPinned = (key: Buffer): boolean => {
    const fingerprint = fingerprintOf(key);
    const isKnown = target.hostKeys.includes(fingerprint);
    if (!isKnown) foreignKey = fingerprint;
    return isKnown;
  };
  const ready = watch.orLost<void>((resolve) => client.once("ready", resolve));
  client.connect({
    sock: gatherWrites(socket),
    username: target.username,
    authHandler: loginOf(target),
    hostVerifier: isPinned,
    algorithms: algorithmsFor(target, family),
    readyTimeout: READY_TIMEOUT_MS,
    ...KEEPALIVE,
  });
  try {
    await ready;
    client.setNoDelay(true); // without it 64 kB writes wait for delayed acknowledgements: 2 MB/s
    const session = { ...watch, stallTimeoutMs, call: callIn(watch, stallTimeoutMs) };
    const sftp = await session.call<SFTPWrapper>("opening SFTP", (done) => client.sftp(done));
    return { ...session, sftp };
  } catch (error) {
    watch.close();
    throw foreignKey === undefined ? error : new ForeignKey(foreignKey);
  }
}

/** The logins in the order in which they are tried. */
function loginOf({ username, auth }: SftpTarget): (PasswordAuthMethod | PublicKeyAuthMethod)[] {
  if (auth.type === "password") return [{ type: "password", username, password: auth.password }];
  const keys = [auth.private_key, ...(auth.next_private_key === undefined ? [] : [auth.next_private_key])];
  return keys.map((key) => ({ type: "publickey", username, key }));
}

type Watch = Pick<SftpSession, "onLost" | "close"> & {
  orLost<T>(start: (resolve: (value: T) => void, reject: (error: unknown) => void) => void): Promise<T>;
};

/** ssh2 leaves operations without an answer when the connection ends: this ends them. */
function watchOver(client: Client, socket: Socket, signal: AbortSignal): Watch {
  const listeners = new Set<(failure: Error) => void>();
  let lost: Error | undefined;
  const lose = (failure: Error) => {
    if (lost) return;
    lost = failure;
    for (const listener of [...listeners]) listener(failure);
    listeners.clear();
    socket.destroy(); // ssh2 itself does not destroy a socket that it has ended
  };
  const abort = () => lose(signal.reason);
  const onLost = (listener: (failure: Error) => void) => {
    if (lost) listener(lost);
    else listeners.add(listener);
    return () => listeners.delete(listener);
  };
  client.on("error", (error) => lose(connectionFailure(error)));
  client.on("close", () => lose(new SftpFailure("unreachable", "the connection was closed")));
  if (signal.aborted) abort();
  else signal.addEventListener("abort", abort, { once: true });
  return {
    onLost,
    close() {
      signal.removeEventListener("abort", abort);
      lost ??= new SftpFailure("protocol", "the session is closed");
      client.end();
      setTimeout(() => socket.destroy(), CLOSE_TIMEOUT_MS).unref();
    },
    orLost: (start) =>
      new Promise((resolve, reject) => {
        const forget = onLost(reject);
        const settle =
          <V>(end: (value: V) => void) =>
          (value: V) => {
            forget();
            end(value);
          };
        start(settle(resolve), settle(reject));
      }),
  };
}

function callIn(watch: Watch, timeoutMs: number): SftpSession["call"] {
  return <T>(what: string, start: (done: (error: Error | undefined | null, result: T) => void) => void) => {
    let timer: NodeJS.Timeout | undefined;
    const work = watch.orLost<T>((resolve, reject) => {
      timer = setTimeout(() => reject(new SftpFailure("stalled", what)), timeoutMs);
      start((error, result) => (error ? reject(failureOf(error, what)) : resolve(result)));
    });
    return work.finally(() => clearTimeout(timer));
  };
}

/** ssh2 marks its errors with where they come from. */
export function connectionFailure(error: Error & { level?: string }): SftpFailure {
  if (error.level === "client-authentication") return new SftpFailure("authentication_failed", "", error);
  if (error.level === "protocol" || error.level === "handshake") return new SftpFailure("protocol", "", error);
  if (error.level === "client-timeout") return new SftpFailure("stalled", "it does not answer", error);
  return new SftpFailure("unreachable", "the connection broke", error);
}
