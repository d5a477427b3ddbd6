import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const TIMEOUT_MS = 30_000;

export type KeyType = "ed25519" | "ecdsa" | "rsa";

/** The files that a server needs, in a temporary folder. */
export interface ServerFiles {
  /** The folder of all other files. */
  readonly home: string;
  /** The empty folder that is served to clients. */
  readonly folder: string;
  readonly hostKeyFiles: readonly string[];
  readonly hostKeysSha256: readonly string[];
  readonly privateKeyFile: string;
  readonly privateKey: string;
  /** In OpenSSH's format; contains the public key of `privateKey`. */
  readonly authorizedKeysFile: string;
}

/** Creates the folder of a server, its host keys and a key that may log in. */
export function createServerFiles(name: string, hostKeyTypes: readonly KeyType[] = ["ed25519"]): ServerFiles {
  const home = mkdtempSync(join(tmpdir(), `skucast-${name}-`));
  const folder = join(home, "root");
  mkdirSync(folder);
  const hostKeyFiles = hostKeyTypes.map((type) => makeKey(home, `host_key_${type}`, type));
  const privateKeyFile = makeKey(home, "user_key", "ed25519");
  return {
    home,
    folder,
    hostKeyFiles,
    hostKeysSha256: hostKeyFiles.map((file) => fingerprint(`${file}.pub`)),
    privateKeyFile,
    privateKey: readFileSync(privateKeyFile, "utf8"),
    authorizedKeysFile: `${privateKeyFile}.pub`,
  };
}

/** Throws an error with the Debian package to install if the file of a program is missing. */
export function requireProgram(file: string, debianPackages: string): void {
  if (!existsSync(file)) throw new Error(`${file} is missing: apt-get install ${debianPackages}`);
}

function makeKey(folder: string, name: string, type: KeyType): string {
  const file = join(folder, name);
  execFileSync("ssh-keygen", ["-q", "-t", type, "-N", "", "-C", name, "-f", file], { timeout: TIMEOUT_MS });
  return file;
}

function fingerprint(publicKeyFile: string): string {
  const line = execFileSync("ssh-keygen", ["-l", "-f", publicKeyFile], { encoding: "utf8", timeout: TIMEOUT_MS });
  const [, sha256 = ""] = line.split(" ");
  return sha256;
}
