import { createHash } from "node:crypto";
import { Client, type ConnectConfig, type SFTPWrapper } from "ssh2";

const TIMEOUT_MS = 30_000;

/** A plain `ssh2` client with an SFTP session on a server. */
export interface SftpClient {
  readonly sftp: SFTPWrapper;
  /** The fingerprint of the server's key: `SHA256:…`. */
  readonly hostKeySha256: string;
  /** Resolves when either side has closed the connection. */
  readonly closed: Promise<void>;
  /** Ends the connection and waits until it has closed. */
  end(): Promise<void>;
}

/**
 * Logs in with a password or key and opens SFTP. Rejects with the first error. `onPrompts` answers keyboard-interactive
 * prompts (RFC 4256).
 */
export function connectClient(
  { host, port, username }: { host: string; port: number; username: string },
  login: ConnectConfig,
  onPrompts?: (prompts: readonly string[]) => string[],
): Promise<SftpClient> {
  const client = new Client();
  let hostKeySha256 = "";
  const closed = new Promise<void>((resolve) => client.once("close", () => resolve()));
  const end = () => {
    client.end();
    return closed;
  };
  client.on("keyboard-interactive", (_name, _instructions, _language, prompts, finish) =>
    finish(onPrompts?.(prompts.map(({ prompt }) => prompt)) ?? []),
  );
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      client.end();
      reject(error);
    };
    client.on("error", fail);
    client.once("close", () => fail(new Error("the connection closed")));
    client.once("ready", () => {
      client.setNoDelay(true); // without it, sequential writes wait for delayed acknowledgements
      client.sftp((error, sftp) => (error ? fail(error) : resolve({ sftp, hostKeySha256, closed, end })));
    });
    client.connect({
      host,
      port,
      username,
      readyTimeout: TIMEOUT_MS,
      tryKeyboard: onPrompts !== undefined,
      hostVerifier: (key: Buffer) => {
        hostKeySha256 = `SHA256:${createHash("sha256").update(key).digest("base64").replace(/=+$/, "")}`;
        return true;
      },
      ...login,
    });
  });
}
