import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import type { PartnerServer } from "./partner-server.js";
import { runServer } from "./run-server.js";
import { createServerFiles, type KeyType, requireProgram, type ServerFiles } from "./ssh-keys.js";

/** OpenSSH's server. Clients log in as the user that runs the tests, the only one that an unprivileged server supports. */
export interface OpensshServer extends PartnerServer {
  /** The listening process, whose children are the sessions. */
  readonly pid: number;
  /** Path of the private key, for the `ssh` and `sftp` programs. */
  readonly privateKeyFile: string;
  /** The fingerprint of the first host key. */
  readonly hostKeySha256: string;
  /** Allows logins with another public key (a line of `authorized_keys`). */
  authorize(publicKey: string): void;
}

export interface OpensshOptions {
  readonly hostKeyTypes?: readonly KeyType[];
  /** Additional lines of sshd_config. */
  readonly settings?: Readonly<Record<string, string>>;
}

const SSHD = "/usr/sbin/sshd";

/**
 * Starts OpenSSH's server with its own host key and only SFTP. Password logins are off: an unprivileged sshd cannot check
 * passwords, and with root it would check those of the machine. The user's account must be allowed to log in.
 */
export async function startOpenssh({ hostKeyTypes, settings = {} }: OpensshOptions = {}): Promise<OpensshServer> {
  requireProgram(SSHD, "openssh-server openssh-client");
  if (process.getuid?.() === 0) mkdirSync("/run/sshd", { recursive: true, mode: 0o755 }); // required by sshd as root
  const files = createServerFiles("sshd", hostKeyTypes);
  const config = join(files.home, "sshd_config");
  writeFileSync(config, configuration(files, settings));
  const { stop, ...server } = await runServer({
    name: "OpenSSH",
    command: SSHD,
    args: (port) => ["-D", "-e", "-f", config, "-o", `ListenAddress=127.0.0.1:${port}`],
    listening: /^Server listening on/,
    home: files.home,
  });
  return {
    host: "127.0.0.1",
    ...server,
    username: userInfo().username,
    privateKey: files.privateKey,
    privateKeyFile: files.privateKeyFile,
    hostKeySha256: files.hostKeysSha256[0] ?? "",
    hostKeysSha256: files.hostKeysSha256,
    authorize: (publicKey) => appendFileSync(files.authorizedKeysFile, `${publicKey.trim()}\n`),
    folder: files.folder,
    root: files.folder,
    stop,
  };
}

function configuration(files: ServerFiles, more: Readonly<Record<string, string>>): string {
  const settings = {
    AuthorizedKeysFile: files.authorizedKeysFile,
    PidFile: join(files.home, "sshd.pid"),
    AuthenticationMethods: "publickey",
    PermitRootLogin: "prohibit-password",
    StrictModes: "no", // because all users can write to the temporary folder
    UsePAM: "no",
    MaxStartups: "100",
    Subsystem: "sftp internal-sftp",
    ForceCommand: `internal-sftp -d ${files.folder}`,
    AllowTcpForwarding: "no",
    X11Forwarding: "no",
    ...more,
  };
  const hostKeys = files.hostKeyFiles.map((file) => ["HostKey", file]);
  return [...Object.entries(settings), ...hostKeys].map(([name, value]) => `${name} ${value}\n`).join("");
}
