import type { Socket } from "node:net";
import type { TargetGuard } from "@skucast/targets/target-guard";
import { Client, type ParsedKey, type SFTPWrapper } from "ssh2";
import { algorithmsFor, type HostKeyFamily, otherFamilies } from "./algorithms.js";
import { createAuthentication } from "./authenticate.js";
import { connectSocket } from "./connect-socket.js";
import { connectionFailure } from "./connection-failure.js";
import { hostKeyOf, type ShownHostKey } from "./fingerprint.js";
import { gatherWrites } from "./gather-writes.js";
import { type KexOffer, watchKexOffer } from "./kex-offer.js";
import { cleanServerMessage } from "./server-message.js";
import { failureOf, isFailure, SftpFailure } from "./sftp-failure.js";
import type { SftpTarget } from "./sftp-target.js";

export interface SessionOptions {
  readonly guard: TargetGuard;
  readonly signal: AbortSignal;
  readonly stallTimeoutMs: number;
  /** Called with each key that the host presents while connecting, and whether it is pinned. */
  readonly onHostKey?: ((key: ShownHostKey, isPinned: boolean) => void) | undefined;
}

/** An open SFTP session in which no operation waits forever: when the connection is lost, all pending ones are rejected. */
export interface SftpSession {
  readonly sftp: SFTPWrapper;
  readonly stallTimeoutMs: number;
  /** Performs one operation. Throws SftpFailure: `stalled` when there is no answer in time. */
  call<T>(what: string, start: (done: (error: Error | undefined | null, result: T) => void) => void): Promise<T>;
  /** The failure for an error of ssh2. Secrets are removed from the host's message. */
  failureOf(error: unknown, what: string): SftpFailure;
  /** Calls the listener once, when the session is lost or if it already is. Returns a function that removes the listener. */
  onLost(listener: (failure: Error) => void): () => void;
  /** Whether the session has ended, so that no operation is possible any more. */
  isLost(): boolean;
  /** The keys that the host announced after the login (OpenSSH's PROTOCOL, section 2.5), the presented one first. */
  hostKeys(): readonly ShownHostKey[];
  close(): void;
}

const READY_TIMEOUT_MS = 20_000;
/** How long a server may take to close the connection before the socket is destroyed. */
const CLOSE_TIMEOUT_MS = 2_000;
const KEEPALIVE = { keepaliveInterval: 10_000, keepaliveCountMax: 3 };

/**
 * Connects and logs in. The host key is compared with the pinned keys before anything about the login is sent. If it is not
 * pinned, the host's keys of the other families that it offers are tried. Throws SftpFailure, or the signal's reason.
 */
export async function openSession(target: SftpTarget, options: SessionOptions): Promise<SftpSession> {
  if (target.hostKeys.length === 0) throw new SftpFailure("host_key_unknown");
  const shown: string[] = [];
  let families: readonly (HostKeyFamily | undefined)[] = [undefined];
  for (let family = families[0]; families.length > 0; family = families[0]) {
    try {
      return await connectAndLogIn(target, options, family);
    } catch (error) {
      if (error instanceof UnpinnedKey) {
        shown.push(error.key.fingerprint);
        families = family === undefined ? otherFamilies(error.offer?.serverHostKey, error.key.type) : families.slice(1);
      } else if (shown.length > 0 && isFailure(error, "protocol")) families = families.slice(1);
      else throw error;
    }
  }
  throw new SftpFailure("host_key_changed", `it presents ${shown.join(", ")}`);
}

/** The host presented a key that is not pinned. Nothing about the login was sent. */
class UnpinnedKey extends Error {
  override readonly name = "UnpinnedKey";
  readonly key: ShownHostKey;
  readonly offer: KexOffer | undefined;

  constructor(key: ShownHostKey, offer: KexOffer | undefined) {
    super(`the host presents ${key.fingerprint}`);
    this.key = key;
    this.offer = offer;
  }
}

