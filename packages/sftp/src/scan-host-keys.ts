import { Client } from "ssh2";
import { algorithmsFor, type HostKeyFamily, otherFamilies } from "./algorithms.js";
import { connectSocket } from "./connect-socket.js";
import { connectionFailure } from "./connection-failure.js";
import { hostKeyOf, type ShownHostKey } from "./fingerprint.js";
import { type KexOffer, watchKexOffer } from "./kex-offer.js";
import type { SessionOptions } from "./open-session.js";
import { SftpFailure } from "./sftp-failure.js";
import type { SftpTarget } from "./sftp-target.js";

type Scanned = Pick<SftpTarget, "host" | "port" | "isLegacyAllowed">;

/** The families that partners publish most often come first. */
const SECOND_KEY_ORDER: readonly HostKeyFamily[] = ["rsa", "ed25519", "ecdsa"];

/**
 * Returns the key that the host prefers and, if it offers another family, one more. Opens two connections at most, because
 * some hosts count connections without a login as an attack. Sends nothing about a login. Throws SftpFailure when the host
 * cannot be reached or presents no key, and the signal's reason.
 */
export async function scanHostKeys(target: Scanned, options: SessionOptions): Promise<ShownHostKey[]> {
  const first = await showHostKey(target, undefined, options);
  const others = otherFamilies(first.offer?.serverHostKey ?? [], first.key.type);
  const family = SECOND_KEY_ORDER.find((name) => others.includes(name));
  if (family === undefined) return [first.key];
  try {
    return [first.key, (await showHostKey(target, family, options)).key];
  } catch (error) {
    options.signal.throwIfAborted();
    if (error instanceof SftpFailure) return [first.key];
    throw error;
  }
}

interface Shown {
  readonly key: ShownHostKey;
  readonly offer: KexOffer | undefined;
}

async function showHostKey(
  target: Scanned,
  family: HostKeyFamily | undefined,
  options: SessionOptions,
): Promise<Shown> {
  const { guard, signal, stallTimeoutMs } = options;
  const { host, port, isLegacyAllowed } = target;
  const socket = await connectSocket(guard, { host, port, signal });
  const client = new Client();
  let abort = () => {};
  try {
    return await new Promise<Shown>((resolve, reject) => {
      let offer: () => KexOffer | undefined = () => undefined;
      abort = () => reject(signal.reason);
      signal.addEventListener("abort", abort, { once: true });
      client.on("error", (error) => reject(connectionFailure(error, { offer: offer(), isLegacyAllowed })));
      client.on("close", () => reject(new SftpFailure("unreachable", "the connection was closed")));
      client.connect({
        sock: socket,
        username: "none",
        authHandler: [],
        hostVerifier: (key: Buffer) => {
          resolve({ key: hostKeyOf(key), offer: offer() });
          return false; // ends the connection before the login
        },
        algorithms: algorithmsFor(target, family),
        readyTimeout: stallTimeoutMs,
      });
      offer = watchKexOffer(socket);
    });
  } finally {
    signal.removeEventListener("abort", abort);
    client.on("error", () => {});
    client.destroy();
    socket.destroy();
  }
}
