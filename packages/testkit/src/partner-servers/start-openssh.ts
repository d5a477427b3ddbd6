import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import type { PartnerServer } from "./partner-server.js";
import { runServer } from "./run-server.js";
import { createServerFiles, type KeyType, requireProgram, type ServerFiles } from "./ssh-keys.js";

/** OpenSSH's server. It logs in the user that the tests run as, the only one an unprivileged server can log in. */
export interface OpensshServer extends PartnerServer {
  /** Of the process that listens; sessions are its children. */
  readonly pid: number;
  /** Path of the private key, for the `ssh` and `sftp` programs. */
  readonly privateKeyFile: string;
  /** Of several host keys the first. */
  readonly hostKeySha256: string;
  /** Lets a further public key (a line as in `authorized_keys`) log in. */
  authorize(publicKey: string): void;
}

export interface OpensshOptions {
  readonly hostKeyTypes?: readonly KeyType[];
  /** Further lines of sshd_config. */
  readonly settings?: Readonly<Record<string, string>>;
}

const SSHD = "/usr/sbin/sshd";

/**
 * Starts OpenSSH's server with a host key of its own and SFTP alone. Password logins are off: an unprivileged sshd
 * cannot check them, and one that runs as root would check those of the machine. The user must have an account that may
 * log in.
 */
export async function startOpenssh({ hostKeyTypes, settings = {} }: OpensshOptions = {}): Promise<OpensshServer> {
  requireProgram(SSHD, "openssh-server openssh-client");
  if (process.getuid?.() === 0) mkdirSync("/run/sshd", { recursive: true, mode: 0o755 }); // its chroot, as root
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
    StrictModes: "no", // the temporary folder is writable to all
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