async function connectAndLogIn(
  target: SftpTarget,
  { guard, signal, stallTimeoutMs, onHostKey }: SessionOptions,
  family: HostKeyFamily | undefined,
): Promise<SftpSession> {
  const { host, port, username, auth, isLegacyAllowed } = target;
  const socket = await connectSocket(guard, { host, port, signal });
  const client = new Client();
  const secrets = auth.password === undefined ? [] : [auth.password];
  let isReady = false;
  let banner = "";
  let kexOffer: () => KexOffer | undefined = () => undefined;
  const loginRejected = () => {
    const serverMessage = authentication.serverMessage() ?? cleanServerMessage(banner, secrets);
    return new SftpFailure("authentication_failed", authentication.detail(), { serverMessage });
  };
  const classify = (error: Error & { level?: string }): SftpFailure => {
    if (error.level === "client-authentication") return loginRejected();
    return connectionFailure(error, { secrets, offer: kexOffer(), isLegacyAllowed, isReady });
  };
  const watch = watchOver(client, socket, { signal, classify });
  const authentication = createAuthentication({ username, auth, giveUp: () => watch.lose(loginRejected()) });
  const hostKeys: ShownHostKey[] = [];
  let unpinned: ShownHostKey | undefined;
  const isPinned = (blob: Buffer): boolean => {
    const key = hostKeyOf(blob);
    const isKnown = target.hostKeys.includes(key.fingerprint);
    onHostKey?.(key, isKnown);
    hostKeys.push(key);
    if (!isKnown) unpinned = key;
    return isKnown;
  };
  client.on("banner", (text) => {
    banner ||= text;
  });
  client.on("change password", (text) => {
    const serverMessage = cleanServerMessage(text, secrets);
    watch.lose(new SftpFailure("authentication_failed", "it asks for a new password", { serverMessage }));
  });
  client.on("hostkeys", (keys: ParsedKey[]) => {
    for (const key of keys.slice(0, HOST_KEYS_MAX).map((it) => hostKeyOf(it.getPublicSSH()))) {
      if (!hostKeys.some(({ fingerprint }) => fingerprint === key.fingerprint)) hostKeys.push(key);
    }
  });
  const ready = watch.orLost<void>((resolve) => client.once("ready", resolve));
  client.connect({
    sock: gatherWrites(socket),
    username,
    authHandler: authentication.handler,
    hostVerifier: isPinned,
    algorithms: algorithmsFor(target, family),
    readyTimeout: READY_TIMEOUT_MS,
    ...KEEPALIVE,
  });
  kexOffer = watchKexOffer(socket);
  try {
    await ready;
    isReady = true;
    client.setNoDelay(true); // without it 64 kB writes wait for delayed acknowledgements: 2 MB/s
    const failure = (error: unknown, what: string) => failureOf(error, what, secrets);
    const call = callIn(watch, { timeoutMs: stallTimeoutMs, failure });
    const { onLost, isLost, close } = watch;
    const session = { onLost, isLost, close, stallTimeoutMs, call, failureOf: failure, hostKeys: () => hostKeys };
    const sftp = await call<SFTPWrapper>("opening SFTP", (done) => client.sftp(done));
    return { ...session, sftp };
  } catch (error) {
    watch.close();
    throw unpinned === undefined ? error : new UnpinnedKey(unpinned, kexOffer());
  }
}

/** Bounds the keys of a host that announces very many. */
const HOST_KEYS_MAX = 10;

interface Watch {
  lose(failure: Error): void;
  onLost(listener: (failure: Error) => void): () => void;
  isLost(): boolean;
  close(): void;
  orLost<T>(start: (resolve: (value: T) => void, reject: (error: unknown) => void) => void): Promise<T>;
}

interface Watched {
  readonly signal: AbortSignal;
  /** The failure for an error of the connection. */
  readonly classify: (error: Error) => SftpFailure;
}

/** Rejects pending operations when the connection ends, because ssh2 never calls their callbacks. */
function watchOver(client: Client, socket: Socket, { signal, classify }: Watched): Watch {
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
  client.on("error", (error) => lose(classify(error)));
  client.on("close", () => lose(new SftpFailure("unreachable", "the connection was closed")));
  if (signal.aborted) abort();
  else signal.addEventListener("abort", abort, { once: true });
  return {
    lose,
    onLost,
    isLost: () => lost !== undefined,
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

interface CallOptions {
  readonly timeoutMs: number;
  readonly failure: (error: unknown, what: string) => SftpFailure;
}

function callIn(watch: Watch, { timeoutMs, failure }: CallOptions): SftpSession["call"] {
  return <T>(what: string, start: (done: (error: Error | undefined | null, result: T) => void) => void) => {
    let timer: NodeJS.Timeout | undefined;
    const work = watch.orLost<T>((resolve, reject) => {
      timer = setTimeout(() => reject(new SftpFailure("stalled", what)), timeoutMs);
      start((error, result) => (error ? reject(failure(error, what)) : resolve(result)));
    });
    return work.finally(() => clearTimeout(timer));
  };
}
