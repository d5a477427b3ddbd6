import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chownSync, cpSync, existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { binariesUnder, type PostgresBinaries } from "./locate-binaries.js";

/** How PostgreSQL's programs are started so that they do not run as root, which they refuse. */
export interface Identity {
  readonly kind: "same-user" | "user-namespace" | "nobody" | "nobody-with-copies";
  readonly binaries: PostgresBinaries;
  /** Where the cluster and its log are kept; not the folder asked for only with `nobody-with-copies`. */
  readonly homeDir: string;
  /** The owner the files must have as this process sees them; absent: whoever creates them. */
  readonly fileOwner?: number;
  /** Turns a program and its arguments into what has to be spawned. */
  command(program: string, args: readonly string[]): SpawnCommand;
}

/** What to hand to `spawn`. */
export interface SpawnCommand {
  readonly file: string;
  readonly args: string[];
  readonly options: { uid?: number; gid?: number };
}

const NOBODY = 65534;

/**
 * Chooses who runs PostgreSQL. Not root: the same user. Root: in a user namespace where root is called nobody, which
 * works under folders only root may enter; where namespaces are forbidden (as in most containers), as nobody; and
 * where nobody cannot reach the folders, as nobody from copies. `log` hears of the last, because the data moves too.
 */
export function chooseIdentity(binaries: PostgresBinaries, dataDir: string, log: (message: string) => void): Identity {
  if (process.getuid?.() !== 0) {
    const command = (file: string, args: readonly string[]) => ({ file, args: [...args], options: {} });
    return { kind: "same-user", binaries, homeDir: dataDir, command };
  }
  const inNamespace = userNamespace(binaries, dataDir);
  if (runs(inNamespace)) return inNamespace;
  const nobody = asNobody("nobody", binaries, dataDir);
  if (runs(nobody) && nobodyCanEnter(dataDir)) return nobody;
  const copies = asNobody("nobody-with-copies", copyBinaries(binaries), copyHome(dataDir));
  log(
    `The user nobody cannot enter ${dataDir}, so PostgreSQL keeps its data in ${copies.homeDir}. ` +
      "Set SKUCAST_DATA_DIR to a folder that other users may enter to keep it in one place.",
  );
  return copies;
}

function userNamespace(binaries: PostgresBinaries, homeDir: string): Identity {
  const command = (program: string, args: readonly string[]) => ({
    file: "unshare",
    args: ["--user", `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, program, ...args],
    options: {},
  });
  return { kind: "user-namespace", binaries, homeDir, fileOwner: 0, command };
}

function asNobody(kind: Identity["kind"], binaries: PostgresBinaries, homeDir: string): Identity {
  const options = { uid: NOBODY, gid: NOBODY };
  const command = (file: string, args: readonly string[]) => ({ file, args: [...args], options });
  return { kind, binaries, homeDir, fileOwner: NOBODY, command };
}

function runs(identity: Identity): boolean {
  const { file, args, options } = identity.command(identity.binaries.postgres, ["--version"]);
  return spawnSync(file, args, { ...options, cwd: "/", stdio: "ignore", timeout: 10_000 }).status === 0;
}

function nobodyCanEnter(folder: string): boolean {
  const options = { uid: NOBODY, gid: NOBODY, cwd: "/", stdio: "ignore", timeout: 10_000 } as const;
  return spawnSync("/bin/sh", ["-c", 'test -x "$0"', dirname(folder)], options).status === 0;
}

function copyBinaries(binaries: PostgresBinaries): PostgresBinaries {
  const target = join(tmpdir(), `skucast-postgres-${fingerprint(binaries.root)}`);
  if (!existsSync(target)) {
    const partial = `${target}.${process.pid}`;
    cpSync(binaries.root, partial, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(partial, target);
    } catch (error) {
      rmSync(partial, { recursive: true, force: true });
      if (!existsSync(target)) throw error; // otherwise another process finished the same copy first
    }
  }
  if (lstatSync(target).uid !== process.getuid?.()) throw new Error(`${target} belongs to another user; remove it`);
  return binariesUnder(target);
}

/** /var/tmp survives a restart of the machine, which the temporary folder need not. */
function copyHome(dataDir: string): string {
  const base = existsSync("/var/tmp") ? "/var/tmp" : tmpdir();
  return join(base, `skucast-data-${fingerprint(dataDir)}`);
}

function fingerprint(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

/** Makes `folder` if need be and hands it, with all it holds, to the identity's user. */
export function ownFolder(identity: Identity, folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (identity.fileOwner === undefined || lstatSync(folder).uid === identity.fileOwner) return;
  changeOwner(folder, identity.fileOwner);
}

function changeOwner(path: string, uid: number): void {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) return;
  if (stats.isDirectory()) for (const name of readdirSync(path)) changeOwner(join(path, name), uid);
  chownSync(path, uid, uid);
}
