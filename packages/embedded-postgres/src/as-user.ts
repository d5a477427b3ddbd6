import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chownSync, cpSync, existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { binariesUnder, type PostgresBinaries } from "./locate-binaries.js";
import { postgresEnvironment } from "./postgres-environment.js";

/** How PostgreSQL's programs are started. They refuse to run as root. */
export interface Identity {
  readonly kind: "same-user" | "user-namespace" | "system-user";
  readonly binaries: PostgresBinaries;
  /** The folder of the cluster and its log; another one than given if the system user cannot enter that. */
  readonly homeDir: string;
  /** The owner that the files must have, as seen by this process; absent if the creating user is the owner. */
  readonly fileOwner?: number;
  /** The command that runs a program under this identity. */
  command(program: string, args: readonly string[]): SpawnCommand;
}

/** Arguments for `spawn`. */
export interface SpawnCommand {
  readonly file: string;
  readonly args: string[];
  readonly options: { uid?: number; gid?: number };
}

/** The id of the system user `nobody`. */
const SYSTEM_USER_ID = 65534;

/**
 * Chooses the user that runs PostgreSQL. Without root it is the current user. With root it is the system user `nobody`: if
 * possible as the name of root in a user namespace, so that folders of root are accessible, otherwise (as in most
 * containers) the real system user. If that one cannot access the programs or the data folder, a copy of the programs and
 * another data folder under the temporary folders are used; the latter is logged.
 */
export function chooseIdentity(binaries: PostgresBinaries, dataDir: string, log: (message: string) => void): Identity {
  if (process.getuid?.() !== 0) return asSameUser(binaries, dataDir);
  // Existing data stay where they are, even if namespaces were forbidden when they were created.
  const homeDir = [dataDir, reachableHome(dataDir)].find((home) => existsSync(join(home, "cluster")));
  const inNamespace = asNamespace(binaries, homeDir ?? dataDir);
  const identity = runs(inNamespace) ? inNamespace : asSystemUser(binaries, dataDir, homeDir);
  if (identity.homeDir !== dataDir)
    log(`PostgreSQL keeps its data in ${identity.homeDir}: the user nobody cannot enter ${dataDir}.`);
  return identity;
}

function asSameUser(binaries: PostgresBinaries, homeDir: string): Identity {
  const command = (file: string, args: readonly string[]) => ({ file, args: [...args], options: {} });
  return { kind: "same-user", binaries, homeDir, command };
}

function asNamespace(binaries: PostgresBinaries, homeDir: string): Identity {
  const command = (program: string, args: readonly string[]) => ({
    file: "unshare",
    args: ["--user", `--map-user=${SYSTEM_USER_ID}`, `--map-group=${SYSTEM_USER_ID}`, program, ...args],
    options: {},
  });
  return { kind: "user-namespace", binaries, homeDir, fileOwner: 0, command };
}

function asSystemUser(binaries: PostgresBinaries, dataDir: string, existingHome: string | undefined): Identity {
  mkdirSync(dirname(dataDir), { recursive: true });
  const homeDir = existingHome ?? (systemUserCanEnter(dataDir) ? dataDir : reachableHome(dataDir));
  if (!systemUserCanEnter(homeDir)) {
    throw new Error(
      `PostgreSQL must not run as root, and the user nobody cannot enter ${dirname(homeDir)}, which contains its data. ` +
        "Let other users enter that folder (chmod o+x), or start Skucast as an ordinary user who owns it.",
    );
  }
  const options = { uid: SYSTEM_USER_ID, gid: SYSTEM_USER_ID };
  const command = (file: string, args: readonly string[]) => ({ file, args: [...args], options });
  const identity: Identity = { kind: "system-user", binaries, homeDir, fileOwner: SYSTEM_USER_ID, command };
  return runs(identity) ? identity : { ...identity, binaries: copyBinaries(binaries) };
}

function runs(identity: Identity): boolean {
  const { file, args, options } = identity.command(identity.binaries.postgres, ["--version"]);
  return (
    spawnSync(file, args, {
      ...options,
      cwd: "/",
      env: postgresEnvironment(),
      stdio: "ignore",
      timeout: 10_000,
    }).status === 0
  );
}

function systemUserCanEnter(folder: string): boolean {
  const options = { uid: SYSTEM_USER_ID, gid: SYSTEM_USER_ID, cwd: "/", stdio: "ignore", timeout: 10_000 } as const;
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

/** Uses /var/tmp, which survives a restart of the machine, unlike other temporary folders. */
function reachableHome(dataDir: string): string {
  const base = existsSync("/var/tmp") ? "/var/tmp" : tmpdir();
  return join(base, `skucast-data-${fingerprint(dataDir)}`);
}

function fingerprint(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

/** Creates `folder` if needed, and makes the identity's user the owner of it and its contents. */
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
