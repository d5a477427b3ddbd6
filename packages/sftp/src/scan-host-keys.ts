import { Client } from "ssh2";
import { algorithmsFor, HOST_KEY_FAMILY_NAMES, type HostKeyFamily } from "./algorithms.js";
import { connectSocket } from "./connect-socket.js";
import { fingerprintOf, kindOf } from "./fingerprint.js";
import { connectionFailure, type SessionOptions, type SftpTarget } from "./open-session.js";
import { isFailure, SftpFailure } from "./sftp-failure.js";

/** A key that a host shows. */
export interface ShownHostKey {
  readonly fingerprint: string;
  /** Such as `ssh-ed25519`. */
  readonly type: string;
}

type Scanned = Pick<SftpTarget, "host" | "port" | "isLegacyAllowed">;

/**
 * The keys that the host shows, one of each kind that it has, the one that is preferred first. Nothing about a login is
 * sent. Throws SftpFailure when the host cannot be reached or shows none that is taken.
 */
export async function scanHostKeys(target: Scanned, options: SessionOptions): Promise<ShownHostKey[]> {
  const shown: ShownHostKey[] = [];
  let refusal: unknown;
  for (const family of HOST_KEY_FAMILY_NAMES) {
    try {
      const key = await showHostKey(target, family, options);
      shown.push({ fingerprint: fingerprintOf(key), type: kindOf(key) });
    } catch (error) {
      options.signal.throwIfAborted();
      // "protocol" is how a host refuses a kind of key that it does not have.
      if (!isFailure(error, "protocol")) throw error;
      refusal = error;
    }
  }
  if (shown.length === 0) throw refusal;
  return shown;
}

async function showHostKey(target: Scanned, family: HostKeyFamily, options: SessionOptions): Promise<Buffer> {
  const { guard, signal, stallTimeoutMs } = options;
  const socket = await connectSocket(guard, { host: target.host, port: target.port, signal });
  const client = new Client();
  let abort = () => {};
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      abort = () => reject(signal.reason);
      signal.addEventListener("abort", abort, { once: true });
      client.on("error", (error) => reject(connectionFailure(error)));
      client.on("close", () => reject(new SftpFailure("unreachable", "the connection was closed")));
      client.connect({
        sock: socket,
        username: "none",
        authHandler: [],
        hostVerifier: (key: Buffer) => {
          resolve(key);
          return false; // seen: the conversation ends before there is a login
        },
        algorithms: algorithmsFor(target, family),
        readyTimeout: stallTimeoutMs,
      });
    });
  } finally {
    signal.removeEventListener("abort", abort);
    client.on("error", () => {});
    client.destroy();
    socket.destroy();
  }
}
