import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { findFreePort } from "@skucast/embedded-postgres/find-free-port";

/** A partner's SFTP server: the real OpenSSH, on loopback, for one test. */
export interface SshServer {
  readonly host: "127.0.0.1";
  readonly port: number;
  /** Of the process that listens; sessions are its children. */
  readonly pid: number;
  /** The user the tests run as, the only one an unprivileged server can log in. */
  readonly username: string;
  /** OpenSSH PEM of an ed25519 key that may log in. */
  readonly privateKey: string;
  /** Path of the same key, for the `ssh` and `sftp` programs. */
  readonly privateKeyFile: string;
  /** As `ssh-keygen -l` prints it: `SHA256:…`; of several host keys the first. */
  readonly hostKeySha256: string;
  /** Of all host keys, in the order in which they were asked for. */
  readonly hostKeysSha256: readonly string[];
  /** Lets a further public key (a line as in `authorized_keys`) log in. */
  authorize(publicKey: string): void;
  /** An empty folder, and where a login starts. */
  readonly root: string;
  /** Ends the server with all its sessions and deletes its files. */
  stop(): Promise<void>;
}

export interface SshServerOptions {
  readonly hostKeyTypes?: readonly ("ed25519" | "ecdsa" | "rsa")[];
  /** Further lines of sshd_config. */
  readonly settings?: Readonly<Record<string, string>>;
}

const SSHD = "/usr/sbin/sshd";

/**
 * Starts OpenSSH's server with a host key of its own and SFTP alone. Password logins are off: an unprivileged sshd
 * cannot check them. The user must have an account that may log in. Throws a sentence that says what to install when there is no sshd.
 */
export async function startSshServer(options: SshServerOptions = {}): Promise<SshServer> {
  if (!existsSync(SSHD)) throw new Error(`${SSHD} is missing: apt-get install openssh-server openssh-client`);
  if (process.getuid?.() === 0) mkdirSync("/run/sshd", { recursive: true, mode: 0o755 }); // its chroot, as root
  const folder = mkdtempSync(join(tmpdir(), "skucast-sshd-"));
  const root = join(folder, "root");
  mkdirSync(root);
  const { hostKeyTypes = ["ed25519"], settings = {} } = options;
  const hostKeyFiles = hostKeyTypes.map((type) => makeKey(folder, `host_key_${type}`, type));
  const hostKeysSha256 = hostKeyFiles.map((file) => fingerprint(`${file}.pub`));
  const privateKeyFile = makeKey(folder, "user_key", "ed25519");
  const authorizedKeysFile = join(folder, "authorized_keys");
  writeFileSync(authorizedKeysFile, readFileSync(`${privateKeyFile}.pub`));
  const port = await findFreePort();
  const config = join(folder, "sshd_config");
  writeFileSync(config, configuration({ port, hostKeyFiles, authorizedKeysFile, root, folder }, settings));

  const child = spawn(SSHD, ["-D", "-e", "-f", config], { stdio: ["ignore", "ignore", "pipe"] });
  const lines = createInterface({ input: child.stderr });
  const log: string[] = [];
  const listening = new Promise<void>((resolve, reject) => {
    lines.on("line", (line) => {
      log.push(line);
      if (line.startsWith("Server listening on")) resolve();
    });
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`sshd ended with code ${code}: ${log.slice(-5).join(" | ")}`)));
  });
  await listening;

  return {
    host: "127.0.0.1",
    port,
    pid: Number(child.pid),
    username: userInfo().username,
    privateKey: readFileSync(privateKeyFile, "utf8"),
    privateKeyFile,
    hostKeySha256: hostKeysSha256[0] ?? "",
    hostKeysSha256,
    authorize: (publicKey) => writeFileSync(authorizedKeysFile, `${publicKey.trim()}\n`, { flag: "a" }),
    root,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        const exited = once(child, "exit");
        for (const session of childrenOf(Number(child.pid))) endSession(session);
        child.kill("SIGTERM");
        await exited;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A session whose client has left ends by itself, perhaps just now. */
function endSession(pid: number): void {
  try {
    process.kill(pid, "SIGTERM");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

function makeKey(folder: string, name: string, type: string): string {
  const file = join(folder, name);
  execFileSync("ssh-keygen", ["-q", "-t", type, "-N", "", "-C", name, "-f", file], { timeout: 10_000 });
  return file;
}

function fingerprint(publicKeyFile: string): string {
  const line = execFileSync("ssh-keygen", ["-l", "-f", publicKeyFile], { encoding: "utf8", timeout: 10_000 });
  const [, sha256 = ""] = line.split(" ");
  return sha256;
}

interface Paths {
  readonly port: number;
  readonly hostKeyFiles: readonly string[];
  readonly authorizedKeysFile: string;
  readonly root: string;
  readonly folder: string;
}

function configuration(paths: Paths, more: Readonly<Record<string, string>>): string {
  const settings = {
    ListenAddress: `127.0.0.1:${paths.port}`,
    AuthorizedKeysFile: paths.authorizedKeysFile,
    PidFile: join(paths.folder, "sshd.pid"),
    AuthenticationMethods: "publickey",
    PermitRootLogin: "prohibit-password",
    StrictModes: "no", // the temporary folder is writable to all
    UsePAM: "no",
    MaxStartups: "100",
    Subsystem: "sftp internal-sftp",
    ForceCommand: `internal-sftp -d ${paths.root}`,
    AllowTcpForwarding: "no",
    X11Forwarding: "no",
    ...more,
  };
  const hostKeys = paths.hostKeyFiles.map((file) => ["HostKey", file]);
  return [...Object.entries(settings), ...hostKeys].map(([name, value]) => `${name} ${value}\n`).join("");
}

/** Sessions are processes of their own, which outlive the listener. */
function childrenOf(pid: number): number[] {
  const list = process.platform === "linux" ? readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8") : pgrep(pid);
  return list.split(/\s+/).filter(Boolean).map(Number);
}

function pgrep(pid: number): string {
  return spawnSync("pgrep", ["-P", `${pid}`], { encoding: "utf8", timeout: 5_000 }).stdout;
}
